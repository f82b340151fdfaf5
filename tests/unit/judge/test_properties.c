/* An object without what the type of the parameter says each has. */
#include "trials.h"

#include "judge/evidence.h"
#include "judge/madeup.h"
#include "judge/properties.h"
#include "judge/said.h"
#include "lang/lang.h"

#include <string.h>

#define TYPES                                                                                      \
	"/**\n * @typedef {object} Horse\n * @property {string} name\n"                            \
	" * @property {number} weeks  whole weeks\n * @property {string} [farrier]\n"              \
	" * @property {number=} shoes\n * @property {string|undefined} note\n"                     \
	" * @property {string} stable.name\n */\n"                                                 \
	"/** @typedef {object} Cow\n * @property {number} milk */\n"                               \
	"/** @typedef {{name: string, kilos: number, pen?: number, at: {x: number}, snout: "       \
	"number}} Sow\n"                                                                           \
	" * @typedef {{name: string, kilos: number, pen?: number}} Pig\n"                          \
	" * @typedef {import('./hens.js').Hen} Hen\n * @typedef {string} Name\n * @typedef "       \
	"{{kind: string, a: number} | {kind: string, b: number}} Shape */\n"
#define SCANS "/** @param {Person[]} people\n * @param {Scan[]} scans */"
#define DOC   "/**\n * The next.\n *\n * @param {Horse} horse\n * @param {string} today\n */"

