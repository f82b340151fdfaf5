/*
 * test_screen.c - which programs are run for what both sides said of them in a word.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "generate/screen.h"
#include "model/exec.h"
#include "tora/clock.h"
#include "tora/json.h"

#include <cjson/cJSON.h>

#include <stdio.h>
#include <string.h>

#define PROGRAMS 8

struct words {
	const char *const *said[2]; /* by side: PROGRAMS of them, NULL: none */
	const char *broken;         /* the answer itself, or NULL */
	char first;                 /* the letter of the first program; 0: 'a' */
	const char
		*calm; /* letters of programs that say the same when they are asked about again */
	unsigned asked;
};

static void answer(const struct words *w, struct tora_exec_question *q)
{
	const cJSON *sources = tora_json_list(q->params, "sources"), *source;
	cJSON *said;

	assert_string_equal(q->command, "screen");
	assert_true(q->budget_ms >= 100 && q->budget_ms <= 1500);
	if (w->broken) {
		q->answer = cJSON_Parse(w->broken);
		if (!q->answer)
			(void)tora_fail(&q->err, TORA_E_REMOTE, "no such command");
		return;
	}
	q->answer = cJSON_CreateObject();
	said = cJSON_AddArrayToObject(q->answer, "said");
	cJSON_ArrayForEach(source, sources)
	{
		const char *name = source->valuestring,
			   *word = w->said[q->side][*name - (w->first ? w->first : 'a')];

		if (w->asked > 1 && w->calm && strchr(w->calm, *name))
			word = "ok 0";

		cJSON_AddItemToArray(said, word ? cJSON_CreateString(word) : cJSON_CreateNull());
	}
}

static void ask(void *ctx, struct tora_exec_question *all, size_t n)
{
	struct words *w = ctx;

	assert_int_equal(n, 2);
	assert_int_not_equal(all[0].side, all[1].side);
	w->asked++;
	for (size_t i = 0; i < n; i++)
		answer(w, &all[i]);
}

