#include "judge/edge.h"

#include "judge/said.h"
#include "judge/words.h"
#include "model/diff.h"

#include <ctype.h>

#define LINES_MAX 16 /* of one run: who rewrites more does something else as well */

static const char ends[] =
	"last|first|including|included|includes|inclusive|exclusive|up to|at least|"
	"at most|boundary|boundaries|edge|edges|off by one|off-by-one|itself|"
	"exactly|until|as well|no more than|no longer than|not more than";

/* The length of "+ 1" or "- 1" at the start of a text; 0: there is none. */
static size_t one_more(struct tora_sv s)
{
	size_t n = 1;

	if (!s.len || (s.at[0] != '+' && s.at[0] != '-'))
		return 0;
	while (n < s.len && s.at[n] == ' ')
		n++;
	if (n == s.len || s.at[n] != '1')
		return 0;
	n++;
	return n < s.len && (isalnum((unsigned char)s.at[n]) || s.at[n] == '.' || s.at[n] == '_')
	               ? 0
	               : n;
}

/* The next character that two lines have to share; `before`: the last one. 0 at the end. */
static char next_of(struct tora_sv *s, char before)
{
	while (s->len) {
		bool closes = *s->at == '=' && (before == '<' || before == '>');
		size_t skipped = isspace((unsigned char)*s->at) || closes ? 1 : one_more(*s);

		if (!skipped)
			break;
		s->at += skipped;
		s->len -= skipped;
	}
	if (!s->len)
		return 0;
	s->len--;
	return *s->at++;
}

static bool differ_in_ends(struct tora_sv a, struct tora_sv b)
{
	char one = 0, other;

	do {
		other = next_of(&b, one);
		one = next_of(&a, one);
	} while (one && one == other);
	return one == other;
}

static bool is_prose(struct tora_sv line)
{
	line = tora_sv_trim(line);
	return !line.len || *line.at == '#' || *line.at == '*' || tora_sv_starts(line, "//") ||
	       tora_sv_starts(line, "/*") || tora_sv_starts(line, "\"\"\"");
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
