/*
 * change.h - what differs between base and head, down to functions and lines.
 */
#ifndef TORA_MODEL_CHANGE_H
#define TORA_MODEL_CHANGE_H

#include "model/oid.h"
#include "model/withhold.h"
#include "tora/arena.h"

struct tora_lang;

enum tora_change_kind {
	TORA_CHANGE_MODIFIED,
	TORA_CHANGE_ADDED,
	TORA_CHANGE_DELETED,
	TORA_CHANGE_RENAMED, /* same body under another name or in another file, changed or not */
};
const char *tora_change_kind_name(enum tora_change_kind k); /* "modified", ... */

/* Why a file takes no part, or that it does. */
enum tora_file_role {
	TORA_FILE_SOURCE,
	TORA_FILE_TEST,
	TORA_FILE_DOC,
	TORA_FILE_CONFIG,    /* packaging, CI, dot-files */
	TORA_FILE_GENERATED, /* generated or vendored */
	TORA_FILE_BINARY,
	TORA_FILE_SUBMODULE,
	TORA_FILE_OTHER, /* a language no adapter knows */
};
const char *tora_file_role_name(enum tora_file_role r);

struct tora_hunk { /* line ranges that differ, 1-based; count 0: nothing on that side */
	unsigned base_first, base_count;
	unsigned head_first, head_count;
};

struct tora_file_change {
	const char *path;     /* head name; base name when deleted */
	const char *old_path; /* base name; differs from path only when renamed */
	enum tora_change_kind kind;
	enum tora_file_role role;
	const struct tora_lang *lang; /* NULL: none */
	struct tora_sv base_text,
		head_text; /* contents; empty when absent, binary, or larger than the cap */
	bool too_large;    /* a side is larger than TORA_CHANGE_FILE_MAX */
	bool is_withheld; /* its contents never enter a prompt: deny-listed, or named by .toraignore */
	bool comments_only; /* source, and equal without comments, docstrings and format */
	TORA_VEC(struct tora_hunk) hunks; /* U0 hunks */
};

#define TORA_CHANGE_FILE_MAX (4u << 20) /* bytes of one source file that is read */

struct tora_function {
	const char *file;     /* head path; base path when deleted */
	const char *name;     /* "p.u.Slug.make": importable module and qualified name */
	const char *module;   /* "p.u": how a test imports it */
	const char *qualname; /* "Slug.make"; "" for the module's own top-level code */
	enum tora_change_kind kind;
	bool is_withheld;     /* its file is: it is tested, and no model hears of it */
	bool is_public;       /* no private component in the name */
	bool is_class;        /* the class body itself (fields, bases, decorators) */
	const char *old_name; /* full name on the base side when renamed, else NULL */
	unsigned first,
		last; /* lines on the head side; on the base side when only that has it, or parses */
	unsigned base_first, base_last; /* 0 when added */
	const char *signature;          /* "make(self, text, sep='-')": head, else base */
	const char *doc;                /* doc comment of the head side, or NULL */
	const char *base_doc;           /* of the base side, or NULL */
	struct tora_sv base_body, head_body;
	unsigned changed_lines; /* weight: changed lines inside it, both sides */
	const char *
		public_caller; /* full name of a public function that reaches a private one, or NULL */
};

struct tora_lines {            /* lines whose execution means "the change was reached" */
	const char *file;      /* repository path on that side */
	TORA_VEC(unsigned) at; /* ascending */
};

struct tora_texts {
	TORA_VEC(struct tora_sv) of; /* whole files */
};

struct tora_change {
	TORA_VEC(struct tora_file_change) files;
	TORA_VEC(struct tora_function)
	functions;             /* most important first; never more than config.change_max */
	size_t functions_shed; /* how many were left out by that limit */
	TORA_VEC(struct tora_lines) base_lines, head_lines;
	struct tora_sv diff;        /* unified, all files, capped; for rules and people */
	struct tora_sv source_diff; /* the same, source files only */
	/* The same two for prompts: of withheld files only that they changed. */
	struct tora_sv prompt_diff, prompt_source_diff;
	struct tora_withhold withhold; /* .toraignore of both sides */
	TORA_VEC(const char *)
	modules_base, modules_head;   /* importable modules the change touches */
	TORA_VEC(const char *) roots; /* folders that go on the import path, "" or "src" */
	struct tora_sv readme;        /* the README at the root of the base; empty: there is none */
	const char *readme_path;      /* "README.md"; empty text: "" or NULL */
	struct tora_texts tests,
		documents; /* of the base, that have the name of something changed */
};

/* By its path on the head; NULL: the change has none of that name. */
const struct tora_file_change *tora_change_file(const struct tora_change *change, const char *path);
/* By its full name; NULL: the change does not touch one of that name. */
const struct tora_function *tora_change_function(const struct tora_change *change,
                                                 const char *name);

#endif