/* Programs "a" to "h": of a letter in `drops` the drop, 'r' for those that are run. */
static const struct row {
	const char *label, *drops;
	const char *base[PROGRAMS], *head[PROGRAMS];
	unsigned most;
	const char *after; /* of each: 'r' run, '-' not, 'a' says the same */
	unsigned alike;    /* of those that say the same so many are run, at most */
} rows[] = {
	{ "one that differs takes the place of the last that does not",
	  "rrrl",
	  { "ok 1", "ok 2", "ok 3", "ok 4" },
	  { "ok 1", "ok 2", "ok 3", "ok 5" },
	  4,
	  "rr-r",
	  PROGRAMS },
	{ "none that says the same does",
	  "rrll",
	  { "ok 1", "ok 2", "ok 3", "ok 4" },
	  { "ok 1", "ok 2", "ok 3", "ok 4" },
	  4,
	  "rr--",
	  PROGRAMS },
	{ "none of which one side says nothing does",
	  "rrll",
	  { "ok 1", "ok 2", "ok 3", NULL },
	  { "ok 1", "ok 2", NULL, "ok 4" },
	  4,
	  "rr--",
	  PROGRAMS },
	{ "what is run and has no word stays",
	  "rrl",
	  { "ok 1", NULL, "ok 3" },
	  { "ok 1", "ok 2", "ok 4" },
	  4,
	  "-rr",
	  PROGRAMS },
	{ "what is run and differs stays",
	  "rrl",
	  { "ok 1", "ok 2", "ok 3" },
	  { "ok 9", "ok 8", "ok 4" },
	  4,
	  "rr-",
	  PROGRAMS },
	{ "as many as there may be",
	  "rrrrllll",
	  { "ok 1", "ok 2", "ok 3", "ok 4", "ok 5", "ok 6", "ok 7", "ok 8" },
	  { "ok 1", "ok 2", "ok 3", "ok 4", "A 5", "A 6", "A 7", "A 8" },
	  2,
	  "rr--rr--",
	  PROGRAMS },
	{ "of each way to differ one before the second of any",
	  "rrrrllll",
	  { "ok 1", "ok 2", "ok 3", "ok 4", "ok 5", "ok 6", "ok 7", "A 8" },
	  { "ok 1", "ok 2", "ok 3", "ok 4", "A 5", "A 6", "B 7", "B 9" },
	  3,
	  "r---r-rr",
	  PROGRAMS },
	{ "an end is known by all of its name",
	  "rrrlll",
	  { "ok 1", "ok 2", "ok 3", "ok 4", "ok 5", "ok 6" },
	  { "ok 1", "ok 2", "ok 3", "A 4", "A 5", "AB 6" },
	  2,
	  "r--r-r",
	  PROGRAMS },
	{ "as many lines are others is one way to differ",
	  "rrrrllll",
	  { "ok 1", "ok 2", "ok 3", "ok 4", "ok 5 aabb", "ok 6 aabb", "ok 7 aabbcc", "ok 8 aa" },
	  { "ok 1", "ok 2", "ok 3", "ok 4", "ok e aacc", "ok f ccbb", "ok g aabccccc",
	    "ok h aabb" },
	  3,
	  "r---r-rr",
	  PROGRAMS },
	{ "three are as many as there can be",
	  "rrrlll",
	  { "ok 1", "ok 2", "ok 3", "ok 4 aa", "ok 5 aa", "ok 6 aa" },
	  { "ok 1", "ok 2", "ok 3", "ok d 010203", "ok e 01020304", "ok f 0102" },
	  2,
	  "r--r-r",
	  PROGRAMS },
	{ "what another one says on both sides is no news",
	  "rrrlll",
	  { "ok 1", "ok 2", "ok 3", "ok 4", "ok 4", "ok 3" },
	  { "ok 1", "ok 2", "ok 7", "ok 5", "ok 5", "ok 7" },
	  4,
	  "r-rr--",
	  PROGRAMS },
	{ "what is no program that is run is left alone",
	  "rrsl",
	  { "ok 1", "ok 2", "ok 3", "ok 4" },
	  { "ok 1", "ok 2", "ok 5", "ok 6" },
	  4,
	  "r--r",
	  PROGRAMS },
	{ "what a model wrote keeps its place",
	  "rml",
	  { "ok 1", "ok 2", "ok 4" },
	  { "ok 1", "ok 2", "ok 5" },
	  4,
	  "-rr",
	  PROGRAMS },
	{ "and what was tried",
	  "rtl",
	  { "ok 1", "ok 2", "ok 4" },
	  { "ok 1", "ok 2", "ok 5" },
	  4,
	  "-rr",
	  PROGRAMS },
	{ "of those that say the same the last are not run",
	  "rrrr",
	  { "ok 1", "ok 2", "ok 3", "ok 4" },
	  { "ok 1", "ok 2", "ok 3", "ok 4" },
	  4,
	  "rraa",
	  2 },
	{ "what differs, and what has no word, is run",
	  "rrrr",
	  { "ok 1", "ok 2", "ok 3", NULL },
	  { "ok 1", "ok 2", "ok 4", "ok 4" },
	  4,
	  "aarr",
	  1 },
	{ "and a model's, and what was tried",
	  "rmtr",
	  { "ok 1", "ok 2", "ok 3", "ok 4" },
	  { "ok 1", "ok 2", "ok 3", "ok 4" },
	  4,
	  "arra",
	  1 },
	{ "those that differ come first",
	  "rrrl",
	  { "ok 1", "ok 2", "ok 3", "ok 4" },
	  { "ok 1", "ok 2", "ok 3", "ok 5" },
	  4,
	  "ra-r",
	  2 },
};

static void fill(const struct row *row, struct tora_candidate *all, const struct tora_pair *tried)
{
	static const char *const programs[PROGRAMS] = { "a", "b", "c", "d", "e", "f", "g", "h" };

	for (size_t i = 0; row->drops[i]; i++) {
		char kind = row->drops[i];

		all[i] = (struct tora_candidate){
			.source = programs[i],
			.target = "",
			.drop = kind == 'l'   ? TORA_DROP_LIMIT
			        : kind == 's' ? TORA_DROP_SYNTAX
			                      : TORA_DROP_NONE,
			.from_model = kind == 'm',
			.tried = kind == 't' ? tried : NULL,
		};
	}
}

