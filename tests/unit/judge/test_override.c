/* Methods of heirs that are asked no more. */
#include "trials.h"

#include "judge/override.h"
#include "judge/said.h"

#define PY                                                                                         \
	"from p import Renderer\n\nclass OwnRenderer(Renderer):\n    def location(self, *args):\n" \
	"        return 'x'\n\nprint(OwnRenderer().render(1))\n"
#define JS                                                                                         \
	"class OwnGrader extends Grader {\n\tweightOf(...args) {\n\t\treturn 1;\n\t}\n}\n"         \
	"console.log(new OwnGrader().summary([]));\n"

static const struct {
	const char *label, *test, *before, *after, *message, *changelog;
	bool lost;
} rows[] = {
	{ "asked of another", PY, "return self.location(it)", "return it.location", "Add it", NULL,
	  true },
	{ "handed on", PY, "return self.location(it)", "return map(self.location, it)", "Add it",
	  NULL, false },
	{ "another name", PY, "return self.location(it)", "return self.location_of(it)", "Add it",
	  NULL, true },
	{ "worked out", PY, "return self.location(it)", "return it.place", "Add it",
	  "it has a place", true },
	{ "by a class method", PY, "return cls.location(it)", "return it.place", "Add it", NULL,
	  true },
	{ "in JavaScript", JS, "return this.weightOf(egg);", "return egg.weight;", "Split it", NULL,
	  true },
	{ "asked still", PY, "return self.location(it)", "return self.location(it) or ''", "Add it",
	  NULL, false },
	{ "never asked", PY, "return place(it)", "return it.place", "Add it", NULL, false },
	{ "of another object", PY, "return it.location(1)", "return it.place", "Add it", NULL,
	  false },
	{ "a longer name", PY, "return self.location_of(it)", "return it.place", "Add it", NULL,
	  false },
	{ "the function is gone", PY, "return self.location(it)", "", "Add it", NULL, false },
	{ "a class of nobody's",
	  "class Own:\n    def location(self):\n        return 1\nprint(Own())\n",
	  "return self.location(it)", "return it.place", "Add it", NULL, false },
	{ "a function behind the class",
	  "class Own(Renderer):\n    pass\nif True:\n    def location():\n        return 1\n",
	  "return self.location(it)", "return it.place", "Add it", NULL, false },
	{ "the message speaks of it", PY, "return self.location(it)", "return it.place",
	  "Overrides of location are not asked", NULL, false },
	{ "the changelog does", PY, "return self.location(it)", "return it.place", "Add it",
	  "subclasses have to override place", false },
};

static void test_override(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_said said = { .messages = tora_sv(rows[i].message) };
		struct tora_intent intent = { .title = "" };
		struct tora_difference d = { .kind = TORA_DIFF_VALUE };
		struct tora_change change = { 0 };
		struct tora_case c = { .said = &said,
			               .intent = &intent,
			               .change = &change,
			               .test = rows[i].test,
			               .difference = &d };

		*tora_vec_push(arena, &change.functions) =
			(struct tora_function){ .name = "p.other",
			                        .base_body = TORA_SV("return 1"),
			                        .head_body = TORA_SV("return 2") };
		*tora_vec_push(arena, &change.functions) =
			(struct tora_function){ .name = "p.Renderer.render",
			                        .base_body = tora_sv(rows[i].before),
			                        .head_body = tora_sv(rows[i].after) };
		if (rows[i].changelog)
			*tora_vec_push(arena, &intent.changelog) = rows[i].changelog;
		row_int(rows[i].label, tora_override_lost(&c), rows[i].lost);
		d.kind = TORA_DIFF_EXCEPTION_APPEARED;
		assert_false(tora_override_lost(&c));
		tora_arena_free(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_override) };

	return cmocka_run_group_tests_name("override", tests, NULL, NULL);
}
