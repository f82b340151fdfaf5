/* What a model is told of a change, and what it is not. */
#include "generate/context.h"
#include "lang/lang.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void add_function(struct tora_check *check, const char *name, bool is_withheld)
{
	struct tora_function *f = tora_vec_push(check->arena, &check->change.functions);

	f->file = is_withheld ? "p/private.py" : "p/open.py";
	f->name = tora_arena_printf(check->arena, "p.%s", name);
	f->module = "p";
	f->qualname = name;
	f->signature = tora_arena_printf(check->arena, "%s(x)", name);
	f->doc = tora_arena_printf(check->arena, "What %s does.", name);
	f->head_body = tora_sv(tora_arena_printf(check->arena, "def %s(x): pass", name));
	f->kind = TORA_CHANGE_ADDED;
	f->first = f->last = 1;
	f->is_public = true;
	f->is_withheld = is_withheld;
}

static void add_mined(struct tora_candidates *mined, struct tora_arena *arena, const char *source,
                      const char *where)
{
	struct tora_candidate *c = tora_vec_push(arena, &mined->all);

	c->source = source;
	c->where = where;
	c->legality = TORA_LEGAL_SEEN;
}

/* A suite is for what there is: between equal trees there is nothing else that changed. */
static void equal_trees_have_no_rest(void **state)
{
	static const struct tora_lang lang = { .name = "python" };
	struct tora_arena *arena = tora_arena_new();
	struct tora_check check = { .arena = arena, .repo_path = "/r" };
	struct tora_file_change *file = tora_vec_push(arena, &check.change.files);
	struct tora_context ctx;

	(void)state;
	*file = (struct tora_file_change){ .path = "p/private.py", .is_withheld = true };
	add_function(&check, "shown", false);
	tora_context_make(&check, &lang, NULL, &ctx);
	assert_string_equal(ctx.rest, "");
	check.base_tree.hex[0] = 'a';
	tora_context_make(&check, &lang, NULL, &ctx);
	assert_non_null(strstr(ctx.rest, "p/private.py (contents withheld)"));
	tora_arena_free(arena);
}

static void withheld_files_are_not_told_of(void **state)
{
	static const struct tora_lang lang = { .name = "python" };
	struct tora_arena *arena = tora_arena_new();
	struct tora_check check = { .arena = arena, .repo_path = "/r" };
	struct tora_candidates mined = { 0 };
	struct tora_context ctx;

	(void)state;
	add_function(&check, "shown", false);
	add_function(&check, "hidden", true);
	add_mined(&mined, arena, "print(p.from_open_test())", "tests/test_open.py:3");
	add_mined(&mined, arena, "print(p.from_private_test())", "tests/private/test_a.py:9");
	tora_withhold_add(&check.change.withhold, TORA_SV("tests/private/\n"), arena);
	tora_context_make(&check, &lang, &mined, &ctx);
	assert_non_null(strstr(ctx.functions, "p.shown(x)"));
	assert_non_null(strstr(ctx.bodies, "def shown"));
	assert_non_null(strstr(ctx.docs, "What shown does."));
	assert_non_null(strstr(ctx.usage, "from_open_test"));
	assert_null(strstr(ctx.functions, "hidden"));
	assert_null(strstr(ctx.bodies, "hidden"));
	assert_null(strstr(ctx.docs, "hidden"));
	assert_null(strstr(ctx.usage, "from_private_test"));
	check.change.functions.at[0].is_withheld = true;
	tora_context_make(&check, &lang, &mined, &ctx);
	assert_string_equal(ctx.functions, "");
	tora_arena_free(arena);
}

/* A program that was tried, with a value only it can have printed. */
static struct tora_pair *try(struct tora_candidates *mined, struct tora_arena *arena,
                             const char *value, const char *target, const char *covered)
{
	struct tora_pair *pair = tora_arena_calloc(arena, 1, sizeof *pair);
	struct tora_candidate *c = tora_vec_push(arena, &mined->all);

	pair->reached = true;
	pair->head.status = pair->base.status = TORA_TRIAL_OK;
	pair->head.out = pair->base.out = tora_sv(value);
	if (covered)
		*tora_vec_push(arena, &pair->head.covered) =
			(struct tora_lines_hit){ .file = covered, .line = 1 };
	c->source = tora_arena_printf(arena, "print(call_%s())", value);
	c->where = "tests/test_open.py:7";
	c->target = target;
	c->tried = pair;
	return pair;
}

