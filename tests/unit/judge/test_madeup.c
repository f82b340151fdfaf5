/* Input that nobody passes, and names that stand elsewhere now. */
#include "trials.h"

#include "judge/compare.h"
#include "judge/madeup.h"
#include "judge/moved.h"

static struct tora_case case_of(const struct tora_intent *intent, const struct tora_change *change,
                                const struct tora_difference *d, const struct tora_trial *base,
                                const struct tora_trial *head)
{
	return (struct tora_case){ .intent = intent,
		                   .change = change,
		                   .name = "src/colour.hexToRgb",
		                   .test = "print(crc(b'123', crc=65536))\n",
		                   .legality = TORA_LEGAL_PLAUSIBLE,
		                   .before = base,
		                   .after = head,
		                   .difference = d };
}

/* More than there is room for, of a number that stands nowhere. */
static void test_huge_number(void **state)
{
	static const struct {
		const char *label, *test, *text;
		enum tora_trial_status status;
		enum tora_legality is;
	} rows[] = {
		{ "a power", "Rail(10**9)\n", "", TORA_TRIAL_TIMEOUT, TORA_LEGAL_UNKNOWN },
		{ "a negative one", "Rail(-10**18)\n", "", TORA_TRIAL_TIMEOUT, TORA_LEGAL_UNKNOWN },
		{ "with an exponent", "Rail(1e+21)\n", "", TORA_TRIAL_TIMEOUT, TORA_LEGAL_UNKNOWN },
		{ "with a small one", "Rail(1e+3)\n", "", TORA_TRIAL_TIMEOUT,
		  TORA_LEGAL_PLAUSIBLE },
		{ "in sixteens", "Rail(0x1e9)\n", "", TORA_TRIAL_TIMEOUT, TORA_LEGAL_PLAUSIBLE },
		{ "a smaller power", "Rail(10**8)\n", "", TORA_TRIAL_TIMEOUT,
		  TORA_LEGAL_PLAUSIBLE },
		{ "no power", "Rail(10*9, 10*90)\n", "", TORA_TRIAL_TIMEOUT, TORA_LEGAL_PLAUSIBLE },
		{ "no memory", "Rail(1000000000)\n", "", TORA_TRIAL_LIMIT, TORA_LEGAL_UNKNOWN },
		{ "no time", "Rail(1000000000)\n", "", TORA_TRIAL_TIMEOUT, TORA_LEGAL_UNKNOWN },
		{ "of a number that stands there", "Rail(1000000000)\n", "MOST = 1000000000",
		  TORA_TRIAL_LIMIT, TORA_LEGAL_PLAUSIBLE },
		{ "of a smaller one", "Rail(10000000)\n", "", TORA_TRIAL_LIMIT,
		  TORA_LEGAL_PLAUSIBLE },
		{ "it ends", "Rail(1000000000)\n", "", TORA_TRIAL_OK, TORA_LEGAL_PLAUSIBLE },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_intent intent = { .title = "" };
		struct tora_change change = { 0 };
		struct tora_file_change *f = tora_vec_push(arena, &change.files);
		struct tora_trial base = trial_ok("1"), head = trial_ended(rows[i].status, 0, "");
		struct tora_difference d;
		struct tora_case c;

		*f = (struct tora_file_change){ .path = "p.py",
			                        .role = TORA_FILE_SOURCE,
			                        .base_text = tora_sv(rows[i].text) };
		tora_compare(&base, &head, arena, &d);
		c = case_of(&intent, &change, &d, &base, &head);
		c.test = rows[i].test;
		row_int(rows[i].label, tora_made_up(&c, TORA_FACT(OUTPUT)), rows[i].is);
		/* What was too slow and ends now is no good news of such a number either. */
		c = case_of(&intent, &change, &d, &head, &base);
		c.test = rows[i].test;
		row_int(rows[i].label, tora_made_up(&c, 0),
		        rows[i].status == TORA_TRIAL_TIMEOUT ? rows[i].is : TORA_LEGAL_PLAUSIBLE);
	}
	tora_arena_free(arena);
}

