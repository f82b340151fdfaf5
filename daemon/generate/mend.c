/*
 * mend.c - see mend.h. What is tried is believed only when all of it parses.
 */
#include "generate/mend.h"

#include <string.h>

#define NEST_MAX  64 /* open brackets that are closed */
#define AHEAD_MAX 40 /* lines behind an open bracket at whose ends closing is tried */
#define CUT_MAX   6  /* last lines that may be given up */

struct open {
	struct tora_bracket at[NEST_MAX];
	size_t n;
	size_t surplus; /* byte of the first one that closes nothing; SIZE_MAX: none */
};

static char closer(char opener)
{
	return opener == '(' ? ')' : opener == '[' ? ']' : '}';
}

/* What is open before byte `end`. False: brackets cross, or there are too many. */
static bool find_open(const struct tora_brackets *all, size_t end, struct open *ret)
{
	*ret = (struct open){ .surplus = SIZE_MAX };
	for (size_t i = 0; i < all->at.n && all->at.at[i].at < end; i++) {
		struct tora_bracket b = all->at.at[i];

		if (strchr("([{", b.is)) {
			if (ret->n == NEST_MAX)
				return false;
			ret->at[ret->n++] = b;
		} else if (ret->n && closer(ret->at[ret->n - 1].is) == b.is) {
			ret->n--;
		} else if (ret->n || ret->surplus != SIZE_MAX) {
			return false;
		} else {
			ret->surplus = b.at;
		}
	}
	return true;
}

/* The text with `more` in place of the bytes from `at` to `rest`; NULL unless it parses. */
static const char *spliced(const struct tora_lang *lang, const char *source, size_t at,
                           const char *more, size_t rest, struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(TORA_CHANGE_FILE_MAX);
	const char *made = NULL;

	tora_str_add(&out, (struct tora_sv){ source, at });
	tora_str_adds(&out, more);
	tora_str_adds(&out, source + rest);
	if (!out.over && tora_syntax_parses(lang, tora_str_view(&out)))
		made = tora_arena_text(arena, tora_str_view(&out));
	tora_str_free(&out);
	return made;
}

static size_t line_end(const char *source, size_t from)
{
	return from + strcspn(source + from, "\n");
}

/* Back over blanks. */
static size_t text_end(const char *source, size_t end)
{
	while (end && strchr(" \t\r\n", source[end - 1]))
		end--;
	return end;
}

/* Close what is open before `end`, there. A bracket with nothing in it yet has lost what matters. */
static const char *close_at(const struct tora_lang *lang, const char *source,
                            const struct tora_brackets *all, size_t end, struct tora_arena *arena)
{
	char more[NEST_MAX + 1];
	struct open open;
	size_t at = text_end(source, end), n = 0;

	if (!find_open(all, end, &open) || !open.n || open.surplus != SIZE_MAX ||
	    strchr("([{", source[at - 1]))
		return NULL;
	while (open.n)
		more[n++] = closer(open.at[--open.n].is);
	more[n] = '\0';
	return spliced(lang, source, at, more, at, arena);
}

/* Without the last lines, the fewest that leave a program. */
static const char *cut_end(const struct tora_lang *lang, const char *source,
                           struct tora_arena *arena)
{
	size_t at = text_end(source, strlen(source));

	for (unsigned lines = 0; lines < CUT_MAX; lines++) {
		const char *made;

		while (at && source[at - 1] != '\n')
			at--;
		at = text_end(source, at);
		if (!at)
			return NULL;
		made = spliced(lang, source, at, "\n", strlen(source), arena);
		if (made)
			return made;
	}
	return NULL;
}

static const char *mend(const struct tora_lang *lang, const char *source,
                        const struct tora_brackets *all, struct tora_arena *arena)
{
	size_t end = strlen(source), at;
	struct open open;
	const char *made;

	if (!find_open(all, end, &open))
		return NULL;
	if (open.surplus != SIZE_MAX)
		return spliced(lang, source, open.surplus, "", open.surplus + 1, arena);
	made = open.n ? close_at(lang, source, all, end, arena) : NULL;
	at = open.n ? line_end(source, open.at[0].at) : end;
	for (unsigned i = 0; !made && i < AHEAD_MAX && at < end; i++) {
		made = close_at(lang, source, all, at, arena);
		at = line_end(source, at + 1);
	}
	return made ? made : cut_end(lang, source, arena);
}

