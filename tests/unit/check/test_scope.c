/* Which functions `tora generate` means. */
#include "check/scope.h"
#include "lang/lang.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct tora_function slug = { .file = "src/p/text.py",
	                                   .name = "p.text.Slug.make",
	                                   .module = "p.text",
	                                   .qualname = "Slug.make" };

static const struct {
	const char *word;
	bool names;
} rows[] = {
	{ "p", true },           { "p.text", true },        { "text", true },
	{ "Slug", true },        { "make", true },          { "Slug.make", true },
	{ "p.text.Slug", true }, { "src", true },           { "src/p", true },
	{ "./src/p/", true },    { "src/p/text.py", true }, { ".", true },
	{ "p.te", false },       { "tex", false },          { "Slug.mak", false },
	{ "src/p/text", false }, { "text.py", false },      { "q", false },
};

static void words(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (tora_scope_names(rows[i].word, &slug) != rows[i].names)
			fail_msg("'%s'", rows[i].word);
}

static void add(struct tora_change *c, struct tora_arena *arena, const char *file, const char *name,
                const char *qualname, bool is_public, bool is_class)
{
	*tora_vec_push(arena, &c->functions) =
		(struct tora_function){ .file = file,
		                        .name = name,
		                        .module = "p.u",
		                        .qualname = qualname,
		                        .is_public = is_public,
		                        .is_class = is_class,
		                        .first = (unsigned)(100 - c->functions.n) };
}

static void leaves_what_can_be_tested(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_change c = { .functions = { 0 } };
	struct tora_scope scope = { .n = 0 };
	struct tora_err err;

	(void)state;
	add(&c, arena, "p/u.py", "p.u", "", true, false);
	add(&c, arena, "p/u.py", "p.u.Slug", "Slug", true, true);
	add(&c, arena, "p/u.py", "p.u.Slug.make", "Slug.make", true, false);
	add(&c, arena, "p/u.py", "p.u._x", "_x", false, false);
	add(&c, arena, "p/u.py", "p.u.Point", "Point", true, true);
	add(&c, arena, "p/u.js", "p.u.f", "f", true, false);
	*tora_vec_push(arena, &c.modules_head) = "p.u";
	*tora_vec_push(arena, &c.modules_head) = "p.other";
	assert_int_equal(tora_scope_apply(&scope, &c, &err), TORA_OK);
	assert_int_equal(c.functions.n, 2);
	assert_string_equal(c.functions.at[0].name, "p.u.Point"); /* in the order of lines */
	assert_string_equal(c.functions.at[1].name, "p.u.Slug.make");
	assert_int_equal(scope.others, 1);
	assert_int_equal(c.modules_head.n, 1);
	tora_arena_free(arena);
}

static void add_file(struct tora_change *c, struct tora_arena *arena, const char *path,
                     enum tora_file_role role)
{
	struct tora_file_change *file = tora_vec_push(arena, &c->files);

	*file = (struct tora_file_change){ .path = path,
		                           .role = role,
		                           .lang = tora_lang_for_path(path) };
	*tora_vec_push(arena, &file->hunks) =
		(struct tora_hunk){ .head_first = 1, .head_count = 200 };
}

/* Of what nobody named, and what another part is about, a model is not told. */
static void the_rest_takes_no_part(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_change c = { .functions = { 0 } }, part;
	const char *words_[] = { "p.u", "p.v.h" };
	struct tora_scope scope = { .words = words_, .n = 2 };
	struct tora_err err;

	(void)state;
	add_file(&c, arena, "p/u.py", TORA_FILE_SOURCE);
	add_file(&c, arena, "p/v.py", TORA_FILE_SOURCE);
	add_file(&c, arena, "p/w.py", TORA_FILE_SOURCE);
	add_file(&c, arena, "tests/t.py", TORA_FILE_TEST);
	add(&c, arena, "p/w.py", "p.w.k", "k", true, false);
	add(&c, arena, "p/v.py", "p.v.h", "h", true, false);
	add(&c, arena, "p/u.py", "p.u.g", "g", true, false);
	add(&c, arena, "p/u.py", "p.u.f", "f", true, false);
	for (size_t i = 0; i < c.functions.n; i++)
		c.functions.at[i].last = c.functions.at[i].first;
	assert_int_equal(tora_scope_apply(&scope, &c, &err), TORA_OK);
	assert_int_equal(c.functions.n, 3); /* f, g, h */
	assert_false(scope.is_part);        /* k is in a file of its own */
	assert_int_equal(c.files.at[1].role, TORA_FILE_SOURCE);
	assert_int_equal(c.files.at[2].role, TORA_FILE_OTHER);
	tora_scope_part(&c, c.functions.at + 1, 1, arena, &part);
	assert_int_equal(part.functions.n, 1);
	assert_int_equal(part.files.at[0].role, TORA_FILE_SOURCE);
	assert_int_equal(part.files.at[0].hunks.n, 1);
	assert_int_equal(part.files.at[0].hunks.at[0].head_first, 97);
	assert_int_equal(part.files.at[0].hunks.at[0].head_count, 1);
	assert_int_equal(part.files.at[1].role, TORA_FILE_OTHER);
	assert_int_equal(part.files.at[1].hunks.n, 0);
	assert_int_equal(part.files.at[2].hunks.n, 0);
	assert_int_equal(part.files.at[3].hunks.n, 1);
	assert_int_equal(part.files.at[3].role, TORA_FILE_TEST);
	assert_int_equal(c.files.at[0].hunks.at[0].head_count, 200);
	assert_int_equal(c.files.at[1].role, TORA_FILE_SOURCE);
	tora_arena_free(arena);
}

static void a_function_of_several(void **state)
{
	static const struct {
		const char *word;
		bool is_part;
	} parts[] = { { "f", true }, { "p.u", false }, { "p/u.py", false }, { "h", false } };
	struct tora_err err;

	(void)state;
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_change c = { .functions = { 0 } };
		struct tora_scope scope = { .words = &parts[i].word, .n = 1 };

		add(&c, arena, "p/u.py", "p.u.g", "g", true, false);
		add(&c, arena, "p/v.py", "p.v.h", "h", true, false);
		add(&c, arena, "p/v.py", "p.v._x", "_x", false, false);
		add(&c, arena, "p/u.py", "p.u.f", "f", true, false);
		assert_int_equal(tora_scope_apply(&scope, &c, &err), TORA_OK);
		if (scope.is_part != parts[i].is_part)
			fail_msg("'%s'", parts[i].word);
		tora_arena_free(arena);
	}
}

static void unknown_names_are_an_error(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_change c = { .functions = { 0 } };
	const char *words_[] = { "p.u", "nosuch" };
	struct tora_scope scope = { .words = words_, .n = 2 };
	struct tora_err err;

	(void)state;
	add(&c, arena, "p/u.py", "p.u.f", "f", true, false);
	assert_int_equal(tora_scope_apply(&scope, &c, &err), TORA_E_NOTFOUND);
	assert_non_null(strstr(err.msg, "'nosuch' names no"));
	scope.n = 1;
	c.functions.at[0].is_public = false;
	assert_int_equal(tora_scope_apply(&scope, &c, &err), TORA_E_NOTFOUND);
	assert_non_null(strstr(err.msg, "no public function"));
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words),
		cmocka_unit_test(leaves_what_can_be_tested),
		cmocka_unit_test(the_rest_takes_no_part),
		cmocka_unit_test(a_function_of_several),
		cmocka_unit_test(unknown_names_are_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
