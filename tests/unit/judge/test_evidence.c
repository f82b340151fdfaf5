/* Facts that need the diff: what its documentation, its tests and its silence say. */
#include "trials.h"

#include "judge/compare.h"
#include "judge/evidence.h"
#include "judge/marks.h"

static struct tora_arena *arena;

static int set_up(void **state)
{
	(void)state;
	arena = tora_arena_new();
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	tora_arena_free(arena);
	return 0;
}

#define TEST "from p import f\n\nprint(f('abc'))\n"

static const struct row {
	const char *label, *test, *before, *after; /* "!T" raises T */
	const char *doc, *base_body, *diff, *test_line;
	tora_facts yes, no;
} rows[] = {
	{ "nobody touched a test", TEST, "old", "new", 0, 0, "+x = 1\n", 0, TORA_FACT(SILENT), 0 },
	{ "somebody did", TEST, "old", "new", 0, 0, "+x = 1\n", "x = 3", 0, TORA_FACT(SILENT) },
	{ "the documentation was right before", TEST, "old", "new", ">>> f('abc')\n'new'\n",
	  "def f(x):\n    \"\"\"\n    >>> f('abc')\n    'new'\n", "+x\n", 0,
	  TORA_FACT(DOC_SAYS_NEW), TORA_FACT(TEST_ASSERTS) },
	{ "the documentation was written now", TEST, "old", "new", ">>> f('abc')\n'new'\n",
	  "def f(x):\n    \"\"\"\n    >>> f('abc')\n    'old'\n",
	  "-    'old'\n+    >>> f('abc')\n+    'new'\n", 0, TORA_FACT(TEST_ASSERTS),
	  TORA_FACT(DOC_SAYS_NEW) },
	{ "the documentation still shows the old", TEST, "old", "new", ">>> f('abc')\n'old'\n",
	  "def f(x)", "+x\n", 0, TORA_FACT(DOC_SAYS_OLD), 0 },
	{ "it shows the same value of another input", "print(f('xyz'))\n", "old", "new",
	  ">>> f('abc')\n'old'\n", "def f(x)", "+x\n", 0, 0, TORA_FACT(DOC_SAYS_OLD) },
	{ "the new value is the input, which is part of another", "print(f('1.234'))\n", "1234.0",
	  "1.234", ">>> f('1.234,5')\n1234.5\n", "def f(x):\n    '1.234,5'", "+x\n", 0, 0,
	  TORA_FACT(DOC_SAYS_NEW) },
	{ "it shows the new value of another input", "print(f('xyz'))\n", "old", "new",
	  ">>> f('abc')\n'new'\n", "def f(x):\n    'new'", "+x\n", 0, 0, TORA_FACT(DOC_SAYS_NEW) },
	{ "of what gave it before", "print(f('abc'))\nprint(f('abcd'))\n", "new\nold", "new\nnew",
	  ">>> f('abc')\n'new'\n", "def f(x):\n    'new'", "+x\n", 0, 0, TORA_FACT(DOC_SAYS_NEW) },
	{ "a changed test has the call and the value", TEST, "1", "2", 0, 0, "+x\n",
	  "assert f('abc') == 2", TORA_FACT(TEST_ASSERTS), 0 },
	{ "a changed test has what is new, among other words", TEST, "|| b ||",
	  "||<style='left'> b ||", 0, 0, "+x\n", "'||<style=\'left\'> c ||', \"<style='left'>\"",
	  TORA_FACT(TEST_ASSERTS), 0 },
	{ "what every such value has, in another order", TEST, "<code>a</code>`", "<code>a`</code>",
	  0, 0, "+x\n", "'<code>`</code>'", 0, TORA_FACT(TEST_ASSERTS) },
	{ "too little to tell", TEST, "|| b ||", "||<left> b", 0, 0, "+x\n", "g('<left>')", 0,
	  TORA_FACT(TEST_ASSERTS) },
	{ "what is new was given", "from p import f\n\nprint(f('abcdefgh'))\n", "x", "x abcdefgh",
	  0, 0, "+x\n", "g('abcdefgh')", 0, TORA_FACT(TEST_ASSERTS) },
	{ "an error raised on purpose", TEST, "!ValueError", "!TypeError", 0,
	  "def f(x):\n    raise ValueError(x)", "+x\n", 0,
	  TORA_FACT(WAS_MEANT) | TORA_FACT(CHANGED), 0 },
	{ "an error by accident", TEST, "!ValueError", "!TypeError", 0, "def f(x):\n    a, b = x",
	  "+x\n", 0, TORA_FACT(CHANGED), TORA_FACT(WAS_MEANT) },
	{ "an error in words that were there", TEST, "1", "!ValueError", 0,
	  "def f(x):\n    raise ValueError(f\"nothing to be found in {x}\")",
	  "+raise ValueError('other')\n", 0, TORA_FACT(OLD_WORDS), 0 },
	{ "an error in new words", TEST, "1", "!ValueError", 0, "def f(x)",
	  "+    raise ValueError(f\"nothing to be found in {x}\")\n", 0, TORA_FACT(DIFF_RAISES),
	  TORA_FACT(OLD_WORDS) },
	{ "an error that is caught now", TEST, "!KeyError", "1", 0, "def f(x)",
	  "+    try:\n+        return D[x]()\n+    except KeyError:\n+        return 1\n", 0,
	  TORA_FACT(GONE) | TORA_FACT(DIFF_CATCHES), 0 },
	{ "another one is", TEST, "!TypeError", "1", 0, "def f(x)", "+    except KeyError:\n", 0,
	  TORA_FACT(GONE), TORA_FACT(DIFF_CATCHES) },
	{ "all are", TEST, "!TypeError", "1", 0, "def f(x)", "+    except Exception as e:\n", 0,
	  TORA_FACT(DIFF_CATCHES), 0 },
	{ "without a type", TEST, "!TypeError", "1", 0, "def f(x)", "+  } catch (error) {\n", 0,
	  TORA_FACT(DIFF_CATCHES), 0 },
	{ "it is elsewhere", TEST, "!KeyError", "1", 0, 0, "+    except KeyError:\n", 0,
	  TORA_FACT(GONE), TORA_FACT(DIFF_CATCHES) },
	{ "it was caught before", TEST, "!KeyError", "1", 0, "def f(x)",
	  "-except KeyError:\n+    except KeyError:\n", 0, TORA_FACT(GONE),
	  TORA_FACT(DIFF_CATCHES) },
	{ "a mistake", TEST, "1", "!TypeError", 0, "def f(x)", "+x\n", 0, TORA_FACT(PROGRAM_ERROR),
	  0 },
	{ "no mistake: the project's own words", TEST, "1", "!TypeError", 0, "def f(x)",
	  "+    raise TypeError(f\"nothing to be found in {x}\")\n", 0, TORA_FACT(DIFF_RAISES),
	  TORA_FACT(PROGRAM_ERROR) },
	{ "a module that cannot be imported", "from p import f\n", "", "!ValueError", 0, 0, "+x\n",
	  0, TORA_FACT(APPEARED) | TORA_FACT(HANGS), 0 },
	{ "a call that fails", TEST, "1", "!ValueError", 0, 0, "+x\n", 0, TORA_FACT(APPEARED),
	  TORA_FACT(HANGS) },
	{ "an error that went away", TEST, "!TypeError", "5", 0, 0, "+x\n", 0,
	  TORA_FACT(GONE) | TORA_FACT(WAS_PROGRAM_ERROR), 0 },
	{ "an error that may come later", TEST, "!TypeError", "<function p.u.g>", 0, 0, "+x\n", 0,
	  TORA_FACT(GONE), TORA_FACT(WAS_PROGRAM_ERROR) },
	{ "an error that stood elsewhere, in other words than the new one", TEST, "1",
	  "!ValueError", 0, "def f(x)", "+    raise ValueError(f\"no such filter as {x}\")\n", 0,
	  TORA_FACT(OLD_WORDS), TORA_FACT(DIFF_RAISES) },
	{ "an error whose words nobody can compare", TEST, "1", "!ValueError", 0, "def f(x)",
	  "+    raise ValueError(MESSAGE)\n", 0, TORA_FACT(DIFF_RAISES), TORA_FACT(OLD_WORDS) },
	{ "one of the project", TEST, "!p.errors.NoPage", "!KeyError", 0, "", "+x\n", 0,
	  TORA_FACT(WAS_MEANT), 0 },
	{ "one of a library", TEST, "!re.error", "!KeyError", 0, "", "+x\n", 0, 0,
	  TORA_FACT(WAS_MEANT) },
	{ "one of another package", TEST, "!pp.NoPage", "!KeyError", 0, "", "+x\n", 0, 0,
	  TORA_FACT(WAS_MEANT) },
	{ "a number in a name is no other type", TEST, "Note(58)", "Note('A#3')", 0, 0, "+x\n", 0,
	  0, TORA_FACT(TYPE_CHANGED) },
	{ "another type", TEST, "3", "[3]", 0, 0, "+x\n", 0, TORA_FACT(TYPE_CHANGED), 0 },
	{ "a text for None", TEST, "abc", "None", 0, 0, "+x\n", 0, TORA_FACT(TYPE_CHANGED), 0 },
	{ "plain text may be anything", TEST, "abc", "3", 0, 0, "+x\n", 0, 0,
	  TORA_FACT(TYPE_CHANGED) },
	{ "a status that is none of success", "r = run()\nprint(r.exit_code)\n", "0", "1", 0, 0,
	  "+x\n", 0, TORA_FACT(APPEARED), TORA_FACT(VALUE) },
	{ "an error that was kept", "r = run()\nprint(r.exception)\n", "no such x", "None", 0, 0,
	  "+x\n", 0, TORA_FACT(GONE), TORA_FACT(VALUE) },
	{ "numbers elsewhere are values", TEST, "0", "1", 0, 0, "+x\n", 0, TORA_FACT(VALUE),
	  TORA_FACT(APPEARED) },
	{ "a None inside a text", TEST, "Missing 'a'", "Missing 'a'.None", 0, 0, "+x\n", 0,
	  TORA_FACT(GLITCH), 0 },
	{ "a None for a value", TEST, "abc", "None", 0, 0, "+x\n", 0, 0, TORA_FACT(GLITCH) },
	{ "a None that was there", TEST, "a None", "b None", 0, 0, "+x\n", 0, 0,
	  TORA_FACT(GLITCH) },
	{ "something where nothing was", TEST, "[]", "[1]", 0, 0, "+x\n", 0, TORA_FACT(FILLED), 0 },
	{ "a test that expects another None", TEST, "old", "None", 0, 0, "+x\n",
	  "assert f('b') is None", 0, TORA_FACT(TEST_ASSERTS) },
	{ "a test that expects this None", TEST, "old", "None", 0, 0, "+x\n",
	  "assert f('abc') is None", TORA_FACT(TEST_ASSERTS), 0 },
	{ "an example of the documentation that fails now", TEST, "old", "!ValueError",
	  ">>> f('abc')\n'old'\n", 0, "+x\n", 0, TORA_FACT(DOC_SAYS_OLD), 0 },
	{ "an example of another input", TEST, "old", "!ValueError", ">>> f('abd')\n'old'\n", 0,
	  "+x\n", 0, 0, TORA_FACT(DOC_SAYS_OLD) },
	{ "new marks in a pattern, and the input has them", "print(f('a // b'))\n", "1", "2", 0, 0,
	  "-R = r'(--|# )'\n+R = r'(--|# |//).*?'\n", 0, TORA_FACT(DIFF_AIMS), 0 },
	{ "new marks, and it has the old ones", "print(f('a -- b'))\n", "1", "2", 0, 0,
	  "-R = r'(--|# )'\n+R = r'(--|# |//).*?'\n", 0, 0, TORA_FACT(DIFF_AIMS) },
	{ "a new word of a table", "print(f(\"x '6' hour\"))\n", "1", "2", 0, 0,
	  "-W = (\"DAY\",)\n+W = (\"DAY\", \"HOUR\")\n", 0, TORA_FACT(DIFF_AIMS), 0 },
	{ "a word that it lost", "print(f(\"x '6' hour\"))\n", "1", "2", 0, 0,
	  "-W = (\"DAY\", \"HOUR\")\n+W = (\"DAY\", \"TIMESTAMP\")\n", 0, 0, TORA_FACT(DIFF_AIMS) },
	{ "what is set is not there any more", "x = f('abc')\nx.a.b = True\nprint(copy(x).a.b)\n",
	  "True", "None", 0, 0, "+x\n", 0, TORA_FACT(SET_LOST), 0 },
	{ "it is another attribute", "x = f('abc')\nx.a.b = True\nprint(copy(x).a.bb)\n", "True",
	  "None", 0, 0, "+x\n", 0, 0, TORA_FACT(SET_LOST) },
	{ "it was not there before", "x = f('abc')\nx.a = True\nprint(x.a)\n", "1", "None", 0, 0,
	  "+x\n", 0, 0, TORA_FACT(SET_LOST) },
	{ "the same error, moved", TEST, "!p.NoPage", "!p.errors.NoPage", 0, "", "+x\n", 0,
	  TORA_FACT(CHANGED), TORA_FACT(WAS_MEANT) },
	{ "printed while both refuse", TEST, "!TypeError", "!TypeError|no 'seekable'", 0, 0, "+x\n",
	  0, TORA_FACT(OUTPUT) | TORA_FACT(CHANGED), TORA_FACT(VALUE) },
	{ "printed before an error that is meant", TEST, "!p.NoPage", "!p.NoPage|1", 0, 0, "+x\n",
	  0, TORA_FACT(VALUE), TORA_FACT(OUTPUT) },
	{ "results before both refuse", TEST, "!TypeError|1", "!TypeError|2", 0, 0, "+x\n", 0,
	  TORA_FACT(VALUE), TORA_FACT(OUTPUT) | TORA_FACT(CHANGED) },
	{ "zero with a sign", TEST, "0.0 C", "-0.0 C", 0, 0, "+x\n", 0, TORA_FACT(SIGN),
	  TORA_FACT(COSMETIC) },
};

