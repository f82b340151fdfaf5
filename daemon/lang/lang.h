/*
 * lang.h - what the pipeline needs to know about a language: one table a language.
 *
 * Adding a language is a folder beside this file: adapter.c fills the table, queries/
 * hold tree-sitter queries, runner/ holds the runner written in that language, which
 * speaks PROTOCOL.md. Nothing outside the folder names a language.
 */
#ifndef TORA_LANG_LANG_H
#define TORA_LANG_LANG_H

#include "model/change.h"
#include "tora/arena.h"

#define TORA_QUERY_PARTS 2 /* of one query, at most; those that are not there are NULL */

struct TSLanguage;
struct tora_config;
struct tora_imports;
struct tora_exception;

struct tora_blob { /* a file in memory */
	const char *name;
	struct tora_sv bytes;
};

/* How an assertion looks at a value: as it is, as what a function returns or raises, as what a promise becomes. */
enum tora_look { TORA_LOOK_VALUE, TORA_LOOK_CALL, TORA_LOOK_PROMISE, TORA_LOOKS };

struct tora_linked { /* a file linked into the program; only the linker knows how long it is */
	const char *name, *at, *end;
};

/* The interpreter or toolchain that runs the tests of one project, found before the sandbox is built. */
struct tora_toolchain {
	const char *program;     /* absolute, real path of the interpreter */
	const char *version;     /* "3.11.2" */
	const char *fingerprint; /* part of build keys */
	TORA_VEC(const char *)
	mounts; /* folders that must be visible read-only at their own path */
	TORA_VEC(const char *) import_path; /* site folders of the user's environment, in order */
	const char *how; /* "tora.python.interpreter", "venv at .venv", "python3 in PATH" */
	const char
		*note; /* what is installed is not what the project asks for, in a sentence; NULL */
};

/* What a value is by how it is written. */
enum tora_written {
	TORA_WRITTEN_WHOLE,
	TORA_WRITTEN_FRACTION,
	TORA_WRITTEN_TEXT,
	TORA_WRITTEN_BYTES,
	TORA_WRITTEN_LIST, /* "[1]", "(1, 2)" */
	TORA_WRITTEN_MAPPING,
};

/* How errors speak, for who judges what became of a test. What is NULL says nothing. */
struct tora_errors {
	const char *const *mistakes; /* types of mistakes of whoever wrote the code, NULL-ended */
	const char *const (
		*kinds)[2]; /* a type and one that is of its kind, or "*", {NULL}-ended */
	/*
	 * Does this error say that the test's own line asks for a name, a parameter or a module that is not there? Not what
	 * a value lacks that a call gave.
	 */
	bool (*lacks_name)(const struct tora_exception *e);
	/* The name that is not there where the error does not say it, by the line of the program that it comes from: RULES of `RULES[0]`,
	 * which `const { RULES } = require("./rules")` found undefined. A view of the program; empty: none. NULL: there is no such thing. */
	struct tora_sv (*lacks_import)(const struct tora_exception *e, struct tora_sv program);
	/* The function whose parameters it is about, whoever called: "render() takes 2 positional arguments". Else nothing. */
	struct tora_sv (*blames)(const struct tora_exception *e);
	/* The value is of a type that cannot do what every value given here has to: a list where a set is taken. */
	bool (*wants_type)(const struct tora_exception *e);
	/* The same of what only a class of the project has, in a text that may be more than the error's own. */
	bool (*wants_own_class)(struct tora_sv text);
	/* What the interpreter writes when it ends although a program waits: nothing is left that could end the waiting. */
	const char *waits_in_vain;
	int in_vain; /* and the status with which it ends then */
	/* It says of which type a value is, and what is written so is of that type: "got 'list'" of [1, 2]. */
	bool (*is_about)(const struct tora_exception *e, enum tora_written what);
	/* The module that has not the name it is asked for, or is not there: "collections". Else nothing. */
	struct tora_sv (*lacking_module)(const struct tora_exception *e);
	/* What an error of type `unable` says that a value cannot do, and what defines it in a class, {NULL}-ended. */
	const char *unable;
	const char *const (*abilities)[2];
};

/*
 * What messages call that in the code which no caller sees: constructs of the language and its library; programs that
 * write code anew or want it in another form; those that also find mistakes in it; what is there for versions that nobody has; files and programs of packaging.
 */
enum tora_talk {
	TORA_TALK_CONSTRUCTS,
	TORA_TALK_FORMATTERS,
	TORA_TALK_FINDERS,
	TORA_TALK_LEFTOVERS,
	TORA_TALK_PACKAGING,
	TORA_TALKS
};

