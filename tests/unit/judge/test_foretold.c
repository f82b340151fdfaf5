/* "Bills of families with several dogs can change" */
#include "trials.h"

#include "judge/evidence.h"
#include "judge/foretold.h"

#define TEST  "stay = Stay('Marsh', dogs)\nprint(bill(stay, rates))\n"
#define LINES "const lines = billLines(stay());\nother = f(2);\nconsole.log(lines.length);\n"
#define PLAIN "lines = bill_lines(stay())\nprint(lines)\n"
#define FIX   "Fix the discount"

static const struct {
	const char *label, *test, *name, *message, *changelog;
	const char *want; /* NULL: nothing */
} rows[] = {
	{ "what is printed", TEST, "p.Rates.prices", FIX,
	  "Fixed: the dearest pays (#58). Bills of families can change, and more. It is so.",
	  "Bills of families can change, and more" },
	{ "one of them", TEST, "p.Rates.prices", FIX, "The bill may differ",
	  "The bill may differ" },
	{ "in capitals", TEST, "p.Rates.prices", FIX, "A BILL CAN CHANGE!", "A BILL CAN CHANGE" },
	{ "the function itself", "print(x)\n", "p.Rates.prices", FIX, "prices will change",
	  "prices will change" },
	{ "in two words", "print(x)\n", "p.Rates.night_prices", FIX,
	  "so the night prices can differ", "so the night prices can differ" },
	{ "one word of two", "print(x)\n", "p.Rates.night_prices", FIX, "the prices can differ",
	  NULL },
	{ "in two words of one kind", "print(x)\n", "p.Rates.night_total", FIX,
	  "Night totals can differ", "Night totals can differ" },
	{ "of one letter", "print(xAxis(1))\n", "p.f", FIX, "The x axis can change",
	  "The x axis can change" },
	{ "another name in capitals", "STAY = bill(1)\nprint(stay)\n", "p.f", FIX,
	  "Bills can change", NULL },
	{ "the last that is looked for",
	  "print(a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), "
	  "a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), bill(1))\n",
	  "p.f", FIX, "Bills can change", "Bills can change" },
	{ "one more",
	  "print(a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), "
	  "a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), a(), "
	  "bill(1))\n",
	  "p.f", FIX, "Bills can change", NULL },
	{ "behind other words", TEST, "p.Rates.prices", FIX,
	  "As the order was wrong, bills may change", "As the order was wrong, bills may change" },
	{ "in es", "print(box(1))\n", "p.f", FIX, "Boxes can change", "Boxes can change" },
	{ "no plural", "print(bill(1))\n", "p.f", FIX, "Bills2 can change", NULL },
	{ "another word", TEST, "p.f", FIX, "Billing can change", NULL },
	{ "another word of that length", TEST, "p.f", FIX, "Billx can change", NULL },
	{ "of what they are", TEST, "p.f", FIX, "Discounts of bills can change", NULL },
	{ "with what they are", TEST, "p.f", FIX, "Pages with a bill can change", NULL },
	{ "another clause", TEST, "p.f", FIX, "It is for bills, and discounts can change", NULL },
	{ "another sentence", TEST, "p.f", FIX, "It prints bills. Discounts can change.", NULL },
	{ "none", TEST, "p.f", FIX, "No bill can change", NULL },
	{ "not said to", TEST, "p.f", FIX, "Bills cannot change. Bills will not change.", NULL },
	{ "what it is given", TEST, "p.f", FIX, "Stays can change", NULL },
	{ "what is made for it", "print(bill(stay(1)))\n", "p.f", FIX, "Stays can change", NULL },
	{ "of what is made", "print(Rates(1).price(2), 3)\n", "p.f", FIX, "Prices can change",
	  "Prices can change" },
	{ "wrapped", "print(repr(sorted(bill(1))))\n", "p.f", FIX, "Bills can change",
	  "Bills can change" },
	{ "what wraps it", "print(len(bill(1)))\n", "p.f", FIX, "Lens can change", NULL },
	{ "of what is called and given", "stay = bill(1)\nprint(price(stay))\n", "p.f", FIX,
	  "Bills can change", NULL },
	{ "what is called behind a name", LINES, "p.f", FIX, "The lines of a bill can change",
	  NULL },
	{ "both words", LINES, "p.f", FIX, "Bill lines can change", "Bill lines can change" },
	{ "of Python", PLAIN, "p.f", FIX, "Bill lines can change", "Bill lines can change" },
	{ "what is set and not printed", LINES, "p.f", FIX, "Others can change", NULL },
	{ "a short name", "print(at(1))\n", "p.f", FIX, "At can change", NULL },
	{ "nothing is printed", "bill(1)\n", "p.f", FIX, "Bills can change", NULL },
	{ "told twice", TEST, "p.f", FIX, "Discounts can change; bills can change, too",
	  "Discounts can change; bills can change, too" },
	{ "a message that says will", TEST, "p.f",
	  FIX "\n\nBills will change by a cent.\nSo it is.", NULL, "Bills will change by a cent" },
	{ "a message that says can", TEST, "p.f", FIX "\n\nBills can change at night.", NULL,
	  NULL },
	{ "a message that says may", TEST, "p.f", FIX "\n\nBills may differ.", NULL, NULL },
	{ "neither", TEST, "p.f", FIX, NULL, NULL },
};

