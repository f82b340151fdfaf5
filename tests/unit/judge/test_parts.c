/* Subjects that do two things at once. */
#include "judge/parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct {
	const char *label, *subject, *program;
	bool beside;
	enum tora_claim rest;
} rows[] = {
	{ "a clean-up, and a method", "clean up Registry, add Registry.aliases()", "r.find('a')",
	  true, TORA_CLAIM_KEEPS },
	{ "the method itself", "clean up Registry, add Registry.aliases()", "r.aliases('a')", false,
	  0 },
	{ "the other way round", "Add as_dict() and refactor override()", "s.override()", true,
	  TORA_CLAIM_KEEPS },
	{ "a name in quotes", "Add zone \"islands\", look brackets up by bisection", "quote(500)",
	  true, TORA_CLAIM_KEEPS },
	{ "beside something that may be anything", "Add zone \"islands\", look at brackets",
	  "quote(500)", true, TORA_CLAIM_NONE },
	{ "which is used", "Add zone \"islands\", look brackets up by bisection",
	  "quote(500, 'islands')", false, 0 },
	{ "a fix beside it", "Fix rounding; add `clear`", "run('add')", true, TORA_CLAIM_FIXES },
	{ "what is added has no name", "clean up Registry, add more aliases", "r.find('a')", false,
	  0 },
	{ "an option by its dashes", "simplify main(), add --quiet", "main(['x'])", true,
	  TORA_CLAIM_KEEPS },
	{ "one thing alone", "Add Registry.aliases()", "r.find('a')", false, 0 },
	{ "nothing is added", "clean up Registry, simplify find()", "r.find('a')", false, 0 },
	{ "a comma inside brackets", "Add merge(first, second)", "f(1)", false, 0 },
	{ "an open quote", "Add `x, y", "f(1)", false, 0 },
	{ "commas alone", ", ; ,", "f(1)", false, 0 },
	{ "nothing", "", "", false, 0 },
};

static void test_parts(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		enum tora_claim rest = TORA_CLAIM_NONE;

		if (tora_parts_beside(tora_sv(rows[i].subject), tora_sv(rows[i].program), &rest) !=
		    rows[i].beside)
			fail_msg("%s", rows[i].label);
		if (rows[i].beside && rest != rows[i].rest)
			fail_msg("%s: %s", rows[i].label, tora_claim_name(rest));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_parts) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
