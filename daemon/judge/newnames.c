#include "judge/newnames.h"

#include "judge/edited.h"
#include "judge/olduse.h"
#include "judge/text.h"
#include "judge/words.h"
#include "model/diff.h"

#include <ctype.h>
#include <stdlib.h>

#define NAME_MIN  3
#define VALUE_MIN 2
#define NAMES_MAX 200
#define TRIED_MAX                                                                                  \
	400 /* names that are looked up in all that was there: a change may define thousands */
#define TAKEN_MAX 4000 /* what added lines take, before each is there once */
#define KEYS_MAX  40   /* keys of one program that are looked up */

/* ---- names ------------------------------------------------------------------------------- */

static bool stands_in_base(const struct tora_change *change, struct tora_sv name)
{
	for (size_t i = 0; i < change->files.n; i++) {
		const struct tora_file_change *f = &change->files.at[i];

		if ((f->role == TORA_FILE_SOURCE || f->role == TORA_FILE_TEST) &&
		    tora_text_has_word(f->base_text, name, false))
			return true;
	}
	return false;
}

/* Where it stood nowhere before. */
static void add_new(const struct tora_change *change, struct tora_sv name, struct tora_arena *arena,
                    struct tora_new_names *ret)
{
	if (ret->of.n >= NAMES_MAX || ret->tried >= TRIED_MAX)
		return;
	for (size_t i = 0; i < ret->of.n; i++)
		if (tora_sv_eq(ret->of.at[i], name))
			return;
	ret->tried++;
	if (stands_in_base(change, name))
		return;
	*tora_vec_push(arena, &ret->of) = name;
}

static void add(const struct tora_change *change, struct tora_sv name, struct tora_arena *arena,
                struct tora_new_names *ret)
{
	if (name.len >= NAME_MIN && name.at[0] != '_' && !tora_sv_ends(name, "Error") &&
	    !tora_sv_ends(name, "Exception") && !tora_sv_ends(name, "Warning"))
		add_new(change, name, arena, ret);
}

static bool is_word(const struct tora_token *t, const char *words)
{
	return t->kind == TORA_TOKEN_WORD && tora_words_match(t->text, words);
}

/* What a line begins to define, by its first tokens: `def x`, `self.x =`, `x: int`, `X =` of a module, `x() {`. */
static struct tora_sv defined_by(struct tora_sv line)
{
	static const char before[] = "def|class|function|get|set|export|const|let|var|async|static|"
				     "default";
	struct tora_scan scan = { .text = line };
	struct tora_token t, next;
	bool inside = line.len && tora_one_of(line.at[0], " \t"), says = false, own = false;
	const struct tora_sv none = { 0 };

	if (!tora_scan_solid(&scan, &t))
		return none;
	while (is_word(&t, before)) {
		says |= is_word(&t, "def|class|function|get|set") ||
		        (!inside && is_word(&t, "const|let|var"));
		inside |= is_word(&t, "const|let|var");
		if (!tora_scan_solid(&scan, &t))
			return none;
	}
	if (is_word(&t, "self|this") && tora_scan_solid(&scan, &next) &&
	    tora_sv_is(next.text, ".")) {
		own = true;
		if (!tora_scan_solid(&scan, &t))
			return none;
	}
	if (t.kind != TORA_TOKEN_WORD || says)
		return t.kind == TORA_TOKEN_WORD ? t.text : none;
	if (!tora_scan_solid(&scan, &next) || scan.at >= line.len)
		return none;
	if (tora_sv_is(next.text, "="))
		return (own || !inside) && line.at[scan.at] != '=' ? t.text : none;
	if (tora_sv_is(next.text, ":"))
		return is_word(&t, "else|try|finally|default|lambda|return|case") ? none : t.text;
	return tora_sv_is(next.text, "(") && tora_sv_ends(tora_sv_trim(line), "{") &&
	                       !is_word(&t, "if|for|while|switch|catch|return")
	               ? t.text
	               : none;
}

/* What a call passes by name: `x=` within brackets, and the keys of `{x: 1}` and `{'x': 1}`. Keys are how options are
 * passed where a function takes them as one object. */
static bool next_key(struct tora_scan *scan, struct tora_token *last, unsigned *depth,
                     struct tora_sv *ret)
{
	struct tora_token t;