struct tora_lang {
	const char *name;              /* "python" */
	const char *title;             /* "Python": as people write it */
	const char *const *extensions; /* ".py", NULL-ended */
	const struct TSLanguage *(*grammar)(void);
	/*
	 * tree-sitter queries, by purpose; captures are documented in syntax.h. One is read as
	 * the text of its parts, one after the other: what languages share, then what is this one's own.
	 */
	const char *functions_query[TORA_QUERY_PARTS], *comments_query[TORA_QUERY_PARTS],
		*names_query[TORA_QUERY_PARTS], *unstable_query[TORA_QUERY_PARTS],
		*statements_query[TORA_QUERY_PARTS];
	const char *claims_query
		[TORA_QUERY_PARTS]; /* none: assertions of a program stay what they are */
	const char *
		show[TORA_LOOKS]; /* statements that print what '@' stands for; with claims_query */
	/*
	 * Small mistakes (syntax.h), put into the head to see whether tests notice: of tokens each with what is written for
	 * it by mistake, {NULL}-ended; a condition, '@', the other way round; what is returned where nothing is. Only of a
	 * language whose files are run as they are. No query: none are put in.
	 */
	const char *faults_query[TORA_QUERY_PARTS];
	const char *const (*swaps)[2];
	const char *negated, *no_result;
	const char *const *builtins;        /* names that are always defined, NULL-ended */
	const struct tora_imports *imports; /* imports.h; NULL: a forgotten import is not added */
	const char *fence; /* "python": the word after ``` in prompts and answers */
	/* Words of prompts: the value that stands for nothing, and what gives the text of any value. */
	const char *nothing, *shown;

	enum tora_file_role (*role)(const char *path,
	                            struct tora_sv text); /* SOURCE, TEST, GENERATED, ... */
	const char *
		lambda; /* begins a function without a name, whose parameters no bracket ends; NULL */
	const char *
		constructor; /* the method that says how an object is made: "__init__"; NULL: none */
	bool (*is_private)(
		const char *name); /* one component: "_x" is private, "__init__" is not */
	/* "src/p/u.py" -> "p.u"; NULL when the file is no importable module. */
	const char *(*module_name)(const char *path, const char *const *roots, size_t nroots,
	                           struct tora_arena *arena);
	/* Modules go by the paths of their files, "lib/parse"; else by names that begin with the package's. */
	bool modules_are_files;
	/* Import roots ("" or "src") from the list of a tree's paths. */
	void (*roots)(const char *const *paths, size_t npaths, struct tora_arena *arena,
	              struct tora_change *ret);

	/* Sources are read before a preprocessor: what does not parse may be a macro, and says nothing about the code. */
	bool is_preprocessed;
	/* Is this language that of a tree with these paths? Its files are no sources in others. NULL: in every tree. */
	bool (*is_project)(const char *const *paths, size_t npaths);
	/* What makes a tree of such a project ready to run, for /bin/sh -c with $0: toolchain.program. NULL: nothing. */
	const char *(*build)(const struct tora_config *config, struct tora_arena *arena);

	/*
	 * What of any tree is built where it lies when nobody says how, extension modules: a command for /bin/sh whose $0 is
	 * toolchain.program, by the texts of `build_files` at the top of the tree, NULL-ended, empty where there is none.
	 * It is NULL where nothing is to be built, or how is not known. in_place is NULL: nothing in any tree.
	 */
	const char *(*in_place)(const struct tora_sv *texts);
	const char *const *build_files;
	const char *const *
		build_tools; /* which it does that with, besides compilers and make; NULL-ended; NULL */

	const char *
		says_place; /* ".py": its warnings say where they come from as "/x/u.py:12:"; NULL: they do not */
	/* What messages call that which it runs on, and versions of that as "A|B*", also of those one stops to support, all
	 * in small letters; NULL: nothing. */
	const char *platform, *versions, *dropped_versions;
	const char *talk[TORA_TALKS]; /* phrases, "a|b*", in small letters; NULL: none */
	/* What stays in a text where a value was missing when it was put there: "[object Object]". NULL-ended; NULL: nothing. */
	const char *const *glitches;
	const char *
		declines; /* what a method gives back that does not take its argument; NULL: nothing */
	bool leaves_out; /* a call may pass fewer arguments than there are parameters, whatever these are */
	bool has_one_number; /* 3 and 3.5 are of one type: which of them is printed says nothing by itself */
	const char
		*scratch; /* how its test frameworks begin the names of temporary folders; NULL */
	const char *installed; /* the folder that packages of others lie in, "node_modules"; NULL */
	/*
	 * Files that say what a project is and with which versions of what, by how their names begin in small letters:
	 * "package.json". NULL-ended; NULL: none. When one changes, a build begins anew.
	 */
	const char *const *descriptions;
	/* "NAME=value", NULL-ended: what its interpreter is told by the environment, '@' being the hash seed. NULL: nothing. */
	const char *const *variables;
	/* In the error of a module that needs what is not installed, and what to do about it. NULL: there is no such error. */
	const char *uninstalled, *install_advice;