static void test_foretold(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_intent intent = { .title = "" };
		struct tora_case c = { .intent = &intent,
			               .name = rows[i].name,
			               .test = rows[i].test };
		struct tora_sv got;

		tora_vec_push(arena, &intent.messages)->text = rows[i].message;
		if (rows[i].changelog)
			*tora_vec_push(arena, &intent.changelog) = rows[i].changelog;
		got = tora_foretold(&c);
		row_text(rows[i].label, tora_arena_text(arena, got),
		         rows[i].want ? rows[i].want : "");
	}
	tora_arena_free(arena);
}

/* The sentence is what can be quoted, unless it is promised that nothing changes. */
static void test_evidence(void **state)
{
	static const struct {
		const char *label, *message, *changelog, *quote;
		enum tora_difference_kind kind;
		bool foretold;
	} said[] = {
		{ "told", "Fix #58: discount the cheaper dogs", "Bills of dogs can change",
		  "Bills of dogs can change", TORA_DIFF_VALUE, true },
		{ "quoted before", "bill() gives 2 instead of 1", "Bills of dogs can change",
		  "bill() gives 2 instead of 1", TORA_DIFF_VALUE, true },
		{ "promised", "Refactor, no functional change", "Bills of dogs can change", NULL,
		  TORA_DIFF_VALUE, true },
		{ "no value", "Fix #58: discount the cheaper dogs", "Bills of dogs can change",
		  NULL, TORA_DIFF_ORDER, false },
		{ "nothing", "Fix #58: discount the cheaper dogs", "Faster", NULL, TORA_DIFF_VALUE,
		  false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
		struct tora_intent intent = { .branch = "", .title = said[i].message };
		struct tora_trial base = trial_ok("1"), head = trial_ok("2");
		struct tora_difference d = {
			.kind = said[i].kind, .signature = "", .before = "1", .after = "2"
		};
		struct tora_case c = { .intent = &intent,
			               .name = "p.Rates.prices",
			               .test = TEST,
			               .before = &base,
			               .after = &head,
			               .difference = &d };
		struct tora_evidence e;

		tora_vec_push(arena, &intent.messages)->text = said[i].message;
		*tora_vec_push(arena, &intent.changelog) = said[i].changelog;
		tora_evidence(&c, arena, &e);
		row_int(said[i].label, (e.facts & TORA_FACT(FORETOLD)) != 0, said[i].foretold);
		row_text(said[i].label, e.quote ? e.quote : "", said[i].quote ? said[i].quote : "");
		row_int(said[i].label, (e.facts & TORA_FACT(QUOTE)) != 0, said[i].quote != NULL);
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_foretold),
		                            cmocka_unit_test(test_evidence) };

	return cmocka_run_group_tests_name("foretold", tests, NULL, NULL);
}
