/* Modes, links and streams of which nobody speaks. */
#include "trials.h"

#include "judge/aspect.h"
#include "judge/said.h"

#include <limits.h>

#define MODE   "b.save(path)\nprint(oct(os.stat(path).st_mode & 0o777))\n"
#define LINK   "b.save(path)\nprint(os.path.islink(path))\n"
#define STREAM "read(data)\nprint(data.closed)\n"

static const struct {
	const char *label, *test, *message, *changelog, *docs, *tests, *before, *after;
	bool want;
} rows[] = {
	{ "the mode", MODE, "Write atomically", "a save that fails no longer loses the book", "",
	  "", "0o644", "0o600", true },
	{ "a link", LINK, "Write atomically", NULL, "", "", "True", "False", true },
	{ "closed now", STREAM, "Split lines like open()", NULL, "", "", "False", "True", true },
	{ "closed, and it held something", "print(data.closed or data.getvalue())\n", "Flush", NULL,
	  "", "", "a", "True", true },
	{ "left open now", STREAM, "Split lines like open()", NULL, "", "", "True", "False",
	  false },
	{ "what it holds", "print(data.closed or data.getvalue())", "Flush", NULL, "", "", "a", "b",
	  false },
	{ "the message has a word", MODE, "Books are readable by their owner only", NULL, "", "",
	  "0o644", "0o600", false },
	{ "the changelog", LINK, "Write atomically",
	  "symbolic links are replaced: a link is a file", "", "", "True", "False", false },
	{ "a document", MODE, "Write atomically", NULL, "With the permissions of a new file.\n", "",
	  "0o644", "0o600", false },
	{ "a test", MODE, "Write atomically", NULL, "",
	  "    self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)\n", "0o644", "0o600", false },
	{ "a trailer", STREAM, "Split lines like open()\n\nCloses #42", NULL, "", "", "False",
	  "True", true },
	{ "closing in a subject with a number", STREAM, "Fix #23: close what is read", NULL, "", "",
	  "False", "True", false },
	{ "behind a trailer", STREAM, "Closes #4: streams are closed", NULL, "", "", "False",
	  "True", false },
	{ "of a failure alone", STREAM, "Close the file when writing it fails",
	  "The file is closed if a rate is missing", "", "", "False", "True", true },
	{ "of what it opened itself", STREAM, "load() closes the file that it opened",
	  "Files that are opened by load() are closed.", "It closes a file that it opens.\n", "",
	  "False", "True", true },
	{ "of every one", STREAM, "Close every file, also one that the caller opened", NULL, "", "",
	  "False", "True", false },
	{ "a leak", STREAM, "Fix a leak: save() closes the stream it is handed", NULL, "", "",
	  "False", "True", false },
	{ "a link that it opens", LINK, "A link is replaced when it is opened", NULL, "", "",
	  "True", "False", false },
	{ "not of a failure", STREAM, "Close the file when it was written", NULL, "", "", "False",
	  "True", false },
	{ "the mode, of a failure", MODE, "Keep permissions when writing fails", NULL, "", "",
	  "0o644", "0o600", false },
	{ "of a failure, and it fails", "try:\n    f(s)\nexcept E:\n    pass\nprint(s.closed)\n",
	  "Close the file when writing it fails", NULL, "", "", "False", "True", false },
	{ "another line differs", "print(s.closed)\nprint(f())\n", "Share", NULL, "", "",
	  "True\nFalse", "True\nTrue", false },
	{ "in the middle", LINK "print(b)\n", "Write atomically", NULL, "", "", "True", "False",
	  true },
	{ "a link now", LINK, "Write atomically", NULL, "", "", "False", "True", false },
	{ "of another form", MODE, "Write atomically", NULL, "", "", "a", "0o600", false },
	{ "what another line prints", MODE "print(b)\n", "Write atomically", NULL, "", "", "0o644",
	  "b", false },
	{ "not printed", "mode = os.stat(path).st_mode\n", "Write atomically", NULL, "", "", "1",
	  "2", false },
	{ "another thing", "print(b)\n", "Write atomically", NULL, "", "", "1", "2", false },
};

