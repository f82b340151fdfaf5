/* What functions besides the one that differs say of it, and a changelog that the message points at. */
#include "trials.h"

#include "judge/compare.h"
#include "judge/evidence.h"
#include "judge/rules.h"
#include "judge/text.h"

#define TEST "from p.u import f\n\nprint(f('abc', index=True))\n"

static struct tora_arena *arena;
static const char *program = TEST;

/* Of a change of p.u.f and of one other function. */
static tora_facts facts_of(const char *message, const char *log, const struct tora_function of[2],
                           const char *diff, struct tora_trial base, struct tora_trial head)
{
	struct tora_change change = { .source_diff = tora_sv(diff) };
	struct tora_intent intent = { .branch = "", .title = message };
	struct tora_difference d;
	struct tora_evidence e;
	struct tora_case c = { .intent = &intent,
		               .change = &change,
		               .name = "p.u.f",
		               .test = program,
		               .legality = TORA_LEGAL_PLAUSIBLE,
		               .before = &base,
		               .after = &head,
		               .difference = &d };

	for (size_t i = 0; of && i < 2; i++)
		*tora_vec_push(arena, &change.functions) = of[i];
	c.function = of ? &change.functions.at[0] : NULL;
	tora_vec_push(arena, &intent.messages)->text = message;
	if (log)
		*tora_vec_push(arena, &intent.changelog) = log;
	tora_compare(&base, &head, arena, &d);
	tora_evidence(&c, arena, &e);
	return e.facts;
}

static void test_caught_by_a_helper(void **state)
{
	struct tora_function of[2] = {
		{ .name = "p.u.f",
		  .kind = TORA_CHANGE_MODIFIED,
		  .base_body = TORA_SV("def f(x):\n    return int(x)"),
		  .head_body = TORA_SV("def f(x):\n    return _to(int, x)") },
		{ .name = "p.u._to",
		  .kind = TORA_CHANGE_ADDED,
		  .head_body = TORA_SV("def _to(kind, x):\n    try:\n        return kind(x)\n"
		                       "    except Exception:\n        return None") }
	};
	const char *diff = "+    except Exception:\n";
	struct tora_trial base = trial_raise(arena, "", "ValueError", "x", "/repo/p/u.py:f");

	(void)state;
	row_int("it calls it",
	        (facts_of("Add decimal()", NULL, of, diff, base, trial_ok("None")) &
	         TORA_FACT(DIFF_CATCHES)) != 0,
	        true);
	of[0].head_body = of[0].base_body;
	row_int("it does not",
	        (facts_of("Add decimal()", NULL, of, diff, base, trial_ok("None")) &
	         TORA_FACT(DIFF_CATCHES)) != 0,
	        false);
}

/* "Add a flag to bucket()", which nobody can leave out: what calls it is changed. */
static void test_required(void **state)
{
	struct tora_function of[2] = { { .name = "p.u.f",
		                         .kind = TORA_CHANGE_MODIFIED,
		                         .base_body = TORA_SV("def f(x):\n    return bucket(x)"),
		                         .head_body =
		                                 TORA_SV("def f(x):\n    return bucket(1, x)") },
		                       { .name = "p.u.bucket",
		                         .file = "p/u.py",
		                         .kind = TORA_CHANGE_MODIFIED,
		                         .is_public = true,
		                         .signature = "bucket(flag, x)",
		                         .base_body = TORA_SV("def bucket(x):\n    return x") } };
	tora_facts claims = TORA_FACT(CLAIM_ADDS) | TORA_FACT(CLAIM_CHANGES) | TORA_FACT(OLD_USE);
	struct tora_trial base = trial_ok("1"), head = trial_ok("2");

	(void)state;
	assert_true((facts_of("Add a flag to `bucket`", NULL, of, "+x\n", base, head) & claims) ==
	            TORA_FACT(CLAIM_CHANGES));
	of[1].signature = "bucket(x, flag=0)";
	assert_true((facts_of("Add a flag to `bucket`", NULL, of, "+x\n", base, head) & claims) ==
	            (TORA_FACT(CLAIM_ADDS) | TORA_FACT(OLD_USE)));
}

