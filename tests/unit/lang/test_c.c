/*
 * C's adapter and what syntax.h answers about C source, row by row.
 */
#include "tests/unit/unit.h"

#include "lang/c/adapter.h"
#include "lang/c/toolchain.h"
#include "lang/syntax.h"
#include "model/config.h"

#include <string.h>

static struct tora_syntax *parse(const char *text)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_syntax *s = NULL;

	assert_int_equal(tora_syntax_new(&tora_lang_c, tora_sv(text), &s, &err), TORA_OK);
	return s;
}

static uint64_t hash(const char *text)
{
	struct tora_syntax *s = parse(text);
	uint64_t h = tora_syntax_hash(s, 0, SIZE_MAX, false);

	tora_syntax_free(s);
	return h;
}

static void test_roles(void **state)
{
	static const struct {
		const char *path, *text;
		enum tora_file_role role;
	} rows[] = {
		{ "src/slug.c", "int slug(void)\n{\n}\n", TORA_FILE_SOURCE },
		{ "include/slug.h", "", TORA_FILE_SOURCE },
		{ "tests/check.c", "", TORA_FILE_TEST },
		{ "src/slug_test.c", "", TORA_FILE_TEST },
		{ "test_slug.c", "", TORA_FILE_TEST },
		{ "src/latest.c", "", TORA_FILE_SOURCE },
		{ "examples/show.c", "", TORA_FILE_DOC },
		{ "vendor/zlib/inflate.c", "", TORA_FILE_GENERATED },
		{ "a/node_modules/b/c.c", "", TORA_FILE_GENERATED },
		{ "src/parser.c", "/* A Bison parser, made by GNU Bison */\n",
		  TORA_FILE_GENERATED },
		{ "src/cli.c", "static int n;\n\nint main(int argc, char **argv)\n{\n}\n",
		  TORA_FILE_OTHER },
		{ "src/cli.c", "int\nmain (void)\n{\n}\n", TORA_FILE_OTHER },
		{ "src/domain.c", "int domain(void)\n{\n\treturn main_loop();\n}\n",
		  TORA_FILE_SOURCE },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		if (tora_lang_c.role(rows[i].path, tora_sv(rows[i].text)) != rows[i].role)
			fail_msg("row %zu, %s", i, rows[i].path);
}

static void test_whose_tree_it_is(void **state)
{
	static const struct {
		const char *paths[6];
		bool is_c;
	} rows[] = {
		{ { "Makefile", "src/a.c", "include/a.h" }, true },
		{ { "a.c", "a.h" }, true },
		{ { "a.c" }, false }, /* nothing is public */
		{ { "a.h", "tests/a.c" }, false },
		{ { "pyproject.toml", "a.c", "b.c", "a.h" }, false },
		{ { "package.json", "a.c", "a.h" }, false },
		{ { "a.c", "a.h", "a.py" }, false },
		{ { "a.c", "a.h", "tools/a.py", "tests/b.py" }, true },
		{ { "a.c", "a.h", "a.cpp", "b.cpp" }, false },
		{ { "a.c", "a.h", "cpp/a.cpp", "cpp/A.h" }, true },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		size_t n = 0;

		while (rows[i].paths[n])
			n++;
		if (tora_lang_c.is_project(rows[i].paths, n) != rows[i].is_c)
			fail_msg("row %zu", i);
	}
}

static void test_definitions(void **state)
{
	static const char text[] =
		"/* Between. */\n"
		"static int clamp(int v, int low)\n{\n\treturn v < low ? low : v;\n}\n"
		"int declared(int);\n"
		"const char *const *names(void)\n{\n\treturn 0;\n}\n"
		"#ifdef X\nchar *one(void)\n{\n\treturn 0;\n}\n#endif\n";
	static const char *const names[] = { "clamp", "names", "one" };
	struct tora_arena *arena = tora_arena_new();
	struct tora_syntax *s = parse(text);
	struct tora_defs defs = { { 0 } };

	(void)state;
	tora_syntax_defs(s, arena, &defs);
	assert_int_equal(defs.defs.n, COUNT(names));
	for (size_t i = 0; i < COUNT(names); i++)
		assert_string_equal(defs.defs.at[i].qualname, names[i]);
	assert_int_equal(defs.defs.at[0].first, 2);
	assert_int_equal(defs.defs.at[0].last, 5);
	assert_non_null(defs.defs.at[0].doc);
	assert_string_equal(tora_lang_c.module_name("src/slug.c", NULL, 0, arena), "src/slug");
	assert_string_equal(tora_lang_c.module_name("include/slug.h", NULL, 0, arena),
	                    "include/slug.h");
	tora_syntax_free(s);
	tora_arena_free(arena);
}

static void test_what_is_the_same_code(void **state)
{
	static const struct {
		const char *a, *b;
		bool same;
	} rows[] = {
		{ "int f(int a)\n{\n\treturn a + 1;\n}\n",
		  "/* x */\nint f(int a) { return (a + 1); } // y\n", true },
		{ "int a[] = { 1, 2 };\n", "int a[] = {\n\t1,\n\t2,\n};\n", true },
		{ "int f(void) { return 1; }\n", "int f(void) { return 2; }\n", false },
		{ "char *s = \"a b\";\n", "char *s = \"a  b\";\n", false },
		{ "#define N 1\n", "#define N 2\n", false },
		{ "int x = (1 + 2) * 3;\n", "int x = 1 + 2 * 3;\n", false },
		{ "int c = 'a';\n", "int c = 'b';\n", false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		if ((hash(rows[i].a) == hash(rows[i].b)) != rows[i].same)
			fail_msg("row %zu", i);
}

static void test_names_and_statements(void **state)
{
	static const char text[] = "#include <stdio.h>\n\nint main(void)\n{\n    int n = time(0);\n"
				   "    printf(\"%d\\n\", n);\n    return 0;\n}\n";
	struct tora_arena *arena = tora_arena_new();
	struct tora_syntax *s = parse(text);
	struct tora_names names = { .star_import = false };
	struct tora_stmts stmts = { { 0 } };

	(void)state;
	tora_syntax_names(s, arena, &names);
	assert_true(names.star_import);
	assert_int_equal(names.undefined.n, 0);
	assert_int_equal(names.unstable.n, 1);
	tora_syntax_stmts(s, arena, &stmts);
	assert_int_equal(stmts.stmts.n, 5); /* the #include, main, and three in it */
	assert_true(stmts.stmts.at[0].is_import);
	assert_int_equal(stmts.stmts.at[0].last, 1); /* without the line's end */
	assert_int_equal(stmts.stmts.at[0].end, strlen("#include <stdio.h>"));
	assert_false(stmts.stmts.at[1].is_import);
	tora_syntax_free(s);
	tora_arena_free(arena);
}

static void test_compiler_and_build(void **state)
{
	static const char quoted[] = "TORA_C_FLAGS='-DNAME='\\''a b'\\'''\n#!/bin/sh";
	struct tora_config config = { .c_flags = "-DNAME='a b'" };
	const char *text;
	struct tora_arena *arena = tora_arena_new();
	struct tora_toolchain t = { .program = NULL };
	struct tora_err err = TORA_ERR_INIT;

	(void)state;
	assert_int_equal(tora_c_toolchain("/", &config, arena, &t, &err), TORA_OK);
	assert_int_equal(t.program[0], '/');
	assert_true(t.version[0] != '\0' && t.fingerprint[0] != '\0');
	text = tora_c_build(&config, arena);
	assert_int_equal(strncmp(text, quoted, sizeof quoted - 1), 0);
	config.c_flags = NULL;
	assert_int_equal(strncmp(tora_c_build(&config, arena), "#!/bin/sh", 9), 0);
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_roles),
		cmocka_unit_test(test_whose_tree_it_is),
		cmocka_unit_test(test_definitions),
		cmocka_unit_test(test_what_is_the_same_code),
		cmocka_unit_test(test_names_and_statements),
		cmocka_unit_test(test_compiler_and_build),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