const char *tora_mend_brackets(const struct tora_lang *lang, const char *source,
                               struct tora_arena *arena)
{
	struct tora_brackets all = { 0 };
	struct tora_err err = TORA_ERR_INIT;
	struct tora_syntax *s = NULL;
	const char *made = NULL;

	if (!tora_syntax_new(lang, tora_sv(source), &s, &err) && tora_syntax_has_error(s, NULL)) {
		tora_syntax_brackets(s, arena, &all);
		made = mend(lang, source, &all, arena);
	}
	tora_syntax_free(s);
	return made;
}

/* ---- expectations ------------------------------------------------------------------------------ */

static void add_shown(struct tora_str *out, const char *show, struct tora_sv value)
{
	const char *mark;

	for (; (mark = strchr(show, '@')); show = mark + 1) {
		tora_str_add(out, (struct tora_sv){ show, (size_t)(mark - show) });
		tora_str_add(out, value);
	}
	tora_str_adds(out, show);
}

static bool is_one_of(const char *name, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(list[i], name) == 0)
			return true;
	return false;
}

static bool asserts(const struct tora_claims *claims, const char *name)
{
	for (size_t i = 0; i < claims->at.n; i++)
		if (claims->at.at[i].by && strcmp(claims->at.at[i].by, name) == 0)
			return true;
	return false;
}

/* Does an import bind what asserted, all of it unused by now? Its library need not be there, then. */
static bool is_idle(const struct tora_stmt *import, const struct tora_idents *idents,
                    const struct tora_names *names, const struct tora_claims *claims)
{
	bool any = false;

	for (size_t i = 0; i < idents->at.n; i++) {
		const struct tora_ident *one = &idents->at.at[i];

		if (!one->defines || one->start < import->start || one->start >= import->end)
			continue;
		if (!asserts(claims, one->name) ||
		    !is_one_of(one->name, names->unused_imports.at, names->unused_imports.n))
			return false;
		any = true;
	}
	return any;
}

/* Without the imports that only the claims needed; NULL: it does not parse. */
static const char *without_idle(const struct tora_lang *lang, const char *source,
                                const struct tora_claims *claims, struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(TORA_CHANGE_FILE_MAX);
	struct tora_err err = TORA_ERR_INIT;
	struct tora_syntax *s = NULL;
	struct tora_stmts stmts = { 0 };
	struct tora_idents idents = { 0 };
	struct tora_names names = { 0 };
	const char *made = NULL;
	size_t done = 0;

	if (tora_syntax_new(lang, tora_sv(source), &s, &err) || tora_syntax_has_error(s, NULL))
		goto out;
	tora_syntax_stmts(s, arena, &stmts);
	tora_syntax_idents(s, arena, &idents);
	tora_syntax_names(s, arena, &names);
	for (size_t i = 0; i < stmts.stmts.n; i++) {
		const struct tora_stmt *one = &stmts.stmts.at[i];

		if (!one->is_import || one->start < done || !is_idle(one, &idents, &names, claims))
			continue;
		tora_str_add(&out, (struct tora_sv){ source + done, one->start - done });
		done = one->end + (source[one->end] == '\n');
	}
	tora_str_adds(&out, source + done);
	if (!out.over)
		made = tora_arena_text(arena, tora_str_view(&out));
out:
	tora_syntax_free(s);
	tora_str_free(&out);
	return made;
}

const char *tora_mend_claims(const struct tora_lang *lang, const char *source,
                             struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(TORA_CHANGE_FILE_MAX);
	struct tora_claims claims = { 0 };
	struct tora_err err = TORA_ERR_INIT;
	struct tora_syntax *s = NULL;
	const char *made = NULL;
	size_t done = 0;

	if (!tora_syntax_new(lang, tora_sv(source), &s, &err))
		tora_syntax_claims(s, arena, &claims);
	tora_syntax_free(s);
	for (size_t i = 0; i < claims.at.n; i++) {
		const struct tora_claim *c = &claims.at.at[i];

		if (c->start < done)
			continue;
		tora_str_add(&out, (struct tora_sv){ source + done, c->start - done });
		add_shown(
			&out, lang->show[c->look],
			(struct tora_sv){ source + c->value_start, c->value_end - c->value_start });
		done = c->end;
	}
	tora_str_adds(&out, source + done);
	if (done && !out.over)
		made = without_idle(lang, out.buf, &claims, arena);
	tora_str_free(&out);
	return made;
}
