#include "judge/owntest.h"

#include "judge/text.h"

#include <ctype.h>
#include <string.h>

#define HUNK_MAX    64 /* lines of a hunk that are looked at */
#define TELLING_MIN 10 /* bytes of a line that is looked for */
#define SPECIAL_MIN 5  /* of a text with something in it that is no letter, its quotes included */

static bool has(struct tora_sv text, struct tora_sv piece)
{
	return text.len >= piece.len && memmem(text.at, text.len, piece.at, piece.len);
}

static bool is_silent(struct tora_sv line)
{
	static const char *const silent[] = { "import ", "from ", "const {", "@", "#", "//", NULL };
	size_t i;

	for (i = 0; silent[i]; i++)
		if (tora_sv_starts(line, silent[i]))
			return true;
	return false;
}

/* The line itself, what is inside print(...), or nothing. */
static struct tora_sv telling_part(struct tora_sv line)
{
	size_t head;

	line = tora_sv_trim(line);
	if (is_silent(line))
		return tora_sv("");
	head = tora_text_print_head(line);
	line.at += head;
	line.len -= head;
	while (head && line.len && strchr(");", line.at[line.len - 1]))
		line.len--;
	return line.len >= TELLING_MIN ? line : tora_sv("");
}

static size_t alike(struct tora_sv a, struct tora_sv b)
{
	size_t n = 0, end = 0;

	while (n < a.len && n < b.len && a.at[n] == b.at[n])
		n++;
	while (end + n < a.len && end + n < b.len && a.at[a.len - end - 1] == b.at[b.len - end - 1])
		end++;
	return n + end;
}

/* Lines first..first + count of a text, without what stands around them; at most `max`. */
static size_t lines_of(struct tora_sv text, size_t first, size_t count, size_t max,
                       struct tora_sv *ret)
{
	struct tora_sv line;
	size_t at = 0, n = 0;

	while (n < max && at + 1 < first + count && tora_sv_line(&text, &line))
		if (++at >= first && tora_sv_trim(line).len)
			ret[n++] = tora_sv_trim(line);
	return n;
}

/* Of more lines than have come in their place, those are replaced which one of the new ones is most like. */
static bool is_replaced(const struct tora_file_change *f, const struct tora_hunk *h,
                        struct tora_sv piece)
{
	struct tora_sv old[HUNK_MAX], new[HUNK_MAX];
	size_t n_old = lines_of(f->base_text, h->base_first, h->base_count, HUNK_MAX, old);
	size_t n_new = lines_of(f->head_text, h->head_first, h->head_count, HUNK_MAX, new);
	bool ret = false, is_here = false;

	for (size_t i = 0; i < n_old; i++)
		is_here |= has(old[i], piece) || has(piece, old[i]);
	for (size_t k = 0; k < n_new && is_here && n_new < n_old; k++) {
		size_t best = 0;

		for (size_t i = 1; i < n_old; i++)
			if (alike(old[i], new[k]) > alike(old[best], new[k]))
				best = i;
		ret |= has(old[best], piece) || has(piece, old[best]);
	}
	return is_here && (n_new >= n_old || ret);
}

static bool states_a_value(struct tora_sv line)
{
	static const char *const equal[] = { "==", "qual", "toBe(", " is ", "aises", "hrows" };
	size_t i;

	for (i = 0; i < sizeof equal / sizeof *equal; i++)
		if (tora_sv_has(line, equal[i]) && !tora_sv_has(line, " is not "))
			return true;
	return false;
}

/* `assert f(5) == 0` became `assert f(5) >= 0`, or f(5). */
static bool is_loosened(const struct tora_file_change *f, const struct tora_hunk *h,
                        struct tora_sv piece)
{
	struct tora_sv old[HUNK_MAX], new[HUNK_MAX];
	size_t n_old = lines_of(f->base_text, h->base_first, h->base_count, HUNK_MAX, old);
	size_t n_new = lines_of(f->head_text, h->head_first, h->head_count, HUNK_MAX, new);
	bool stated = false, states = false, is_called = false;

	for (size_t i = 0; i < n_old; i++)
		stated |= has(old[i], piece) && states_a_value(old[i]);
	for (size_t i = 0; i < n_new; i++) {
		is_called |= has(new[i], piece);
		states |= states_a_value(new[i]);
	}
	return stated && is_called && !states;
}

static void look_at_hunks(const struct tora_file_change *f, struct tora_sv piece, bool is_gone,
                          struct tora_own_test *ret)
{
	bool replaced = false;

	for (size_t i = 0; i < f->hunks.n; i++) {
		replaced |= is_gone && is_replaced(f, &f->hunks.at[i], piece);
		ret->deleted |= !is_gone && is_loosened(f, &f->hunks.at[i], piece);
	}
	ret->taken |= replaced;
	ret->deleted |= is_gone && !replaced;
}

