#include "judge/facts.h"

#include <string.h>

_Static_assert(TORA_FACT_COUNT <= 128, "a set of facts has as many bits");

static const char *const fact_names[TORA_FACT_COUNT] = {
	[TORA_FACT_CLAIM_NONE] = "claim-none",
	[TORA_FACT_CLAIM_ADDS] = "claim-adds",
	[TORA_FACT_CLAIM_FIXES] = "claim-fixes",
	[TORA_FACT_CLAIM_KEEPS] = "claim-keeps",
	[TORA_FACT_CLAIM_CHANGES] = "claim-changes",
	[TORA_FACT_PROMISE] = "promises-same-behaviour",
	[TORA_FACT_BREAKING] = "announced-as-breaking",
	[TORA_FACT_REVERTS] = "takes-back-a-commit",
	[TORA_FACT_NAMES_FUNCTION] = "names-function",
	[TORA_FACT_NAMES_OTHER] = "names-something-else",
	[TORA_FACT_NAMES_EXCEPTION] = "names-exception",
	[TORA_FACT_NAMES_VALUE] = "names-value",
	[TORA_FACT_NAMES_INPUT] = "names-input",
	[TORA_FACT_SHARES_WORDS] = "shares-words",
	[TORA_FACT_ABOUT_ERRORS] = "about-errors",
	[TORA_FACT_ABOUT_REMOVAL] = "about-removal",
	[TORA_FACT_REACH_INSIDE] = "input-inside-intent",
	[TORA_FACT_REACH_OUTSIDE] = "input-outside-intent",
	[TORA_FACT_OTHER_THAN_SAID] = "base-had-another-outcome-than-said",
	[TORA_FACT_QUOTE] = "quotable",
	[TORA_FACT_TEST_ASSERTS] = "changed-test-asserts-it",
	[TORA_FACT_TEST_EXPECTS] = "changed-test-expects-exception",
	[TORA_FACT_TEST_BROUGHT] = "changed-test-itself",
	[TORA_FACT_TEST_TAKEN] = "edited-test-itself",
	[TORA_FACT_TEST_EDITED] = "stems-from-edited-test",
	[TORA_FACT_TEST_NEAR] = "changed-test-nearby",
	[TORA_FACT_LOG_MENTIONS] = "changelog-mentions-it",
	[TORA_FACT_LOG_SPEAKS] = "changelog-speaks",
	[TORA_FACT_SAID_OTHERWISE] = "documents-tell-of-before",
	[TORA_FACT_DOC_MENTIONS] = "docs-mention-it",
	[TORA_FACT_DIFF_RAISES] = "diff-adds-raise",
	[TORA_FACT_DIFF_CATCHES] = "diff-catches-it",
	[TORA_FACT_OLD_WORDS] = "raised-before-in-the-same-words",
	[TORA_FACT_DIFF_VALUE] = "diff-adds-value",
	[TORA_FACT_DIFF_AIMS] = "diff-adds-what-input-has",
	[TORA_FACT_DIFF_SIGNATURE] = "signature-changed",
	[TORA_FACT_WHOLE] = "all-of-the-change",
	[TORA_FACT_INSERTED] = "value-read-as-a-template",
	[TORA_FACT_ASPECT] = "aspect-nobody-speaks-of",
	[TORA_FACT_AFTER_ERROR] = "after-an-error-of-the-caller",
	[TORA_FACT_READ_ONCE] = "input-that-is-read-once",
	[TORA_FACT_DIGITS_LOST] = "digits-lost",
	[TORA_FACT_MEMBER_TEXT] = "member-for-its-value",
	[TORA_FACT_TRUTH] = "empty-is-false-now",
	[TORA_FACT_METHOD_WRITTEN] = "special-method-written",
	[TORA_FACT_EDGE] = "ends-moved-as-said",
	[TORA_FACT_EDITION] = "tables-of-an-edition",
	[TORA_FACT_RELEASE] = "written-by-a-release",
	[TORA_FACT_OLD_USE] = "added-parameter-not-used",
	[TORA_FACT_DOC_SAYS_NEW] = "doc-shows-new-value",
	[TORA_FACT_DOC_SAYS_OLD] = "doc-shows-old-value",
	[TORA_FACT_DOCUMENTED] = "documents-show-it",
	[TORA_FACT_LEFT_OPEN] = "documents-leave-it-open",
	[TORA_FACT_SILENT] = "nothing-else-changed",
	[TORA_FACT_SIBLING] = "tests-or-documents-show-the-like",
	[TORA_FACT_GIVEN_UP] = "tests-gave-the-name-up",
	[TORA_FACT_LONE] = "nothing-else-it-could-be-for",
	[TORA_FACT_BESIDE] = "beside-what-is-announced",
	[TORA_FACT_TAKEN_OUT] = "definition-taken-out",
	[TORA_FACT_WIDE] = "many-functions-changed",
	[TORA_FACT_UNFINISHED] = "work-in-progress",
	[TORA_FACT_HANDED_ON] = "result-handed-on",
	[TORA_FACT_APPEARED] = "exception-appeared",
	[TORA_FACT_GONE] = "exception-gone",
	[TORA_FACT_CHANGED] = "exception-changed",
	[TORA_FACT_MESSAGE] = "message-only",
	[TORA_FACT_HANGS] = "hangs-or-dies",
	[TORA_FACT_HUNG] = "hung-or-died",
	[TORA_FACT_VALUE] = "value",
	[TORA_FACT_ORDER] = "order",
	[TORA_FACT_UNORDERED] = "unordered",
	[TORA_FACT_OUTPUT] = "output",
	[TORA_FACT_WARNING] = "warning",
	[TORA_FACT_NEW_API] = "new-api",
	[TORA_FACT_LOST_API] = "lost-api",
	[TORA_FACT_FLOAT] = "float-noise",
	[TORA_FACT_PROGRAM_ERROR] = "programming-error",
	[TORA_FACT_WAS_PROGRAM_ERROR] = "was-programming-error",
	[TORA_FACT_WAS_ELSEWHERE] = "base-is-for-another-interpreter",
	[TORA_FACT_WAS_DUE] = "base-warned-of-its-end",
	[TORA_FACT_END_SAID] = "its-end-is-said",
	[TORA_FACT_CALLERS_ERROR] = "callers-error-lost",
	[TORA_FACT_WAS_MEANT] = "was-raised-on-purpose",
	[TORA_FACT_TYPE_CHANGED] = "type-changed",
	[TORA_FACT_SIGN] = "sign",
	[TORA_FACT_BELOW_ZERO] = "below-zero",
	[TORA_FACT_SET_LOST] = "what-was-set-is-lost",
	[TORA_FACT_EMPTIED] = "emptied",
	[TORA_FACT_FILLED] = "filled",
	[TORA_FACT_COSMETIC] = "cosmetic",
	[TORA_FACT_FIELD_ADDED] = "object-shows-more",
	[TORA_FACT_GLITCH] = "glitch",
	[TORA_FACT_SAYS_ERROR] = "reports-error",
	[TORA_FACT_SEEN] = "input-seen-in-project",
	[TORA_FACT_PLAUSIBLE] = "input-plausible",
	[TORA_FACT_UNKNOWN] = "input-unknown",
	[TORA_FACT_ILLEGAL] = "input-illegal",
	[TORA_FACT_OTHER_KIND] = "input-of-another-kind",
	[TORA_FACT_PRIVATE] = "private-names",
	[TORA_FACT_MANY] = "many-tests",
};

const char *tora_fact_name(enum tora_fact f)
{
	return fact_names[f];
}

bool tora_fact_parse(const char *name, enum tora_fact *ret)
{
	for (int f = 0; f < TORA_FACT_COUNT; f++) {
		if (strcmp(fact_names[f], name) == 0) {
			*ret = (enum tora_fact)f;
			return true;
		}
	}
	return false;
}