/* A table that the code has may get keys; what a function gives may not. */
static void test_constant(void **state)
{
	static const struct {
		const char *label, *test;
		bool is;
	} rows[] = {
		{ "printed", "from p.u import TABLE\n\nprint(TABLE)\n", true },
		{ "of a module", "import p.u\nprint(p.u.TABLE)\n", true },
		{ "logged", "const { TABLE } = require('./u.js');\nconsole.log(TABLE);\n", true },
		{ "called", "from p.u import table\nprint(table())\n", false },
		{ "made", "from p.u import f\nt = f('abc')\nprint(t)\n", false },
		{ "a part of it", "from p.u import TABLE\nprint(TABLE['a'])\n", false },
		{ "and called", "from p.u import TABLE, f\nprint(TABLE)\nprint(f(1))\n", false },
		{ "a word of it", "data = f('mail from a')\nprint(data)\n", false },
		{ "what is asked of a module",
		  "const t = require('./u.js').f('abc');\nconsole.log(t);\n", false },
		{ "made of something", "const t = Array.from(f('abc'));\nconsole.log(t);\n",
		  false },
		{ "not printed", "from p.u import TABLE\n", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		program = rows[i].test;
		row_int(rows[i].label,
		        (facts_of("Add \"b\"", NULL, NULL, "+x\n", trial_ok("{'a': 1}"),
		                  trial_ok("{'a': 1, 'b': 2}")) &
		         TORA_FACT(FIELD_ADDED)) != 0,
		        rows[i].is);
	}
	program = TEST;
}

static void test_changelog(void **state)
{
	static const struct {
		const char *label, *message, *log, *before, *after;
		tora_facts yes, no;
	} rows[] = {
		{ "a mark in quotes", "Change defaults", "- None is shown as `-`.", "a    b",
		  "a -  b", TORA_FACT(LOG_MENTIONS) | TORA_FACT(NAMES_VALUE), 0 },
		{ "in the message", "Show \"-\" for None", NULL, "a    b", "a -  b",
		  TORA_FACT(NAMES_VALUE), 0 },
		{ "another one", "Show `+` for None", NULL, "a    b", "a -  b", 0,
		  TORA_FACT(NAMES_VALUE) },
		{ "between words", "Show a-b for None", NULL, "a    b", "a -  b", 0,
		  TORA_FACT(NAMES_VALUE) },
		{ "between texts", "Show ['a','b'] for None", NULL, "a b", "a,b", 0,
		  TORA_FACT(NAMES_VALUE) },
		{ "which is not all that is new", "Show `-` for None", NULL, "a    b", "a -1 b", 0,
		  TORA_FACT(NAMES_VALUE) },
		{ "where the message points", "Change defaults\n\nSee the changelog.",
		  "- The `index` counts from 1.", "0  1", "1  1", TORA_FACT(NAMES_INPUT), 0 },
		{ "where it does not", "Change defaults", "- The `index` counts from 1.", "0  1",
		  "1  1", 0, TORA_FACT(NAMES_INPUT) },
		{ "a sentence", "Keys", "- two spellings of one name are one name in comparisons",
		  "a", "b", TORA_FACT(LOG_SPEAKS) | TORA_FACT(CLAIM_NONE),
		  TORA_FACT(LOG_MENTIONS) },
		{ "a name", "Keys", "- `Names.keys` and `Names.rows`", "a", "b", 0,
		  TORA_FACT(LOG_SPEAKS) },
		{ "a heading", "Keys", "## what is new for all of those who ask here", "a", "b", 0,
		  TORA_FACT(LOG_SPEAKS) },
		{ "a link", "Keys",
		  "- [#12](https://a.example/owner/repo/pull/12) by @ann, thanks!", "a", "b", 0,
		  TORA_FACT(LOG_SPEAKS) },
		{ "a sentence with a link", "Keys",
		  "* Two spellings of one name are one name now ([#12](https://a.example/12))", "a",
		  "b", TORA_FACT(LOG_SPEAKS), 0 },
		{ "names", "Keys", "- `a`, `b`, `c`, `d`, `e`, `f`, `g`, `h`, `i`", "a", "b", 0,
		  TORA_FACT(LOG_SPEAKS) },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		tora_facts is = facts_of(rows[i].message, rows[i].log, NULL, "+x\n",
		                         trial_ok(rows[i].before), trial_ok(rows[i].after));

		for (unsigned f = 0; f < TORA_FACT_COUNT; f++) {
			tora_facts bit = (tora_facts)1 << f;

			if ((rows[i].yes | rows[i].no) & bit)
				row_text(rows[i].label, is & bit ? tora_fact_name(f) : "-",
				         rows[i].yes & bit ? tora_fact_name(f) : "-");
		}
	}
}

/* A changelog that speaks where the message does not is the announcement, but of no accident. */
static void test_changelog_that_speaks(void **state)
{
	static const struct {
		const char *label;
		tora_facts facts;
		enum tora_verdict verdict;
	} rows[] = {
		{ "no changelog", TORA_FACT(VALUE), TORA_VERDICT_UNINTENDED },
		{ "a changelog", TORA_FACT(VALUE) | TORA_FACT(LOG_SPEAKS), TORA_VERDICT_UNSURE },
		{ "a message that says something itself",
		  TORA_FACT(VALUE) | TORA_FACT(LOG_SPEAKS) | TORA_FACT(CLAIM_KEEPS),
		  TORA_VERDICT_UNINTENDED },
		{ "an accident",
		  TORA_FACT(APPEARED) | TORA_FACT(PROGRAM_ERROR) | TORA_FACT(LOG_SPEAKS),
		  TORA_VERDICT_UNINTENDED },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_evidence e = { .facts = rows[i].facts | TORA_FACT(PLAUSIBLE) };
		struct tora_ruling ruling;

		if (!(e.facts & TORA_FACT(CLAIM_KEEPS)))
			e.facts |= TORA_FACT(CLAIM_NONE);
		tora_rules(&e, arena, &ruling);
		row_text(rows[i].label, tora_verdict_name(ruling.verdict),
		         tora_verdict_name(rows[i].verdict));
	}
}

#define WITH_SEASON "f(x, index=None, season=1)"
#define SHOWN       TORA_VERDICT_UNINTENDED
#define QUIET       TORA_VERDICT_UNSURE

static const struct {
	const char *label, *signature, *lines;
	bool asserted;
	enum tora_verdict verdict;
} uses[] = {
	{ "without it", WITH_SEASON, "assert f('abc', index=True) == 'a gamma delta'", true,
	  QUIET },
	{ "with it", WITH_SEASON, "assert f('abc', index=True, season=2) == 'a gamma delta'", false,
	  SHOWN },
	{ "by position", WITH_SEASON, "assert f('abc', True, 2) == 'b gamma delta'", false, SHOWN },
	{ "there is none", "f(x, index=None)", "assert f('abc', True, 2) == 'b gamma delta'", true,
	  QUIET },
	{ "a longer text, with it", WITH_SEASON, "assert f('ABC', season=2) == 'b gamma delta'",
	  false, SHOWN },
	{ "a longer text, without", WITH_SEASON, "assert f('ABC') == 'b gamma delta'", true,
	  QUIET },
	{ "a line above, with it", WITH_SEASON,
	  "    got = f('ABC', season=2)\n    assert got == 'b gamma delta'", false, SHOWN },
	{ "a line above, without", WITH_SEASON,
	  "    got = f('ABC')\n    assert got == 'b gamma delta'", true, QUIET },
	{ "another is nearer", WITH_SEASON,
	  "    got = f('ABC', season=2)\n    got = f('ABC')\n"
	  "    assert got == 'b gamma delta'",
	  true, QUIET },
	{ "another name", WITH_SEASON,
	  "    other = f('ABC', season=2)\n    got = f('ABC')\n    assert other\n"
	  "    assert got == 'b gamma delta'",
	  true, QUIET },
	{ "compared is not assigned", WITH_SEASON,
	  "    got = f('ABC', season=2)\n    assert got == f('ABC')\n"
	  "    assert got == 'b gamma delta'",
	  false, SHOWN },
	{ "made of it", WITH_SEASON,
	  "    got = f('ABC', season=2)\n    text = got.strip()\n"
	  "    self.assertEqual(text, 'b gamma delta')",
	  false, SHOWN },
	{ "made of something else by now", WITH_SEASON,
	  "    got = f('ABC', season=2)\n    got = g()\n    assert got == 'b gamma delta'", true,
	  QUIET },
	{ "of another test", WITH_SEASON,
	  "    got = f('ABC', season=2)\ndef test_g(got):\n"
	  "    assert got == 'b gamma delta'",
	  true, QUIET },
	{ "in a loop", WITH_SEASON,
	  "    for got in f('ABC', season=2):\n        assert got == 'b gamma delta'", false,
	  SHOWN },
	{ "in some lines", WITH_SEASON,
	  "    got = f(\n        'ABC',\n        season=2,\n    )\n"
	  "    assert got == 'b gamma delta'",
	  false, SHOWN },
	{ "asserted in some lines", WITH_SEASON,
	  "    assert f(\n        'ABC',\n        season=2,\n    ) == 'b gamma delta'", false,
	  SHOWN },
	{ "what is wanted above", WITH_SEASON,
	  "    want = 'b gamma delta'\n    got = f('ABC', season=2)\n    assert got == "
	  "want",
	  false, SHOWN },
	{ "what is wanted above, without", WITH_SEASON,
	  "    want = 'b gamma delta'\n    got = f('ABC')\n    assert got == want", true, QUIET },
	{ "made of it by a call without", WITH_SEASON,
	  "    x = f('ABC', season=2)\n    got = f(x)\n    assert got == 'b gamma delta'", true,
	  QUIET },
	{ "passed is not assigned", WITH_SEASON,
	  "    got = f('ABC', season=2)\n    show(got=1)\n    assert got == 'b gamma "
	  "delta'",
	  false, SHOWN },
	{ "constants", WITH_SEASON,
	  "  const want = 'b gamma delta';\n  const other = f('ABC');\n"
	  "  const got = f('ABC', { season: 2 });\n  assert.equal(got, want);",
	  false, SHOWN },
	{ "an object of options", WITH_SEASON,
	  "  const got = f('ABC', { season: 2 });\n  assert.equal(got, 'b gamma delta');", false,
	  SHOWN },
	{ "an object of others", WITH_SEASON,
	  "  const all = f('ABC', { season: 2 });\n  const got = f('ABC', { index: 2 });\n"
	  "  assert.equal(got, 'b gamma delta');",
	  true, QUIET },
};

/* A test of a new option has what a call without it gives now: that is said of other calls. */
static void test_asserted_of_the_option(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
		struct tora_function f = { .name = "p.u.f",
			                   .file = "p/u.py",
			                   .kind = TORA_CHANGE_MODIFIED,
			                   .is_public = true,
			                   .signature = uses[i].signature,
			                   .base_body =
			                           TORA_SV("def f(x, index=None):\n    return x") };
		struct tora_change change = { .source_diff = TORA_SV("+x\n") };
		struct tora_intent intent = { .branch = "", .title = "Add seasons" };
		struct tora_trial base = trial_ok("a"), head = trial_ok("a gamma delta");
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_text_lines lines = { 0 };
		struct tora_ruling ruling;
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .function = &f,
			               .name = "p.u.f",
			               .test = TEST,
			               .legality = TORA_LEGAL_SEEN,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		*tora_vec_push(arena, &change.functions) = f;
		tora_text_split(tora_sv(uses[i].lines), arena, &lines);
		for (size_t k = 0; k < lines.of.n; k++)
			*tora_vec_push(arena, &intent.test_lines) =
				tora_arena_text(arena, lines.of.at[k]);
		tora_vec_push(arena, &intent.messages)->text = "Add seasons";
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(uses[i].label, (e.facts & TORA_FACT(TEST_ASSERTS)) != 0, uses[i].asserted);
		tora_rules(&e, arena, &ruling);
		row_text(uses[i].label, tora_verdict_name(ruling.verdict),
		         tora_verdict_name(uses[i].verdict));
	}
}