static void test_aspects(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_difference d = { .kind = TORA_DIFF_VALUE,
			                     .before = rows[i].before,
			                     .after = rows[i].after };
		struct tora_said said = { .messages = tora_sv(rows[i].message),
			                  .docs = tora_sv(rows[i].docs),
			                  .tests = tora_sv(rows[i].tests) };
		struct tora_intent intent = { .title = "" };
		struct tora_trial before = { .out = tora_sv(rows[i].before) };
		struct tora_trial after = { .out = tora_sv(rows[i].after) };
		struct tora_case c = { .said = &said,
			               .intent = &intent,
			               .test = rows[i].test,
			               .before = &before,
			               .after = &after,
			               .difference = &d };

		if (rows[i].changelog)
			*tora_vec_push(arena, &intent.changelog) = rows[i].changelog;
		row_int(rows[i].label, tora_aspect_unsaid(&c), rows[i].want);
		d.kind = TORA_DIFF_EXCEPTION_APPEARED;
		assert_false(tora_aspect_unsaid(&c));
	}
	tora_arena_free(arena);
}

#define CUT "x.push(\"one\\r\")\nprint(x.push(\"\\ntwo\"))\n"

/* A line's end is cut in two. */
static void test_cut(void **state)
{
	static const struct {
		const char *label, *test, *message, *tests;
		enum tora_difference_kind kind;
		bool want;
	} cuts[] = {
		{ "it gives another line", CUT, "Accept CR", "", TORA_DIFF_VALUE, true },
		{ "it fails", CUT, "Accept CR", "", TORA_DIFF_EXCEPTION_APPEARED, true },
		{ "it fails no more", CUT, "Accept CR", "", TORA_DIFF_EXCEPTION_GONE, false },
		{ "one by one", "x.push('e')\nx.push('\\r')\nx.push('\\n')\n", "Accept CR", "",
		  TORA_DIFF_VALUE, true },
		{ "in one", "x.push('e\\r\\nf')\nx.push('\\n')\n", "Accept CR", "", TORA_DIFF_VALUE,
		  false },
		{ "behind the end", "x.push('e\\r\\n')\nx.push('f')\n", "Accept CR", "",
		  TORA_DIFF_VALUE, false },
		{ "another between them", "x.push('\\r')\nx.push('f')\nx.push('\\n')\n",
		  "Accept CR", "", TORA_DIFF_VALUE, false },
		{ "line ends of a list", "for end in ('\\r', '\\n'):\n    f('a' + end)\n",
		  "Accept CR", "", TORA_DIFF_VALUE, false },
		{ "one is put for the other", "print(f('a').replace('\\r', '\\n'))\n", "Accept CR",
		  "", TORA_DIFF_VALUE, false },
		{ "a backslash and a letter", "f('C:\\\\r')\nf('\\ntwo')\n", "Accept CR", "",
		  TORA_DIFF_VALUE, false },
		{ "behind a backslash", "f('C:\\\\\\r')\nf('\\ntwo')\n", "Accept CR", "",
		  TORA_DIFF_VALUE, true },
		{ "of what fails", CUT, "Join line ends in chunks, also when one is missing", "",
		  TORA_DIFF_VALUE, false },
		{ "the message speaks of it", CUT, "Accept CR at the end of a chunk", "",
		  TORA_DIFF_VALUE, false },
		{ "a test does", CUT, "Accept CR", "    # cut between CR and LF\n", TORA_DIFF_VALUE,
		  false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
		struct tora_difference d = { .kind = cuts[i].kind, .before = "1", .after = "2" };
		struct tora_said said = { .messages = tora_sv(cuts[i].message),
			                  .tests = tora_sv(cuts[i].tests) };
		struct tora_intent intent = { .title = "" };
		struct tora_trial before = { .out = tora_sv("1\n") }, after = before;
		struct tora_case c = { .said = &said,
			               .intent = &intent,
			               .test = cuts[i].test,
			               .before = &before,
			               .after = &after,
			               .difference = &d };

		row_int(cuts[i].label, tora_aspect_unsaid(&c), cuts[i].want);
	}
}

#define RAISED                                                                                     \
	"try:\n    with bind(a=1):\n        raise RuntimeError(\"stop\")\nexcept RuntimeError:\n"  \
	"    print(\"raised\")\n"

#define JS                                                                                         \
	"const f = () => {\n\tthrow new Error('no');\n};\ntry {\n\tawait g(f);\n} catch {\n"       \
	"\tconsole.log('no');\n}\nawait g(f);\n"

static const struct {
	const char *label, *test, *message, *changelog, *before, *after;
	unsigned line; /* that fails on the head; 0: none does; UINT_MAX: nobody knows */
	enum tora_difference_kind kind;
	bool want;
} errors[] = {
	{ "a clean-up that is skipped", RAISED "\nprint(fields())\n", "bind() decorates functions",
	  "bind() decorates", "raised\n1\n", "raised\n2\n", 0, TORA_DIFF_VALUE, true },
	{ "in a block of its own", RAISED "with bind(b=2) as fields:\n    print(fields)\n", "Share",
	  NULL, "raised\n1\n", "raised\n2\n", 0, TORA_DIFF_VALUE, true },
	{ "what was printed before", "print(f())\n" RAISED "print(1)\n", "Share", NULL,
	  "1\nraised\n1\n", "2\nraised\n1\n", 0, TORA_DIFF_VALUE, false },
	{ "what is printed of the error", RAISED "print(1)\n", "Share", NULL, "raised\n1\n",
	  "Raised\n1\n", 0, TORA_DIFF_VALUE, false },
	{ "it fails afterwards", RAISED "undo()\n", "Share", NULL, "raised\n", "raised\n", 6,
	  TORA_DIFF_EXCEPTION_APPEARED, true },
	{ "it fails within", RAISED "undo()\n", "Share", NULL, "raised\n", "", 2,
	  TORA_DIFF_EXCEPTION_APPEARED, false },
	{ "a callback", JS, "Share", NULL, "no\n", "no\n", 9, TORA_DIFF_EXCEPTION_APPEARED, true },
	{ "a callback that is waited for", JS, "Share", NULL, "no\n", "no\n", UINT_MAX,
	  TORA_DIFF_EXCEPTION_APPEARED, true },
	{ "what it failed with is kept", JS, "Share", NULL, "no\n", "no\n", 2,
	  TORA_DIFF_EXCEPTION_APPEARED, true },
	{ "and fails within", JS, "Share", NULL, "no\n", "", 2, TORA_DIFF_EXCEPTION_APPEARED,
	  false },
	{ "one that fails within", JS, "Share", NULL, "no\n", "", UINT_MAX,
	  TORA_DIFF_EXCEPTION_APPEARED, false },
	{ "it does not come back", RAISED "print(1)\n", "Count", NULL, "raised\n1\n", "1\n", 0,
	  TORA_DIFF_VALUE, true },
	{ "nor in the end", RAISED, "Count", NULL, "raised\n", "", 0, TORA_DIFF_VALUE, true },
	{ "nor to JavaScript", JS, "Count", NULL, "no\n", "", 0, TORA_DIFF_VALUE, true },
	{ "another line is missing", "print(0)\n" RAISED, "Count", NULL, "0\nraised\n", "raised\n",
	  0, TORA_DIFF_VALUE, false },
	{ "what is broken", RAISED, "Go on with broken fields", NULL, "raised\n", "", 0,
	  TORA_DIFF_VALUE, false },
	{ "said otherwise", RAISED, "Swallow what listeners do", NULL, "raised\n", "", 0,
	  TORA_DIFF_VALUE, false },
	{ "it is meant to be swallowed", RAISED, "Ignore errors of the block", NULL, "raised\n", "",
	  0, TORA_DIFF_VALUE, false },
	{ "an error of the code does not come", "try:\n    f(1)\nexcept E:\n    print(\"E\")\n",
	  "Count", NULL, "E\n", "", 0, TORA_DIFF_VALUE, false },
	{ "another text", "try:\n    raise E\nexcept E as e:\n    print(e)\n", "Count", NULL, "e\n",
	  "", 0, TORA_DIFF_VALUE, false },
	{ "nothing comes behind the block", RAISED, "Share", NULL, "raised\n", "a\n", 0,
	  TORA_DIFF_VALUE, false },
	{ "what belongs to the block", RAISED "else:\n    print(1)\n", "Share", NULL, "raised\n1\n",
	  "raised\n2\n", 0, TORA_DIFF_VALUE, false },
	{ "within a block of JavaScript",
	  "try {\n\tawait g(() => {\n\t\tthrow new Error('no');\n\t});\n} catch (e) "
	  "{\n\tlog(e);\n}\n",
	  "Share", NULL, "1\n", "2\n", 0, TORA_DIFF_VALUE, false },
	{ "an error of the code", "try:\n    f(1)\nexcept:\n    pass\nprint(f(2))\n", "Share", NULL,
	  "1\n", "2\n", 0, TORA_DIFF_VALUE, false },
	{ "not caught", "def f():\n    raise E\ntry:\n    g(f)\nfinally:\n    pass\nprint(1)\n",
	  "Share", NULL, "1\n", "2\n", 0, TORA_DIFF_VALUE, false },
	{ "an error is gone", RAISED "undo()\n", "Share", NULL, "raised\n", "raised\n", 0,
	  TORA_DIFF_EXCEPTION_GONE, false },
	{ "the message speaks of errors", RAISED "print(f())\n", "Keep fields when a block fails",
	  NULL, "raised\n1\n", "raised\n2\n", 0, TORA_DIFF_VALUE, false },
	{ "the changelog does", RAISED "print(f())\n", "Keep fields",
	  "fields are kept after an exception", "raised\n1\n", "raised\n2\n", 0, TORA_DIFF_VALUE,
	  false },
};

static void test_after_an_error(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
		struct tora_difference d = { .kind = errors[i].kind };
		struct tora_said said = { .messages = tora_sv(errors[i].message) };
		struct tora_intent intent = { .title = "" };
		struct tora_exception x = { .type = "E", .message = "no" };
		struct tora_trial before = { .out = tora_sv(errors[i].before) };
		struct tora_trial after = { .out = tora_sv(errors[i].after) };
		struct tora_case c = { .said = &said,
			               .intent = &intent,
			               .test = errors[i].test,
			               .before = &before,
			               .after = &after,
			               .difference = &d };

		if (errors[i].line) {
			*tora_vec_push(arena, &x.frames) = (struct tora_frame){
				.file = errors[i].line == UINT_MAX ? "/repo/a.js" : "<test>",
				.line = errors[i].line
			};
			after.exception = &x;
		}
		if (errors[i].changelog)
			*tora_vec_push(arena, &intent.changelog) = errors[i].changelog;
		row_int(errors[i].label, tora_aspect_after_error(&c), errors[i].want);
	}
	tora_arena_free(arena);
}

