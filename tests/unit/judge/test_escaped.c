/* An error of a library that came with the change, and that nothing catches. */
#include "trials.h"

#include "judge/compare.h"
#include "judge/evidence.h"
#include "judge/rules.h"

#define NEW "from decimal import Decimal\n"
#define BODY                                                                                       \
	"def read(text):\n    try:\n        return Decimal(text)\n    except ValueError:\n       " \
	" return 0\n"
#define SAYS  "Amounts are Decimals"
#define ERROR "decimal.InvalidOperation"

static const struct {
	const char *label, *message, *changelog;
	const char *was_text, *text, *body; /* of the file on both sides, and the function */
	const char *was, *is;               /* classes of errors; NULL: none */
	bool escaped;
} rows[] = {
	{ "it worked", SAYS, NULL, "", NEW, BODY, NULL, ERROR, true },
	{ "it was refused", SAYS, NULL, "", NEW, BODY, "ValueError", ERROR, true },
	{ "with one of its kind", SAYS, NULL, "", "import json\n", BODY, "ValueError",
	  "json.decoder.JSONDecodeError", false },
	{ "of no package", SAYS, NULL, "", NEW, BODY, NULL, "ZeroDivisionError", false },
	{ "of the project", SAYS, NULL, "", "from p.errors import Bad\n", BODY, NULL,
	  "p.errors.Bad", false },
	{ "of a package that begins like it", SAYS, NULL, "", "import pq\n", BODY, NULL, "pq.Bad",
	  true },
	{ "of a library that was there", SAYS, NULL, "import decimal\n", NEW, BODY, NULL, ERROR,
	  false },
	{ "of one that nobody names", SAYS, NULL, "", "", BODY, NULL, ERROR, false },
	{ "nothing is caught", SAYS, NULL, "", NEW, "def read(text):\n    return Decimal(text)\n",
	  NULL, ERROR, false },
	{ "it is caught elsewhere", SAYS, NULL, "", NEW,
	  BODY "    except (TypeError, decimal.InvalidOperation):\n", NULL, ERROR, false },
	{ "in a clause of several lines", SAYS, NULL, "", NEW,
	  BODY "    except (TypeError,\n            InvalidOperation):\n", NULL, ERROR, false },
	{ "the message names it", "Raise InvalidOperation for what is no number", NULL, "", NEW,
	  BODY, NULL, ERROR, false },
	{ "the changelog does", SAYS, "InvalidOperation is raised", "", NEW, BODY, NULL, ERROR,
	  false },
	{ "no error", SAYS, NULL, "", NEW, BODY, "ValueError", NULL, false },
};

static void test_escaped(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_intent intent = { .branch = "", .title = "" };
		struct tora_change change = { .readme_path = "README.md" };
		struct tora_trial base =
			rows[i].was ? trial_raise(arena, "", rows[i].was, "bad", "/repo/p.py:f")
				    : trial_ok("1\n");
		struct tora_trial head =
			rows[i].is ? trial_raise(arena, "", rows[i].is, "no such", "/repo/p.py:f")
				   : trial_ok("1\n");
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = "p.read",
			               .test = "print(read('x'))\n",
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		tora_vec_push(arena, &intent.messages)->text = rows[i].message;
		if (rows[i].changelog)
			*tora_vec_push(arena, &intent.changelog) = rows[i].changelog;
		*tora_vec_push(arena, &change.files) = (struct tora_file_change){
			.path = "p.py",
			.role = TORA_FILE_SOURCE,
			.base_text = tora_sv(rows[i].was_text),
			.head_text = tora_sv(rows[i].text),
		};
		/* Documents may have had the word before. */
		*tora_vec_push(arena, &change.files) =
			(struct tora_file_change){ .path = "README.md",
			                           .role = TORA_FILE_DOC,
			                           .base_text = tora_sv("decimal\n") };
		*tora_vec_push(arena, &change.functions) = (struct tora_function){
			.file = "p.py", .name = "p.read", .head_body = tora_sv(rows[i].body)
		};
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(rows[i].label, (e.facts & TORA_FACT(ESCAPED)) != 0, rows[i].escaped);
		row_int(rows[i].label, tora_evidence_unsaid(&e), rows[i].escaped);
		tora_arena_free(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_escaped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