	while (tora_scan_solid(scan, &t)) {
		struct tora_token name = *last;
		bool colon = tora_sv_is(t.text, ":");
		bool equals = tora_sv_is(t.text, "=") && scan->at < scan->text.len &&
		              scan->text.at[scan->at] != '=';

		*depth += t.kind == TORA_TOKEN_PUNCT && tora_one_of(t.text.at[0], "({[");
		*depth -= *depth && t.kind == TORA_TOKEN_PUNCT && tora_one_of(t.text.at[0], ")}]");
		*last = t;
		if (!*depth || !(colon || equals))
			continue;
		*ret = name.text;
		if (colon && name.kind == TORA_TOKEN_STRING && name.text.len > 2)
			*ret = (struct tora_sv){ name.text.at + 1, name.text.len - 2 };
		else if (name.kind != TORA_TOKEN_WORD)
			continue;
		return true;
	}
	return false;
}

/* `o.x`, `{ x = 1 }`, `(a, x)`, `o.get('x')` in an added line: what somebody hands in, and no name of its own. */
static void add_taken(struct tora_sv line, struct tora_arena *arena, struct tora_new_names *ret)
{
	struct tora_scan scan = { .text = line };
	struct tora_token t, last = { .kind = TORA_TOKEN_SPACE };

	while (ret->taken.n < TAKEN_MAX && tora_scan_solid(&scan, &t)) {
		struct tora_sv inside = { t.text.at + 1, t.text.len - 2 * (t.text.len > 1) };

		if (t.kind == TORA_TOKEN_STRING && inside.len >= NAME_MIN)
			*tora_vec_push(arena, &ret->taken) = inside;
		if (t.kind == TORA_TOKEN_WORD && t.text.len >= NAME_MIN &&
		    last.kind == TORA_TOKEN_PUNCT && tora_one_of(last.text.at[0], ".{(,*"))
			*tora_vec_push(arena, &ret->taken) = t.text;
		last = t;
	}
}

static bool is_one_word(struct tora_sv text)
{
	bool has_letter = false;

	for (size_t i = 0; i < text.len; i++) {
		has_letter |= isalpha((unsigned char)text.at[i]) != 0;
		if (!isalnum((unsigned char)text.at[i]) && !tora_one_of(text.at[i], "_-"))
			return false;
	}
	return text.len >= VALUE_MIN && has_letter;
}

/* `"ws": 80` in an added line, and a message with that word: a scheme, a unit, a format that is taken now. Words that any
 * message has say nothing. */
static void add_values(const struct tora_change *change, struct tora_sv line,
                       struct tora_sv messages, struct tora_arena *arena,
                       struct tora_new_names *ret)
{
	static const char any[] =
		"a|an|and|as|at|be|by|do|for|from|has|have|if|in|into|is|it|its|no|"
		"not|of|off|on|one|only|or|out|so|that|the|them|then|this|to|up|"
		"use|was|when|with|all|any|add|new|name|names|text|type|value|"
		"key|keys|true|false|none|null|utf-8";
	struct tora_scan scan = { .text = line };
	struct tora_token t;

	while (tora_scan_solid(&scan, &t)) {
		struct tora_sv inside = { t.text.at + 1, t.text.len - 2 * (t.text.len > 1) };

		if (t.kind == TORA_TOKEN_STRING && is_one_word(inside) &&
		    !tora_words_match(inside, any) && tora_text_has_word(messages, inside, false))
			add_new(change, inside, arena, ret);
	}
}

static void sort_taken(struct tora_new_names *names)
{
	size_t n = 0;

	if (!names->taken.n)
		return;
	qsort(names->taken.at, names->taken.n, sizeof *names->taken.at, tora_text_order);
	for (size_t i = 0; i < names->taken.n; i++)
		if (!n || tora_text_order(&names->taken.at[n - 1], &names->taken.at[i]) != 0)
			names->taken.at[n++] = names->taken.at[i];
	names->taken.n = n;
}