static const struct {
	const char *label, *doc, *body, *test;
	bool want;
} rows[] = {
	{ "one is missing", DOC, "", "next({ name: 'Bess' }, '2022')", true },
	{ "none is", DOC, "", "next({ name: 'Bess', weeks: 6 }, '2022')", false },
	{ "by its name alone", DOC, "", "next({ name, weeks }, '2022')", false },
	{ "in quotes", DOC, "", "next({ 'name': 'Bess', \"weeks\": 6 }, '2022')", false },
	{ "a method of it", DOC, "", "next({ name() {}, weeks: 6 }, '2022')", false },
	{ "deeper", DOC, "", "next({ name: { weeks: 1 } }, '2022')", true },
	{ "of another call", DOC, "", "next(horse({ name: 'Bess' }), '2022')", false },
	{ "of another function", DOC, "", "last({ name: 'Bess' }, '2022')", false },
	{ "of another parameter", DOC, "", "next(bess, { name: 'Bess' })", false },
	{ "the second one", "/** @param {string} today\n * @param {Horse} horse */", "",
	  "next('2022', {})", true },
	{ "its parts are none",
	  "/** @param {object} a\n * @param {string} a.b\n * @param {Horse} c */", "",
	  "next({}, {})", true },
	{ "spread", DOC, "", "next({ ...bess }, '2022')", false },
	{ "a computed key", DOC, "", "next({ [key]: 1 }, '2022')", false },
	{ "with a value for it", DOC, "function next({ name, weeks = 6 }) {}",
	  "next({ name: 'B' })", false },
	{ "with another for it", DOC, "return horse.weeks ?? 6;", "next({ name: 'B' })", false },
	{ "or another", DOC, "return horse.weeks || 6;", "next({ name: 'B' })", false },
	{ "asked for", DOC, "return 'weeks' in horse;", "next({ name: 'B' })", false },
	{ "if not undefined", DOC, "return horse.weeks !== undefined ? horse.weeks : 8;",
	  "next({ name: 'B' })", false },
	{ "if there is one", DOC, "if (horse.weeks) return 1;", "next({ name: 'B' })", false },
	{ "if there is none", DOC, "return !horse.weeks;", "next({ name: 'B' })", false },
	{ "of what type", DOC, "return typeof horse.weeks === 'undefined';", "next({ name: 'B' })",
	  false },
	{ "compared with null", DOC, "return horse.weeks == null;", "next({ name: 'B' })", false },
	{ "read", DOC, "return horse.weeks + 6;", "next({ name: 'B' })", true },
	{ "compared with nothing", DOC, "return horse.weeks === undefined;", "next({ name: 'B' })",
	  false },
	{ "compared", DOC, "return horse.weeks == 6;", "next({ name: 'B' })", true },
	{ "one of another type", "/** @param {Cow} cow */", "", "next({ name: 'B' })", true },
	{ "another type's own", "/** @param {Cow} cow */", "", "next({ milk: 1 })", false },
	{ "inline", "/** @param {Pig} pig */", "", "next({ name: 'B' })", true },
	{ "all of an inline one", "/** @param {Pig} pig */", "", "next({ name: 'B', kilos: 3 })",
	  false },
	{ "what may be left out", "/** @param {Pig} pig */", "",
	  "next({ name: 'B', kilos: 3, pen: 4 })", false },
	{ "what is in one of its own", "/** @param {Pig} pig */", "",
	  "next({ name: 'B', deep: 3 })", true },
	{ "of a list", "/** @param {Pig[]} pigs */", "",
	  "next([{ name: 'A', kilos: 3 }, { name: 'B' }])", true },
	{ "none of a list", "/** @param {Pig[]} pigs */", "",
	  "next([{ name: 'A', kilos: 3 }, { name: 'B', kilos: 4 }])", false },
	{ "of an array", "/** @param {Array<Pig>} pigs */", "", "next([{ name: 'B' }])", true },
	{ "a list of numbers", "/** @param {Pig[]} pigs */", "", "next([1])", true },
	{ "a list of texts", "/** @param {Pig[]} pigs */", "", "next(['b'])", true },
	{ "a list where one is taken", "/** @param {Pig} pig */", "", "next([1])", false },
	{ "one where a list is taken", "/** @param {Pig[]} pigs */", "", "next(1)", false },
	{ "a number", "/** @param {Pig} pig */", "", "next(1)", true },
	{ "a text", "/** @param {Pig} pig */", "", "next('a')", true },
	{ "a name", "/** @param {Pig} pig */", "", "next(pig)", false },
	{ "a number that counts", "/** @param {Pig} pig */", "", "next(pig, 1)", false },
	{ "a number in another call", "/** @param {Pig[]} pigs */", "", "next(all(1))", false },
	{ "a number for an imported one", "/** @param {Hen} hen */", "", "next(1)", true },
	{ "a text for an imported one", "/** @param {Hen} hen */", "", "next('a')", false },
	{ "an object for an imported one", "/** @param {Hen} hen */", "", "next({})", false },
	{ "imported where it is named", "/** @param {import('./a.js').Pig} pig */", "",
	  "next({ name: 'B' })", true },
	{ "one of several types", "/** @param {Pig|number} pig */", "", "next(1)", false },
	{ "a number for a text", "/** @param {Name} name */", "", "next(1)", false },
	{ "what is made of a list", "/** @param {Pig[]} pigs */", "",
	  "next([1, 2].map((n) => ({ name: 'B', kilos: n })))", false },
	{ "what is asked first", "/** @param {Pig} pig */", "", "next(2 > 1 ? a : b)", false },
	{ "one of two", "/** @param {Shape} shape */", "", "next({ kind: 'a', a: 1 })", false },
	{ "akin", NULL, "", "report([{ name: 'B', weeks: 1 }, { weeks: 2, shoes: 4, note: 'x' }])",
	  true },
	{ "changed places", SCANS, "", "next(scans, people)", true },
	{ "in their places", SCANS, "", "next(people, scans)", false },
	{ "another name", SCANS, "", "next(scan, person)", false },
	{ "one of them", SCANS, "", "next(scans, all)", true },
	{ "a part of it", SCANS, "", "next(scans.people, scans[0])", false },
	{ "of one type", "/** @param {Pig} one\n * @param {Pig} other */", "", "next(other, one)",
	  false },
	{ "of no type", "/** @param one\n * @param other */", "", "next(other, one)", false },
	{ "what is changed of one", NULL, "", "update({ weeks: 2, shoes: 4, note: 'x' })", false },
	{ "what is looked for", NULL, "", "stable.findHorse({ weeks: 2, shoes: 4, note: 'x' })",
	  false },
	{ "by a word", NULL, "", "stable.find({ weeks: 2, shoes: 4, note: 'x' })", false },
	{ "akin, and more", NULL, "", "report([{ weeks: 2, days: 1 }])", false },
	{ "less than half of it", NULL, "", "report([{ snout: 2 }])", false },
	{ "nothing of it", NULL, "", "report([{}])", false },
	{ "all that each has", NULL, "", "report([{ name: 'B', weeks: 1 }])", false },
	{ "no such type", "/** @param {Hen} hen */", "", "next({ name: 'B', weeks: 1 })", false },
	{ "no type", "/** The next. */", "", "next({ name: 'B' })", false },
	{ "no words", NULL, "", "next({ name: 'B' })", false },
};