	const struct tora_errors *errors; /* NULL: it has none, or they say nothing */

	/* Which interpreter runs this project's tests. TORA_E_NOTFOUND: none; the message says what was tried. */
	int (*toolchain)(const char *repo_path, const struct tora_config *config,
	                 struct tora_arena *arena, struct tora_toolchain *ret,
	                 struct tora_err *err);

	/*
	 * The program that runs a test under observation (PROTOCOL.md, Suites), with '@' where the job goes as a
	 * string literal; NULL: this language cannot, and no suites are written in it.
	 */
	const char *observe;
	const char *const
		*frameworks; /* that suites can be written for, NULL-ended; with `observe` */

	/*
	 * Where an interpreter of that version looks for what it compiled of a source file, both
	 * relative to the tree; NULL: nowhere. May be NULL itself: nothing is compiled ahead.
	 */
	const char *(*compiled_path)(const char *path, const char *version,
	                             struct tora_arena *arena);

	const struct tora_linked *runner; /* its files; a name of NULL ends the list */
	const char *runner_main;          /* which of them is started */
	bool runner_is_program; /* by itself, with toolchain.program as its argument, not the other way round */
	bool screens; /* its runner says of many programs at once what they do (PROTOCOL.md, screen) */
	bool screens_all; /* and of all that a program does, also what the project's own code writes and warns of */
	bool gets_ready; /* fresh processes import the package before their test is known (PROTOCOL.md, ready) */
	unsigned
		ahead; /* tests that a runner is given at once, so that it can see to them together; 0: as few as keep it busy */
};

const struct tora_lang *tora_lang_for_path(const char *path); /* by extension; NULL: none */
const struct tora_lang *tora_lang_named(const char *name);    /* NULL: none */
const struct tora_lang *const *tora_lang_all(size_t *ret_n);

/* What errors say in the words of any of them: see struct tora_errors. Types are without the names of their modules. */
bool tora_lang_is_mistake(struct tora_sv type);

/* It left with a status of its own because it waited for what can no longer come. */
bool tora_lang_waits_in_vain(const struct tora_trial *trial);
bool tora_lang_is_kind(struct tora_sv type, struct tora_sv of); /* or is the same */
bool tora_lang_lacks_name(const struct tora_exception *e);
struct tora_sv tora_lang_lacks_import(const struct tora_exception *e, struct tora_sv program);
struct tora_sv tora_lang_blames(const struct tora_exception *e);
bool tora_lang_wants_type(const struct tora_exception *e);
bool tora_lang_wants_own_class(struct tora_sv text);
bool tora_lang_is_about(const struct tora_exception *e, enum tora_written what);
struct tora_sv tora_lang_lacking_module(const struct tora_exception *e);
bool tora_lang_gains_ability(const struct tora_exception *e,
                             struct tora_sv added); /* by these lines */

bool tora_lang_is_checker(struct tora_sv word); /* a program that looks at code, any of them */
bool tora_lang_is_called(
	struct tora_sv word); /* any of them: its name, or how its files end: "py" */
bool tora_lang_is_lambda(struct tora_sv word);     /* any of them */
bool tora_lang_installs_in(struct tora_sv folder); /* a name without slashes; any of them */
bool tora_lang_is_installed(const char *path);     /* it lies in such a folder */
bool tora_lang_says_place(
	struct tora_sv before); /* what stands before ":12" in such a warning; any of them */
bool tora_lang_describes(const char *name); /* a file's name without folders; any of them */

/*
 * What a project is called in prompts: as it is imported, by code of the change that may be told of, where modules go
 * by names; else by the last part of its path, "project" where that is NULL or ends with a slash.
 */
const char *tora_lang_project(const struct tora_change *change, const char *repo_path,
                              struct tora_arena *arena);

#endif
