#include "judge/madeby.h"

#include "judge/olduse.h"
#include "judge/text.h"
#include "judge/words.h"
#include "tora/str.h"

#include <string.h>

#define LINES_MAX     40 /* above the one that asserts */
#define STATEMENT_MAX 12 /* lines of one statement */
#define NAMES_MAX     64
#define TEXT_MAX      (16u << 10)

struct names { /* that are still to be found */
	struct tora_sv at[NAMES_MAX];
	size_t n;
};

static struct tora_sv line_at(const struct tora_intent *intent, size_t i)
{
	return tora_sv(intent->test_lines.at[i]);
}

static bool is_mark(const struct tora_token *t, const char *marks)
{
	return t->kind == TORA_TOKEN_PUNCT && tora_one_of(t->text.at[0], marks);
}

/* Lines from *ret_first to *ret_last, whose brackets are closed: f( on a line of its own, and what it is passed below. */
static void statement_of(const struct tora_intent *intent, size_t at, size_t *ret_first,
                         size_t *ret_last)
{
	size_t first = at, last = at;
	int open = tora_text_opened(line_at(intent, at));

	while (open < 0 && first > 0 && at - first < STATEMENT_MAX)
		open += tora_text_opened(line_at(intent, --first));
	while (open > 0 && last + 1 < intent->test_lines.n && last - at < STATEMENT_MAX)
		open += tora_text_opened(line_at(intent, ++last));
	*ret_first = first;
	*ret_last = last;
}

static bool calls_one(const struct tora_change *change, struct tora_sv statement)
{
	struct tora_old_use_parameters added;

	for (size_t i = 0; i < change->functions.n; i++)
		if (tora_old_use_added(&change->functions.at[i], &added) &&
		    tora_text_calls(statement, tora_text_last(change->functions.at[i].name)))
			return true;
	return false;
}

/* `const got` of `const got = f()`, `row` of `for row in f():`; empty where nothing is assigned. */
static struct tora_sv assigned_in(struct tora_sv line)
{
	struct tora_scan scan = { .text = line };
	struct tora_token t;
	bool loop = tora_sv_starts(tora_sv_trim(line), "for ");
	int depth = 0;
	size_t from;

	while (tora_scan_solid(&scan, &t)) {
		from = scan.at - t.text.len;
		depth += is_mark(&t, "([{") - is_mark(&t, ")]}");
		if (loop && (tora_sv_is(t.text, "in") || tora_sv_is(t.text, "of")))
			return (struct tora_sv){ line.at, from };
		if (!depth && is_mark(&t, "=") && from && !tora_one_of(line.at[from - 1], "=!<>") &&
		    (scan.at == line.len || !tora_one_of(line.at[scan.at], "=>")))
			return (struct tora_sv){ line.at, from };
	}
	return (struct tora_sv){ line.at, 0 };
}

static void want_names(struct names *names, struct tora_sv text)
{
	struct tora_scan scan = { .text = text };
	struct tora_token t;

	while (names->n < NAMES_MAX && tora_scan_solid(&scan, &t))
		if (t.kind == TORA_TOKEN_WORD &&
		    !tora_words_match(t.text, "const|let|var|for|in|of|await|assert|self|this"))
			names->at[names->n++] = t.text;
}

/* Those of them that `text` assigns are found. */
static bool finds(struct names *names, struct tora_sv text)
{
	size_t i = 0, was = names->n;

	while (i < names->n)
		if (tora_text_has_word(text, names->at[i], false))
			names->at[i] = names->at[--names->n];
		else
			i++;
	return names->n < was;
}

static bool begins_test(struct tora_sv line)
{
	line = tora_sv_trim(line);
	return tora_sv_starts(line, "def ") || tora_sv_starts(line, "async def ") ||
	       tora_sv_starts(line, "class ") || tora_sv_starts(line, "function ") ||
	       tora_sv_starts(line, "it(") || tora_sv_starts(line, "test(") ||
	       tora_sv_starts(line, "describe(");
}

/* `want = 'b'`: what is asserted of it stands below. */
static size_t used_at(const struct tora_intent *intent, size_t at)
{
	struct names names = { .n = 0 };

	want_names(&names, assigned_in(line_at(intent, at)));
	for (size_t i = at + 1; names.n && i < intent->test_lines.n && i - at <= LINES_MAX; i++) {
		if (begins_test(line_at(intent, i)))
			break;
		if (finds(&names, line_at(intent, i)))
			return i;
	}
	return at;
}

static struct tora_sv joined(const struct tora_intent *intent, size_t first, size_t last,
                             struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(TEXT_MAX);
	struct tora_sv ret;

	for (size_t i = first; i <= last; i++) {
		tora_str_add_clip(&out, line_at(intent, i));
		tora_str_add_clip(&out, TORA_SV("\n"));
	}
	ret = tora_arena_sv(arena, tora_str_view(&out));
	tora_str_free(&out);
	return ret;
}

static struct tora_sv both(struct tora_sv a, struct tora_sv b, struct tora_arena *arena)
{
	return tora_sv(tora_arena_printf(arena, "%.*s%.*s", (int)a.len, a.at, (int)b.len, b.at));
}

struct tora_sv tora_made_by(const struct tora_change *change, const struct tora_intent *intent,
                            size_t at, struct tora_arena *arena)
{
	struct names names = { .n = 0 };
	struct tora_sv ret, one, assigned;
	size_t first, last, i;
	bool called;

	statement_of(intent, at, &first, &last);
	ret = joined(intent, first, last, arena);
	called = calls_one(change, ret);
	if (!called && used_at(intent, first) != first) {
		at = used_at(intent, first);
		statement_of(intent, at, &first, &last);
		ret = joined(intent, first, last, arena);
		called = calls_one(change, ret);
	}
	want_names(&names, ret);
	for (i = first; !called && names.n && i > 0 && at - i < LINES_MAX;) {
		i--;
		if (begins_test(line_at(intent, i)))
			break;
		assigned = assigned_in(line_at(intent, i));
		if (!assigned.len || !finds(&names, assigned))
			continue;
		statement_of(intent, i, &first, &last);
		one = joined(intent, i, last, arena);
		called = calls_one(change, one);
		want_names(&names,
		           (struct tora_sv){ one.at + assigned.len, one.len - assigned.len });
		ret = both(one, ret, arena);
	}
	return ret;
}