#define ITERATOR "print(total(iter([1, 2])))\n"

static void test_an_error_that_comes_through(void **state)
{
	static const char step[] = "const step = () => {\n\tthrow new Error('no');\n};\n"
				   "await run([step]);\n";
	static const struct {
		const char *label, *message, *changelog, *from, *last;
		unsigned line;
		bool want;
	} through[] = {
		{ "unsaid", "Run steps at the same time", "Failures are logged at the end",
		  "/repo/run.js", "<test>", 2, true },
		{ "the message speaks of failures", "A step that fails ends the run", NULL,
		  "/repo/run.js", "<test>", 2, false },
		{ "the changelog says that it comes", "Run steps at the same time",
		  "run() rejects with the first error", "/repo/run.js", "<test>", 2, false },
		{ "an error of the code", "Run steps at the same time", NULL, "/repo/run.js",
		  "/repo/run.js", 2, false },
		{ "not made there", "Run steps at the same time", NULL, "/repo/run.js", "<test>", 4,
		  false },
		{ "the test calls it itself", "Run steps at the same time", NULL, "<test>",
		  "<test>", 2, false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof through / sizeof *through; i++) {
		struct tora_difference d = { .kind = TORA_DIFF_EXCEPTION_APPEARED };
		struct tora_said said = { .messages = tora_sv(through[i].message) };
		struct tora_intent intent = { .title = "" };
		struct tora_exception x = { .type = "Error", .message = "no" };
		struct tora_trial before = { .out = tora_sv("") }, after = { .exception = &x };
		struct tora_case c = { .said = &said,
			               .intent = &intent,
			               .test = step,
			               .before = &before,
			               .after = &after,
			               .difference = &d };

		*tora_vec_push(arena, &x.frames) =
			(struct tora_frame){ .file = "<test>", .line = 4 };
		*tora_vec_push(arena, &x.frames) =
			(struct tora_frame){ .file = through[i].from, .line = 9 };
		*tora_vec_push(arena, &x.frames) =
			(struct tora_frame){ .file = through[i].last, .line = through[i].line };
		if (through[i].changelog)
			*tora_vec_push(arena, &intent.changelog) = through[i].changelog;
		row_int(through[i].label, tora_aspect_after_error(&c), through[i].want);
		d.kind = TORA_DIFF_VALUE;
		assert_false(tora_aspect_after_error(&c));
	}
	tora_arena_free(arena);
}

static const struct {
	const char *label, *test, *message, *changelog, *docs, *tests;
	enum tora_difference_kind kind;
	bool want;
} once[] = {
	{ "the first is lost", ITERATOR, "Check the first row", NULL, "", "", TORA_DIFF_VALUE,
	  true },
	{ "another order", ITERATOR, "Sort once", NULL, "", "", TORA_DIFF_ORDER, true },
	{ "a list", "print(total([1, 2]))\n", "Check", NULL, "", "", TORA_DIFF_VALUE, false },
	{ "another name", "print(reiter([1, 2]))\n", "Check", NULL, "", "", TORA_DIFF_VALUE,
	  false },
	{ "a method", "print(root.iter(\"item\"))\n", "Check", NULL, "", "", TORA_DIFF_VALUE,
	  false },
	{ "refused", ITERATOR, "Check", NULL, "", "", TORA_DIFF_EXCEPTION_APPEARED, false },
	{ "the message speaks of it", ITERATOR, "Go through the rows lazily", NULL, "", "",
	  TORA_DIFF_VALUE, false },
	{ "the changelog", ITERATOR, "Check", "total() consumes its argument", "", "",
	  TORA_DIFF_VALUE, false },
	{ "a document", ITERATOR, "Check", NULL, "Iterators are taken as they are.\n", "",
	  TORA_DIFF_VALUE, false },
	{ "a test", ITERATOR, "Check", NULL, "", "    assert total(iter(ROWS)) == 3\n",
	  TORA_DIFF_VALUE, false },
	{ "values of an array", "console.log(total([1, 2].values()));\n", "Check", NULL, "", "",
	  TORA_DIFF_VALUE, true },
	{ "and more arguments", "console.log(total([[1], a[2]].values(), 1));\n", "Check", NULL, "",
	  "", TORA_DIFF_VALUE, true },
	{ "the second argument", "f(1, [2].values());\n", "Check", NULL, "", "", TORA_DIFF_VALUE,
	  true },
	{ "an array by its name", "const a = 1, some = [1];\nf(a, some.values());\n", "Check", NULL,
	  "", "", TORA_DIFF_VALUE, true },
	{ "a Map", "const a = [1], some = new Map([a]);\nf(some, [1]);\nf(some.values());\n",
	  "Check", NULL, "", "", TORA_DIFF_VALUE, false },
	{ "in an object", "f({ a: 1, b: [1].values(), c });\n", "Check", NULL, "", "",
	  TORA_DIFF_VALUE, false },
	{ "what the program looks at", "console.log(cache.values());\n", "Check", NULL, "", "",
	  TORA_DIFF_VALUE, false },
	{ "one of several", "f(some[0].values());\n", "Check", NULL, "", "", TORA_DIFF_VALUE,
	  false },
	{ "what it is asked for", "f([1].values().next());\n", "Check", NULL, "", "",
	  TORA_DIFF_VALUE, false },
	{ "not handed over", "const a = [1].values();\nf(a);\n", "Check", NULL, "", "",
	  TORA_DIFF_VALUE, false },
	{ "another method", "f([1].values, [1].map(), [1].at(), some());\n", "Check", NULL, "", "",
	  TORA_DIFF_VALUE, false },
	{ "an array before it", "f([1], cache.values());\n", "Check", NULL, "", "", TORA_DIFF_VALUE,
	  false },
};

/* What fails behind the call that takes an iterator, and not that call. */
static void test_fails_without_it(void **state)
{
	static const struct {
		const char *label, *test, *file;
		unsigned line;
		bool want;
	} of[] = {
		{ "behind it", "yard.bring(iter([1]))\nprint(yard.sell(1))\n", "<test>", 2, true },
		{ "that call", "yard.bring(iter([1]))\nprint(yard.sell(1))\n", "<test>", 1, false },
		{ "elsewhere", "yard.bring(iter([1]))\nprint(yard.sell(1))\n", "/repo/a.py", 2,
		  false },
		{ "no iterator", "yard.bring([1])\nprint(yard.sell(1))\n", "<test>", 2, false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		struct tora_difference d = { .kind = TORA_DIFF_EXCEPTION_APPEARED,
			                     .before = "1",
			                     .after = "KeyError: 1" };
		struct tora_said said = { .messages = tora_sv("Tidy up") };
		struct tora_intent intent = { .title = "" };
		struct tora_trial base = trial_ok("1"),
				  head = trial_raise(arena, "", "KeyError", "1", of[i].file);
		struct tora_case c = { .said = &said,
			               .intent = &intent,
			               .test = of[i].test,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		head.exception->frames.at[0].file = of[i].file;
		head.exception->frames.at[0].line = of[i].line;
		row_int(of[i].label, tora_aspect_read_once(&c), of[i].want);
	}
	tora_arena_free(arena);
}

/* The base made nothing of an iterator: it had gone through it before. */
static void test_never_took(void **state)
{
	static const struct {
		const char *label, *test, *before;
		enum tora_difference_kind kind;
		bool never;
	} rows_of[] = {
		{ "nothing was left", ITERATOR, "", TORA_DIFF_VALUE, true },
		{ "an empty list", ITERATOR, "[]", TORA_DIFF_VALUE, true },
		{ "an empty set of JavaScript", ITERATOR, "Set(0) {}", TORA_DIFF_VALUE, true },
		{ "a place or a sum of something", ITERATOR, "0", TORA_DIFF_VALUE, false },
		{ "something was", ITERATOR, "3", TORA_DIFF_VALUE, false },
		{ "an answer", ITERATOR, "False", TORA_DIFF_VALUE, false },
		{ "a list", "print(total([1, 2]))\n", "[]", TORA_DIFF_VALUE, false },
		{ "it fails", ITERATOR, "", TORA_DIFF_EXCEPTION_APPEARED, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows_of / sizeof *rows_of; i++) {
		struct tora_difference d = { .kind = rows_of[i].kind,
			                     .before = rows_of[i].before,
			                     .after = "2" };
		struct tora_said said = { .messages = tora_sv("Tidy up") };
		struct tora_intent intent = { .title = "" };
		struct tora_trial none = { 0 };
		struct tora_case c = { .said = &said,
			               .intent = &intent,
			               .test = rows_of[i].test,
			               .before = &none,
			               .after = &none,
			               .difference = &d };

		row_int(rows_of[i].label, tora_aspect_never_took(&c), rows_of[i].never);
		if (rows_of[i].never)
			assert_false(tora_aspect_read_once(&c));
	}
}

static void test_read_once(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof once / sizeof *once; i++) {
		struct tora_difference d = { .kind = once[i].kind, .before = "3", .after = "2" };
		struct tora_said said = { .messages = tora_sv(once[i].message),
			                  .docs = tora_sv(once[i].docs),
			                  .tests = tora_sv(once[i].tests) };
		struct tora_intent intent = { .title = "" };
		struct tora_trial trial = { .out = tora_sv("") };
		struct tora_case c = { .said = &said,
			               .intent = &intent,
			               .test = once[i].test,
			               .before = &trial,
			               .after = &trial,
			               .difference = &d };

		if (once[i].changelog)
			*tora_vec_push(arena, &intent.changelog) = once[i].changelog;
		row_int(once[i].label, tora_aspect_read_once(&c), once[i].want);
	}
	tora_arena_free(arena);
}

/* Nothing is left of an iterator: what else is there twice, or once, is another matter. */
static void test_used_up(void **state)
{
	static const char twice[] = "Who read the sheet again had everything twice";
	static const struct {
		const char *label, *message, *changelog, *docs, *before, *after;
		enum tora_difference_kind kind;
		bool want;
	} rows_of[] = {
		{ "nothing", twice, NULL, "", "3", "", TORA_DIFF_VALUE, true },
		{ "an empty list", twice, NULL, "", "[3]", "[]", TORA_DIFF_VALUE, true },
		{ "none", twice, NULL, "", "3", "0", TORA_DIFF_VALUE, true },
		{ "another order", twice, NULL, "", "3", "0", TORA_DIFF_ORDER, false },
		{ "some", twice, NULL, "", "3", "2", TORA_DIFF_VALUE, false },
		{ "nothing before", twice, NULL, "", "", "0", TORA_DIFF_VALUE, false },
		{ "none before", twice, NULL, "", "0", "", TORA_DIFF_VALUE, false },
		{ "the message speaks of it", "Go through generators twice", NULL, "", "3", "",
		  TORA_DIFF_VALUE, false },
		{ "the documents do", twice, NULL, "Takes any iterable.\n", "3", "",
		  TORA_DIFF_VALUE, false },
		{ "the message speaks of lists", "Go through the list twice", NULL, "", "3", "",
		  TORA_DIFF_VALUE, false },
		{ "a verb", twice, "the error lists all problems", "", "3", "", TORA_DIFF_VALUE,
		  true },
		{ "the changelog does", twice, "takes an array", "", "3", "", TORA_DIFF_VALUE,
		  false },
		{ "documents that do", twice, NULL, "Takes a list.\n", "3", "", TORA_DIFF_VALUE,
		  true },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows_of / sizeof *rows_of; i++) {
		struct tora_difference d = { .kind = rows_of[i].kind,
			                     .before = rows_of[i].before,
			                     .after = rows_of[i].after };
		struct tora_said said = { .messages = tora_sv(rows_of[i].message),
			                  .docs = tora_sv(rows_of[i].docs) };
		struct tora_intent intent = { .title = "" };
		struct tora_trial base = trial_ok("7\n3\n"), head = trial_ok("7\n2\n");
		struct tora_case c = { .said = &said,
			               .intent = &intent,
			               .test = ITERATOR,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		if (rows_of[i].changelog)
			*tora_vec_push(arena, &intent.changelog) = rows_of[i].changelog;
		row_int(rows_of[i].label, tora_aspect_read_once(&c), rows_of[i].want);
		head.out = TORA_SV("7\n2\n2\n"); /* more of it is no loss */
		assert_false(tora_aspect_read_once(&c));
		head.out = base.out;
		c.test = "print(total([1, 2]))\n";
		assert_false(tora_aspect_read_once(&c));
	}
	tora_arena_free(arena);
}

/* What a document said before is no news, though its line is. */
static void test_had_document(void **state)
{
	static const struct {
		const char *label, *had, *docs;
		enum tora_file_role role;
		bool want;
	} rows_of[] = {
		{ "a sentence that was there", "Adds rows. `rows` is any iterable.\n",
		  "None if one is bad. `rows` is any iterable.\n", TORA_FILE_DOC, true },
		{ "the first one", "`rows` is any iterable. Adds them.\n",
		  "`rows` is any iterable. Adds all.\n", TORA_FILE_DOC, true },
		{ "before a new one", "Adds rows. `rows` is any iterable.\n",
		  "  `rows` is any iterable. Adds all.\n", TORA_FILE_DOC, true },
		{ "of which another part is new", "`f(rows)` takes any iterable.\n",
		  "`f(rows, gap=0)` takes any iterable.\n", TORA_FILE_DOC, true },
		{ "a new one beside it", "`f(rows)` takes any iterable.\n",
		  "`f(rows)` takes any iterable.\n\n`g(rows)` goes through an iterable once.\n",
		  TORA_FILE_DOC, false },
		{ "in a source file", "`rows` is any iterable.\n", "`rows` is any iterable.\n",
		  TORA_FILE_SOURCE, false },
		{ "one that was not", "`rows` is any iterable.\n",
		  "`rows` is any iterable. They are read lazily.\n", TORA_FILE_DOC, false },
		{ "another line", "A list.\n", "A list.\nThey are read lazily.\n", TORA_FILE_DOC,
		  false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows_of / sizeof *rows_of; i++) {
		struct tora_difference d = { .kind = TORA_DIFF_VALUE, .before = "3", .after = "2" };
		struct tora_said said = { .messages = tora_sv("Check"),
			                  .docs = tora_sv(rows_of[i].docs) };
		struct tora_intent intent = { .title = "" };
		struct tora_trial trial = { .out = tora_sv("") };
		struct tora_change change = { 0 };
		struct tora_case c = { .said = &said,
			               .intent = &intent,
			               .change = &change,
			               .test = ITERATOR,
			               .before = &trial,
			               .after = &trial,
			               .difference = &d };

		*tora_vec_push(arena, &change.files) =
			(struct tora_file_change){ .path = "a.md", .role = TORA_FILE_SOURCE };
		*tora_vec_push(arena, &change.files) =
			(struct tora_file_change){ .path = "README.md",
			                           .role = rows_of[i].role,
			                           .base_text = tora_sv(rows_of[i].had),
			                           .head_text = tora_sv(rows_of[i].docs) };
		row_int(rows_of[i].label, tora_aspect_read_once(&c), rows_of[i].want);
	}
	tora_arena_free(arena);
}

static const struct {
	const char *label, *messages[2], *changelog, *docs, *tests, *before;
	enum tora_difference_kind kind;
	bool want;
} orders[] = {
	{ "nobody speaks of it",
	  { "Keep the time" },
	  NULL,
	  "",
	  "",
	  "[1, 2]",
	  TORA_DIFF_ORDER,
	  true },
	{ "another value", { "Keep the time" }, NULL, "", "", "[1, 2]", TORA_DIFF_VALUE, false },
	{ "of a mapping",
	  { "Keep the time" },
	  NULL,
	  "",
	  "",
	  " {'a': 1, 'b': 2}",
	  TORA_DIFF_ORDER,
	  false },
	{ "a subject",
	  { "Keep the time", "Fix sorting" },
	  NULL,
	  "",
	  "",
	  "[1, 2]",
	  TORA_DIFF_ORDER,
	  false },
	{ "a body",
	  { "Keep the time\n\nRows are reordered." },
	  NULL,
	  "",
	  "",
	  "[1, 2]",
	  TORA_DIFF_ORDER,
	  false },
	{ "the changelog",
	  { "Keep the time" },
	  "latest() is ascending",
	  "",
	  "",
	  "[1, 2]",
	  TORA_DIFF_ORDER,
	  false },
	{ "a document",
	  { "Keep the time" },
	  NULL,
	  "The newest row wins.\n",
	  "",
	  "[1, 2]",
	  TORA_DIFF_ORDER,
	  false },
	{ "a test",
	  { "Keep the time" },
	  NULL,
	  "",
	  "def test_order():\n",
	  "[1, 2]",
	  TORA_DIFF_ORDER,
	  false },
	{ "a place in a subject",
	  { "Keep the time", "Put drafts behind the others" },
	  NULL,
	  "",
	  "",
	  "[1, 2]",
	  TORA_DIFF_ORDER,
	  false },
	{ "a place in a body",
	  { "Keep the time\n\nIt was lost at the first write." },
	  NULL,
	  "",
	  "",
	  "[1, 2]",
	  TORA_DIFF_ORDER,
	  true },
	{ "a place in a document",
	  { "Keep the time" },
	  NULL,
	  "When it came first.\n",
	  "",
	  "[1, 2]",
	  TORA_DIFF_ORDER,
	  true },
};

/* The same in another order, and who has a word for it. */
static void test_order_unsaid(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
		struct tora_intent intent = { .branch = "", .title = "" };
		struct tora_change change = { 0 };
		struct tora_trial base = trial_ok(orders[i].before), head = trial_ok("[2, 1]");
		struct tora_difference d = { .kind = orders[i].kind,
			                     .signature = "",
			                     .before = orders[i].before,
			                     .after = "[2, 1]" };
		struct tora_said said;
		struct tora_case c = { .said = &said,
			               .intent = &intent,
			               .change = &change,
			               .name = "store.set",
			               .test = "print(store.latest())\n",
			               .before = &base,
			               .after = &head,
			               .difference = &d };
		struct tora_evidence e;

		for (size_t k = 0; k < 2 && orders[i].messages[k]; k++)
			tora_vec_push(arena, &intent.messages)->text = orders[i].messages[k];
		if (orders[i].changelog)
			*tora_vec_push(arena, &intent.changelog) = orders[i].changelog;
		tora_said(&intent, &change, arena, &said);
		said.docs = tora_sv(orders[i].docs);
		said.tests = tora_sv(orders[i].tests);
		row_int(orders[i].label, tora_aspect_order_unsaid(&c), orders[i].want);
		tora_evidence(&c, arena, &e);
		row_int(orders[i].label, (e.facts & TORA_FACT(ORDER_UNSAID)) != 0, orders[i].want);
		c.said = NULL;
		assert_false(tora_aspect_order_unsaid(&c));
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_aspects),
		                            cmocka_unit_test(test_order_unsaid),
		                            cmocka_unit_test(test_after_an_error),
		                            cmocka_unit_test(test_an_error_that_comes_through),
		                            cmocka_unit_test(test_read_once),
		                            cmocka_unit_test(test_used_up),
		                            cmocka_unit_test(test_had_document),
		                            cmocka_unit_test(test_fails_without_it),
		                            cmocka_unit_test(test_never_took),
		                            cmocka_unit_test(test_cut) };

	return cmocka_run_group_tests_name("aspect", tests, NULL, NULL);
}
