/*
 * names.c - how the enumerations of the model are written in records and read back.
 *
 * One table each, indexed by the enumerator, so that a missing name is a hole the
 * unit test finds.
 */
#include "model/build.h"
#include "model/candidate.h"
#include "model/change.h"
#include "model/check.h"
#include "model/difference.h"
#include "model/finding.h"
#include "model/reason.h"
#include "model/trial.h"

#include <assert.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

static const char *name_of(const char *const *table, size_t n, size_t i)
{
	assert(i < n && table[i]);
	return table[i];
}

static const char *const change_kinds[] = {
	[TORA_CHANGE_MODIFIED] = "modified",
	[TORA_CHANGE_ADDED] = "added",
	[TORA_CHANGE_DELETED] = "deleted",
	[TORA_CHANGE_RENAMED] = "renamed",
};

const char *tora_change_kind_name(enum tora_change_kind k)
{
	return name_of(change_kinds, COUNT(change_kinds), k);
}

static const char *const file_roles[] = {
	[TORA_FILE_SOURCE] = "source",
	[TORA_FILE_TEST] = "test",
	[TORA_FILE_DOC] = "doc",
	[TORA_FILE_CONFIG] = "config",
	[TORA_FILE_GENERATED] = "generated",
	[TORA_FILE_BINARY] = "binary",
	[TORA_FILE_SUBMODULE] = "submodule",
	[TORA_FILE_OTHER] = "other",
};

const char *tora_file_role_name(enum tora_file_role r)
{
	return name_of(file_roles, COUNT(file_roles), r);
}

static const char *const origins[] = {
	[TORA_ORIGIN_TEST] = "test",       [TORA_ORIGIN_DOC] = "doc",
	[TORA_ORIGIN_CALL] = "call",       [TORA_ORIGIN_MODEL] = "model",
	[TORA_ORIGIN_TYPED] = "typed",     [TORA_ORIGIN_BOUNDARY] = "boundary",
	[TORA_ORIGIN_MUTATED] = "mutated",
};

const char *tora_origin_name(enum tora_origin o)
{
	return name_of(origins, COUNT(origins), o);
}

static const char *const legalities[] = {
	[TORA_LEGAL_SEEN] = "seen",
	[TORA_LEGAL_PLAUSIBLE] = "plausible",
	[TORA_LEGAL_UNKNOWN] = "unknown",
	[TORA_LEGAL_ILLEGAL] = "illegal",
};

const char *tora_legality_name(enum tora_legality l)
{
	return name_of(legalities, COUNT(legalities), l);
}

static const char *const drops[] = {
	[TORA_DROP_NONE] = "none",
	[TORA_DROP_EMPTY] = "empty",
	[TORA_DROP_SYNTAX] = "does not parse",
	[TORA_DROP_UNDEFINED] = "undefined name",
	[TORA_DROP_PRIVATE] = "private name",
	[TORA_DROP_UNSTABLE] = "not deterministic",
	[TORA_DROP_DUPLICATE] = "duplicate",
	[TORA_DROP_LIMIT] = "over the limit",
	[TORA_DROP_ALIKE] = "the same on both sides",
	[TORA_DROP_LATE] = "too long on both sides",
};

const char *tora_drop_name(enum tora_drop d)
{
	return name_of(drops, COUNT(drops), d);
}

static const char *const sides[] = { [TORA_BASE] = "base", [TORA_HEAD] = "head" };

const char *tora_side_name(enum tora_side s)
{
	return name_of(sides, COUNT(sides), s);
}

static const char *const statuses[] = {
	[TORA_TRIAL_OK] = "ok",           [TORA_TRIAL_EXCEPTION] = "exception",
	[TORA_TRIAL_EXIT] = "exit",       [TORA_TRIAL_SIGNAL] = "signal",
	[TORA_TRIAL_TIMEOUT] = "timeout", [TORA_TRIAL_LIMIT] = "limit",
};

const char *tora_trial_status_name(enum tora_trial_status s)
{
	return name_of(statuses, COUNT(statuses), s);
}

static const char *const differences[] = {
	[TORA_DIFF_NONE] = "none",
	[TORA_DIFF_EXCEPTION_APPEARED] = "exception-appeared",
	[TORA_DIFF_HANG] = "hang",
	[TORA_DIFF_VALUE] = "value",
	[TORA_DIFF_EXCEPTION_GONE] = "exception-gone",
	[TORA_DIFF_EXCEPTION_CHANGED] = "exception-changed",
	[TORA_DIFF_ORDER] = "order",
	[TORA_DIFF_OUTPUT] = "output",
	[TORA_DIFF_MESSAGE_ONLY] = "message-only",
	[TORA_DIFF_WARNING] = "warning",
};

