/*
 * sources.h - the source files of a change, both sides parsed: what the other pure parts of
 * this stage look at.
 */
#ifndef TORA_CHANGE_SOURCES_H
#define TORA_CHANGE_SOURCES_H

#include "lang/syntax.h"
#include "model/build.h"

struct tora_source {                /* one side of one file */
	struct tora_syntax *syntax; /* NULL: no such side, or it could not be parsed at all */
	struct tora_sv text;
	const char *path;
	const char *module; /* how a test imports it; NULL: it cannot */
	struct tora_defs defs;
	struct tora_stmts stmts;
	struct tora_idents idents;
	const struct tora_ident **by_name;   /* the same, by name, then in source order */
	const struct tora_def **by_qualname; /* `defs`, likewise */
	unsigned lines;                      /* in the text */
	unsigned error_line;                 /* 0: no syntax error */
};

struct tora_source_file {
	struct tora_file_change *change;
	struct tora_source side[2]; /* by enum tora_side */
};

struct tora_sources {
	struct tora_arena *arena;
	TORA_VEC(struct tora_source_file) files; /* role SOURCE, in the change's order */
	TORA_VEC(const char *) notes;            /* what could not be read, and why */
};

/*
 * Parse every source file of `change` (files and roots are set); sets comments_only where
 * both sides are the same code. Never fails: what cannot be parsed has a note and no syntax.
 * The trees are heap: tora_sources_done() frees them, the rest is the arena's.
 */
void tora_sources_init(struct tora_sources *s, struct tora_change *change,
                       struct tora_arena *arena);
void tora_sources_done(struct tora_sources *s);

/* Is there code to test on this side: parsed, and free of syntax errors? */
bool tora_source_is_sound(const struct tora_source *side);

/* All occurrences of a name, in source order; *ret_n is how many. */
const struct tora_ident *const *tora_source_named(const struct tora_source *side, const char *name,
                                                  size_t *ret_n);

/* The first definition of a qualified name, or NULL. */
const struct tora_def *tora_source_def_named(const struct tora_source *side, const char *qualname);

/* Of the statements, or of the occurrences of names, the first that starts at `byte` or later. */
size_t tora_source_stmt_from(const struct tora_source *side, size_t byte);
size_t tora_source_ident_from(const struct tora_source *side, size_t byte);

/* The innermost definition round a byte or a line, SIZE_MAX for none. */
size_t tora_source_def_at(const struct tora_source *side, size_t byte);
size_t tora_source_def_on(const struct tora_source *side, unsigned line);

/* Is it a function inside a function? It cannot be imported. */
bool tora_source_is_nested(const struct tora_source *side, size_t def);

#endif