static void test_properties(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base = trial_ok("0"), head = trial_ok("NaN"),
			  refused = trial_raise(arena, "", "TypeError", "no", "/repo/w.js:next");
	struct tora_change change = { .readme = tora_sv("") };
	struct tora_intent intent = { .messages = { 0 } };
	struct tora_file_change *file = tora_vec_push(arena, &change.files);
	struct tora_function *f = tora_vec_push(arena, &change.functions);

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_difference d = { .before = "0", .after = "NaN" },
				       no = { .before = "undefined", .after = "NaN" };
		struct tora_said said;
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = "w.next",
			               .test = rows[i].test,
			               .legality = TORA_LEGAL_PLAUSIBLE,
			               .origin = TORA_ORIGIN_MUTATED,
			               .before = &base,
			               .after = &head,
			               .said = &said,
			               .difference = &d };

		*file = (struct tora_file_change){ .path = "w.js",
			                           .role = TORA_FILE_SOURCE,
			                           .lang = tora_lang_named("javascript"),
			                           .base_text = TORA_SV(TYPES) };
		*f = (struct tora_function){ .name = "w.next",
			                     .base_doc = rows[i].doc,
			                     .base_body = tora_sv(rows[i].body) };
		tora_said(&intent, &change, arena, &said);
		row_int(rows[i].label, tora_properties_left(&c), rows[i].want);
		row_int(rows[i].label, tora_made_up(&c, 0) == TORA_LEGAL_ILLEGAL, rows[i].want);
		c.difference = &no;
		assert_false(tora_properties_left(&c));
		c.difference = &d;
		c.before = &refused;
		assert_false(tora_properties_left(&c));
		c.before = &base;
		file->role = TORA_FILE_TEST; /* types of tests are no types of the project's */
		row_int(rows[i].label, tora_properties_left(&c),
		        rows[i].want && rows[i].doc && strcmp(rows[i].doc, SCANS) == 0);
	}
	tora_arena_free(arena);
}

/* Where a part of one is taken somewhere, an object may be such a part. */
static void test_parts(void **state)
{
	static const struct {
		const char *label, *source;
		bool want;
	} of[] = {
		{ "none", TYPES, true },
		{ "a part", TYPES "/** @param {Partial<Horse>} changes */\n", false },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base = trial_ok("0");
	struct tora_change change = { .readme = tora_sv("") };
	struct tora_intent intent = { .messages = { 0 } };
	struct tora_file_change *file = tora_vec_push(arena, &change.files);

	(void)state;
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		struct tora_difference d = { .before = "0" };
		struct tora_said said;
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = "w.report",
			               .test = "report({ weeks: 2, shoes: 4, note: 'x' })",
			               .before = &base,
			               .said = &said,
			               .difference = &d };

		*file = (struct tora_file_change){ .path = "w.js",
			                           .role = TORA_FILE_SOURCE,
			                           .lang = tora_lang_named("javascript"),
			                           .base_text = tora_sv(of[i].source) };
		tora_said(&intent, &change, arena, &said);
		row_int(of[i].label, tora_properties_left(&c), of[i].want);
	}
	tora_arena_free(arena);
}