/* What is passed says nothing of what comes out. */
static void test_passed_is_not_asserted(void **state)
{
	struct tora_intent intent = { .branch = "", .title = "Add seasons" };
	struct tora_change change = { .source_diff = TORA_SV("+x\n") };
	struct tora_trial base = trial_ok("{'a': 1}"), head = trial_ok("{'a': 1, 'grain': 2}");
	struct tora_difference d;
	struct tora_evidence e;
	struct tora_case c = { .intent = &intent,
		               .change = &change,
		               .name = "p.u.f",
		               .legality = TORA_LEGAL_SEEN,
		               .before = &base,
		               .after = &head,
		               .difference = &d };
	static const char *const tests[] = { "print(f({'grain': 0}))", "print(f({'b': 0}))" };

	(void)state;
	*tora_vec_push(arena, &intent.test_lines) = "assert f({}) == {'grain': 6}";
	tora_vec_push(arena, &intent.messages)->text = "Add seasons";
	tora_compare(&base, &head, arena, &d);
	for (size_t i = 0; i < 2; i++) {
		c.test = tests[i];
		tora_evidence(&c, arena, &e);
		row_int(tests[i], (e.facts & TORA_FACT(TEST_ASSERTS)) != 0, i == 1);
	}
}

/* The base gave 144 and `warning` of `category`, the head raises `type`, or gives 145 where that is NULL; f() lost what `diff` says. */
struct end {
	const char *label, *message, *category, *warning, *still, *diff, *type;
	bool due, said;
	enum tora_verdict verdict;
};