/* Does it pass a key that the added source knows of and the base did not? */
static bool passes_new_key(const struct tora_new_names *names, struct tora_sv program)
{
	struct tora_scan scan = { .text = program };
	struct tora_token last = { .kind = TORA_TOKEN_SPACE };
	struct tora_sv key;
	unsigned depth = 0, tried = 0;

	while (names->taken.n && tried < KEYS_MAX && next_key(&scan, &last, &depth, &key)) {
		if (!bsearch(&key, names->taken.at, names->taken.n, sizeof key, tora_text_order))
			continue;
		tried++;
		if (!stands_in_base(names->change, key))
			return true;
	}
	return false;
}

/* ---- tests ------------------------------------------------------------------------------- */

/* Lines that a test can do without telling less: imports, comments, brackets. */
static bool is_silent(struct tora_sv trimmed)
{
	static const char *const starts[] = { "import ", "from ", "const {", "#", "//", "@", NULL };
	size_t i;

	for (i = 0; starts[i]; i++)
		if (tora_sv_starts(trimmed, starts[i]))
			return true;
	for (i = 0; i < trimmed.len; i++)
		if (!tora_one_of(trimmed.at[i], "()[]{},;"))
			return false;
	return true;
}

struct piece { /* lines that were added within one test */
	bool expects, uses;
};

static bool expects_something(struct tora_sv line)
{
	return tora_words_match(line, "assert*|expect*|raises|throws|equal|deepEqual|"
	                              "strictEqual|ok|>>>") ||
	       tora_sv_has(line, "assert");
}

static void end_piece(struct piece *p, bool *any, bool *only)
{
	*any |= p->expects && p->uses;
	*only &= !p->expects || p->uses;
	*p = (struct piece){ 0 };
}

static bool takes_away(struct tora_sv base_text, const struct tora_hunk *h)
{
	struct tora_sv line;
	unsigned at = 0;

	while (h->base_count && at + 1 < h->base_first + h->base_count &&
	       tora_sv_line(&base_text, &line))
		if (++at >= h->base_first && !is_silent(tora_sv_trim(line)))
			return true;
	return false;
}

/* Of one file of tests: all that was added, hunk by hunk and test by test. */
static void look_at_tests(const struct tora_file_change *f, const struct tora_new_names *names,
                          bool *any, bool *only)
{
	for (size_t i = 0; i < f->hunks.n && *only; i++) {
		const struct tora_hunk *h = &f->hunks.at[i];
		struct tora_sv rest = f->head_text, line;
		struct piece piece = { 0 };
		unsigned at = 0;

		*only &= !takes_away(f->base_text, h);
		while (at + 1 < h->head_first + h->head_count && tora_sv_line(&rest, &line)) {
			if (++at < h->head_first)
				continue;
			if (tora_edited_opens_test(tora_sv_trim(line)))
				end_piece(&piece, any, only);
			if (is_silent(tora_sv_trim(line)))
				continue;
			piece.expects |= expects_something(line);
			piece.uses |= tora_new_names_used(names, line);
		}
		end_piece(&piece, any, only);
	}
}

void tora_new_names(const struct tora_change *change, struct tora_sv messages,
                    struct tora_arena *arena, struct tora_new_names *ret)
{
	struct tora_sv rest = change->source_diff, line;
	bool any = false, only = true;
	char mark;
	struct tora_old_use_parameters added;
	size_t i, k;

	*ret = (struct tora_new_names){ .change = change };
	while ((mark = tora_diff_line(&rest, &line))) {
		if (mark != '+')
			continue;
		add(change, defined_by(line), arena, ret);
		add_taken(line, arena, ret);
	}
	sort_taken(ret);
	for (i = 0; i < change->functions.n; i++) {
		tora_old_use_added(&change->functions.at[i], &added);
		for (k = 0; k < added.n; k++)
			add(change, added.at[k], arena, ret);
	}
	rest = change->source_diff;
	while ((mark = tora_diff_line(&rest, &line)))
		if (mark == '+')
			add_values(change, line, messages, arena, ret);
	for (i = 0; i < change->files.n; i++)
		if (change->files.at[i].role == TORA_FILE_TEST)
			look_at_tests(&change->files.at[i], ret, &any, &only);
	ret->tests_use_only = any && only;
}

bool tora_new_names_used(const struct tora_new_names *names, struct tora_sv program)
{
	for (size_t i = 0; i < names->of.n; i++)
		if (tora_text_has_word(program, names->of.at[i], false))
			return true;
	return passes_new_key(names, program);
}