/* More types, keys and brackets than there is room for. */
static void test_much(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base = trial_ok("0");
	struct tora_change change = { .readme = tora_sv("") };
	struct tora_intent intent = { .messages = { 0 } };
	struct tora_file_change *file = tora_vec_push(arena, &change.files);
	struct tora_function *f = tora_vec_push(arena, &change.functions);
	struct tora_difference d = { .before = "0" };
	struct tora_str types = TORA_STR_INIT(1u << 16), test = TORA_STR_INIT(1u << 20);
	struct tora_said said;
	struct tora_case c = { .intent = &intent,
		               .change = &change,
		               .name = "w.next",
		               .before = &base,
		               .said = &said,
		               .difference = &d };

	(void)state;
	for (unsigned i = 0; i < 40; i++) {
		tora_str_addf(&types, "/** @typedef {{k%u: number", i);
		for (unsigned k = 0; k < 60; k++)
			tora_str_addf(&types, ", a%u: number", k);
		tora_str_addf(&types, "}} T%u */\n", i);
	}
	*file = (struct tora_file_change){ .path = "w.js",
		                           .role = TORA_FILE_SOURCE,
		                           .lang = tora_lang_named("javascript"),
		                           .base_text = { types.buf, types.len } };
	*f = (struct tora_function){ .name = "w.next", .base_doc = "/** @param {T0} t */" };
	tora_said(&intent, &change, arena, &said);
	tora_str_adds(&test, "next({ k0: 1");
	for (unsigned k = 0; k < 60; k++)
		tora_str_addf(&test, ", a%u: 1", k);
	tora_str_adds(&test, " });\n");
	c.test = test.buf;
	assert_false(tora_properties_left(&c)); /* it is not known what it has */
	for (unsigned i = 0; i < 16000; i++)
		tora_str_adds(&test, "next({a:");
	c.test = test.buf;
	assert_false(tora_properties_left(&c));
	tora_str_free(&types);
	tora_str_free(&test);
	tora_arena_free(arena);
}

/* Nothing for what the base has a value for. */
static void test_filled_in(void **state)
{
	static const struct {
		const char *label, *body, *test;
		bool want;
	} of[] = {
		{ "filled in", "o.gap === undefined ? 8 : o.gap", "f({ gap: undefined })", true },
		{ "otherwise", "o.gap ?? 8", "f({ a: 1, 'gap': undefined })", true },
		{ "by default", "({ gap = 8 }) => gap", "f({ gap: undefined })", true },
		{ "read", "o.gap + 8", "f({ gap: undefined })", false },
		{ "another one", "o.gap ?? 8", "f({ side: undefined })", false },
		{ "a value", "o.gap ?? 8", "f({ gap: 3 })", false },
		{ "no key", "gap ?? 8", "f(gap, undefined)", false },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base = trial_ok("1"),
			  head = trial_raise(arena, "", "TypeError", "undefined is odd",
	                                     "/repo/w.js:f");
	struct tora_change change = { .readme = tora_sv("") };
	struct tora_intent intent = { .messages = { 0 } };
	struct tora_function *f = tora_vec_push(arena, &change.functions);

	(void)state;
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		struct tora_difference d = { .before = "1",
			                     .after = "TypeError: undefined is odd" };
		struct tora_said said;
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = "w.f",
			               .test = of[i].test,
			               .legality = TORA_LEGAL_PLAUSIBLE,
			               .origin = TORA_ORIGIN_MUTATED,
			               .before = &base,
			               .after = &head,
			               .said = &said,
			               .difference = &d };

		*f = (struct tora_function){ .name = "w.f", .base_body = tora_sv(of[i].body) };
		tora_said(&intent, &change, arena, &said);
		row_int(of[i].label, tora_properties_filled_in(&c), of[i].want);
		if (of[i].want)
			row_int(of[i].label, tora_made_up(&c, TORA_FACT(APPEARED)),
			        TORA_LEGAL_PLAUSIBLE);
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_properties),
		                            cmocka_unit_test(test_filled_in),
		                            cmocka_unit_test(test_parts),
		                            cmocka_unit_test(test_much) };

	return cmocka_run_group_tests_name("properties", tests, NULL, NULL);
}
