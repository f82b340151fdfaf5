#include "trials.h"

#include "judge/noise.h"
#include "judge/normalise.h"

static const struct {
	const char *label, *in, *want;
} rows[] = {
	{ "plain text stays", "hello 12\n", "hello 12\n" },
	{ "no newline at the end stays so", "hello", "hello" },
	{ "CRLF is a line end", "a\r\nb\r\n", "a\nb\n" },
	{ "default repr", "<p.Slug object at 0x7f3c12ab34cd>\n", "<p.Slug object at 0xADDR>\n" },
	{ "bare pointer", "ptr 0x55d0c0ffee01", "ptr 0xADDR" },
	{ "a small hex number is a value", "0xff 0x1234", "0xff 0x1234" },
	{ "a long hex value is a value", "0x00112233445566778899aabb",
	  "0x00112233445566778899aabb" },
	{ "temporary folder", "wrote /tmp/tmpab12cd/out.txt", "wrote /tmp/TEMP/out.txt" },
	{ "that of a test framework", "in /tmp/pytest-of-kim/a.txt", "in /tmp/TEMP/a.txt" },
	{ "a named file below /tmp is a value", "/tmp/out.csv", "/tmp/out.csv" },
	{ "the checkout's path stays", "/repo/src/p/u.py", "/repo/src/p/u.py" },
	{ "traceback",
	  "Traceback (most recent call last):\n  File \"/repo/p.py\", line 12, in f\n"
	  "    return x[0]\n           ~^^^\nIndexError: no\n",
	  "Traceback (most recent call last):\n  File \"/repo/p.py\", line N, in f\nIndexError: "
	  "no\n" },
	{ "two frames",
	  "  File \"a\", line 1, in f\n    g()\n  File \"b\", line 2, in g\n    h()\nX: y",
	  "  File \"a\", line N, in f\n  File \"b\", line N, in g\nX: y" },
	{ "indented text elsewhere stays", "    code\n    ^^^^\n", "    code\n    ^^^^\n" },
	{ "place in a file of another kind", "/repo/p/u.js:40: x", "/repo/p/u.js:40: x" },
	{ "place of a warning", "/repo/p/u.py:40: UserWarning: x",
	  "/repo/p/u.py:N: UserWarning: x" },
	{ "labelled pid", "pid=4711 pid: 12 PID 9", "pid=N pid: N PID N" },
	{ "unlabelled number", "rapid 4711", "rapid 4711" },
	{ "measured time", "3 passed in 0.01s", "3 passed in TIME s" },
	{ "measured time with unit", "took 3.25 ms!", "took TIME ms!" },
	{ "a number of seconds is a value", "retry after 5 s in 3 steps",
	  "retry after 5 s in 3 steps" },
	{ "set", "{'b', 'a'}", "{'a', 'b'}" },
	{ "frozenset in a list", "[frozenset({3, 1, 2}), 1]", "[frozenset({1, 2, 3}), 1]" },
	{ "set in a set", "{(2, {4, 3}), (1, 2)}", "{(1, 2), (2, {3, 4})}" },
	{ "mapping keeps its order", "{'b': 1, 'a': 2}", "{'b': 1, 'a': 2}" },
	{ "set as a value of a mapping", "{'k': {2, 1}}", "{'k': {1, 2}}" },
	{ "a comma in a string does not split", "{'b, z', 'a'}", "{'a', 'b, z'}" },
	{ "brace without end", "{'b', 'a'", "{'b', 'a'" },
	{ "UUID stays", "550e8400-e29b-41d4-a716-446655440000",
	  "550e8400-e29b-41d4-a716-446655440000" },
	{ "time of day stays", "2024-01-01T10:00:00", "2024-01-01T10:00:00" },
	{ "empty", "", "" },
};

static void test_rows(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_sv once = tora_normalise(tora_sv(rows[i].in), arena);
		struct tora_sv twice = tora_normalise(once, arena);

		row_text(rows[i].label, tora_arena_text(arena, once), rows[i].want);
		row_text(rows[i].label, tora_arena_text(arena, twice), rows[i].want);
		tora_arena_free(arena);
	}
}