/* What an object lacks is counted with: NaN. */
static void test_counted_with_nothing(void **state)
{
	static const struct {
		const char *label, *test, *before, *text;
		enum tora_origin origin;
		bool is;
	} rows[] = {
		{ "of what it lacks", "console.log(plan([{ name: 'a' }]));\n",
		  "{ minutes: NaN, stops: [] }", "", TORA_ORIGIN_MUTATED, true },
		{ "nothing of that", "console.log(plan([{ name: 'a' }]));\n", "{ minutes: 2 }", "",
		  TORA_ORIGIN_MUTATED, false },
		{ "written into a text", "console.log(label({ b: 1 }));\n", "undefined-Q3", "",
		  TORA_ORIGIN_MUTATED, true },
		{ "in front of which something stands", "console.log(label({ b: 1 }));\n",
		  "3 Qundefined", "", TORA_ORIGIN_MUTATED, true },
		{ "what the code speaks of", "console.log(rule({ b: 1 }));\n", "no-undefined",
		  "const name = `no-${undefined}`;", TORA_ORIGIN_MUTATED, false },
		{ "a sentence", "console.log(label({ b: 1 }));\n", "x is undefined.", "",
		  TORA_ORIGIN_MUTATED, false },
		{ "a value by itself", "console.log(label({ b: 1 }));\n", "{ a: undefined, b: 1 }",
		  "", TORA_ORIGIN_MUTATED, false },
		{ "all of it", "console.log(label({ b: 1 }));\n", "undefined", "",
		  TORA_ORIGIN_MUTATED, false },
		{ "no object", "console.log(mean([]));\n", "NaN", "", TORA_ORIGIN_MUTATED, false },
		{ "known", "console.log(plan([{ name: 'a' }]));\n", "{ minutes: NaN }",
		  "if (minutes === NaN)", TORA_ORIGIN_MUTATED, false },
		{ "asked for", "console.log(plan([{ name: 'a' }]));\n", "{ minutes: NaN }",
		  "if (Number.isNaN(minutes))", TORA_ORIGIN_MUTATED, false },
		{ "in the other language", "print(clean({'a': [1, None], 'b': 2}))\n", "NaN", "",
		  TORA_ORIGIN_MUTATED, false },
		{ "a test of the project", "console.log(plan([{ name: 'a' }]));\n",
		  "{ minutes: NaN }", "", TORA_ORIGIN_TEST, false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_intent intent = { .title = "" };
		struct tora_change change = { 0 };
		struct tora_trial base = trial_ok(rows[i].before),
				  head = trial_ok("{ minutes: 0 }");
		struct tora_difference d;
		struct tora_case c;

		*tora_vec_push(arena, &change.files) = (struct tora_file_change){
			.path = "p.js", .role = TORA_FILE_SOURCE, .head_text = tora_sv(rows[i].text)
		};
		tora_compare(&base, &head, arena, &d);
		c = case_of(&intent, &change, &d, &base, &head);
		c.test = rows[i].test;
		c.origin = rows[i].origin;
		row_int(rows[i].label, tora_made_up(&c, TORA_FACT(VALUE)),
		        rows[i].is ? TORA_LEGAL_ILLEGAL : TORA_LEGAL_PLAUSIBLE);
	}
	tora_arena_free(arena);
}

static void test_large_number(void **state)
{
	static const struct {
		const char *label, *text;
		tora_facts facts;
		enum tora_legality was, is;
	} rows[] = {
		{ "an accident", "crc=0xFFFF", TORA_FACT(APPEARED) | TORA_FACT(PROGRAM_ERROR),
		  TORA_LEGAL_PLAUSIBLE, TORA_LEGAL_UNKNOWN },
		{ "a number of the project", "SIZE = 65536",
		  TORA_FACT(APPEARED) | TORA_FACT(PROGRAM_ERROR), TORA_LEGAL_PLAUSIBLE,
		  TORA_LEGAL_PLAUSIBLE },
		{ "another result", "crc=0xFFFF", TORA_FACT(VALUE), TORA_LEGAL_PLAUSIBLE,
		  TORA_LEGAL_PLAUSIBLE },
		{ "an error that was meant", "crc=0xFFFF", TORA_FACT(APPEARED),
		  TORA_LEGAL_PLAUSIBLE, TORA_LEGAL_PLAUSIBLE },
		{ "what the project passes", "crc=0xFFFF",
		  TORA_FACT(APPEARED) | TORA_FACT(PROGRAM_ERROR), TORA_LEGAL_SEEN,
		  TORA_LEGAL_SEEN },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_intent intent = { .title = "" };
		struct tora_change change = { 0 };
		struct tora_file_change *f = tora_vec_push(arena, &change.files);
		struct tora_trial base = trial_ok("1"),
				  head = trial_raise(arena, "", "IndexError", "out of range",
		                                     "/repo/p.py:crc");
		struct tora_difference d;
		struct tora_case c;

		*f = (struct tora_file_change){ .path = "p.py",
			                        .role = TORA_FILE_SOURCE,
			                        .base_text = tora_sv(rows[i].text) };
		tora_compare(&base, &head, arena, &d);
		c = case_of(&intent, &change, &d, &base, &head);
		c.legality = rows[i].was;
		row_int(rows[i].label, tora_made_up(&c, rows[i].facts), rows[i].is);
		c.test = "print(crc(b'123', crc=10))\n";
		row_int(rows[i].label, tora_made_up(&c, rows[i].facts), rows[i].was);
	}
	tora_arena_free(arena);
}

/* NaN and infinity, of which the project or the change speaks, or does not. */
static void test_no_number(void **state)
{
	static const struct {
		const char *label, *test, *text, *message;
		tora_facts facts;
		enum tora_origin origin;
		enum tora_legality is;
	} rows[] = {
		{ "an error", "print(grams(float(\"nan\")))", "def grams(n):", "Round",
		  TORA_FACT(APPEARED), TORA_ORIGIN_MUTATED, TORA_LEGAL_ILLEGAL },
		{ "a result", "print(grams(-math.inf))", "def grams(n):", "Round", TORA_FACT(VALUE),
		  TORA_ORIGIN_TYPED, TORA_LEGAL_ILLEGAL },
		{ "of the other language", "console.log(grams(Infinity));", "function grams(n)",
		  "Round", TORA_FACT(VALUE), TORA_ORIGIN_TYPED, TORA_LEGAL_ILLEGAL },
		{ "an attribute", "console.log(grams(Number.NaN));", "function grams(n)", "Round",
		  TORA_FACT(VALUE), TORA_ORIGIN_TYPED, TORA_LEGAL_ILLEGAL },
		{ "the source looks at it", "print(grams(float('nan')))", "if math.isnan(n):",
		  "Round", TORA_FACT(APPEARED), TORA_ORIGIN_MUTATED, TORA_LEGAL_PLAUSIBLE },
		{ "it looks at the other", "print(grams(float('nan')))", "DNF = math.inf", "Round",
		  TORA_FACT(VALUE), TORA_ORIGIN_MUTATED, TORA_LEGAL_ILLEGAL },
		{ "at this one", "print(grams(math.inf))", "DNF = math.inf", "Round",
		  TORA_FACT(VALUE), TORA_ORIGIN_MUTATED, TORA_LEGAL_PLAUSIBLE },
		{ "in the other language", "console.log(grams(NaN));", "if (!Number.isFinite(n))",
		  "Round", TORA_FACT(VALUE), TORA_ORIGIN_TYPED, TORA_LEGAL_PLAUSIBLE },
		{ "the message speaks of it", "print(grams(float('nan')))",
		  "def grams(n):", "Round\n\nNaN stays what it is.", TORA_FACT(VALUE),
		  TORA_ORIGIN_TYPED, TORA_LEGAL_PLAUSIBLE },
		{ "a test of the project", "print(grams(float('nan')))", "def grams(n):", "Round",
		  TORA_FACT(VALUE), TORA_ORIGIN_TEST, TORA_LEGAL_PLAUSIBLE },
		{ "an error that is gone", "print(grams(float('nan')))", "def grams(n):", "Round",
		  TORA_FACT(GONE), TORA_ORIGIN_MUTATED, TORA_LEGAL_PLAUSIBLE },
		{ "a text", "print(grams('nan and inf'))", "def grams(n):", "Round",
		  TORA_FACT(VALUE), TORA_ORIGIN_TYPED, TORA_LEGAL_PLAUSIBLE },
		{ "a number", "print(grams(float('1')))", "def grams(n):", "Round",
		  TORA_FACT(VALUE), TORA_ORIGIN_TYPED, TORA_LEGAL_PLAUSIBLE },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base = trial_ok("1"), head = trial_ok("2");
	struct tora_difference d;

	(void)state;
	tora_compare(&base, &head, arena, &d);
	for (size_t i = 0; i < 3 * (sizeof rows / sizeof *rows); i++) {
		struct tora_intent intent = { .title = "" };
		struct tora_change change = { 0 };
		struct tora_case c = case_of(&intent, &change, &d, &base, &head);
		struct tora_sv text = tora_sv(rows[i / 3].text);

		/* In a changed file, in the README, or in a test beside the change: wherever it stands. */
		if (i % 3 == 0)
			*tora_vec_push(arena, &change.files) = (struct tora_file_change){
				.path = "p.py", .role = TORA_FILE_SOURCE, .head_text = text
			};
		else if (i % 3 == 1)
			change.readme = text;
		else
			*tora_vec_push(arena, &change.tests.of) = text;
		*tora_vec_push(arena, &intent.messages) =
			(struct tora_message){ .text = rows[i / 3].message };
		c.origin = rows[i / 3].origin;
		c.test = rows[i / 3].test;
		row_int(rows[i / 3].label, tora_made_up(&c, rows[i / 3].facts), rows[i / 3].is);
	}
	tora_arena_free(arena);
}

/* What the base did not take, whatever comes of it now. */
static void test_declined_by_the_base(void **state)
{
	static const struct {
		const char *label, *before, *file;
		enum tora_legality was, is;
	} rows[] = {
		{ "declined", "NotImplemented\n", "ip/sets.py", TORA_LEGAL_PLAUSIBLE,
		  TORA_LEGAL_ILLEGAL },
		{ "another result", "'NotImplemented'\n", "ip/sets.py", TORA_LEGAL_PLAUSIBLE,
		  TORA_LEGAL_PLAUSIBLE },
		{ "a test of the project asks so", "NotImplemented\n", "ip/sets.py",
		  TORA_LEGAL_SEEN, TORA_LEGAL_SEEN },
		{ "a word of another language", "NotImplemented\n", "lib/errors.js",
		  TORA_LEGAL_PLAUSIBLE, TORA_LEGAL_PLAUSIBLE },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_intent intent = { .title = "" };
	struct tora_change change = { 0 };
	struct tora_trial head = trial_ok("True\n");
	struct tora_difference d;

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_trial base = trial_ok(rows[i].before);
		struct tora_function function = { .file = rows[i].file };
		struct tora_case c = case_of(&intent, &change, &d, &base, &head);

		c.function = &function;
		tora_compare(&base, &head, arena, &d);
		c.legality = rows[i].was;
		c.test = "print(IPSet().issubset(1))\n";
		row_int(rows[i].label, tora_made_up(&c, TORA_FACT(VALUE)), rows[i].is);
	}
	tora_arena_free(arena);
}

/* An error that only a made-up object met. */
static void test_good_news(void **state)
{
	static const struct {
		const char *label;
		enum tora_origin origin;
		tora_facts facts;
		enum tora_legality is;
	} rows[] = {
		{ "made of types", TORA_ORIGIN_TYPED,
		  TORA_FACT(GONE) | TORA_FACT(WAS_PROGRAM_ERROR), TORA_LEGAL_UNKNOWN },
		{ "made of a test", TORA_ORIGIN_MUTATED,
		  TORA_FACT(GONE) | TORA_FACT(WAS_PROGRAM_ERROR), TORA_LEGAL_PLAUSIBLE },
		{ "a refusal", TORA_ORIGIN_TYPED, TORA_FACT(GONE), TORA_LEGAL_PLAUSIBLE },
		{ "an error that came", TORA_ORIGIN_TYPED,
		  TORA_FACT(APPEARED) | TORA_FACT(PROGRAM_ERROR), TORA_LEGAL_PLAUSIBLE },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_intent intent = { .title = "" };
	struct tora_change change = { 0 };
	struct tora_trial head = trial_ok("1"),
			  base = trial_raise(arena, "", "IndexError", "out of range",
	                                     "/repo/p.py:crc"),
			  typed = trial_raise(arena, "", "TypeError", "number 1 is not iterable",
	                                      "/repo/p.js:crc");
	struct tora_difference d;

	(void)state;
	tora_compare(&base, &head, arena, &d);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_case c = case_of(&intent, &change, &d, &base, &head);

		c.test = "print(crc('a'))\n";
		c.origin = rows[i].origin;
		row_int(rows[i].label, tora_made_up(&c, rows[i].facts), rows[i].is);
		if (rows[i].origin != TORA_ORIGIN_MUTATED)
			continue;
		c.before = &typed; /* one that says of what type it is */
		row_int(rows[i].label, tora_made_up(&c, rows[i].facts), TORA_LEGAL_ILLEGAL);
	}
	tora_arena_free(arena);
}

#define OF_A_LIST "AttributeError", "print(pack([1, 2]))\n"

/* A value of a type that was guessed meets an error of its type. */
static void test_guessed(void **state)
{
	static const struct {
		const char *label, *signature, *message;
		enum tora_origin origin;
		enum tora_legality is;
		const char *type, *test;
	} rows[] = {
		{ "guessed", "pack(obj)", "'list' object has no attribute 'encode'",
		  TORA_ORIGIN_TYPED, TORA_LEGAL_UNKNOWN, OF_A_LIST },
		{ "a number for a text", "pack(row)", "row is not iterable", TORA_ORIGIN_BOUNDARY,
		  TORA_LEGAL_UNKNOWN, "TypeError", "console.log(pack(1));\n" },
		{ "left out", "pack(row)", "row is not iterable", TORA_ORIGIN_BOUNDARY,
		  TORA_LEGAL_PLAUSIBLE, "TypeError", "console.log(pack());\n" },
		{ "undefined", "pack(row)", "row is not iterable", TORA_ORIGIN_BOUNDARY,
		  TORA_LEGAL_PLAUSIBLE, "TypeError", "console.log(pack(1, undefined));\n" },
		{ "what a call gave", "pack(row)", "f(...) is not iterable", TORA_ORIGIN_BOUNDARY,
		  TORA_LEGAL_PLAUSIBLE, "TypeError", "console.log(pack(1));\n" },
		{ "the parameter says so", "pack(obj: list)",
		  "'list' object has no attribute 'encode'", TORA_ORIGIN_TYPED,
		  TORA_LEGAL_PLAUSIBLE, OF_A_LIST },
		{ "a default has a colon", "pack(obj, sep=':', marks={'a': 1})",
		  "'list' object has no attribute 'encode'", TORA_ORIGIN_TYPED, TORA_LEGAL_UNKNOWN,
		  OF_A_LIST },
		{ "as a test has it, nearly", "pack(obj)",
		  "'list' object has no attribute 'encode'", TORA_ORIGIN_MUTATED,
		  TORA_LEGAL_PLAUSIBLE, OF_A_LIST },
		{ "of what a call gave", "pack(obj)", "'NoneType' object has no attribute 'encode'",
		  TORA_ORIGIN_TYPED, TORA_LEGAL_PLAUSIBLE, OF_A_LIST },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_intent intent = { .title = "" };
	struct tora_change change = { 0 };
	struct tora_trial base = trial_ok("1");
	struct tora_difference d;

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_function function = { .signature = rows[i].signature };
		struct tora_trial head =
			trial_raise(arena, "", rows[i].type, rows[i].message, "/repo/p.py:pack");
		struct tora_case c = case_of(&intent, &change, &d, &base, &head);

		tora_compare(&base, &head, arena, &d);
		c.function = &function;
		c.name = "p.pack";
		c.test = rows[i].test;
		c.origin = rows[i].origin;
		row_int(rows[i].label,
		        tora_made_up(&c, TORA_FACT(APPEARED) | TORA_FACT(PROGRAM_ERROR)),
		        rows[i].is);
	}
	tora_arena_free(arena);
}

/* What was refused as it was meant fails by asking for what a number has not. */
static void test_fails_of_its_type(void **state)
{
	static const struct {
		const char *label, *signature, *message;
		tora_facts facts;
		enum tora_origin origin;
		enum tora_legality is;
	} rows[] = {
		{ "of its type", "pack(rows)", "'int' object has no attribute 'calls'",
		  TORA_FACT(CHANGED) | TORA_FACT(PROGRAM_ERROR), TORA_ORIGIN_MUTATED,
		  TORA_LEGAL_UNKNOWN },
		{ "it says its types", "pack(rows: list)", "'int' object has no attribute 'calls'",
		  TORA_FACT(CHANGED) | TORA_FACT(PROGRAM_ERROR), TORA_ORIGIN_MUTATED,
		  TORA_LEGAL_PLAUSIBLE },
		{ "of nothing", "pack(rows)", "'NoneType' object has no attribute 'calls'",
		  TORA_FACT(CHANGED) | TORA_FACT(PROGRAM_ERROR), TORA_ORIGIN_MUTATED,
		  TORA_LEGAL_PLAUSIBLE },
		{ "no mistake", "pack(rows)", "'int' object has no attribute 'calls'",
		  TORA_FACT(CHANGED), TORA_ORIGIN_MUTATED, TORA_LEGAL_PLAUSIBLE },
		{ "it was fine before", "pack(rows)", "'int' object has no attribute 'calls'",
		  TORA_FACT(APPEARED) | TORA_FACT(PROGRAM_ERROR), TORA_ORIGIN_MUTATED,
		  TORA_LEGAL_PLAUSIBLE },
		{ "a test of the project", "pack(rows)", "'int' object has no attribute 'calls'",
		  TORA_FACT(CHANGED) | TORA_FACT(PROGRAM_ERROR), TORA_ORIGIN_TEST,
		  TORA_LEGAL_PLAUSIBLE },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_intent intent = { .title = "" };
	struct tora_change change = { 0 };
	struct tora_trial base = trial_raise(arena, "", "ValueError", "no time", "/repo/p.py:pack");
	struct tora_difference d;

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_function function = { .signature = rows[i].signature };
		struct tora_trial head = trial_raise(arena, "", "AttributeError", rows[i].message,
		                                     "/repo/p.py:pack");
		struct tora_case c = case_of(&intent, &change, &d, &base, &head);

		tora_compare(&base, &head, arena, &d);
		c.function = &function;
		c.name = "p.pack";
		c.test = "print(pack((1, 2)))\n";
		c.origin = rows[i].origin;
		row_int(rows[i].label, tora_made_up(&c, rows[i].facts), rows[i].is);
	}
	tora_arena_free(arena);
}

static void test_moved_out_of_a_class(void **state)
{
	static const struct {
		const char *label, *message, *error, *added;
		bool told;
	} rows[] = {
		{ "told", "Move process management out of Env",
		  "'Env' object has no attribute 'kill'", "    def kill(self, pid):\n", true },
		{ "from it", "Extract process handling from Env",
		  "'Env' object has no attribute 'kill'", "    def kill(self, pid):\n", true },
		{ "into it", "Move process management to Env",
		  "'Env' object has no attribute 'kill'", "    def kill(self, pid):\n", false },
		{ "out of another", "Move process management out of Shell",
		  "'Env' object has no attribute 'kill'", "    def kill(self, pid):\n", false },
		{ "nothing moves", "Keep secrets out of Env",
		  "'Env' object has no attribute 'kill'", "    def kill(self, pid):\n", false },
		{ "it came nowhere", "Move process management out of Env",
		  "'Env' object has no attribute 'kill'", "    def stop(self, pid):\n", false },
		{ "another error", "Move process management out of Env", "'Env' has no 'kill'",
		  "    def kill(self, pid):\n", false },
		{ "no name", "Move process management out of Env", "'Env' object has no attribute",
		  "    def kill(self, pid):\n", false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_intent intent = { .title = "" };
		struct tora_change change = { 0 };
		struct tora_difference d = { .api_missing_head = true };
		struct tora_said said = { .added = tora_sv(rows[i].added) };
		struct tora_exception x = { .type = "AttributeError", .message = rows[i].error };
		struct tora_trial after = { .exception = &x };
		struct tora_case c = case_of(&intent, &change, &d, NULL, &after);

		c.said = &said;
		tora_vec_push(arena, &intent.messages)->text = rows[i].message;
		row_int(rows[i].label, tora_moved_told(&c), rows[i].told);
	}
	tora_arena_free(arena);
}

static void test_moved(void **state)
{
	static const struct {
		const char *label, *message, *elsewhere;
		bool is_there, told;
	} rows[] = {
		{ "told", "split src/colour.js", "src/convert.hexToRgb", false, true },
		{ "not told", "perf: colours", "src/convert.hexToRgb", false, false },
		{ "it went", "split src/colour.js", "src/convert.toRgb", false, false },
		{ "it is there still", "split src/colour.js", "src/convert.hexToRgb", true, false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_intent intent = { .title = "" };
		struct tora_change change = { 0 };
		struct tora_difference d = { .api_missing_head = true };
		struct tora_case c = case_of(&intent, &change, &d, NULL, NULL);

		tora_vec_push(arena, &intent.messages)->text = rows[i].message;
		*tora_vec_push(arena, &change.functions) =
			(struct tora_function){ .name = c.name,
			                        .head_body = tora_sv(rows[i].is_there ? "x" : "") };
		*tora_vec_push(arena, &change.functions) =
			(struct tora_function){ .name = rows[i].elsewhere,
			                        .head_body = tora_sv("x") };
		row_int(rows[i].label, tora_moved_told(&c), rows[i].told);
		d.api_missing_head = false;
		assert_false(tora_moved_told(&c));
	}
	tora_arena_free(arena);
}

static void test_renamed(void **state)
{
	static const struct {
		const char *label, *message, *added, *removed;
		bool told;
	} rows[] = {
		{ "told by what it is", "Rename decorator to signature", "def signature(f):\n",
		  "def builtin_function(f):\n", true },
		{ "in quotes", "Rename the decorator to `signature`", "def signature(f):\n",
		  "def builtin_function(f):\n", true },
		{ "to a name that did not come", "Rename decorator to signature", "def sign(f):\n",
		  "def builtin_function(f):\n", false },
		{ "something else is gone", "Rename decorator to signature", "def signature(f):\n",
		  "def decorator(f):\n", false },
		{ "no renaming", "Refactor decorator to signature", "def signature(f):\n",
		  "def builtin_function(f):\n", false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_intent intent = { .title = "" };
		struct tora_said said = { .added = tora_sv(rows[i].added),
			                  .removed = tora_sv(rows[i].removed) };
		struct tora_case c = { .intent = &intent, .said = &said };

		tora_vec_push(arena, &intent.messages)->text = rows[i].message;
		row_int(rows[i].label, tora_moved_renamed(&c, tora_sv("builtin_function")),
		        rows[i].told);
		assert_false(tora_moved_renamed(&c, tora_sv("")));
	}
	tora_arena_free(arena);
}

/* A name that is lost, and what the change does to the tests and documents that have it. */
static void test_given_up(void **state)
{
	static const struct {
		const char *label, *removed, *before, *after;
		enum tora_file_role role;
		bool given_up;
	} rows[] = {
		{ "a test calls another", "def find(x):\n", "assert find(1)\n",
		  "assert look_for(1)\n", TORA_FILE_TEST, true },
		{ "a document tells of another", "def find(x):\n", "find(1)\n", "look_for(1)\n",
		  TORA_FILE_DOC, true },
		{ "it is called still", "def find(x):\n", "assert find(1)\n",
		  "assert find(1)\nassert more()\n", TORA_FILE_TEST, false },
		{ "no test had it", "def find(x):\n", "assert more()\n", "assert most()\n",
		  TORA_FILE_TEST, false },
		{ "a source had it", "def find(x):\n", "find(1)\n", "look_for(1)\n",
		  TORA_FILE_SOURCE, false },
		{ "the sources have it still", "def more(x):\n", "assert find(1)\n",
		  "assert look_for(1)\n", TORA_FILE_TEST, false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_change change = { 0 };
		struct tora_said said = { .removed = tora_sv(rows[i].removed) };
		struct tora_case c = { .change = &change, .said = &said };

		*tora_vec_push(arena, &change.files) =
			(struct tora_file_change){ .role = rows[i].role,
			                           .base_text = tora_sv(rows[i].before),
			                           .head_text = tora_sv(rows[i].after) };
		row_int(rows[i].label, tora_moved_given_up(&c, tora_sv("find")), rows[i].given_up);
		c.change = NULL;
		assert_false(tora_moved_given_up(&c, tora_sv("find")));
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_large_number),
		cmocka_unit_test(test_huge_number),
		cmocka_unit_test(test_counted_with_nothing),
		cmocka_unit_test(test_no_number),
		cmocka_unit_test(test_declined_by_the_base),
		cmocka_unit_test(test_good_news),
		cmocka_unit_test(test_guessed),
		cmocka_unit_test(test_fails_of_its_type),
		cmocka_unit_test(test_moved),
		cmocka_unit_test(test_moved_out_of_a_class),
		cmocka_unit_test(test_renamed),
		cmocka_unit_test(test_given_up),
	};

	return cmocka_run_group_tests_name("madeup", tests, NULL, NULL);
}