static void see_end(const struct end *r)
{
	struct tora_intent intent = { .branch = "", .title = r->message };
	struct tora_change change = { .source_diff = tora_sv(r->diff) };
	struct tora_trial base = trial_warn(arena, "144", r->category, r->warning);
	struct tora_trial head =
		r->type ? trial_raise(arena, "", r->type, "bx", "/repo/p/u.py:f") : trial_ok("145");
	struct tora_difference d;
	struct tora_evidence e;
	struct tora_ruling ruling;
	struct tora_case c = { .intent = &intent,
		               .change = &change,
		               .name = "p.u.f",
		               .test = "print(f('bx'))",
		               .legality = TORA_LEGAL_SEEN,
		               .before = &base,
		               .after = &head,
		               .difference = &d };

	if (r->still)
		head.warnings = trial_warn(arena, "", r->still, "x").warnings;
	tora_vec_push(arena, &intent.messages)->text = r->message;
	tora_compare(&base, &head, arena, &d);
	tora_evidence(&c, arena, &e);
	row_int(r->label, (e.facts & TORA_FACT(WAS_DUE)) != 0, r->due);
	row_int(r->label, (e.facts & TORA_FACT(END_SAID)) != 0, r->said);
	tora_rules(&e, arena, &ruling);
	row_text(r->label, tora_verdict_name(ruling.verdict), tora_verdict_name(r->verdict));
	if (r->said)
		row_int(r->label, strstr(r->message, e.quote) != NULL, true);
}

