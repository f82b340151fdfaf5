/*
 * reason.h - why a check did not produce a verdict: a closed list, part of the contract.
 *
 * Nothing is skipped without one of these. tora_reason_name() is what the record
 * says, tora_reason_text() what a person reads.
 */
#ifndef TORA_MODEL_REASON_H
#define TORA_MODEL_REASON_H

enum tora_reason {
	TORA_REASON_NONE,
	/* the change itself */
	TORA_REASON_NO_CHANGE,        /* base and head are the same tree */
	TORA_REASON_NO_SOURCE_CHANGE, /* files changed, none of them source code */
	TORA_REASON_TESTS_ONLY,
	TORA_REASON_DOCS_ONLY,
	TORA_REASON_COMMENTS_ONLY,  /* syntax trees equal without comments, docstrings, format */
	TORA_REASON_GENERATED_ONLY, /* generated or vendored files only */
	TORA_REASON_UNSUPPORTED_LANGUAGE,
	TORA_REASON_TOO_LARGE,
	TORA_REASON_NO_FUNCTIONS, /* nothing callable is touched */
	TORA_REASON_SYNTAX_ERROR, /* the head does not parse */
	/* the repository */
	TORA_REASON_NO_COMMITS,
	TORA_REASON_NO_SUCH_COMMIT, /* what a person named */
	TORA_REASON_NO_MAIN,        /* no base to compare with */
	TORA_REASON_NO_MERGE_BASE, /* unrelated histories, or a shallow clone that ends too early */
	TORA_REASON_MISSING_OBJECTS, /* partial clone; nothing is fetched behind the user's back */
	TORA_REASON_REPOSITORY_GONE,
	/* running it */
	TORA_REASON_BASE_NOT_BUILDABLE,
	TORA_REASON_HEAD_NOT_BUILDABLE,
	TORA_REASON_NO_INTERPRETER,
	TORA_REASON_NO_SANDBOX,
	TORA_REASON_NO_TESTS, /* nothing could be generated */
	TORA_REASON_NEEDS_TRUST,
	TORA_REASON_NO_MODEL, /* --engine llm, and none can be asked */
	/* the queue */
	TORA_REASON_SUPERSEDED,
	TORA_REASON_TOO_MANY, /* so many branches moved that there was no room for this one */
	TORA_REASON_CANCELED,
	TORA_REASON_PAUSED,
	TORA_REASON_BATTERY,
	TORA_REASON_MEMORY_PRESSURE,
	TORA_REASON_BUDGET,
	TORA_REASON_RATE_LIMIT,
	TORA_REASON_TIMEOUT,
	TORA_REASON_DISABLED, /* tora.enabled is false */
	TORA_REASON_DISK_FULL,
	TORA_REASON_CRASHED,  /* the check's process died */
	TORA_REASON_INTERNAL, /* an error of ours; the log has it */
	TORA_REASON_COUNT,
};

/* What a reason makes of the check. */
enum tora_reason_class {
	TORA_REASON_HARMLESS, /* looked at, and there is nothing that could behave differently: skipped */
	TORA_REASON_SKIPPED, /* not looked at, on purpose */
	TORA_REASON_STOPPED, /* canceled, by somebody or by a newer commit */
	TORA_REASON_FAILED,  /* could not be checked */
};
enum tora_reason_class tora_reason_class(enum tora_reason r); /* NONE: not to be asked */

const char *tora_reason_name(enum tora_reason r);     /* "no-source-change"; "" for NONE */
const char *tora_reason_text(enum tora_reason r);     /* one clause, lower case, no full stop */
enum tora_reason tora_reason_parse(const char *name); /* unknown: INTERNAL; NULL or "": NONE */

#endif
