#include "judge/edge.h"

#include "judge/said.h"
#include "judge/text.h"
#include "judge/words.h"
#include "model/diff.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define LINES_MAX 16 /* of one run: who rewrites more does something else as well */

static const char ends[] = "last|including|included|includes|inclusive|exclusive|up to|at least|"
			   "at most|boundary|boundaries|edge|edges|off by one|off-by-one|"
			   "until|no more than|no longer than|not more than";

/* Walks one side of a line. `t` is its next token, `last` the one before it. */
struct side {
	struct tora_scan scan;
	struct tora_token t, last;
	bool has_more, is_compared; /* is_compared: `last` is a < or > between two things */
};

static bool is_operand(const struct tora_token *t)
{
	return t->kind == TORA_TOKEN_WORD || t->kind == TORA_TOKEN_NUMBER ||
	       t->kind == TORA_TOKEN_STRING || (t->text.len == 1 && tora_one_of(*t->text.at, ")]"));
}

static void advance(struct side *s)
{
	struct tora_token now = s->t;

	s->is_compared =
		now.text.len == 1 && tora_one_of(*now.text.at, "<>") && is_operand(&s->last);
	s->last = now;
	s->has_more = tora_scan_solid(&s->scan, &s->t);
}

static void begin(struct side *s, struct tora_sv line)
{
	*s = (struct side){ .scan = { .text = line } };
	s->has_more = tora_scan_solid(&s->scan, &s->t);
}

/* "= b" behind "a <": the end is taken in here, or "+ 1" behind something. Passes over it. */
static bool pass_end(struct side *s)
{
	struct side after = *s;

	if (!s->has_more || s->t.kind != TORA_TOKEN_PUNCT)
		return false;
	advance(&after);
	if (s->is_compared && *s->t.text.at == '=') {
		after.last = s->last;
	} else {
		if (!is_operand(&s->last) || !tora_one_of(*s->t.text.at, "+-") || !after.has_more ||
		    !tora_sv_is(after.t.text, "1"))
			return false;
		advance(&after);
	}
	*s = after;
	return true;
}

static size_t indent(struct tora_sv line)
{
	size_t n = 0;

	while (n < line.len && isspace((unsigned char)line.at[n]))
		n++;
	return n;
}

/* In one end at least, and in nothing else. */
static bool differ_in_ends(struct tora_sv one, struct tora_sv other)
{
	struct side a, b;
	bool has_moved = false;

	if (indent(one) != indent(other))
		return false;
	begin(&a, one);
	begin(&b, other);
	while (a.has_more || b.has_more) {
		bool same = a.has_more && b.has_more && a.t.text.len == b.t.text.len &&
		            memcmp(a.t.text.at, b.t.text.at, a.t.text.len) == 0;

		if (same) {
			advance(&a);
			advance(&b);
			continue;
		}
		if (pass_end(&a) == pass_end(&b)) /* neither, or one more here and one less there */
			return false;
		has_moved = true;
	}
	return has_moved;
}

static bool is_prose(struct tora_sv line)
{
	static const char *const marks[] = { "# ", "* ", "*/", "//", "/*", "\"\"\"" };

	line = tora_sv_trim(line);
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (tora_sv_starts(line, marks[i]))
			return true;
	return !line.len || tora_sv_is(line, "#") || tora_sv_is(line, "*");
}

/* Of `n` lines taken away, and as many brought. */
static bool all_differ_in_ends(const struct tora_sv *lost, const struct tora_sv *brought, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!differ_in_ends(lost[i], brought[i]))
			return false;
	return n > 0;
}

bool tora_edge(const struct tora_case *c)
{
	struct tora_sv lost[LINES_MAX], brought[LINES_MAX], diff, line;
	size_t n_lost = 0, n_brought = 0, runs = 0;
	char mark;

	if (!c->change || !tora_words_match(c->said->messages, ends))
		return false;
	diff = c->change->source_diff;
	if (tora_text_find(diff, tora_sv(" more files changed)\n"), 0, false) != SIZE_MAX)
		return false; /* there is more than can be seen here */
	while ((mark = tora_diff_line(&diff, &line))) {
		if (is_prose(line))
			continue;
		if (mark == '-' && n_brought) { /* the next run */
			if (n_lost != n_brought || !all_differ_in_ends(lost, brought, n_lost))
				return false;
			runs++;
			n_lost = n_brought = 0;
		}
		if (n_lost == LINES_MAX || n_brought == LINES_MAX)
			return false;
		if (mark == '-')
			lost[n_lost++] = line;
		else
			brought[n_brought++] = line;
	}
	if (!n_lost && !n_brought)
		return runs > 0;
	return n_lost == n_brought && all_differ_in_ends(lost, brought, n_lost);
}