static void what_withheld_code_does_is_not_told(void **state)
{
	static const struct tora_lang lang = { .name = "python" };
	struct tora_arena *arena = tora_arena_new();
	struct tora_check check = { .arena = arena, .repo_path = "/home/x/folder" };
	struct tora_candidates mined = { 0 };
	struct tora_context ctx;
	struct tora_pair *pair;

	(void)state;
	add_function(&check, "hidden", true);
	check.change.functions.at[0].module = "private.part";
	add_function(&check, "shown", false);
	*tora_vec_push(arena, &check.change.files) = (struct tora_file_change){
		.path = "p/private.py", .old_path = "p/before.py", .is_withheld = true
	};
	*tora_vec_push(arena, &check.change.files) =
		(struct tora_file_change){ .path = "p/open.py", .old_path = "p/open.py" };
	(void)try(&mined, arena, "open1", "p.shown", "p/open.py");
	(void)try(&mined, arena, "aimed", "p.hidden", NULL);
	(void)try(&mined, arena, "covered", "", "p/private.py");
	pair = try(&mined, arena, "based", "p.shown", "p/open.py");
	*tora_vec_push(arena, &pair->base.covered) =
		(struct tora_lines_hit){ .file = "p/before.py", .line = 1 };
	add_mined(&mined, arena, "print(seen_hidden())", "tests/test_open.py:9");
	mined.all.at[mined.all.n - 1].target = "p.hidden";
	tora_context_make(&check, &lang, &mined, &ctx);
	assert_string_equal(ctx.observed, "print(call_open1())# both: open1\n\n");
	assert_string_equal(ctx.usage, "");
	assert_string_equal(ctx.project, "p");
	check.change.functions.at[1].is_withheld = true;
	tora_context_make(&check, &lang, &mined, &ctx);
	assert_string_equal(ctx.project, "folder");
	tora_arena_free(arena);
}

/* What differs comes first, then what ends well; the same calls with other values are told of once. */
static void observed_programs_are_various(void **state)
{
	static const struct tora_lang lang = { .name = "python" };
	static struct tora_exception wrong = { .type = "ValueError", .message = "no" };
	struct tora_arena *arena = tora_arena_new();
	struct tora_check check = { .arena = arena, .repo_path = "/r" };
	struct tora_candidates mined = { 0 };
	struct tora_context ctx;
	struct tora_pair *pair;

	(void)state;
	add_function(&check, "shown", false);
	pair = try(&mined, arena, "fails", "", NULL);
	pair->head.status = pair->base.status = TORA_TRIAL_EXCEPTION;
	pair->head.exception = pair->base.exception = &wrong;
	(void)try(&mined, arena, "fine", "", NULL);
	mined.all.at[1].source = "print(f(1, 'a\\'b', 2.5))\n";
	(void)try(&mined, arena, "again", "", NULL);
	mined.all.at[2].source = "print(f(32, 'c', 7))\n";
	pair = try(&mined, arena, "old", "", NULL);
	pair->head.out = tora_sv("new");
	tora_context_make(&check, &lang, &mined, &ctx);
	assert_string_equal(ctx.observed,
	                    "print(call_old())# before: old\n# after: new\n\n"
	                    "print(f(1, 'a\\'b', 2.5))\n# both: fine\n\n"
	                    "print(call_fails())# both: ValueError: no; before that fails\n\n");
	tora_arena_free(arena);
}

static void a_long_message_is_cut_between_words(void **state)
{
	static const struct tora_lang lang = { .name = "python" };
	struct tora_arena *arena = tora_arena_new();
	struct tora_check check = { .arena = arena, .repo_path = "/r" };
	char text[2000];
	struct tora_context ctx;

	(void)state;
	memset(text, 'a', sizeof text);
	for (size_t i = 6; i < sizeof text; i += 7)
		text[i] = ' ';
	text[sizeof text - 1] = '\0';
	add_function(&check, "shown", false);
	*tora_vec_push(arena, &check.intent.messages) = (struct tora_message){ .text = text };
	tora_context_make(&check, &lang, NULL, &ctx);
	assert_non_null(strstr(ctx.messages, " aaaaaa ...\n"));
	assert_in_range(strlen(ctx.messages), 900, 1010);
	tora_arena_free(arena);
}