/* -> how many had a word on both sides. */
static size_t screen_by(const struct tora_lang *lang, struct words *w, struct tora_candidate *all,
                        size_t n, struct tora_screen_room room, bool is_one_tree)
{
	struct tora_exec exec = { .ctx = w, .ask = ask };
	struct tora_check check = { .arena = tora_arena_new(),
		                    .exec = &exec,
		                    .deadline_ms = tora_clock_mono_ms() + 60000 };

	if (is_one_tree)
		check.head_tree.hex[0] = check.base_tree.hex[0] = '1';
	tora_screen(&check, lang, all, n, room);
	tora_arena_free(check.arena);
	return check.tests.screened;
}

static size_t screen(struct words *w, struct tora_candidate *all, size_t n,
                     struct tora_screen_room room, bool is_one_tree)
{
	static const struct tora_lang lang = { .name = "x", .screens = true, .screens_all = true };

	return screen_by(&lang, w, all, n, room, is_one_tree);
}

static char letter(const struct tora_candidate *c)
{
	return c->drop == TORA_DROP_NONE ? 'r' : c->drop == TORA_DROP_ALIKE ? 'a' : '-';
}

static void test_table(void **state)
{
	const struct tora_pair tried = { .reached = true };

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const struct row *row = &rows[i];
		struct words w = { .said = { [TORA_BASE] = row->base, [TORA_HEAD] = row->head } };
		struct tora_candidate all[PROGRAMS];
		size_t n = strlen(row->drops);
		char got[PROGRAMS + 1] = "";

		fill(row, all, &tried);
		(void)screen(&w, all, n, (struct tora_screen_room){ row->most, row->alike }, false);
		for (size_t k = 0; k < n; k++)
			got[k] = letter(&all[k]);
		if (strcmp(got, row->after) != 0 || w.asked < 1 || w.asked > 2)
			fail_msg("%s: %s, asked %u times", row->label, got, w.asked);
	}
}

/* What 26 programs say, "a ..." to "z ...", and which of them are run then. */
struct many {
	char sources[26][16], said[26][16];
	const char *base[26], *head[26];
	struct tora_candidate all[26];
};

static void say(struct many *m, int i, const char *word, bool differs, enum tora_drop drop)
{
	(void)snprintf(m->sources[i], sizeof m->sources[i], "%c %s", 'a' + i, word);
	(void)snprintf(m->said[i], sizeof m->said[i], "ok %d", i + 10);
	m->base[i] = "ok 1";
	m->head[i] = differs ? m->said[i] : "ok 1";
	m->all[i] = (struct tora_candidate){
		.source = m->sources[i], .target = "", .origin = TORA_ORIGIN_MUTATED, .drop = drop
	};
}

static void screen_many(struct many *m, unsigned more)
{
	struct words w = { .said = { [TORA_BASE] = m->base, [TORA_HEAD] = m->head } };

	(void)screen(&w, m->all, 26, (struct tora_screen_room){ more, 26 }, false);
}

/* What is late on both sides is not run, but what somebody wrote, and where all takes long. */
static void test_late(void **state)
{
	static const struct {
		const char *label;
		int late, gone;
	} ways[] = { { "few", 6, 4 }, { "a quarter", 7, 0 } };

	(void)state;
	for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
		const struct tora_pair tried = { .reached = true };
		struct many m;
		int gone = 0;

		for (int i = 0; i < 26; i++) {
			say(&m, i, "", false, i == 24 ? TORA_DROP_LIMIT : TORA_DROP_NONE);
			if (i < ways[k].late)
				m.base[i] = m.head[i] = "late";
		}
		m.base[25] = "late"; /* on one side alone */
		m.all[0].origin = TORA_ORIGIN_CALL;
		m.all[1].tried = &tried;
		screen_many(&m, 0);
		for (int i = 0; i < 26; i++) {
			gone += m.all[i].drop == TORA_DROP_LATE;
			if (i != 24 && (i < 2 || i >= ways[k].late))
				assert_int_equal(m.all[i].drop, TORA_DROP_NONE);
		}
		if (gone != ways[k].gone)
			fail_msg("%s: %d are not run", ways[k].label, gone);
	}
}