const char *tora_difference_name(enum tora_difference_kind k)
{
	return name_of(differences, COUNT(differences), k);
}

static const char *const verdicts[] = {
	[TORA_VERDICT_UNINTENDED] = "unintended",
	[TORA_VERDICT_COINCIDENTAL_FIX] = "coincidental-fix",
	[TORA_VERDICT_INTENDED] = "intended",
	[TORA_VERDICT_IRRELEVANT] = "irrelevant",
	[TORA_VERDICT_UNSURE] = "unsure",
};

const char *tora_verdict_name(enum tora_verdict v)
{
	return name_of(verdicts, COUNT(verdicts), v);
}

/* The index of `name` in a table, or n. */
static size_t find(const char *const *table, size_t n, const char *name)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (name && strcmp(table[i], name) == 0)
			break;
	return i;
}

int tora_verdict_parse(const char *name, enum tora_verdict *ret)
{
	size_t i = find(verdicts, COUNT(verdicts), name);

	if (i == COUNT(verdicts))
		return -1;
	*ret = (enum tora_verdict)i;
	return 0;
}

int tora_origin_parse(const char *name, enum tora_origin *ret)
{
	size_t i = find(origins, COUNT(origins), name);

	if (i == COUNT(origins))
		return -1;
	*ret = (enum tora_origin)i;
	return 0;
}

int tora_legality_parse(const char *name, enum tora_legality *ret)
{
	size_t i = find(legalities, COUNT(legalities), name);

	if (i == COUNT(legalities))
		return -1;
	*ret = (enum tora_legality)i;
	return 0;
}

bool tora_trial_was_run(const struct tora_trial *t)
{
	return t->status != TORA_TRIAL_LIMIT || t->out.len || t->err.len;
}

int tora_trial_status_parse(const char *name, enum tora_trial_status *ret)
{
	size_t i = find(statuses, COUNT(statuses), name);

	if (i == COUNT(statuses))
		return -1;
	*ret = (enum tora_trial_status)i;
	return 0;
}

int tora_difference_parse(const char *name, enum tora_difference_kind *ret)
{
	size_t i = find(differences, COUNT(differences), name);

	if (i == COUNT(differences))
		return -1;
	*ret = (enum tora_difference_kind)i;
	return 0;
}

static const char *const states[] = {
	[TORA_CHECK_DONE] = "done",
	[TORA_CHECK_SKIPPED] = "skipped",
	[TORA_CHECK_FAILED] = "failed",
	[TORA_CHECK_CANCELED] = "canceled",
};

const char *tora_check_state_name(enum tora_check_state s)
{
	return name_of(states, COUNT(states), s);
}

