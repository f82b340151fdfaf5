/* rows.h - what tests of syntax.h have in common, whatever the language: a text that is parsed, and one row's questions. */
#ifndef TORA_UNIT_LANG_ROWS_H
#define TORA_UNIT_LANG_ROWS_H

#include "tests/unit/unit.h"

#include "lang/syntax.h"

#include <string.h>

struct parsed {
	struct tora_arena *arena;
	struct tora_syntax *s;
};

static inline struct parsed parse_as(const struct tora_lang *lang, const char *text)
{
	struct tora_err err = TORA_ERR_INIT;
	struct parsed p = { tora_arena_new(), NULL };

	assert_int_equal(tora_syntax_new(lang, tora_sv(text), &p.s, &err), TORA_OK);
	return p;
}

static inline void done(struct parsed *p)
{
	tora_syntax_free(p->s);
	tora_arena_free(p->arena);
}

/* Names joined with spaces, so that a row is one string. */
static inline const char *joined(struct tora_arena *arena, const char *const *names, size_t n)
{
	const char *all = "";

	for (size_t i = 0; i < n; i++)
		all = tora_arena_printf(arena, "%s%s%s", all, i ? " " : "", names[i]);
	return all;
}

static inline void check_text(const char *label, const char *got, const char *want)
{
	if (!got || !want ? got != want : strcmp(got, want) != 0)
		fail_msg("row '%s': got '%s', want '%s'", label, got ? got : "(none)",
		         want ? want : "(none)");
}

static inline void check_parses(const struct parsed *p, const struct tora_lang *lang,
                                const char *label)
{
	if (tora_syntax_has_error(p->s, NULL))
		fail_msg("%s, row '%s': does not parse", lang->name, label);
}

static inline void check_undefined(const struct tora_lang *lang, const char *label,
                                   const char *text, const char *want)
{
	struct parsed p = parse_as(lang, text);
	struct tora_names names;

	check_parses(&p, lang, label);
	tora_syntax_names(p.s, p.arena, &names);
	check_text(label, joined(p.arena, names.undefined.at, names.undefined.n), want);
	done(&p);
}

static inline void check_names(const struct tora_lang *lang, const char *label, const char *text,
                               const char *privates, const char *unused, const char *unstable)
{
	struct parsed p = parse_as(lang, text);
	struct tora_names n;

	tora_syntax_names(p.s, p.arena, &n);
	check_text(label, joined(p.arena, n.privates.at, n.privates.n), privates);
	check_text(label, joined(p.arena, n.unused_imports.at, n.unused_imports.n), unused);
	check_text(label, joined(p.arena, n.unstable.at, n.unstable.n), unstable);
	done(&p);
}

/* Of the whole text. */
static inline uint64_t hash_of(const struct tora_lang *lang, const char *label, const char *text,
                               bool skip_defs)
{
	struct parsed p = parse_as(lang, text);
	uint64_t h = tora_syntax_hash(p.s, 0, SIZE_MAX, skip_defs);

	check_parses(&p, lang, label);
	done(&p);
	return h;
}

static inline void check_hashes(const struct tora_lang *lang, const char *label, const char *a,
                                const char *b, bool skip_defs, bool same)
{
	if ((hash_of(lang, label, a, skip_defs) == hash_of(lang, label, b, skip_defs)) != same)
		fail_msg("%s, row '%s': hashes should%s be equal", lang->name, label,
		         same ? "" : " not");
}

#endif