/* "!T|out" prints before it raises. */
static struct tora_trial trial_of(const char *text)
{
	size_t type = strcspn(text, "|");

	if (*text != '!')
		return trial_ok(text);
	return trial_raise(arena, text[type] ? text + type + 1 : "",
	                   tora_arena_printf(arena, "%.*s", (int)type - 1, text + 1),
	                   "nothing to be found in 'a'", "/repo/p/u.py:f");
}

/* What a function that a row knows is now: what the diff added. */
static struct tora_sv head_of(const struct row *r)
{
	char *text = tora_arena_printf(arena, "%s", r->base_body ? r->diff : "");

	for (char *at = text; *at; at++)
		if (*at == '+' && (at == text || at[-1] == '\n'))
			*at = ' ';
	return tora_sv(text);
}

static void test_facts(void **state)
{
	size_t i;
	unsigned f;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct row *r = &rows[i];
		struct tora_function function = { .name = "p.u.f",
			                          .qualname = "f",
			                          .doc = r->doc,
			                          .base_body = tora_sv(r->base_body),
			                          .head_body = head_of(r) };
		struct tora_change change = { .source_diff = tora_sv(r->diff) };
		struct tora_intent intent = { .branch = "", .title = "" };
		struct tora_trial base = trial_of(r->before), head = trial_of(r->after);
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .function = &function,
			               .name = "p.u.f",
			               .test = r->test,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		if (r->test_line)
			*tora_vec_push(arena, &intent.test_lines) = r->test_line;
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		for (f = 0; f < TORA_FACT_COUNT; f++) {
			bool is = e.facts >> f & 1;

			if ((!is && r->yes >> f & 1) || (is && r->no >> f & 1))
				fail_msg("row '%s': %s is %d", r->label,
				         tora_fact_name((enum tora_fact)f), is);
		}
	}
}

