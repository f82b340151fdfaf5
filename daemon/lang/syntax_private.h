/*
 * syntax_private.h - what the sources behind syntax.h share; nobody else includes it.
 *
 * A query's captures become roles. Roles that decide how a node is walked are kept as
 * marks, found by node; everything else is read from the matches as they come.
 */
#ifndef TORA_LANG_SYNTAX_PRIVATE_H
#define TORA_LANG_SYNTAX_PRIVATE_H

#include "lang/syntax.h"

#include <tree_sitter/api.h>

enum tora_role {
	ROLE_NONE,
	/* comments.scm */
	ROLE_COMMENT,
	ROLE_DOC,
	ROLE_CODE,
	ROLE_LAYOUT,
	ROLE_QUOTE,
	ROLE_VERBATIM,
	ROLE_INVALID,
	/* functions.scm */
	ROLE_FUNCTION,
	ROLE_CLASS,
	ROLE_OUTER,
	ROLE_NAME,
	ROLE_BODY,
	ROLE_PARAMETERS,
	/* statements.scm; ROLE_IMPORT is in names.scm too */
	ROLE_STATEMENT,
	ROLE_IMPORT,
	ROLE_IGNORE,
	/* names.scm */
	ROLE_USE,
	ROLE_DEFINE,
	ROLE_DEFINE_HOIST,
	ROLE_ATTRIBUTE,
	ROLE_OWN,
	ROLE_LABEL,
	ROLE_GLOBAL,
	ROLE_NONLOCAL,
	ROLE_STAR,
	ROLE_MODULE,
	ROLE_PATH,
	ROLE_SCOPE,
	ROLE_SCOPE_CLASS,
	ROLE_SCOPE_INNER,
	ROLE_OUTSIDE,
	/* unstable.scm */
	ROLE_UNSTABLE,
	ROLE_STABLE,
	/* claims.scm */
	ROLE_CLAIM,
	ROLE_VALUE,
	ROLE_CALL,
	ROLE_PROMISE,
	ROLE_BY,
	/* faults.scm; ROLE_IGNORE and ROLE_CODE are in it too */
	ROLE_OPERATOR,
	ROLE_CONDITION,
	ROLE_NUMBER,
	ROLE_TEXT,
	ROLE_RESULT,
	ROLE_COUNT,
};

enum tora_query {
	QUERY_FUNCTIONS,
	QUERY_COMMENTS,
	QUERY_STATEMENTS,
	QUERY_NAMES,
	QUERY_UNSTABLE,
	QUERY_CLAIMS,
	QUERY_FAULTS,
	QUERY_COUNT
};

struct tora_mark {
	const void *id; /* of the node; NULL: free slot */
	uint32_t at;    /* its first byte */
	uint32_t rank;  /* pattern that gave `role`; a later one wins */
	uint8_t role;   /* exclusive */
	uint8_t scope;  /* ROLE_SCOPE..., or ROLE_NONE: beside the role */
	bool outside;   /* beside both */
};

struct tora_marks { /* hash table by node; heap */
	struct tora_mark *slots;
	size_t n, cap; /* cap: a power of two */
};
const struct tora_mark *tora_marks_at(const struct tora_marks *m, TSNode node); /* NULL: none */
void tora_marks_done(struct tora_marks *m);

struct tora_syntax {
	const struct tora_lang *lang;
	struct tora_sv text;
	TSTree *tree;
	struct tora_marks marks;       /* comments.scm */
	struct tora_marks definitions; /* functions.scm: @function, @class, @outer */
	unsigned error_line;           /* 0: none */
};

/* One match of a query: captures with their roles, in source order. */
#define HIT_MAX 8
struct tora_hit {
	uint32_t pattern;
	size_t n;
	struct {
		TSNode node;
		enum tora_role role;
	} at[HIT_MAX];
};

struct tora_query_run {
	enum tora_query query;
	void (*each)(void *ctx, const struct tora_hit *hit);
	/* What predicates compare for a node; NULL: its own text. Empty never matches. */
	struct tora_sv (*text)(void *ctx, TSNode node);
	void *ctx;
};
void tora_query_run(const struct tora_syntax *s, const struct tora_query_run *run);

/* Add the marks of a whole query; marks->slots may be NULL. */
void tora_marks_add(const struct tora_syntax *s, enum tora_query query, struct tora_marks *marks);

/* `from` (all of it, when zero) and every node in it, in source order. `enter` says whether its children are wanted; only then comes `leave`. */
struct tora_visit {
	TSNode from;
	bool (*enter)(void *ctx, TSNode node);
	void (*leave)(void *ctx, TSNode node); /* may be NULL */
	void *ctx;
};
void tora_syntax_walk(const struct tora_syntax *s, const struct tora_visit *visit);

struct tora_sv tora_syntax_text(const struct tora_syntax *s, TSNode node);

/*
 * Names by number space: a hash table (space, name) -> value, heap. Keys point into the text.
 */
struct tora_symbols {
	struct tora_symbol {
		struct tora_sv name;
		uint32_t space;
		size_t value;
		bool taken;
	} * slots;
	size_t n, cap;
};
/* The entry, made with value 0 when new; *ret_new says so. Good until the next put. */
struct tora_symbol *tora_symbols_put(struct tora_symbols *t, uint32_t space, struct tora_sv name,
                                     bool *ret_new);
const struct tora_symbol *tora_symbols_get(const struct tora_symbols *t, uint32_t space,
                                           struct tora_sv name); /* NULL: none */
void tora_symbols_done(struct tora_symbols *t);

uint64_t tora_mix(uint64_t h, const void *bytes, size_t n); /* FNV-1a, continued */
#define TORA_MIX_START 0xcbf29ce484222325u

#endif
