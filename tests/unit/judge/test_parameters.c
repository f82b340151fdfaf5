/* The parameters of a function, by how its text or its signature begins. */
#include "trials.h"

#include "judge/parameters.h"

static const struct {
	const char *text, *names; /* each with a blank behind it; "-": it has none */
} rows[] = {
	{ "segmentEnd(rows, reading)", "rows reading " },
	{ "def f(self, a, b=g(1, 2), *rest) -> Tuple[int, int]:", "a b - " },
	{ "f(cls)", "" },
	{ "f(a, self)", "a self " },
	{ "f()", "" },
	{ "function f(\n  a,\n  { b, c } = {},\n) { g(d, e); }", "a - " },
	{ "text => f(text, 1)", "text " },
	{ "async text => f(text, 1)", "text " },
	{ "(text, most = ',') => text", "text most " },
	{ "f(a, b, c, d, e)", "a b c d " },
	{ "f", "" },
	{ "f(a", "a " },
	{ "", "" },
};

static void test_names(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_sv names[4];
		size_t n = tora_parameters(tora_sv(rows[i].text), names, 4);
		char got[80] = "";

		for (size_t k = 0; k < n; k++)
			(void)snprintf(got + strlen(got), sizeof got - strlen(got), "%.*s ",
			               names[k].len ? (int)names[k].len : 1,
			               names[k].len ? names[k].at : "-");
		row_text(rows[i].text, got, rows[i].names);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_names) };

	return cmocka_run_group_tests_name("parameters", tests, NULL, NULL);
}
