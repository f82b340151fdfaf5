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
		{ "a group of JavaScript", JS_SUB, "Ignore case", "console.log(f('[a]', '$1,200'))",
		  "$1,200", ",200", NULL, true },
		{ "the match", JS_SUB, "Ignore case", "console.log(f('[a]', '$&'))", "$&", "[a]",
		  NULL, true },
		{ "more than once", JS_SUB, "Ignore case", "console.log(f('[a] [a]', '$1$$'))",
		  "$1$$ $1$$", "$ $", NULL, true },
		{ "a group by name", PY_SUB, "Ignore case", "print(fill('@a@', r'<\\g<0>>'))",
		  "<\\g<0>>", "<@a@>", NULL, true },
		{ "a backslash less", PY_SUB, "Ignore case", "print(fill('@a@', r'a\\\\b'))",
		  "a\\\\b", "a\\b", NULL, true },
		{ "no group of the program's", JS_SUB, "Ignore case", "console.log(f('[a]', '$5'))",
		  "$5", "5 USD", NULL, false },
		{ "announced: a blank for a comma", JS_SUB, "Separate thousands by a blank",
		  "console.log(price('$1,200'))", "$1,200", "$1 200", NULL, false },
		{ "announced: digits alone", JS_SUB, "amount keeps digits alone",
		  "console.log(amount('$1,200'))", "$1,200", "1200", NULL, false },
		{ "announced: nothing at the end", PY_SUB, "Strip trailing blanks",
		  "print(clean(r'C:\\new  '))", "C:\\new  ", "C:\\new", NULL, false },
		{ "announced: slashes", PY_SUB, "Print paths with slashes", "print(f(r'A\\B'))",
		  "A\\B", "A/B", NULL, false },
		{ "announced: small letters", PY_SUB, "Names are lower case", "print(f(r'A\\B'))",
		  "A\\B", "a\\b", NULL, false },
		{ "dropped", JS_SUB, "Drop what is not known", "console.log(f('[a]', '$1,200'))",
		  "$1,200", "nothing", NULL, false },
		{ "a price in Python", PY_SUB, "Ignore case", "print(fill('@a@', '$1,200'))",
		  "$1,200", ",200", NULL, false },
		{ "groups of another kind", JS_SUB, "Ignore case; print in groups",
		  "console.log(f('[a]', '$1,200'))", "$1,200", ",200", NULL, true },
		{ "in three quotes", PY_SUB, "Ignore case",
		  "print(fill('@a@', \'\'\'x\\\\1\'\'\'))", "x\\1", "x@", NULL, false },
		{ "an expression is complained of", PY_SUB, "find: take a regular expression",
		  "print(find(r'a\\q', 'b'))", "None", "", "bad escape \\q at position 1", false },
		{ "complained of", PY_SUB, "Ignore case", "print(fill('@a@', 'x\\\\I'))", "x\\I",
		  "", "bad escape \\I at position 1", true },
		{ "another complaint", PY_SUB, "Ignore case", "print(fill('@a@', 'x\\\\I'))",
		  "x\\I", "", "no value", false },
		{ "a price alone", JS_SUB, "Ignore case", "console.log(f('[a]', '$x$'))", "$x$",
		  "<b>x</b>", NULL, false },
		{ "it was never there", PY_SUB, "Ignore case", "print(fill('@a@', 'x\\\\1'))", "x",
		  "y", NULL, false },
		{ "it is there still", PY_SUB, "Ignore case", "print(fill('@a@', 'x\\\\1'))",
		  "x\\1", "<x\\1>", NULL, false },
		{ "escaped when it was put in", JS_SUB, "Ignore case",
		  "console.log(f('<< Name >>', '$1$$ & Bob'))", "\\$1\\$\\$ \\& Bob",
		  "\\Name\\$\\$ \\& Bob", NULL, true },
		{ "escaped, and letters with it", JS_SUB, "Ignore case",
		  "console.log(f('[a]', 'n$1'))", "\\n$1", "\\n[a]", NULL, true },
		{ "other escapes", PY_SUB, "Ignore case", "print(fill('@a@', 'x\\n\\\\1'))",
		  "xn\\1", "xn@", NULL, false },
		{ "nothing is replaced", "    return text + value\n", "Ignore case",
		  "print(fill('@a@', 'x\\\\1'))", "x\\1", "x", NULL, false },
		{ "a function of that name", "    return sub(value)\n", "Ignore case",
		  "print(fill('@a@', 'x\\\\1'))", "x\\1", "x", NULL, false },
		{ "said", PY_SUB, "Values may have back references: backslashes count",
		  "print(fill('@a@', 'x\\\\1'))", "x\\1", "x@", NULL, false },
		{ "a bracket is looked for",
		  "  return text.replace(new RegExp('\\\\[a'), value);\n", "Ignore case",
		  "console.log(f('[a]', '$1,200'))", "$1,200", ",200", NULL, true },
		{ "a backslash is put in",
		  "  return text.replace(MARKS, '\\\\$&').replace(mark, value);\n", "Ignore case",
		  "console.log(f('[a]', '$1,200'))", "$1,200", ",200", NULL, true },
		{ "backslashes are looked for", "    return re.sub(r'\\\\', value, text)\n",
		  "Ignore case", "print(fill('@a@', 'x\\\\1'))", "x\\1", "x@", NULL, false },
		{ "looked for", "  return text.replace(/\\$(\\d)/, one);\n", "Ignore case",
		  "console.log(f('[a]', '$1,200'))", "$1,200", ",200", NULL, false },
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