/* When the surroundings of a change do not fit for all functions, each has less of them. */
static void every_function_is_shown_before_its_surroundings(void **state)
{
	static const struct tora_lang lang = { .name = "python" };
	struct tora_arena *arena = tora_arena_new();
	struct tora_check check = { .arena = arena, .repo_path = "/r" };
	struct tora_str text = TORA_STR_INIT(100000);
	struct tora_file_change *file = tora_vec_push(arena, &check.change.files);
	struct tora_context ctx;

	(void)state;
	*file = (struct tora_file_change){ .path = "p/open.py", .old_path = "p/open.py" };
	for (unsigned i = 1; i <= 300; i++)
		tora_str_addf(&text, "line %u %s\n", i, "of a function that is not changed at all");
	file->head_text = file->base_text = tora_str_view(&text);
	for (unsigned i = 0; i < 10; i++) {
		struct tora_function *f;

		add_function(&check, tora_arena_printf(arena, "f%u", i), false);
		f = &check.change.functions.at[i];
		f->kind = TORA_CHANGE_MODIFIED;
		f->first = f->base_first = 30 * i + 1;
		f->last = f->base_last = 30 * i + 30;
		*tora_vec_push(arena, &file->hunks) =
			(struct tora_hunk){ 30 * i + 15, 1, 30 * i + 15, 1 };
	}
	tora_context_make(&check, &lang, NULL, &ctx);
	for (unsigned i = 0; i < 10; i++)
		assert_non_null(
			strstr(ctx.bodies, tora_arena_printf(arena, "+line %u ", 30 * i + 15)));
	assert_non_null(strstr(ctx.bodies, "\n line 14 "));
	assert_null(strstr(ctx.bodies, "\n line 3 "));
	check.change.functions.n = 2; /* room enough */
	tora_context_make(&check, &lang, NULL, &ctx);
	assert_non_null(strstr(ctx.bodies, "\n line 3 "));
	tora_str_free(&text);
	tora_arena_free(arena);
}

static const struct {
	const char *lang, *path, *text, *says;
	unsigned line; /* of the method that changed: its name is "put" or what `name` says */
	const char *name;
} classes[] = {
	{ "python", "basket.py",
	  "@dataclass\nclass Basket(Base):\n    \"\"\"keeps at most LIMIT\n\n    and more\n    "
	  "\"\"\"\n"
	  "    LIMIT = 3\n    sizes = {\n        1: 2,\n    }\n\n"
	  "    def __init__(self, owner, *,\n                 of=None):\n        self.owner = "
	  "owner\n\n"
	  "    def other(self):\n        hidden = 1\n\n"
	  "    def put(self, thing):\n        return thing\n",
	  "# m.Basket.put\n# @dataclass\n# class Basket(Base):\n#     (keeps at most LIMIT)\n"
	  "#     __init__(self, owner, *, of=None)\n#     LIMIT = 3\n#     sizes = { ...\n+",
	  19, "Basket.put" },
	{ "javascript", "basket.js",
	  "/**\n * Keeps at most limit.\n */\nclass Basket extends Base {\n  limit = 3\n"
	  "  constructor(owner) {\n    super(owner)\n  }\n  put(thing) {\n    return thing\n  "
	  "}\n}\n",
	  "# m.Basket.put\n# class Basket extends Base\n#     (* Keeps at most limit.)\n"
	  "#     constructor(owner)\n#     limit = 3\n+",
	  9, "Basket.put" },
	{ "python", "inner.py",
	  "class A:\n    one = 1\n    class B:\n        two = 2\n        def __init__(self):\n"
	  "            pass\n",
	  "# m.A.B.__init__\n# class B:\n#     two = 2\n+", 5, "A.B.__init__" },
	{ "python", "plain.py", "def outer():\n    def put():\n        pass\n", "# m.outer.put\n+",
	  2, "outer.put" },
};

/* A method that changed is told of with its class: nobody can call it who cannot make an object. */
static void a_method_comes_with_its_class(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
		const struct tora_lang *lang = tora_lang_named(classes[i].lang);
		struct tora_arena *arena = tora_arena_new();
		struct tora_check check = { .arena = arena, .repo_path = "/r" };
		struct tora_file_change *file = tora_vec_push(arena, &check.change.files);
		struct tora_context ctx;
		const char *second;

		*file = (struct tora_file_change){ .path = classes[i].path,
			                           .lang = lang,
			                           .head_text = tora_sv(classes[i].text) };
		for (unsigned k = 0; k < 2; k++) {
			struct tora_function *f;

			add_function(&check, classes[i].name, false);
			f = &check.change.functions.at[k];
			f->file = classes[i].path;
			f->name = tora_arena_printf(arena, "m.%s", classes[i].name);
			f->first = f->last = classes[i].line;
		}
		tora_context_make(&check, lang, NULL, &ctx);
		if (strncmp(ctx.bodies, classes[i].says, strlen(classes[i].says)) != 0)
			fail_msg("%s:\n%s", classes[i].path, ctx.bodies);
		second = strstr(ctx.bodies + 3, "# m.");
		assert_non_null(second);
		assert_null(strstr(second, "#  "));
		assert_true(strlen(ctx.bodies) < 1000);
		tora_arena_free(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_trees_have_no_rest),
		cmocka_unit_test(withheld_files_are_not_told_of),
		cmocka_unit_test(what_withheld_code_does_is_not_told),
		cmocka_unit_test(observed_programs_are_various),
		cmocka_unit_test(a_long_message_is_cut_between_words),
		cmocka_unit_test(every_function_is_shown_before_its_surroundings),
		cmocka_unit_test(a_method_comes_with_its_class),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