/* Of what a word explains there is enough at some time: what differs without that word takes the place of the last of it. */
static void test_enough_of_one_way(void **state)
{
	static const struct {
		const char *label, *word;
		int own; /* so many are run, and differ; those behind them say the same, but for the last */
		int test; /* which of them is the project's own; -1: none */
		int gone; /* -1: none */
	} ways[] = { { "the last", "wss", 18, -1, 17 },
		     { "the last that is made up", "wss", 18, 17, 16 },
		     { "no more than enough", "wss", 16, -1, -1 },
		     { "one more", "wss", 17, -1, 16 },
		     { "no word explains them", "ws", 18, -1, -1 } };

	(void)state;
	for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
		struct many m;

		for (int i = 0; i < 26; i++)
			say(&m, i, i < ways[k].own ? ways[k].word : "ws",
			    i < ways[k].own || i == 25,
			    i < ways[k].own ? TORA_DROP_NONE : TORA_DROP_LIMIT);
		if (ways[k].own > 16) /* one more of what there is enough of takes nobody's place */
			say(&m, ways[k].own, ways[k].word, true, TORA_DROP_LIMIT);
		if (ways[k].test >= 0)
			m.all[ways[k].test].origin = TORA_ORIGIN_TEST;
		screen_many(&m, 4);
		for (int i = 0; i < 26; i++) {
			bool is_run =
				i == 25 ? ways[k].gone >= 0 : i < ways[k].own && i != ways[k].gone;

			if ((m.all[i].drop == TORA_DROP_NONE) != is_run)
				fail_msg("%s: %d", ways[k].label, i);
		}
	}
}

/* Where all differ no word explains it: of one way to differ there is enough later. */
static void test_enough_of_any_way(void **state)
{
	enum { N = 60 };

	(void)state;
	for (int own = 48; own <= 49; own++) {
		char sources[N][8], said[N][16];
		const char *base[N], *head[N];
		struct tora_candidate all[N];
		struct words w = { .said = { [TORA_BASE] = base, [TORA_HEAD] = head },
			           .first = '0' };

		for (int i = 0; i < N; i++) {
			(void)snprintf(sources[i], sizeof sources[i], "%c ws", '0' + i);
			(void)snprintf(said[i], sizeof said[i], "%s %d", i == N - 1 ? "A" : "ok",
			               i + 10);
			base[i] = "ok 1";
			head[i] = said[i];
			all[i] = (struct tora_candidate){ .source = sources[i],
				                          .target = "",
				                          .origin = TORA_ORIGIN_MUTATED,
				                          .drop = i < own ? TORA_DROP_NONE
				                                          : TORA_DROP_LIMIT };
		}
		(void)screen(&w, all, N, (struct tora_screen_room){ 4, N }, false);
		for (int i = 0; i < N; i++) {
			bool is_run = i == N - 1 ? own > 48 : i < 48;

			if ((all[i].drop == TORA_DROP_NONE) != is_run)
				fail_msg("%d: %d", own, i);
		}
	}
}

/* There is room for two more: one of those that a word explains, and the one that it does not. */
static void test_one_of_each_group(void **state)
{
	struct many m;

	(void)state;
	for (int i = 0; i < 26; i++)
		say(&m, i, i >= 17 && i < 25 ? "wss" : "ws", i >= 17,
		    i < 6 ? TORA_DROP_NONE : TORA_DROP_LIMIT);
	screen_many(&m, 2);
	for (int i = 0; i < 26; i++)
		assert_int_equal(m.all[i].drop == TORA_DROP_NONE, i < 4 || i == 17 || i == 25);
}