static const struct {
	const char *name, *text;
	enum tora_reason_class class;
} reasons[] = {
	[TORA_REASON_NONE] = { "", "", TORA_REASON_HARMLESS },
	[TORA_REASON_NO_CHANGE] = { "no-change", "base and head have the same content",
	                            TORA_REASON_HARMLESS },
	[TORA_REASON_NO_SOURCE_CHANGE] = { "no-source-change", "no source file changed",
	                                   TORA_REASON_HARMLESS },
	[TORA_REASON_TESTS_ONLY] = { "tests-only", "only tests changed", TORA_REASON_HARMLESS },
	[TORA_REASON_DOCS_ONLY] = { "docs-only", "only documentation changed",
	                            TORA_REASON_HARMLESS },
	[TORA_REASON_COMMENTS_ONLY] = { "comments-only",
	                                "only comments, docstrings or layout changed",
	                                TORA_REASON_HARMLESS },
	[TORA_REASON_GENERATED_ONLY] = { "generated-only",
	                                 "only generated or vendored files changed",
	                                 TORA_REASON_HARMLESS },
	[TORA_REASON_UNSUPPORTED_LANGUAGE] = { "unsupported-language",
	                                       "no language tora knows changed",
	                                       TORA_REASON_SKIPPED },
	[TORA_REASON_TOO_LARGE] = { "too-large", "every changed source file is over the size limit",
	                            TORA_REASON_FAILED },
	[TORA_REASON_NO_FUNCTIONS] = { "no-functions", "no function or class was touched",
	                               TORA_REASON_SKIPPED },
	[TORA_REASON_SYNTAX_ERROR] = { "syntax-error", "the changed code does not parse",
	                               TORA_REASON_FAILED },
	[TORA_REASON_NO_COMMITS] = { "no-commits", "the repository has no commit yet",
	                             TORA_REASON_FAILED },
	[TORA_REASON_NO_SUCH_COMMIT] = { "no-such-commit", "no commit has the name that was given",
	                                 TORA_REASON_FAILED },
	[TORA_REASON_NO_MAIN] = { "no-main", "no main branch to compare with", TORA_REASON_FAILED },
	[TORA_REASON_NO_MERGE_BASE] = { "no-merge-base",
	                                "the branch and main have no common commit here",
	                                TORA_REASON_FAILED },
	[TORA_REASON_MISSING_OBJECTS] = { "missing-objects",
	                                  "objects are missing (partial or shallow clone)",
	                                  TORA_REASON_FAILED },
	[TORA_REASON_REPOSITORY_GONE] = { "repository-gone", "the repository is not there any more",
	                                  TORA_REASON_FAILED },
	[TORA_REASON_BASE_NOT_BUILDABLE] = { "base-not-buildable",
	                                     "the base does not build or load",
	                                     TORA_REASON_FAILED },
	[TORA_REASON_HEAD_NOT_BUILDABLE] = { "head-not-buildable",
	                                     "the head does not build or load",
	                                     TORA_REASON_FAILED },
	[TORA_REASON_NO_INTERPRETER] = { "no-interpreter",
	                                 "no interpreter for the language was found",
	                                 TORA_REASON_FAILED },
	[TORA_REASON_NO_SANDBOX] = { "no-sandbox", "no sandbox works here, so nothing is run",
	                             TORA_REASON_FAILED },
	[TORA_REASON_NO_TESTS] = { "no-tests", "no test could be generated", TORA_REASON_FAILED },
	[TORA_REASON_NEEDS_TRUST] = { "needs-trust",
	                              "the repository's .toraconfig wants to run a command",
	                              TORA_REASON_FAILED },
	[TORA_REASON_NO_MODEL] = { "no-model", "there is no model to ask", TORA_REASON_STOPPED },
	[TORA_REASON_SUPERSEDED] = { "superseded",
	                             "a newer commit of the branch is checked instead",
	                             TORA_REASON_STOPPED },
	[TORA_REASON_TOO_MANY] = { "too-many", "too many branches moved at the same time",
	                           TORA_REASON_SKIPPED },
	[TORA_REASON_CANCELED] = { "canceled", "canceled", TORA_REASON_STOPPED },
	[TORA_REASON_PAUSED] = { "paused", "checking is paused", TORA_REASON_FAILED },
	[TORA_REASON_BATTERY] = { "battery", "on battery", TORA_REASON_FAILED },
	[TORA_REASON_MEMORY_PRESSURE] = { "memory-pressure", "memory is short",
	                                  TORA_REASON_FAILED },
	[TORA_REASON_BUDGET] = { "budget", "the model budget is spent", TORA_REASON_FAILED },
	[TORA_REASON_RATE_LIMIT] = { "rate-limit", "the model's provider asked to wait",
	                             TORA_REASON_FAILED },
	[TORA_REASON_TIMEOUT] = { "timeout", "the check ran out of time", TORA_REASON_FAILED },
	[TORA_REASON_DISABLED] = { "disabled", "tora.enabled is false here", TORA_REASON_SKIPPED },
	[TORA_REASON_DISK_FULL] = { "disk-full", "the disk is nearly full", TORA_REASON_FAILED },
	[TORA_REASON_CRASHED] = { "crashed", "the check's process died", TORA_REASON_FAILED },
	[TORA_REASON_INTERNAL] = { "internal", "an error in tora", TORA_REASON_FAILED },
};
_Static_assert(COUNT(reasons) == TORA_REASON_COUNT, "every reason has a name");

const char *tora_reason_name(enum tora_reason r)
{
	assert((size_t)r < COUNT(reasons));
	return reasons[r].name;
}

const char *tora_reason_text(enum tora_reason r)
{
	assert((size_t)r < COUNT(reasons));
	return reasons[r].text;
}

enum tora_reason_class tora_reason_class(enum tora_reason r)
{
	assert(r != TORA_REASON_NONE && (size_t)r < COUNT(reasons));
	return reasons[r].class;
}

enum tora_reason tora_reason_parse(const char *name)
{
	if (!name || !*name)
		return TORA_REASON_NONE;
	for (size_t i = 1; i < COUNT(reasons); i++)
		if (strcmp(reasons[i].name, name) == 0)
			return (enum tora_reason)i;
	return TORA_REASON_INTERNAL;
}
