/*
 * syntax.h - source text as a syntax tree: pure questions, answered by tree-sitter.
 *
 * A tree borrows its text. Parsing never fails on bad source: it recovers, and
 * tora_syntax_has_error() says so. Lines are 1-based, bytes 0-based, ends exclusive.
 *
 * Queries (lang/<language>/queries/) use these captures. Where two patterns of one
 * file capture the same node, the later pattern wins. `#any-of? @c "a" "b"` (equal to
 * one of) and `#under? @c "a"` (equal, or "a." and more) are the predicates.
 *   functions.scm  @function, @class with @name, @body, @doc, @parameters; @outer: a node
 *                  round a definition that belongs to it (decorators)
 *   comments.scm   what may differ without changing behaviour: @comment, @doc; @layout: a
 *                  token, or a node without its children; @quote: delimiter whose quote
 *                  character is layout; @verbatim: text whose white space counts; @code: takes
 *                  an earlier capture back; @invalid: parsed, and yet an error in the language
 *   statements.scm @statement, @import; @ignore takes an earlier capture back
 *   names.scm      @define, @define.hoist (binds outside of @scope.inner), @use, @import with
 *                  @module and @path (its full name), @attribute, @own (an attribute of its own
 *                  object), @label (neither), @global, @nonlocal, @star; @scope, @scope.class
 *                  (not seen from scopes inside it), @scope.inner; @outside: runs, or binds,
 *                  in the scope around the innermost one
 *   unstable.scm   @unstable: calls whose result differs from run to run, compared by full name;
 *                  @stable: a call that makes those beside it repeatable
 *   claims.scm     @claim: a statement, or a call, that asserts something, with what it looks at: @value, or @call: what
 *                  raises when it is called, or @promise: what has to be waited for; @by: the name that asserts
 *   faults.scm     where a small mistake is easily made: @operator (lang->swaps), @condition, @number, @text,
 *                  @result; @code takes an earlier capture back; @ignore: not there, and in nothing of it
 * A capture whose name starts with "_" is for predicates only.
 */
#ifndef TORA_LANG_SYNTAX_H
#define TORA_LANG_SYNTAX_H

#include "lang/lang.h"

struct tora_syntax;

/* TORA_E_LIMIT: text over TORA_CHANGE_FILE_MAX, or nested absurdly. TORA_E_TIMEOUT: parsing took over 5 s. */
int tora_syntax_new(const struct tora_lang *lang, struct tora_sv text, struct tora_syntax **ret,
                    struct tora_err *err);
void tora_syntax_free(struct tora_syntax *s); /* NULL is fine */

bool tora_syntax_has_error(const struct tora_syntax *s,
                           unsigned *ret_line); /* ret_line may be NULL */

/* It is a program, whole and without an error. */
bool tora_syntax_parses(const struct tora_lang *lang, struct tora_sv text);

struct tora_def {             /* a function, method or class */
	const char *qualname; /* "Slug.make", "outer.inner" */
	bool is_class;
	unsigned first, last;     /* lines, with decorators */
	size_t start, end;        /* bytes of the whole definition, with decorators */
	size_t name_at, name_len; /* bytes of its own name */
	size_t body_start, body_end;
	const char *signature; /* one line: name and parameters */
	const char *doc;       /* doc comment text, or NULL */
	size_t parent;         /* index of the enclosing definition, or SIZE_MAX */
};
struct tora_defs {
	TORA_VEC(struct tora_def) defs; /* in source order */
};
void tora_syntax_defs(const struct tora_syntax *s, struct tora_arena *arena, struct tora_defs *ret);

/*
 * A 64-bit hash of the tokens in [start, end) without comments, docstrings and layout:
 * equal hashes mean equal code. With `skip_defs`, nested definitions are left out
 * (for a class body or, with `end` SIZE_MAX, a module's own top-level code). White space inside strings counts,
 * redundant parentheses, trailing commas and the kind of quote do not.
 */
uint64_t tora_syntax_hash(const struct tora_syntax *s, size_t start, size_t end, bool skip_defs);

struct tora_stmt {            /* one statement; children are those of its blocks */
	size_t start, end;    /* bytes, without the newline */
	unsigned first, last; /* lines */
	unsigned depth;
	unsigned functions; /* that it stands in; not the one that it defines */
	size_t parent;      /* index, or SIZE_MAX */
	bool is_import;
	bool is_doc; /* a docstring: runs nothing */
};
struct tora_stmts {
	TORA_VEC(struct tora_stmt) stmts; /* in source order, parents before children */
};
void tora_syntax_stmts(const struct tora_syntax *s, struct tora_arena *arena,
                       struct tora_stmts *ret);

struct tora_names {
	TORA_VEC(const char *) undefined; /* used, never defined, no builtin; in order, unique */
	TORA_VEC(const char *) unused_imports; /* names an import binds that nothing uses */
	TORA_VEC(const char *)
	privates; /* private names used (attributes and imports), bar its own */
	TORA_VEC(const char *) unstable; /* callees matched by the unstable query, as full names */
	TORA_VEC(const char *) identifiers; /* every identifier and attribute, unique */
	bool star_import;                   /* then `undefined` is empty: nobody can know */
};
void tora_syntax_names(const struct tora_syntax *s, struct tora_arena *arena,
                       struct tora_names *ret);

struct tora_ident {       /* one occurrence of a name */
	const char *name; /* equal names share one string */
	size_t start;
	unsigned line;
	bool defines; /* binds the name here */
};
struct tora_idents {
	TORA_VEC(struct tora_ident) at; /* in source order */
};
void tora_syntax_idents(const struct tora_syntax *s, struct tora_arena *arena,
                        struct tora_idents *ret);

struct tora_bracket { /* of the program, not of its strings or comments */
	size_t at;
	unsigned line;
	char is; /* one of ()[]{} */
};
struct tora_brackets {
	TORA_VEC(struct tora_bracket) at; /* in source order */
};
void tora_syntax_brackets(const struct tora_syntax *s, struct tora_arena *arena,
                          struct tora_brackets *ret);

struct tora_claim {        /* a statement that says what a value is */
	size_t start, end; /* bytes of the statement */
	enum tora_look look;
	const char *
		by; /* "expect": a name that the statement needs, and the value does not; NULL: none */
	size_t value_start, value_end; /* of what it looks at: f(x) in "assert f(x) == 3" */
};
struct tora_claims {
	TORA_VEC(struct tora_claim)
	at; /* in source order; none where the language has no query for it */
};
void tora_syntax_claims(const struct tora_syntax *s, struct tora_arena *arena,
                        struct tora_claims *ret);

enum tora_fault_kind {
	TORA_FAULT_OPERATOR,  /* < for <=, + for -, true for false */
	TORA_FAULT_CONDITION, /* the other way round */
	TORA_FAULT_CONSTANT,  /* one more, another text */
	TORA_FAULT_RESULT,    /* nothing is returned */
	TORA_FAULT_UNDONE, /* a part of the change is taken back: of no syntax, generate/faults.h */
	TORA_FAULT_KINDS
};
struct tora_fault { /* a small mistake that could stand in the text: these bytes replaced */
	enum tora_fault_kind kind;
	size_t start, end;
	unsigned first, last; /* lines */
	const char *with;
};
struct tora_faults {
	TORA_VEC(struct tora_fault)
	at; /* in source order; none where the language has no query for it */
};
/* Every place where one could be. Whether the text still parses with it is not looked at. */
void tora_syntax_faults(const struct tora_syntax *s, struct tora_arena *arena,
                        struct tora_faults *ret);

#endif