#define WARNED "-    warnings.warn('code', DeprecationWarning)\n"

static void test_end_that_was_warned_of(void **state)
{
	static const struct end rows[] = {
		{ "announced", "Remove deprecated short codes", "DeprecationWarning", "short code",
		  NULL, WARNED, "UnknownBreed", true, true, TORA_VERDICT_INTENDED },
		{ "another message", "Tidy up", "PendingDeprecationWarning", "short code", NULL,
		  WARNED, "UnknownBreed", true, false, TORA_VERDICT_UNINTENDED },
		{ "by version", "Drop what is due", "RemovedInP20Warning", "short code", NULL,
		  WARNED, "UnknownBreed", true, true, TORA_VERDICT_INTENDED },
		{ "a warning of something else", "Remove deprecated short codes", "UserWarning",
		  "short code", NULL, WARNED, "UnknownBreed", false, false,
		  TORA_VERDICT_UNINTENDED },
		{ "it warns still", "Remove deprecated short codes", "DeprecationWarning",
		  "short code", "FutureWarning", WARNED, "UnknownBreed", false, false,
		  TORA_VERDICT_UNINTENDED },
		{ "another library warned", "Remove deprecated short codes", "DeprecationWarning",
		  "short code", NULL, "-    return utcnow()\n", "UnknownBreed", false, false,
		  TORA_VERDICT_UNINTENDED },
		{ "a constant", "Remove short codes", "DeprecationWarning",
		  "short code bx, use the name", NULL,
		  "-OLD = 'short code {}, use the name'\n-    warn(OLD.format(x))\n",
		  "UnknownBreed", true, true, TORA_VERDICT_INTENDED },
		{ "in some lines", "Remove short codes", "DeprecationWarning",
		  "short code bx, use the name", NULL,
		  "-    warnings.warn(\n-        f\"short code {x}, use the name\",\n"
		  "-        DeprecationWarning,\n-    )\n",
		  "UnknownBreed", true, true, TORA_VERDICT_INTENDED },
		{ "retired", "Retire the two-letter codes", "DeprecationWarning", "short code",
		  NULL, WARNED, "UnknownBreed", true, true, TORA_VERDICT_INTENDED },
		{ "discontinued", "Discontinue the two-letter codes", "DeprecationWarning",
		  "short code", NULL, WARNED, "UnknownBreed", true, true, TORA_VERDICT_INTENDED },
		{ "gone", "Short codes are gone", "DeprecationWarning", "short code", NULL, WARNED,
		  "UnknownBreed", true, true, TORA_VERDICT_INTENDED },
		{ "in some lines that have one word of it", "Remove short codes",
		  "DeprecationWarning", "short code", NULL,
		  "-    warnings.warn(\n-        'code',\n-        DeprecationWarning,\n-    )\n",
		  "UnknownBreed", true, true, TORA_VERDICT_INTENDED },
		{ "what it does is told in the same words", "Remove short codes",
		  "DeprecationWarning", "short code", NULL,
		  "-    'The number of a short code or name.'\n", "UnknownBreed", false, false,
		  TORA_VERDICT_UNINTENDED },
		{ "as a refactoring", "refactor: simplify\n\nShort codes are dropped.",
		  "DeprecationWarning", "short code", NULL, WARNED, "UnknownBreed", true, true,
		  TORA_VERDICT_UNINTENDED },
		{ "of what is filled in", "Remove short codes", "DeprecationWarning", "short code",
		  NULL, "-    warnings.warn(f'{name} {since}', DeprecationWarning)\n",
		  "UnknownBreed", true, true, TORA_VERDICT_INTENDED },
		{ "in the course of a chore", "chore: remove deprecated short codes",
		  "DeprecationWarning", "short code", NULL, WARNED, "UnknownBreed", true, true,
		  TORA_VERDICT_INTENDED },
		{ "a decorator", "Remove what is obsolete", "DeprecationWarning", "f is deprecated",
		  NULL, "-@deprecated\n-def f(x):\n", "UnknownBreed", true, true,
		  TORA_VERDICT_INTENDED },
		{ "of another function", "Remove short codes", "DeprecationWarning", "short code",
		  NULL, "-@deprecated('use names of dogs')\n", "UnknownBreed", false, false,
		  TORA_VERDICT_UNINTENDED },
		{ "a process", "Remove short codes", "DeprecationWarning", "short code", NULL,
		  "-  process.emitWarning('short code', 'DeprecationWarning');\n", "UnknownBreed",
		  true, true, TORA_VERDICT_INTENDED },
		{ "a function of the utilities", "No longer take short codes", "DeprecationWarning",
		  "short code", NULL, "-exports.f = util.deprecate(f, 'short code');\n",
		  "UnknownBreed", true, true, TORA_VERDICT_INTENDED },
		{ "a console", "Remove short codes", "DeprecationWarning", "short code", NULL,
		  "-  console.warn('short code');\n", "UnknownBreed", false, false,
		  TORA_VERDICT_UNINTENDED },
		{ "a log", "Remove short codes", "DeprecationWarning", "short code of dogs", NULL,
		  "-    log.warning('short code of dogs')\n", "UnknownBreed", false, false,
		  TORA_VERDICT_UNINTENDED },
		{ "what warned is elsewhere now", "Remove short codes", "DeprecationWarning",
		  "short code", NULL, WARNED "+        warnings.warn('code', DeprecationWarning)\n",
		  "UnknownBreed", false, false, TORA_VERDICT_UNINTENDED },
		{ "what warned of another end", "Remove short codes", "DeprecationWarning",
		  "utcnow() is deprecated", NULL, WARNED, "UnknownBreed", false, false,
		  TORA_VERDICT_UNINTENDED },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		see_end(&rows[i]);
}

/* A warning, a line that went and a sentence about what goes are in many changes that end nothing. */
static void test_end_of_nothing(void **state)
{
	static const char utcnow[] = "datetime.utcnow() is deprecated";
	static const struct end rows[] = {
		{ "a log and a library", "Remove the unused cache", "DeprecationWarning", utcnow,
		  NULL, "-    log.warning('cache miss')\n", "NameError", false, false,
		  TORA_VERDICT_UNINTENDED },
		{ "a filter", "Drop support for Python 3.7", "FutureWarning",
		  "sort() will sort in place", NULL, "-warnings.filterwarnings('ignore')\n", NULL,
		  false, false, TORA_VERDICT_UNINTENDED },
		{ "a comment", "No longer use utcnow()", "DeprecationWarning", utcnow, NULL,
		  "-    # utcnow is deprecated\n", NULL, false, false, TORA_VERDICT_UNINTENDED },
		{ "a value", "Remove deprecated short codes", "DeprecationWarning", "short code",
		  NULL, WARNED, NULL, false, false, TORA_VERDICT_UNINTENDED },
		{ "denied", "Do not remove the two-letter codes yet", "DeprecationWarning",
		  "short code", NULL, WARNED, NULL, false, false, TORA_VERDICT_UNINTENDED },
		{ "denied, refused", "Do not remove the two-letter codes yet", "DeprecationWarning",
		  "short code", NULL, WARNED, "UnknownBreed", true, false,
		  TORA_VERDICT_UNINTENDED },
		{ "kept", "Keep the short codes that were dropped", "DeprecationWarning",
		  "short code", NULL, WARNED, "UnknownBreed", true, false,
		  TORA_VERDICT_UNINTENDED },
		{ "put off", "Short codes will be removed", "DeprecationWarning", "short code",
		  NULL, WARNED, "UnknownBreed", true, false, TORA_VERDICT_UNINTENDED },
		{ "the warning", "Drop the noisy warning of short codes", "DeprecationWarning",
		  "short code", NULL, WARNED, NULL, false, false, TORA_VERDICT_UNINTENDED },
		{ "the warning, refused", "Drop the noisy warning of short codes",
		  "DeprecationWarning", "short code", NULL, WARNED, "UnknownBreed", true, false,
		  TORA_VERDICT_UNINTENDED },
		{ "the warning, by mistake", "Drop the noisy warning of short codes",
		  "DeprecationWarning", "short code", NULL, WARNED, "AttributeError", true, false,
		  TORA_VERDICT_UNINTENDED },
		{ "the warning that goes", "The warning of short codes is gone",
		  "DeprecationWarning", "short code", NULL, WARNED, "UnknownBreed", true, false,
		  TORA_VERDICT_UNINTENDED },
		{ "another end, refused", "Remove the unused cache", "DeprecationWarning",
		  "short code", NULL, WARNED, "UnknownBreed", true, false,
		  TORA_VERDICT_UNINTENDED },
		{ "by mistake", "Remove deprecated short codes", "DeprecationWarning", "short code",
		  NULL, WARNED, "NameError", true, true, TORA_VERDICT_UNINTENDED },
		{ "what is kept is another matter",
		  "Remove short codes, names are not touched by that", "DeprecationWarning",
		  "short code", NULL, WARNED, "UnknownBreed", true, true, TORA_VERDICT_INTENDED },
		{ "what else is done is another matter",
		  "Remove short codes and do not strip names", "DeprecationWarning", "short code",
		  NULL, WARNED, "UnknownBreed", true, true, TORA_VERDICT_INTENDED },
		{ "that it warned is another matter", "Remove short codes, which warned for a year",
		  "DeprecationWarning", "short code", NULL, WARNED, "UnknownBreed", true, true,
		  TORA_VERDICT_INTENDED },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		see_end(&rows[i]);
}

/* A name goes, in whatever word says so. */
static void test_name_that_goes(void **state)
{
	static const char *const messages[] = { "Remove `short_code`", "Retire `short_code`",
		                                "Discontinue `short_code`" };
	struct tora_trial base = trial_ok("1");
	struct tora_trial head =
		trial_raise(arena, "", "AttributeError",
	                    "module 'p.u' has no attribute 'short_code'", "<test>");

	(void)state;
	for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
		struct tora_intent intent = { .branch = "", .title = messages[i] };
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_ruling ruling;
		struct tora_case c = { .intent = &intent,
			               .name = "p.u.short_code",
			               .test = "import p.u\n\np.u.short_code(1)",
			               .legality = TORA_LEGAL_SEEN,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		tora_vec_push(arena, &intent.messages)->text = messages[i];
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		tora_rules(&e, arena, &ruling);
		row_text(messages[i], ruling.settled ? ruling.settled->name : "scored",
		         "announced-removal");
	}
}

/* A pattern that was written twice is written once: its words are no new ones, and no value that somebody put there. */
static void test_moved_value(void **state)
{
	const char *moved =
		"-FIRST = re.compile('(TASK|HACK) .*')\n+TAG = re.compile('TASK|HACK')\n";
	struct tora_trial base = trial_ok("['HACK', 'a']"), head = trial_ok("['TASK', 'a']");

	(void)state;
	row_int("it is new",
	        (facts_of("Keep the tags in one pattern", NULL, NULL, strchr(moved, '+'), base,
	                  head) &
	         TORA_FACT(DIFF_VALUE)) != 0,
	        true);
	row_int("it was there",
	        (facts_of("Keep the tags in one pattern", NULL, NULL, moved, base, head) &
	         TORA_FACT(DIFF_VALUE)) != 0,
	        false);
}

/* Of a commit beside a release, and of one beside changed tests. */
static tora_facts facts_beside(const char *message, const char *log, size_t beside,
                               const char *test_line)
{
	struct tora_change change = { .source_diff = TORA_SV("+x\n") };
	struct tora_intent intent = { .branch = "", .title = message, .beside = beside };
	struct tora_trial base = trial_ok("alpha -- n;"), head = trial_ok("alpha -- \"n\";");
	struct tora_difference d;
	struct tora_evidence e;
	struct tora_case c = { .intent = &intent,
		               .change = &change,
		               .name = "p.u.f",
		               .test = TEST,
		               .legality = TORA_LEGAL_PLAUSIBLE,
		               .before = &base,
		               .after = &head,
		               .difference = &d };

	tora_vec_push(arena, &intent.messages)->text = message;
	if (log)
		*tora_vec_push(arena, &intent.changelog) = log;
	if (test_line)
		*tora_vec_push(arena, &intent.test_lines) = test_line;
	tora_compare(&base, &head, arena, &d);
	tora_evidence(&c, arena, &e);
	return e.facts;
}

static void test_a_release_beside(void **state)
{
	const char *log = "- everything is looked up once and is faster by half";
	static const struct {
		const char *message;
		size_t beside;
		bool silent;
	} rows[] = { { "Refactor f", 1, true },
		     { "Refactor f", 0, false },
		     { "Rework f", 1, false } };

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		row_int(rows[i].message,
		        (facts_beside(rows[i].message, log, rows[i].beside, NULL) &
		         TORA_FACT(SILENT)) != 0,
		        rows[i].silent);
}

/* Only marks are new, and a changed test has the whole line as it is, and not as it was. */
static void test_a_line_with_other_marks(void **state)
{
	static const struct {
		const char *line;
		bool asserts;
	} rows[] = { { "self.assertIn('  alpha -- \"n\";\\n', g.dot())", true },
		     { "self.assertIn('  alpha -- \"m\";\\n', g.dot())", false },
		     { "self.assertIn('alpha -- \"n\"; alpha -- n;', g.dot())", false } };

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		row_int(rows[i].line,
		        (facts_beside("Rework f", NULL, 0, rows[i].line) &
		         TORA_FACT(TEST_ASSERTS)) != 0,
		        rows[i].asserts);
}

/* A changelog that says what the message does: sooner, and nothing else. */
static void test_log_of_speed(void **state)
{
	static const struct {
		const char *message, *log;
		bool mentions;
	} rows[] = {
		{ "Speed up f()", "Gamma and delta are a good deal faster", false },
		{ "Speed up f()", "Gamma and delta are faster, and returned first", true },
		{ "Speed up f()", "Gamma skips delta and is faster", true },
		{ "Speed up f()", "Gamma comes behind delta", true },
		{ "Change f()", "Gamma and delta are a good deal faster", true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		row_int(rows[i].log,
		        (facts_of(rows[i].message, rows[i].log, NULL, "", trial_ok("alpha beta"),
		                  trial_ok("gamma delta")) &
		         TORA_FACT(LOG_MENTIONS)) != 0,
		        rows[i].mentions);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_release_beside),
		cmocka_unit_test(test_a_line_with_other_marks),
		cmocka_unit_test(test_caught_by_a_helper),
		cmocka_unit_test(test_required),
		cmocka_unit_test(test_constant),
		cmocka_unit_test(test_changelog),
		cmocka_unit_test(test_changelog_that_speaks),
		cmocka_unit_test(test_asserted_of_the_option),
		cmocka_unit_test(test_passed_is_not_asserted),
		cmocka_unit_test(test_moved_value),
		cmocka_unit_test(test_end_that_was_warned_of),
		cmocka_unit_test(test_end_of_nothing),
		cmocka_unit_test(test_name_that_goes),
		cmocka_unit_test(test_log_of_speed),
	};
	int rc;

	arena = tora_arena_new();
	rc = cmocka_run_group_tests_name("besides", tests, NULL, NULL);
	tora_arena_free(arena);
	return rc;
}