/* An index or a count has no meaning below zero; -1 is how some say that there is none. */
static void test_below_zero(void **state)
{
	static const struct {
		const char *name, *before, *after;
		bool is;
	} counted[] = {
		{ "p.Set.index", "9", "-8", true },    { "p.word_count", "2", "-2", true },
		{ "p.Set.__len__", "2", "-2", true },  { "p.Set.index", "9", "-1", false },
		{ "p.Set.index", "-9", "-8", false },  { "p.Set.index", "9", "8", false },
		{ "p.Set.indexed", "9", "-8", false }, { "p.balance", "9", "-8", false },
		{ "p.Set.index", "9.5", "-8", false }, { "", "9", "-8", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) {
		struct tora_intent intent = { .branch = "", .title = "" };
		struct tora_trial base = trial_ok(counted[i].before);
		struct tora_trial head = trial_ok(counted[i].after);
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_case c = { .intent = &intent,
			               .name = counted[i].name,
			               .test = TEST,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(counted[i].name, (e.facts & TORA_FACT(BELOW_ZERO)) != 0, counted[i].is);
	}
}

/* What the text of an error says about who made it. */
static void test_errors(void **state)
{
	static const struct {
		const char *label, *type, *message, *diff;
		enum tora_legality legality;
		tora_facts yes, no;
	} errors[] = {
		{ "no words, only a key that the diff has", "KeyError", "'indent_after_first'",
		  "+    options['indent_after_first']\n", TORA_LEGAL_SEEN,
		  TORA_FACT(PROGRAM_ERROR) | TORA_FACT(SEEN), 0 },
		{ "words that end in another line", "TypeError",
		  "expected on_miss to be a function, not 3",
		  "+    raise TypeError('expected on_miss to be '\n+        'a function, not "
		  "%r')\n",
		  TORA_LEGAL_PLAUSIBLE, TORA_FACT(DIFF_RAISES), TORA_FACT(PROGRAM_ERROR) },
		{ "a type in quotes, which the diff has elsewhere", "TypeError",
		  "'<=' not supported between instances of 'datetime.date' and 'int'",
		  "+    >>> Rule(datetime.date(2024, 1, 1))\n", TORA_LEGAL_PLAUSIBLE,
		  TORA_FACT(PROGRAM_ERROR), TORA_FACT(DIFF_RAISES) },
		{ "a list for an object of the project", "AttributeError",
		  "'list' object has no attribute '_rows'", "+    t._rows\n", TORA_LEGAL_PLAUSIBLE,
		  TORA_FACT(ILLEGAL), TORA_FACT(PLAUSIBLE) },
		{ "which the project itself passes", "AttributeError",
		  "'list' object has no attribute '_rows'", "+    t._rows\n", TORA_LEGAL_SEEN,
		  TORA_FACT(SEEN) | TORA_FACT(PROGRAM_ERROR), TORA_FACT(ILLEGAL) },
		{ "a text for something else", "AttributeError",
		  "'str' object has no attribute 'rows'", "+    t.rows\n", TORA_LEGAL_PLAUSIBLE,
		  TORA_FACT(PLAUSIBLE), TORA_FACT(ILLEGAL) },
		{ "an object of the project", "AttributeError",
		  "'Table' object has no attribute '_rows'", "+    t._rows\n", TORA_LEGAL_PLAUSIBLE,
		  TORA_FACT(PLAUSIBLE), TORA_FACT(ILLEGAL) },
	};
	size_t i;
	unsigned f;

	(void)state;
	for (i = 0; i < sizeof errors / sizeof *errors; i++) {
		struct tora_function function = { .name = "p.u.f", .qualname = "f" };
		struct tora_change change = { .source_diff = tora_sv(errors[i].diff) };
		struct tora_intent intent = { .branch = "", .title = "" };
		struct tora_trial base = trial_ok("1"), head;
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .function = &function,
			               .name = "p.u.f",
			               .test = TEST,
			               .legality = errors[i].legality,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		head = trial_raise(arena, "", errors[i].type, errors[i].message, "/repo/p/u.py:f");
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		for (f = 0; f < TORA_FACT_COUNT; f++) {
			tora_facts bit = (tora_facts)1 << f;

			if ((errors[i].yes | errors[i].no) & bit)
				row_text(errors[i].label, e.facts & bit ? tora_fact_name(f) : "-",
				         errors[i].yes & bit ? tora_fact_name(f) : "-");
		}
	}
}

/* What the object of a class could not be asked, and what the change adds. */
static void test_lacked(void **state)
{
	static const struct {
		const char *label, *message, *diff;
		bool is;
	} all[] = {
		{ "len()", "object of type 'Plan' has no len()", "+    def __len__(self):\n",
		  true },
		{ "iteration", "'Plan' object is not iterable", "+    def __iter__(self):\n",
		  true },
		{ "another method", "'Plan' object is not iterable", "+    def __len__(self):\n",
		  false },
		{ "no method", "'NoneType' object is not iterable", "+    x = y\n", false },
		{ "in another language", "plan is not iterable", "+  *[Symbol.iterator]() {\n",
		  true },
		{ "another one there", "plan is not iterable",
		  "+  async *[Symbol.asyncIterator]() {\n", false },
		{ "one that is taken away", "'Plan' object is not iterable",
		  "-    def __iter__(self):\n", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		struct tora_change change = { .source_diff = tora_sv(all[i].diff) };
		struct tora_intent intent = { .branch = "", .title = "" };
		struct tora_trial base = trial_raise(arena, "", "TypeError", all[i].message,
		                                     "<test>"),
				  head = trial_ok("1");
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = "p.u.f",
			               .test = TEST,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(all[i].label, (e.facts & TORA_FACT(NEW_API)) != 0, all[i].is);
	}
}

/* Something made up, of a type that the base did not take. */
static void test_not_taken(void **state)
{
	static const struct {
		const char *label, *type, *message;
		enum tora_legality legality;
		bool illegal;
	} all[] = {
		{ "a tuple for a list", "AttributeError", "'tuple' object has no attribute 'sort'",
		  TORA_LEGAL_PLAUSIBLE, true },
		{ "a method that it has not", "TypeError", "counts.entries is not a function",
		  TORA_LEGAL_PLAUSIBLE, true },
		{ "what the project itself passes", "AttributeError",
		  "'tuple' object has no attribute 'sort'", TORA_LEGAL_SEEN, false },
		{ "a None is a mistake inside", "AttributeError",
		  "'NoneType' object has no attribute 'sort'", TORA_LEGAL_PLAUSIBLE, false },
		{ "so is an object of the project", "AttributeError",
		  "'Table' object has no attribute 'sort'", TORA_LEGAL_PLAUSIBLE, false },
		{ "a name that is no method", "TypeError", "callback is not a function",
		  TORA_LEGAL_PLAUSIBLE, false },
		{ "another error", "ZeroDivisionError", "division by zero", TORA_LEGAL_PLAUSIBLE,
		  false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		struct tora_intent intent = { .branch = "", .title = "" };
		struct tora_trial base = trial_raise(arena, "", all[i].type, all[i].message,
		                                     "/repo/p/u.py:f"),
				  head = trial_ok("1");
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_case c = { .intent = &intent,
			               .name = "p.u.f",
			               .test = TEST,
			               .legality = all[i].legality,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(all[i].label, (e.facts & TORA_FACT(ILLEGAL)) != 0, all[i].illegal);
	}
}

/* What the message of one commit claims about a difference that stands beside what it adds. */
static void test_beside(void **state)
{
	static const struct {
		const char *label, *message, *test;
		tora_facts yes, no;
	} all[] = {
		{ "a clean-up beside a new name", "clean up Registry, add Registry.aliases()",
		  "print(f('abc'))\n", TORA_FACT(CLAIM_KEEPS), TORA_FACT(OLD_USE) },
		{ "the new name", "clean up Registry, add Registry.aliases()",
		  "print(r.aliases('abc'))\n", TORA_FACT(CLAIM_ADDS), TORA_FACT(OLD_USE) },
		{ "beside what is added", "Add zone \"islands\", look prices up by month",
		  "print(f('abc'))\n", TORA_FACT(CLAIM_ADDS) | TORA_FACT(OLD_USE), 0 },
		{ "one thing alone", "Add zone \"islands\"", "print(f('abc'))\n",
		  TORA_FACT(CLAIM_ADDS), TORA_FACT(OLD_USE) },
		{ "a refactoring that says what f gives now",
		  "refactor: move f\n\nf() gives a Control now.", "print(f('abc'))\n",
		  TORA_FACT(CLAIM_CHANGES), TORA_FACT(CLAIM_KEEPS) },
		{ "one that says which class is not needed",
		  "Use comprehensions\n\nControl isn't needed any more", "print(g('abc'))\n",
		  TORA_FACT(CLAIM_KEEPS), 0 },
		{ "one that promises",
		  "refactor: move f\n\nNo functional change. f() gives a Control now.",
		  "print(f('abc'))\n", TORA_FACT(CLAIM_KEEPS), 0 },
		{ "one that speaks of something else", "refactor: move f\n\nIt has a file now.",
		  "print(f('abc'))\n", TORA_FACT(CLAIM_KEEPS), 0 },
		{ "an option by its name", "Options for eol",
		  "console.log(f('abc', { eol: 'x' }));\n", TORA_FACT(NAMES_INPUT), 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		struct tora_change change = { .source_diff = tora_sv("+x\n") };
		struct tora_intent intent = { .branch = "", .title = all[i].message };
		struct tora_message *m = tora_vec_push(arena, &intent.messages);
		struct tora_trial base = trial_ok("(1, 2)"), head = trial_ok("Control(x=1, y=2)");
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = "p.u.f",
			               .test = all[i].test,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		m->text = m->subject = all[i].message;
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		for (unsigned f = 0; f < TORA_FACT_COUNT; f++) {
			tora_facts bit = (tora_facts)1 << f;

			if ((all[i].yes | all[i].no) & bit)
				row_text(all[i].label, e.facts & bit ? tora_fact_name(f) : "-",
				         all[i].yes & bit ? tora_fact_name(f) : "-");
		}
	}
}

/* An error about parameters is about the function whose they are. */
static void test_blamed(void **state)
{
	static const struct {
		const char *label, *message;
		uint64_t names;
	} errors[] = {
		{ "of the one that is named",
		  "Parser.render() takes 2 positional arguments but 3 "
		  "were given",
		  TORA_FACT(NAMES_FUNCTION) },
		{ "a missing one", "Parser.render() missing 1 required positional argument: 'x'",
		  TORA_FACT(NAMES_FUNCTION) },
		{ "of another", "Parser.parse() takes 2 positional arguments but 3 were given", 0 },
		{ "about something else", "Parser.render() is None", 0 },
		{ "no name", "() takes 2", 0 },
	};
	struct tora_function function = { .name = "p.Parser.parse", .qualname = "Parser.parse" };

	(void)state;
	for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
		struct tora_intent intent = { .title = "" };
		struct tora_trial base = trial_ok("1"),
				  head = trial_raise(arena, "", "TypeError", errors[i].message,
		                                     "<test>:<module>");
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_case c = { .intent = &intent,
			               .function = &function,
			               .name = function.name,
			               .test = "print(p.go())\n",
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		tora_vec_push(arena, &intent.messages)->text = "Update Parser.render method";
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		if ((e.facts & TORA_FACT(NAMES_FUNCTION)) != errors[i].names)
			fail_msg("%s", errors[i].label);
		assert_int_equal(!(e.facts & TORA_FACT(CLAIM_CHANGES)), !errors[i].names);
	}
}

static void test_moved_check(void **state)
{
	static const struct {
		const char *message;
		bool keeps;
	} said[] = {
		{ "Move the check for empty ones into Tree.add()", false },
		{ "moved validation to Tree.add()", false },
		{ "Move the check for empty ones into Tree.put()", true },
		{ "Move the loop into Tree.add()", true },
		{ "Move the checks of Tree.add() up", true },
		{ "Move the checks of Tree.add() to Tree.put()", true },
		{ "Move the check into Tree.add()\n\nNo functional change.", true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
		struct tora_intent intent = { .branch = "", .title = "" };
		struct tora_trial base = trial_ok("None"),
				  head = trial_raise(arena, "", "ValueError", "empty",
		                                     "/repo/p/u.py:add");
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_case c = { .intent = &intent,
			               .name = "p.Tree.add",
			               .test = "print(Tree().add(''))\n",
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		tora_vec_push(arena, &intent.messages)->text = said[i].message;
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(said[i].message, (e.facts & TORA_FACT(CLAIM_KEEPS)) != 0, said[i].keeps);
	}
}

/* What the message has of the input is about the line that differs as announced, not about another one. */
static void test_beside_facts(void **state)
{
	struct tora_intent intent = { .branch = "", .title = "" };
	struct tora_trial base = trial_ok("z:\nb: 1\n"), head = trial_ok("z: []\nb: 2\n");
	struct tora_difference d;
	struct tora_evidence e;
	struct tora_case c = { .intent = &intent,
		               .name = "p.u.f",
		               .test = "print(f('./a'))\n",
		               .before = &base,
		               .after = &head,
		               .difference = &d };

	(void)state;
	tora_vec_push(arena, &intent.messages)->text = "Rules may begin with ./";
	tora_compare(&base, &head, arena, &d);
	tora_evidence(&c, arena, &e);
	assert_true((e.facts & TORA_FACT(REACH_INSIDE)) != 0);
	assert_false((e.facts & TORA_FACT(BESIDE)) != 0);
	tora_compare_beside(&base, &head, tora_compare_manners(&base, &head, false, arena), arena,
	                    &d);
	tora_evidence(&c, arena, &e);
	assert_false((e.facts & TORA_FACT(REACH_INSIDE)) != 0);
	assert_true((e.facts & TORA_FACT(BESIDE)) != 0);
}

static void test_siblings(void **state)
{
	struct tora_difference one = { .kind = TORA_DIFF_VALUE, .signature = "value|one-less|" };
	struct tora_difference other = { .kind = TORA_DIFF_VALUE, .signature = "value|sign|" };
	struct tora_case cases[] = { { .name = "p.f", .difference = &one },
		                     { .name = "p.f", .difference = &one },
		                     { .name = "p.f", .difference = &other },
		                     { .name = "p.g", .difference = &one } };
	struct tora_evidence all[4] = { { .facts = TORA_FACT(TEST_ASSERTS) } };

	(void)state;
	tora_evidence_siblings(cases, 4, all);
	assert_false((all[0].facts & TORA_FACT(SIBLING)) != 0);
	assert_true((all[1].facts & TORA_FACT(SIBLING)) != 0);
	assert_false((all[2].facts & TORA_FACT(SIBLING)) != 0);
	assert_false((all[3].facts & TORA_FACT(SIBLING)) != 0);
	/* The tests of the change show more of a function than the message has a word for. */
	for (size_t i = 0; i < 4; i++) {
		all[i].facts |= TORA_FACT(REACH_OUTSIDE);
		all[i].outside = "empty input";
	}
	tora_evidence_siblings(cases, 4, all);
	for (size_t i = 0; i < 4; i++) {
		bool is_left = i == 0 || i == 3;

		assert_int_equal((all[i].facts & TORA_FACT(REACH_OUTSIDE)) != 0, is_left);
		assert_int_equal(*all[i].outside != '\0', is_left);
	}
	/* Of characters they have what it has no more than a word for. */
	all[0].facts |= TORA_FACT(REACH_INSIDE);
	all[1].facts |= TORA_FACT(REACH_OUTSIDE);
	all[1].outside = TORA_MARKS_NAME;
	tora_evidence_siblings(cases, 4, all);
	assert_true((all[1].facts & TORA_FACT(REACH_OUTSIDE)) != 0);
	tora_evidence_siblings(NULL, 0, NULL);
}

/* What else differs, and whether a commit that claims something could be for that. */
static void test_lone(void **state)
{
	static const struct {
		const char *label;
		tora_facts other;
		bool lone;
	} all[] = {
		{ "another value", TORA_FACT(VALUE) | TORA_FACT(SEEN), true },
		{ "an error that went away", TORA_FACT(GONE) | TORA_FACT(PLAUSIBLE), false },
		{ "of input that nobody passes", TORA_FACT(GONE) | TORA_FACT(UNKNOWN), true },
		{ "a hang that went away", TORA_FACT(HUNG) | TORA_FACT(SEEN), false },
		{ "what is new", TORA_FACT(NEW_API) | TORA_FACT(PLAUSIBLE), false },
		{ "what the message has the value of", TORA_FACT(NAMES_VALUE), false },
		{ "what a test of the change asserts", TORA_FACT(TEST_ASSERTS), false },
	};
	struct tora_difference d = { .kind = TORA_DIFF_VALUE, .signature = "value|sign|" };
	struct tora_case cases[] = { { .name = "p.f", .difference = &d },
		                     { .name = "p.g", .difference = &d } };

	(void)state;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		struct tora_evidence e[2] = { { .facts = TORA_FACT(VALUE) | TORA_FACT(SEEN) },
			                      { .facts = all[i].other } };

		tora_evidence_siblings(cases, 2, e);
		row_int(all[i].label, (e[0].facts & TORA_FACT(LONE)) != 0, all[i].lone);
		/* What may be meant is so whatever stands beside it. */
		row_int(all[i].label, (e[1].facts & TORA_FACT(LONE)) != 0, true);
	}
}

/* A claim to keep behaviour, and a test of the same commit that fails on the base. */
static void test_belied(void **state)
{
	static const struct {
		const char *label;
		tora_facts own, other;
		bool keeps;
	} all[] = {
		{ "a test came with it", TORA_FACT(TEST_BROUGHT) | TORA_FACT(SEEN), 0, false },
		{ "a test was edited", TORA_FACT(TEST_TAKEN) | TORA_FACT(SEEN), 0, false },
		{ "a neighbour of one", TORA_FACT(TEST_BROUGHT), 0, true },
		{ "one of what is new", TORA_FACT(TEST_ASSERTS) | TORA_FACT(NEW_API), 0, true },
		{ "no test", TORA_FACT(SEEN), 0, true },
		{ "one of an error that went away",
		  TORA_FACT(TEST_BROUGHT) | TORA_FACT(SEEN) | TORA_FACT(GONE), 0, true },
		{ "one that did not end",
		  TORA_FACT(TEST_BROUGHT) | TORA_FACT(SEEN) | TORA_FACT(HUNG), 0, false },
		{ "a promise", TORA_FACT(TEST_BROUGHT) | TORA_FACT(SEEN), TORA_FACT(PROMISE),
		  true },
	};
	struct tora_evidence silent[3] = { { .facts = TORA_FACT(TEST_ASSERTS) },
		                           { .facts = TORA_FACT(CLAIM_NONE) },
		                           { .facts = TORA_FACT(CLAIM_NONE) } };
	struct tora_difference own = { .kind = TORA_DIFF_VALUE, .signature = "value|case|" };
	struct tora_difference value = { .kind = TORA_DIFF_VALUE, .signature = "value|sign|" };
	struct tora_case cases[] = { { .name = "p.f", .difference = &own },
		                     { .name = "p.f", .difference = &value },
		                     { .name = "p.g", .difference = &value } };
	size_t i;

	(void)state;
	for (i = 0; i < sizeof all / sizeof *all; i++) {
		struct tora_evidence e[3] = {
			{ .facts = all[i].own },
			{ .facts = TORA_FACT(CLAIM_KEEPS) | all[i].other },
			{ .facts = TORA_FACT(CLAIM_KEEPS) },
		};

		own.kind = all[i].own & TORA_FACT(GONE)   ? TORA_DIFF_EXCEPTION_GONE
		           : all[i].own & TORA_FACT(HUNG) ? TORA_DIFF_HANG
		                                          : TORA_DIFF_VALUE;
		tora_evidence_siblings(cases, 3, e);
		row_int(all[i].label, (e[1].facts & TORA_FACT(CLAIM_KEEPS)) != 0, all[i].keeps);
		row_int(all[i].label, (e[1].facts & TORA_FACT(CLAIM_CHANGES)) != 0, !all[i].keeps);
		row_int(all[i].label, (e[2].facts & TORA_FACT(CLAIM_KEEPS)) != 0, true);
	}
	/* Where a message says nothing, the tests that come with it say that it is a change. */
	own.kind = TORA_DIFF_VALUE;
	tora_evidence_siblings(cases, 3, silent);
	for (i = 1; i < 3; i++) { /* of the same function, and of another */
		assert_false((silent[i].facts & TORA_FACT(CLAIM_NONE)) != 0);
		assert_true((silent[i].facts & TORA_FACT(CLAIM_CHANGES)) != 0);
	}
}

/* A document or a test that the change edits has a value that looks like the new one, with other numbers. */
static void test_looks_like_it(void **state)
{
	static const struct {
		const char *label, *doc, *test_line, *after;
		bool alike;
	} looks[] = {
		{ "a document", "[2.5]", NULL, "[0]", true },
		{ "a test", NULL, "assert str(singleton(2.5)) == '[2.5]'", "[0]", true },
		{ "another look", "[2.5]", NULL, "[0, 0]", false },
		{ "no value at all", "[2.5]", NULL, "!ValueError", false },
		{ "nothing", NULL, NULL, "[0]", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
		struct tora_intent intent = { .branch = "", .title = "Add singletons" };
		struct tora_trial base = trial_ok("[0,0]"), head;
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_case c = { .intent = &intent,
			               .name = "p.u.f",
			               .test = TEST,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		head = *looks[i].after == '!'
		               ? trial_raise(arena, "", "ValueError", "[0]", "/repo/p/u.py:f")
		               : trial_ok(looks[i].after);
		if (looks[i].doc)
			*tora_vec_push(arena, &intent.docs) = looks[i].doc;
		if (looks[i].test_line)
			*tora_vec_push(arena, &intent.test_lines) = looks[i].test_line;
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(looks[i].label, (e.facts & TORA_FACT(SIBLING)) != 0, looks[i].alike);
	}
}

/* Who deletes everything announces it of each name, and of nothing else. */
static void test_everything_goes(void **state)
{
	static const struct {
		const char *message, *after;
		const char *file; /* where that is raised */
		bool quoted;
	} said[] = {
		{ "Delete all", "!NameError", "<test>:<module>", true },
		{ "Delete all of them warnings", "!NameError", "<test>:<module>", false },
		{ "Delete all", "!NameError", "/repo/p/u.py:f", false },
		{ "Delete all", "2", "", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
		struct tora_intent intent = { .branch = "", .title = "" };
		struct tora_trial base = trial_ok("1"), head;
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_case c = { .intent = &intent,
			               .name = "p.u.f",
			               .test = TEST,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		head = *said[i].file ? trial_raise(arena, "", "NameError",
		                                   "name 'f' is not defined", said[i].file)
		                     : trial_ok(said[i].after);
		tora_vec_push(arena, &intent.messages)->text = said[i].message;
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(said[i].message, (e.facts & TORA_FACT(QUOTE)) != 0, said[i].quoted);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_facts),        cmocka_unit_test(test_below_zero),
		cmocka_unit_test(test_errors),       cmocka_unit_test(test_siblings),
		cmocka_unit_test(test_beside_facts), cmocka_unit_test(test_moved_check),
		cmocka_unit_test(test_blamed),       cmocka_unit_test(test_belied),
		cmocka_unit_test(test_lacked),       cmocka_unit_test(test_not_taken),
		cmocka_unit_test(test_beside),       cmocka_unit_test(test_everything_goes),
		cmocka_unit_test(test_lone),         cmocka_unit_test(test_looks_like_it),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
