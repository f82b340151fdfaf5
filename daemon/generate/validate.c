/*
 * validate.c - see validate.h. The order of the tests is the order in which a person would
 * complain: a program that does not parse has no names to look at.
 */
#include "generate/validate.h"

#include "generate/mend.h"

#include <string.h>

/* Underscored names that are public by documentation. */
static const char *const public_anyway[] = { "_asdict",         "_replace", "_fields", "_make",
	                                     "_field_defaults", "_name_",   "_value_", "_missing_",
	                                     "_ignore_",        "_order_" };

static void drop(struct tora_candidate *c, enum tora_drop why, const char *detail)
{
	c->drop = why;
	c->drop_detail = detail;
}

static unsigned lines_of(const char *source)
{
	unsigned n = 0;

	for (; *source; source++)
		n += *source == '\n';
	return n;
}

static bool is_public_anyway(const char *name)
{
	for (size_t i = 0; i < sizeof public_anyway / sizeof public_anyway[0]; i++)
		if (strcmp(public_anyway[i], name) == 0)
			return true;
	return false;
}

/* Nothing but imports, docstrings and comments observes nothing. */
static bool does_nothing(const struct tora_syntax *s, struct tora_arena *arena)
{
	struct tora_stmts stmts = { 0 };

	tora_syntax_stmts(s, arena, &stmts);
	for (size_t i = 0; i < stmts.stmts.n; i++)
		if (!stmts.stmts.at[i].is_import && !stmts.stmts.at[i].is_doc)
			return false;
	return true;
}

static void check_names(const struct tora_syntax *s, const struct tora_repair *repair,
                        struct tora_candidate *c)
{
	struct tora_names names = { 0 };
	size_t bad = 0; /* the first that nobody can import, if there is one */

	tora_syntax_names(s, repair->arena, &names);
	while (bad < names.undefined.n && tora_repair_import(repair, names.undefined.at[bad]))
		bad++;
	if (names.undefined.n) {
		drop(c, TORA_DROP_UNDEFINED, names.undefined.at[bad < names.undefined.n ? bad : 0]);
		return;
	}
	for (size_t i = 0; i < names.privates.n; i++)
		if (!is_public_anyway(names.privates.at[i])) {
			drop(c, TORA_DROP_PRIVATE, names.privates.at[i]);
			return;
		}
	if (names.unstable.n)
		drop(c, TORA_DROP_UNSTABLE, names.unstable.at[0]);
}

static void look(const struct tora_repair *repair, struct tora_candidate *c, uint64_t *ret_hash)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_syntax *s = NULL;
	unsigned line = 0;

	c->drop = TORA_DROP_NONE;
	c->drop_detail = NULL;
	if (tora_syntax_new(repair->lang, tora_sv(c->source), &s, &err))
		drop(c, TORA_DROP_SYNTAX, tora_arena_dup(repair->arena, err.msg));
	else if (tora_syntax_has_error(s, &line))
		drop(c, TORA_DROP_SYNTAX, tora_arena_printf(repair->arena, "line %u", line));
	else if (does_nothing(s, repair->arena))
		drop(c, TORA_DROP_EMPTY, NULL);
	else {
		*ret_hash = tora_syntax_hash(s, 0, SIZE_MAX, false);
		check_names(s, repair, c);
	}
	tora_syntax_free(s);
}

/* All undefined names of a program, for repairing it in one go. */
static const char *repaired(const struct tora_repair *repair, const char *source)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_syntax *s = NULL;
	struct tora_names names = { 0 };
	const char *made = NULL;

	if (!tora_syntax_new(repair->lang, tora_sv(source), &s, &err)) {
		tora_syntax_names(s, repair->arena, &names);
		if (names.undefined.n)
			made = tora_repair_source(repair, source, names.undefined.at,
			                          names.undefined.n);
	}
	tora_syntax_free(s);
	return made;
}

const char *tora_validate_unknown(const struct tora_repair *repair, const char *source)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_syntax *s = NULL;
	struct tora_names names = { 0 };
	const char *unknown = NULL;

	if (!tora_syntax_new(repair->lang, tora_sv(source), &s, &err)) {
		tora_syntax_names(s, repair->arena, &names);
		for (size_t i = 0; i < names.undefined.n && !unknown; i++)
			if (!tora_repair_has(repair, names.undefined.at[i]))
				unknown = names.undefined.at[i];
	}
	tora_syntax_free(s);
	return unknown;
}

/* What was made of it (NULL: nothing) takes its place, unless nothing is left to run. */
static void try_instead(const struct tora_repair *repair, struct tora_candidate *c,
                        const char *better, uint64_t *ret_hash)
{
	struct tora_candidate with = *c;
	uint64_t hash = 0;

	if (!better)
		return;
	with.source = better;
	look(repair, &with, &hash);
	if (with.drop == TORA_DROP_EMPTY || with.drop == TORA_DROP_SYNTAX)
		return;
	*c = with;
	*ret_hash = hash;
}

void tora_validate(const struct tora_repair *repair, struct tora_candidate *c, uint64_t *ret_hash)
{
	*ret_hash = 0;
	if (strlen(c->source) > TORA_CANDIDATE_MAX ||
	    lines_of(c->source) > TORA_VALIDATE_LINES_MAX) {
		drop(c, TORA_DROP_LIMIT, "size");
		return;
	}
	look(repair, c, ret_hash);
	if (c->drop == TORA_DROP_SYNTAX)
		try_instead(repair, c, tora_mend_brackets(repair->lang, c->source, repair->arena),
		            ret_hash);
	if ((c->drop == TORA_DROP_NONE || c->drop == TORA_DROP_UNDEFINED) && c->from_model)
		try_instead(repair, c, tora_mend_claims(repair->lang, c->source, repair->arena),
		            ret_hash);
	if (c->drop == TORA_DROP_UNDEFINED)
		try_instead(repair, c, repaired(repair, c->source), ret_hash);
}