static void look(const struct tora_change *change, struct tora_sv piece, struct tora_own_test *ret)
{
	bool base = false, head = false;
	size_t i;

	for (i = 0; i < change->files.n; i++) {
		const struct tora_file_change *f = &change->files.at[i];

		if (f->role != TORA_FILE_TEST && f->role != TORA_FILE_DOC)
			continue;
		base |= has(f->base_text, piece);
		head |= has(f->head_text, piece);
	}
	ret->brought |= head && !base;
	for (i = 0; i < change->files.n && base; i++) {
		const struct tora_file_change *f = &change->files.at[i];

		if ((f->role == TORA_FILE_TEST || f->role == TORA_FILE_DOC) &&
		    has(f->base_text, piece))
			look_at_hunks(f, piece, !head, ret);
	}
}

/* A line says that something comes out as that, and not that it goes in. */
static bool is_expected(const struct tora_change *change, struct tora_sv quoted)
{
	for (size_t i = 0; i < change->files.n; i++) {
		struct tora_sv rest = change->files.at[i].base_text, line;

		while (change->files.at[i].role == TORA_FILE_TEST && tora_sv_line(&rest, &line))
			if (has(line, quoted) && states_a_value(line))
				return true;
	}
	return false;
}

/* Who writes another text in each place where this one stood has given it up. A test that has it while none had it before is, by that
 * alone, not one that the change brought. */
static void look_for_special(const struct tora_change *change, struct tora_sv quoted,
                             struct tora_own_test *ret)
{
	struct tora_own_test own = { .taken = false };

	if (is_expected(change, quoted))
		return;
	look(change, quoted, &own);
	ret->taken |= own.taken;
}

/* Lines of a text are often short: two of them, as they stand, tell as much as a long one. Code that
 * the test has at another depth than the project is not found so, which says nothing. */
static struct tora_sv with_next(struct tora_sv line, struct tora_sv rest)
{
	struct tora_sv next;

	line = tora_sv_trim(line);
	if (!line.len || is_silent(line) || !tora_sv_line(&rest, &next) || !tora_sv_trim(next).len)
		return tora_sv("");
	if (tora_text_print_head(line) || tora_text_print_head(tora_sv_trim(next)))
		return tora_sv("");
	line.len = (size_t)(next.at + next.len - line.at);
	return line.len >= TELLING_MIN ? line : tora_sv("");
}

/* `'~0.1'`, with its quotes: neither long nor a word, a number or a path, which others may have written as well. */
static bool is_special(struct tora_sv quoted)
{
	bool ret = false;

	for (size_t i = 1; i + 1 < quoted.len; i++)
		ret |= !isalnum((unsigned char)quoted.at[i]) &&
		       !tora_one_of(quoted.at[i], " _.,/-\\");
	return ret && quoted.len >= SPECIAL_MIN;
}

/* A text that is passed: a row of a parametrised test stands in no line of the program. */
static void look_for_texts(const struct tora_change *change, struct tora_sv line,
                           struct tora_own_test *ret)
{
	struct tora_scan scan = { .text = line };
	struct tora_token t;

	while (!is_silent(tora_sv_trim(line)) && tora_scan_solid(&scan, &t))
		if (t.kind == TORA_TOKEN_STRING && t.text.len >= TELLING_MIN + 2)
			look(change, (struct tora_sv){ t.text.at + 1, t.text.len - 2 }, ret);
		else if (t.kind == TORA_TOKEN_STRING && is_special(t.text))
			look_for_special(change, t.text, ret);
}

/* Numbers that are none: few tests pass them, and who brings the first one has all such in mind. */
static bool brings_odd_number(const struct tora_change *change, struct tora_sv test)
{
	static const char *const odd[] = { "NaN", "nan", "Infinity", "inf" };

	for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
		bool base = false, head = false;

		if (!tora_text_has_word(test, tora_sv(odd[i]), false))
			continue;
		for (size_t k = 0; k < change->tests.of.n && !base; k++)
			base = tora_text_has_word(change->tests.of.at[k], tora_sv(odd[i]), false);
		for (size_t k = 0; k < change->files.n && !base; k++) {
			const struct tora_file_change *f = &change->files.at[k];

			if (f->role != TORA_FILE_TEST)
				continue;
			base = tora_text_has_word(f->base_text, tora_sv(odd[i]), false);
			head |= tora_text_has_word(f->head_text, tora_sv(odd[i]), false);
		}
		if (head && !base)
			return true;
	}
	return false;
}

struct tora_own_test tora_own_test(const struct tora_change *change, struct tora_sv test)
{
	struct tora_own_test ret = { .odd = brings_odd_number(change, test) };
	struct tora_sv line, piece;

	while (tora_sv_line(&test, &line)) {
		piece = telling_part(line);
		if (piece.len)
			look(change, piece, &ret);
		look_for_texts(change, line, &ret);
		piece = with_next(line, test);
		if (piece.len)
			look(change, piece, &ret);
	}
	return ret;
}