/* Bytes that would make a careless scanner read the rest again and again. */
static void test_hostile(void **state)
{
	static const char *const patterns[] = { "{", "{'a',", "\\'", "'\\", "[{(", "0x", "pid=" };
	size_t i, k, n;

	(void)state;
	for (i = 0; i < sizeof patterns / sizeof *patterns; i++) {
		struct tora_arena *arena = tora_arena_new();
		size_t len = strlen(patterns[i]), size = 200 * 1000 / len * len;
		char *text = tora_xmalloc(size + 1);

		for (n = 0; n < size; n += len)
			for (k = 0; k < len; k++)
				text[n + k] = patterns[i][k];
		text[size] = '\0';
		assert_true(tora_normalise(tora_sv(text), arena).len > 0);
		free(text);
		tora_arena_free(arena);
	}
}

static const struct {
	const char *label, *a, *b;
	enum tora_noise want;
} noise[] = {
	{ "equal", "1.5", "1.5", TORA_NOISE_SAME },
	{ "rounding", "0.30000000000000004", "0.3", TORA_NOISE_SAME },
	{ "of a long number",
	  "22876792454961000790074005816985933441829678301471601638135518199808.0 QB",
	  "22876792454960997796918652563296756960683140898523977382785670184960.0 QB",
	  TORA_NOISE_SAME },
	{ "a long number that is another",
	  "22876792454961000790074005816985933441829678301471601638135518199808.0",
	  "32876792454961000790074005816985933441829678301471601638135518199808.0",
	  TORA_NOISE_DIFFERS },
	{ "rounding in text", "mean 0.1234567890123456 ok", "mean 0.1234567890123457 ok",
	  TORA_NOISE_SAME },
	{ "last digits", "0.123456789012", "0.123456794567", TORA_NOISE_CLOSE },
	{ "sign and magnitude", "-7.1e-07", "2.8e-11", TORA_NOISE_DIFFERS },
	{ "sign of a long number", "-0.12345678901234", "0.12345678901234", TORA_NOISE_DIFFERS },
	{ "short numbers differ on purpose", "0.1", "0.10000001", TORA_NOISE_DIFFERS },
	{ "another type", "2", "2.0", TORA_NOISE_DIFFERS },
	{ "a promise under way", "Promise { <pending> }", "Promise { 3 }", TORA_NOISE_SAME },
	{ "one that is over", " Promise { <rejected> [Error: no] }", "Promise { <pending> }",
	  TORA_NOISE_SAME },
	{ "of another value", "Promise { 3 }", "Promise { 4 }", TORA_NOISE_DIFFERS },
	{ "a promise for a value", "Promise { <pending> }", "3", TORA_NOISE_DIFFERS },
	{ "and more", "[ Promise { <pending> } ]", "[ Promise { 3 } ]", TORA_NOISE_DIFFERS },
	{ "another format", "1.0", "1.00", TORA_NOISE_DIFFERS },
	{ "integers are exact", "10000000000000000001", "10000000000000000002",
	  TORA_NOISE_DIFFERS },
	{ "other text", "a 0.30000000000000004", "b 0.3", TORA_NOISE_DIFFERS },
	{ "one more", "[0.30000000000000004]", "[0.3, 1]", TORA_NOISE_DIFFERS },
	{ "complex", "(1+2.00000000000001j)", "(1+2.00000000000002j)", TORA_NOISE_SAME },
	{ "exponent of an identifier", "550e8400-e29b", "550e8400-e29c", TORA_NOISE_DIFFERS },
	{ "zero against noise is a change of magnitude", "0.0", "1.2246467991473532e-16",
	  TORA_NOISE_DIFFERS },
};

static void test_noise(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof noise / sizeof *noise; i++) {
		row_int(noise[i].label, tora_noise(tora_sv(noise[i].a), tora_sv(noise[i].b)),
		        noise[i].want);
		row_int(noise[i].label, tora_noise(tora_sv(noise[i].b), tora_sv(noise[i].a)),
		        noise[i].want);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_hostile),
		cmocka_unit_test(test_noise),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
