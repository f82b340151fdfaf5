/* What a call goes through is not closed any more. */
#include "trials.h"

#include "judge/evidence.h"
#include "judge/unclosed.h"
#include "judge/said.h"

#define SOURCE                                                                                     \
	"console.log(await take((async function* () { try { console.log('opened'); yield* [1, "    \
	"2]; } "                                                                                   \
	"finally { console.log('closed'); } })()));\n"

static const struct {
	const char *label, *test, *before, *after, *message, *doc;
	bool want;
} rows[] = {
	{ "closed before", SOURCE, "opened\nclosed\n[ 1 ]\n", "opened\n[ 1 ]\n", "Read no more",
	  NULL, true },
	{ "once of twice", SOURCE, "opened\nopened\nclosed\nclosed\n", "opened\nopened\nclosed\n",
	  "Read no more", NULL, true },
	{ "closed now", SOURCE, "opened\n[ 1 ]\n", "opened\nclosed\n[ 1 ]\n", "Read no more", NULL,
	  false },
	{ "closed as before", SOURCE, "opened\nclosed\n[ 1 ]\n", "opened\n[ 1, 2 ]\nclosed\n",
	  "Read no more", NULL, false },
	{ "not opened at all", SOURCE, "opened\nclosed\n[]\n", "[]\n", "Read no more", NULL,
	  false },
	{ "open before", SOURCE, "opened\n", "opened\nopened\n", "Read no more", NULL, false },
	{ "a word of a line", SOURCE, "is closed\n", "is opened\n", "Read no more", NULL, false },
	{ "no such source", "console.log(door.state());\n", "opened\nclosed\n", "opened\n",
	  "Read no more", NULL, false },
	{ "what an issue is", SOURCE, "opened\nclosed\n", "opened\n", "Read no more. Closes #12",
	  NULL, true },
	{ "what is near", SOURCE, "opened\nclosed\n", "opened\n", "Stop close to the end", NULL,
	  true },
	{ "the message speaks of it", SOURCE, "opened\nclosed\n", "opened\n", "Callers close it",
	  NULL, false },
	{ "of what is left", SOURCE, "opened\nclosed\n", "opened\n", "It is left open", NULL,
	  false },
	{ "of disposing", SOURCE, "opened\nclosed\n", "opened\n", "Dispose of it yourself", NULL,
	  false },
	{ "a document does", SOURCE, "opened\nclosed\n", "opened\n", "Read no more",
	  "It is not closed.", false },
};

static void test_unclosed(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_intent intent = { .title = "" };
		struct tora_said said = { .docs = tora_sv(rows[i].doc ? rows[i].doc : "") };
		struct tora_trial base = trial_ok(rows[i].before), head = trial_ok(rows[i].after);
		struct tora_trial fails =
			trial_raise(arena, rows[i].after, "TypeError", "no", "<test>");
		struct tora_trial failed =
			trial_raise(arena, rows[i].before, "TypeError", "no", "<test>");
		struct tora_difference d = { .kind = TORA_DIFF_VALUE };
		struct tora_case c = { .intent = &intent,
			               .said = &said,
			               .test = rows[i].test,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		tora_vec_push(arena, &intent.messages)->text = rows[i].message;
		said.messages = tora_sv(rows[i].message);
		row_int(rows[i].label, tora_unclosed(&c), rows[i].want);
		/* What fails is another story. */
		c.after = &fails;
		row_int(rows[i].label, tora_unclosed(&c), false);
		c.before = &failed;
		c.after = &head;
		row_int(rows[i].label, tora_unclosed(&c), false);
		tora_arena_free(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_unclosed) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
