/* Texts that are read as templates where they were put in as they are. */
#include "trials.h"

#include "judge/inserted.h"

#define PY_SUB "    return MARK.sub(value, text)\n"
#define JS_SUB "  return text.replace(mark, value);\n"

static void test_read(void **state)
{
	static const struct {
		const char *label, *added, *message, *test, *before, *after, *error;
		bool want;
	} rows[] = {
		{ "a group of Python", PY_SUB, "Ignore case", "print(fill('@a@', 'x\\\\1'))",
		  "x\\1", "x@", NULL, true },
		{ "raw", PY_SUB, "Ignore case", "print(fill('@a@', r'C:\\new'))", "C:\\new",
		  "C:\new", NULL, true },
		{ "a group of JavaScript", JS_SUB, "Ignore case", "f('[a]', '$1,200')", "$1,200",
		  ",200", NULL, true },
		{ "the match", JS_SUB, "Ignore case", "f('[a]', '$&')", "$&", "[a]", NULL, true },
		{ "complained of", PY_SUB, "Ignore case", "print(fill('@a@', 'x\\\\I'))", "x\\I",
		  "", "bad escape \\I at position 1", true },
		{ "another complaint", PY_SUB, "Ignore case", "print(fill('@a@', 'x\\\\I'))",
		  "x\\I", "", "no value", false },
		{ "a price alone", JS_SUB, "Ignore case", "f('[a]', '$x$')", "$x$", "<b>x</b>",
		  NULL, false },
		{ "it was never there", PY_SUB, "Ignore case", "print(fill('@a@', 'x\\\\1'))", "x",
		  "y", NULL, false },
		{ "it is there still", PY_SUB, "Ignore case", "print(fill('@a@', 'x\\\\1'))",
		  "x\\1", "<x\\1>", NULL, false },
		{ "other escapes", PY_SUB, "Ignore case", "print(fill('@a@', 'x\\n\\\\1'))",
		  "x\\n\\\\1", "x", NULL, false },
		{ "nothing is replaced", "    return text + value\n", "Ignore case",
		  "print(fill('@a@', 'x\\\\1'))", "x\\1", "x", NULL, false },
		{ "a function of that name", "    return sub(value)\n", "Ignore case",
		  "print(fill('@a@', 'x\\\\1'))", "x\\1", "x", NULL, false },
		{ "said", PY_SUB, "Values may have back references: backslashes count",
		  "print(fill('@a@', 'x\\\\1'))", "x\\1", "x@", NULL, false },
		{ "a bracket is looked for",
		  "  return text.replace(new RegExp('\\\\[a'), value);\n", "Ignore case",
		  "f('[a]', '$1,200')", "$1,200", ",200", NULL, true },
		{ "backslashes are looked for", "    return re.sub(r'\\\\', value, text)\n",
		  "Ignore case", "print(fill('@a@', 'x\\\\1'))", "x\\1", "x@", NULL, false },
		{ "looked for", "  return text.replace(/\\$(\\d)/, one);\n", "Ignore case",
		  "f('[a]', '$1,200')", "$1,200", ",200", NULL, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_said said = { .messages = tora_sv(rows[i].message),
			                  .added = tora_sv(rows[i].added) };
		struct tora_difference d = { .kind = TORA_DIFF_VALUE };
		struct tora_exception error = { .type = "re.error", .message = rows[i].error };
		struct tora_trial base = trial_ok(rows[i].before), head = trial_ok(rows[i].after);
		struct tora_case c = { .said = &said,
			               .test = rows[i].test,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		if (rows[i].error) {
			head.exception = &error;
			d.kind = TORA_DIFF_EXCEPTION_APPEARED;
		}
		row_int(rows[i].label, tora_inserted_read(&c), rows[i].want);
		if (rows[i].want) { /* it was no better before */
			base = head;
			row_int(rows[i].label, tora_inserted_read(&c), false);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_read),
	};

	return cmocka_run_group_tests_name("inserted", tests, NULL, NULL);
}