/* What differs once is what another program left, or a clock. */
static void test_what_differs_once(void **state)
{
	static const struct {
		const char *calm, *after;
	} calms[] = { { "", "---rrr" }, { "d", "r---rr" }, { "f", "r--rr-" }, { "def", "rrr---" } };
	static const struct row row = { .drops = "rrrlll",
		                        .base = { "ok 1", "ok 2", "ok 3", "ok 4", "ok 5", "ok 6" },
		                        .head = { "ok 1", "ok 2", "ok 3", "A 4", "B 5", "C 6" } };

	(void)state;
	for (size_t i = 0; i < sizeof calms / sizeof calms[0]; i++) {
		struct words w = { .said = { [TORA_BASE] = row.base, [TORA_HEAD] = row.head },
			           .calm = calms[i].calm };
		struct tora_candidate all[PROGRAMS];
		char got[PROGRAMS + 1] = "";

		fill(&row, all, NULL);
		assert_int_equal(
			screen(&w, all, 6, (struct tora_screen_room){ 3, PROGRAMS }, false), 6);
		for (size_t k = 0; k < 6; k++)
			got[k] = letter(&all[k]);
		if (strcmp(got, calms[i].after) != 0)
			fail_msg("'%s': %s", calms[i].calm, got);
		assert_int_equal(w.asked, 2);
	}
}

/* What a runner answers is a stranger's: nothing changes for it. */
static void test_odd_answers(void **state)
{
	static const char *const answers[] = { "",
		                               "{}",
		                               "{\"said\":null}",
		                               "{\"said\":[]}",
		                               "{\"said\":[1,2,3,4,5,6,7,8,9]}",
		                               "{\"said\":[\"ok\",\"\",{},[\"ok 1\"]]}",
		                               "{\"said\":\"ok 1\"}" };

	(void)state;
	for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
		struct words w = { .broken = answers[i] };
		struct tora_candidate all[PROGRAMS];

		fill(&rows[0], all, NULL);
		(void)screen(&w, all, 4, (struct tora_screen_room){ 4, PROGRAMS }, false);
		for (size_t k = 0; k < 4; k++)
			if ((all[k].drop == TORA_DROP_NONE) != (k < 3))
				fail_msg("'%s': %zu changed", answers[i], k);
	}
}

/* Where there is room for all, or one tree, nobody is asked. */
static void test_who_is_not_asked(void **state)
{
	struct words w = { .said = { [TORA_BASE] = rows[0].base, [TORA_HEAD] = rows[0].head } };
	struct tora_candidate all[PROGRAMS];

	(void)state;
	fill(&rows[0], all, NULL);
	(void)screen(&w, all, 3, (struct tora_screen_room){ 4, 3 }, false);
	(void)screen(&w, all, 4, (struct tora_screen_room){ 4, 1 }, true);
	assert_int_equal(w.asked, 0);
	(void)screen(&w, all, 4, (struct tora_screen_room){ 4, PROGRAMS }, false);
	assert_int_equal(w.asked, 2);
	(void)screen(&w, all, 3, (struct tora_screen_room){ 4, 2 }, false); /* nothing differs */
	assert_int_equal(w.asked, 3);
}

/* What the project's own code writes is in no word of such a runner: what differs is run besides, nothing is left out. */
static void test_words_of_a_part(void **state)
{
	static const struct tora_lang lang = { .name = "x", .screens = true };
	const struct row *row = &rows[0];
	struct words w = { .said = { [TORA_BASE] = row->base, [TORA_HEAD] = row->head } };
	struct tora_candidate all[PROGRAMS];

	(void)state;
	fill(row, all, NULL);
	(void)screen_by(&lang, &w, all, 4, (struct tora_screen_room){ 4, 1 }, false);
	for (size_t k = 0; k < 4; k++)
		assert_int_equal(letter(&all[k]), row->after[k]);
	(void)screen_by(&lang, &w, all, 2, (struct tora_screen_room){ 4, 1 }, false);
	assert_int_equal(w.asked, 2); /* there is none to put in */
}

static void test_room(void **state)
{
	(void)state;
	assert_int_equal(tora_screen_room(400).more, 100);
	assert_int_equal(tora_screen_room(400).alike, 200);
	assert_int_equal(tora_screen_room(60).alike, 40);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_late),
		cmocka_unit_test(test_enough_of_one_way),
		cmocka_unit_test(test_enough_of_any_way),
		cmocka_unit_test(test_one_of_each_group),
		cmocka_unit_test(test_what_differs_once),
		cmocka_unit_test(test_odd_answers),
		cmocka_unit_test(test_who_is_not_asked),
		cmocka_unit_test(test_words_of_a_part),
		cmocka_unit_test(test_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
