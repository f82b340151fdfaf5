#include "trials.h"

#include "judge/cluster.h"
#include "judge/locate.h"
#include "lang/lang.h"

static struct tora_arena *arena;
static struct tora_change change;

static struct tora_function *add(const char *name, unsigned first, unsigned last, bool is_class)
{
	struct tora_function *f = tora_vec_push(arena, &change.functions);

	f->file = "p/u.py";
	f->name = name;
	f->qualname = name + strlen("p.u.");
	f->first = f->base_first = first;
	f->last = f->base_last = last;
	f->is_class = is_class;
	return f;
}

static int set_up(void **state)
{
	(void)state;
	arena = tora_arena_new();
	memset(&change, 0, sizeof change);
	add("p.u.Slug", 1, 30, true);
	add("p.u.Slug.make", 5, 12, false)->public_caller = "p.u.slugify";
	add("p.u.Slug.join", 14, 20, false);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	tora_arena_free(arena);
	return 0;
}

static void hit(struct tora_trial *t, unsigned line)
{
	struct tora_lines_hit *h = tora_vec_push(arena, &t->covered);

	h->file = "p/u.py";
	h->line = line;
}

static void test_locate(void **state)
{
	static const struct {
		const char *label, *target;
		unsigned covered[4]; /* head; 0 ends */
		unsigned raised;     /* line of the innermost frame, 0: none */
		const char *want;
		unsigned line;
	} rows[] = {
		{ "nothing ran", "", { 0 }, 0, "", 0 },
		{ "nothing ran, but aimed", "p.u.Slug.join", { 0 }, 0, "p.u.Slug.join", 14 },
		{ "a method, not its class", "", { 2, 3, 4, 7 }, 0, "p.u.Slug.make", 7 },
		{ "class body only", "", { 2, 0 }, 0, "p.u.Slug", 2 },
		{ "most lines", "", { 7, 15, 16, 0 }, 0, "p.u.Slug.join", 15 },
		{ "the target when it ran",
		  "p.u.Slug.make",
		  { 7, 15, 16, 0 },
		  0,
		  "p.u.Slug.make",
		  7 },
		{ "the target through its caller",
		  "p.u.slugify",
		  { 7, 15, 16, 0 },
		  0,
		  "p.u.Slug.make",
		  7 },
		{ "a target that did not run", "p.u.Slug.make", { 15, 0 }, 0, "p.u.Slug.join", 15 },
		{ "who raised", "p.u.Slug.make", { 7, 15, 0 }, 12 + 5, "p.u.Slug.join", 15 },
		{ "an unknown target stays a name", "q.other", { 0 }, 0, "q.other", 0 },
	};
	struct tora_candidate named = { .target = "q.other", .source = "s.join(1)\nprint(s)" };
	const struct tora_trial nowhere = trial_ok("");
	struct tora_place called;
	size_t i, k;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_candidate c = { .target = rows[i].target };
		struct tora_trial base = trial_ok(""), head = trial_ok("");
		struct tora_place place;

		if (rows[i].raised) {
			head = trial_raise(arena, "", "E", "m", "/repo/p/u.py:join");
			head.exception->frames.at[1].line = rows[i].raised;
		}
		for (k = 0; k < 4 && rows[i].covered[k]; k++)
			hit(&head, rows[i].covered[k]);
		tora_locate(&change, &c, &base, &head, &place);
		row_text(rows[i].label, place.name, rows[i].want);
		row_int(rows[i].label, place.line, rows[i].line);
	}
	tora_locate(&change, &named, &nowhere, &nowhere, &called); /* of which no lines are known */
	assert_string_equal(called.name, "p.u.Slug.join");
}

/* Of the commit that made the difference, which left alone what most lines ran of. */
static void test_step(void **state)
{
	static const struct {
		const char *label, *function, *test;
		bool is_first, is_last;
		const char *want;
		unsigned line;
	} rows[] = {
		{ "another one's work", "p.u.bounds", "s.join(1)", false, true, "p.u.Slug.join",
		  15 },
		{ "its own", "p.u.Slug.make", "s.join(1)", false, true, "p.u.Slug.make", 99 },
		{ "in the middle, by what is called", "p.u.bounds", "s.join(1)", false, false,
		  "p.u.Slug.join", 114 },
		{ "first, by what ran before", "p.u.bounds", "x", true, false, "p.u.Slug.join",
		  114 },
		{ "nothing of it ran", "p.u.bounds", "x", false, false, "p.u.bounds", 99 },
		{ "it is gone since", "p.u.bounds", "s.make(1)", false, false, "p.u.bounds", 99 },
	};
	struct tora_change branch = { .functions = { 0 } };
	struct tora_function *f = tora_vec_push(arena, &branch.functions);

	(void)state;
	*f = (struct tora_function){ .file = "p/u.py", .name = "p.u.Slug.join", .first = 114 };
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_finding found = { .function = rows[i].function,
			                      .file = "p/u.py",
			                      .line = 99,
			                      .test = rows[i].test };

		found.before = found.after = trial_ok("");
		hit(&found.before, 16);
		hit(&found.after, 15);
		tora_locate_step(&change, &branch, rows[i].is_first, rows[i].is_last, &found);
		row_text(rows[i].label, found.function, rows[i].want);
		row_int(rows[i].label, found.line, rows[i].line);
	}
}

/* A helper that came with the change shows in what the test calls, if that ran. */
static void test_helper(void **state)
{
	static const struct {
		const char *label, *test;
		enum tora_change_kind kind, caller;
		unsigned covered[4];
		const char *want;
	} rows[] = {
		{ "its caller",
		  "s.join(1)",
		  TORA_CHANGE_ADDED,
		  TORA_CHANGE_MODIFIED,
		  { 15, 35, 36 },
		  "p.u.Slug.join" },
		{ "it was there",
		  "s.join(1)",
		  TORA_CHANGE_MODIFIED,
		  TORA_CHANGE_MODIFIED,
		  { 15, 35, 36 },
		  "p.u.helper" },
		{ "its caller came too",
		  "s.join(1)",
		  TORA_CHANGE_ADDED,
		  TORA_CHANGE_ADDED,
		  { 15, 35, 36 },
		  "p.u.helper" },
		{ "its caller did not run",
		  "s.join(1)",
		  TORA_CHANGE_ADDED,
		  TORA_CHANGE_MODIFIED,
		  { 35, 36 },
		  "p.u.helper" },
		{ "another one is called",
		  "s.size(1)",
		  TORA_CHANGE_ADDED,
		  TORA_CHANGE_MODIFIED,
		  { 15, 35, 36 },
		  "p.u.helper" },
	};
	struct tora_function *helper = add("p.u.helper", 34, 37, false);

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_candidate c = { .target = "", .source = rows[i].test };
		struct tora_trial base = trial_ok(""), head = trial_ok("");
		struct tora_place place;

		helper->kind = rows[i].kind;
		change.functions.at[2].kind = rows[i].caller;
		for (size_t k = 0; k < 4 && rows[i].covered[k]; k++)
			hit(&head, rows[i].covered[k]);
		tora_locate(&change, &c, &base, &head, &place);
		row_text(rows[i].label, place.name, rows[i].want);
	}
}

/* An error that the test's own line raises is of what that line calls. */
static void test_called(void **state)
{
	static const struct {
		const char *label, *test, *message;
		unsigned line;
		bool in_base;
		const char *want;
	} rows[] = {
		{ "called last", "s = Slug()\nprint(s.make().join())",
		  "'str' object is not callable", 2, false, "p.u.Slug.join" },
		{ "before the change", "print(s.join())", "'str' object is not callable", 1, true,
		  "p.u.Slug.join" },
		{ "named", "print(s.join(s.make(1)).make())", "Slug.join() takes 1 argument", 1,
		  false, "p.u.Slug.join" },
		{ "on another line", "s.join()\nprint(s.size)", "no attribute 'size'", 2, false,
		  "p.u.Slug.make" },
		{ "not called", "print(s.join)", "'s.join'", 1, false, "p.u.Slug.make" },
		{ "in a text", "print('join(', s)", "join", 1, false, "p.u.Slug.make" },
		{ "of two classes", "print(s.cut())", "'str' object is not callable", 1, false,
		  "p.u.Slug.make" },
		{ "a class", "print(Slug())", "Slug", 1, false, "p.u.Slug.make" },
		{ "no such line", "print(s.join())", "join", 9, false, "p.u.Slug.make" },
		{ "no message", "print(s.join())", NULL, 1, false, "p.u.Slug.make" },
	};

	(void)state;
	add("p.u.Slug.cut", 40, 41, false);
	add("p.u.Tag.cut", 44, 45, false);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_candidate c = { .target = "p.u.Slug.make", .source = rows[i].test };
		struct tora_trial ran = trial_ok(""), raised;
		struct tora_place place;

		raised = trial_raise(arena, "", "TypeError", rows[i].message, TORA_TEST_FILE);
		raised.exception->frames.n = 1;
		raised.exception->frames.at[0].line = rows[i].line;
		hit(&ran, 7);
		hit(&raised, 7);
		tora_locate(&change, &c, rows[i].in_base ? &raised : &ran,
		            rows[i].in_base ? &ran : &raised, &place);
		row_text(rows[i].label, place.name, rows[i].want);
	}
}

/* The line that is said is one that the change wrote, where one of them ran, or where none of its kind can. */
static void test_line(void **state)
{
	static const struct {
		const char *label, *target;
		unsigned covered[4];
		const char *want;
		unsigned line;
	} rows[] = {
		{ "what was written ran", "p.u.Slug.make", { 5, 7, 8 }, "p.u.Slug.make", 7 },
		{ "a line near it did", "p.u.Slug.make", { 6 }, "p.u.Slug.make", 6 },
		{ "of a class, which runs it itself", "p.u.Slug", { 24 }, "p.u.Slug", 3 },
		{ "of a class, in what ran", "p.u.Slug", { 3, 24 }, "p.u.Slug", 3 },
		{ "nothing was written there", "p.u.Slug.join", { 15 }, "p.u.Slug.join", 15 },
	};
	struct tora_file_change *f = tora_vec_push(arena, &change.files);

	(void)state;
	f->path = "p/u.py";
	*tora_vec_push(arena, &f->hunks) = (struct tora_hunk){ 3, 1, 3, 1 };
	*tora_vec_push(arena, &f->hunks) = (struct tora_hunk){ 7, 0, 7, 2 };
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_candidate c = { .target = rows[i].target };
		struct tora_trial base = trial_ok(""), head = trial_ok("");
		struct tora_place place;

		for (size_t k = 0; k < 4 && rows[i].covered[k]; k++)
			hit(&head, rows[i].covered[k]);
		tora_locate(&change, &c, &base, &head, &place);
		row_text(rows[i].label, place.name, rows[i].want);
		row_int(rows[i].label, place.line, rows[i].line);
	}
}

/* The places of p.u.Tree.grow, lines 40 to 90, in which p.u.Tree.grow.up has 60 to 69. */
static void test_wrote(void **state)
{
	static const struct {
		const char *label;
		struct tora_hunk hunks[6];
		unsigned covered[4], at[TORA_WROTE_MAX], ran; /* bits */
	} rows[] = {
		{ "two, and one ran", { { 0, 0, 42, 2 }, { 0, 0, 50, 9 } }, { 58 }, { 42, 50 }, 2 },
		{ "both", { { 0, 0, 42, 2 }, { 0, 0, 50, 9 } }, { 43, 42, 50 }, { 42, 50 }, 3 },
		{ "none of both", { { 0, 0, 42, 2 }, { 0, 0, 50, 9 } }, { 46 }, { 42, 50 }, 0 },
		{ "one that begins above",
		  { { 0, 0, 30, 15 }, { 0, 0, 80, 1 } },
		  { 80 },
		  { 40, 80 },
		  2 },
		{ "lines that are gone", { { 42, 2, 41, 0 }, { 0, 0, 80, 1 } }, { 80 }, { 0 }, 0 },
		{ "near to each other", { { 0, 0, 42, 2 }, { 0, 0, 46, 1 } }, { 46 }, { 0 }, 0 },
		{ "one", { { 0, 0, 42, 2 } }, { 42 }, { 0 }, 0 },
		{ "of a function inside",
		  { { 0, 0, 42, 2 }, { 0, 0, 64, 1 } },
		  { 42, 64 },
		  { 0 },
		  0 },
		{ "around one",
		  { { 0, 0, 42, 2 }, { 0, 0, 58, 20 } },
		  { 70, 64 },
		  { 42, 58, 70 },
		  4 },
		{ "in many places",
		  { { 0, 0, 40, 1 },
		    { 0, 0, 45, 1 },
		    { 0, 0, 50, 1 },
		    { 0, 0, 55, 1 },
		    { 0, 0, 80, 1 } },
		  { 45 },
		  { 0 },
		  0 },
	};
	struct tora_place place = { .function = NULL };
	struct tora_function *f;

	(void)state;
	f = tora_vec_push(arena, &change.functions);
	*f = (struct tora_function){
		.file = "p/t.py", .name = "p.u.Tree.grow.up", .first = 60, .last = 69
	};
	f = tora_vec_push(arena, &change.functions);
	*f = (struct tora_function){
		.file = "p/t.py", .name = "p.u.Tree.grow", .first = 40, .last = 90
	};
	place.function = f;
	tora_vec_push(arena, &change.files)->path = "p/t.py";
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_file_change *file = &change.files.at[change.files.n - 1];
		struct tora_trial head = trial_ok("");
		struct tora_wrote got;

		file->hunks.n = 0;
		for (size_t k = 0; k < 6 && rows[i].hunks[k].head_first; k++)
			*tora_vec_push(arena, &file->hunks) = rows[i].hunks[k];
		for (size_t k = 0; k < 4 && rows[i].covered[k]; k++)
			*tora_vec_push(arena, &head.covered) =
				(struct tora_lines_hit){ "p/t.py", rows[i].covered[k] };
		got = tora_locate_wrote(&change, &place, &head);
		for (size_t k = 0; k < TORA_WROTE_MAX; k++)
			row_int(rows[i].label, k < got.n ? got.at[k] : 0, rows[i].at[k]);
		row_int(rows[i].label, got.ran, rows[i].ran);
	}
	place.function = NULL;
	assert_int_equal(tora_locate_wrote(&change, &place, &(struct tora_trial){ 0 }).n, 0);
}

/* The same edit in several branches of a function is one place. */
static void test_edits_alike(void **state)
{
	static const char *const base = "def f(x):\n\tif x:\n\t\treturn 1\n\ty = 2\n\tz = 3\n"
					"\tif y:\n\t\t\treturn 1\n\treturn 1\n";
	static const struct {
		const char *label, *head;
		unsigned last; /* lines of the second edit */
		size_t n;
	} rows[] = {
		{ "alike, however deep",
		  "def f(x):\n\tif x:\n\t\treturn 2\n\ty = 2\n\tz = 3\n\tif y:\n\t\t\treturn "
		  "2\n\treturn 1\n",
		  1, 0 },
		{ "other words are added",
		  "def f(x):\n\tif x:\n\t\treturn 2\n\ty = 2\n\tz = 3\n\tif y:\n\t\t\treturn "
		  "3\n\treturn 1\n",
		  1, 2 },
		{ "two lines in one edit",
		  "def f(x):\n\tif x:\n\t\treturn 2\n\ty = 2\n\tz = 3\n\tif y:\n\t\t\treturn "
		  "2\n\treturn 3\n",
		  2, 2 },
	};
	struct tora_function *f = add("p.u.f", 41, 48, false);
	struct tora_file_change *in = tora_vec_push(arena, &change.files);
	struct tora_candidate c = { .target = "p.u.f" };

	(void)state;
	in->path = "p/u.py";
	*tora_vec_push(arena, &in->hunks) = (struct tora_hunk){ 43, 1, 43, 1 };
	*tora_vec_push(arena, &in->hunks) = (struct tora_hunk){ 0 };
	f->base_body = tora_sv(base);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_trial ran_base = trial_ok(""), ran = trial_ok("");
		struct tora_wrote got;
		struct tora_place place;

		f->head_body = tora_sv(rows[i].head);
		in->hunks.at[1] = (struct tora_hunk){ 47, rows[i].last, 47, rows[i].last };
		hit(&ran, 47);
		tora_locate(&change, &c, &ran_base, &ran, &place);
		got = tora_locate_wrote(&change, &place, &ran);
		row_int(rows[i].label, got.n, rows[i].n);
		row_int(rows[i].label, got.ran, rows[i].n ? 2 : 0);
	}
}

/* The same edit in a function inside is a place of that one. */
static void test_edits_of_one_inside(void **state)
{
	static const char *const base =
		"def f(x):\n\tdef g():\n\t\treturn 1\n\ta\n\tb\n\tc\n\td\n\te\n"
		"\tif x:\n\t\treturn 1\n\ta\n\tb\n\tc\n\td\n\te\n\treturn 5\n";
	static const char *const head =
		"def f(x):\n\tdef g():\n\t\treturn 2\n\ta\n\tb\n\tc\n\td\n\te\n"
		"\tif x:\n\t\treturn 2\n\ta\n\tb\n\tc\n\td\n\te\n\treturn 6\n";
	static const unsigned lines[] = { 43, 50, 56 };
	struct tora_file_change *in = tora_vec_push(arena, &change.files);
	struct tora_trial ran = trial_ok("");
	struct tora_place place = { .function = NULL };
	struct tora_function *f;
	struct tora_wrote got;

	(void)state;
	(void)add("p.u.f.g", 42, 43, false);
	f = add("p.u.f", 41, 56, false);
	f->base_body = tora_sv(base);
	f->head_body = tora_sv(head);
	place.function = f;
	in->path = "p/u.py";
	for (size_t i = 0; i < 3; i++)
		*tora_vec_push(arena, &in->hunks) = (struct tora_hunk){ lines[i], 1, lines[i], 1 };
	hit(&ran, 50);
	got = tora_locate_wrote(&change, &place, &ran);
	assert_int_equal(got.n, 2);
	assert_int_equal(got.at[0], 50);
	assert_int_equal(got.ran, 1);
}

static void test_commit(void **state)
{
	static const struct {
		const char *label, *messages[3], *function;
		char want; /* 'h': head */
	} rows[] = {
		{ "one commit", { "Refactor" }, "p.u.f", '0' },
		{ "one of two names it", { "Refactor", "Fix slugify" }, "p.u.slugify", '1' },
		{ "its class is named", { "Fix Slug", "Refactor" }, "p.u.Slug.make", '0' },
		{ "two name it", { "Add slugify", "Fix slugify" }, "p.u.slugify", 'h' },
		{ "none names it", { "Refactor", "Docs" }, "p.u.slugify", 'h' },
		{ "no message", { NULL }, "p.u.slugify", 'h' },
	};
	struct tora_oid head = { "" }, got;
	size_t i, k;

	(void)state;
	memset(head.hex, 'h', 40);
	for (i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_intent intent = { .title = "" };

		for (k = 0; k < 3 && rows[i].messages[k]; k++) {
			struct tora_message *m = tora_vec_push(arena, &intent.messages);

			m->text = rows[i].messages[k];
			memset(m->commit.hex, '0' + (int)k, 40);
			if (!k)
				memset(m->commit.hex, '0', 39), m->commit.hex[39] = 'a';
		}
		got = tora_locate_commit(&intent, rows[i].function, &head);
		row_int(rows[i].label, got.hex[0], rows[i].want);
	}
}

/* Groups by signature, function and announcement; the most legal, then the shortest leads. */
static void test_cluster(void **state)
{
	static const struct tora_candidate c[] = {
		{ .source = "print(1)", .legality = TORA_LEGAL_ILLEGAL },
		{ .source = "a longer one", .legality = TORA_LEGAL_SEEN },
		{ .source = "short", .legality = TORA_LEGAL_SEEN },
		{ .source = "x", .legality = TORA_LEGAL_SEEN, .origin = TORA_ORIGIN_MUTATED },
	};
	struct tora_member m[7];
	struct tora_clusters got;
	size_t i;

	(void)state;
	memset(m, 0, sizeof m);
	for (i = 0; i < 7; i++) {
		m[i].pair = i;
		m[i].candidate = &c[i % 4];
		m[i].difference.kind = TORA_DIFF_VALUE;
		m[i].difference.signature = "value|sign|";
		m[i].place.name = "p.u.f";
	}
	m[4].difference.signature = "exception-appeared|E|";
	m[4].difference.kind = TORA_DIFF_EXCEPTION_APPEARED;
	m[4].candidate = &c[2];
	m[5].place.name = "p.u.g";
	m[6].announced = true;
	tora_cluster(m, 7, arena, &got);
	assert_int_equal(got.of.n, 4);
	/* Legal, unannounced, most telling kind first; what was announced last. */
	assert_ptr_equal(got.of.at[0].members.at[0], &m[4]);
	assert_int_equal(got.of.at[1].members.n, 4);
	assert_string_equal(got.of.at[1].members.at[0]->candidate->source, "short");
	assert_string_equal(got.of.at[1].members.at[3]->candidate->source, "print(1)");
	assert_ptr_equal(got.of.at[3].members.at[0], &m[6]);
	/* An import that fails is another thing than a call that does. */
	m[1].importing = true;
	tora_cluster(m, 7, arena, &got);
	assert_int_equal(got.of.n, 5);
	/* And what shows something that nobody speaks of is another than what looks like it. */
	m[2].unsaid = true;
	tora_cluster(m, 7, arena, &got);
	assert_int_equal(got.of.n, 6);
	tora_cluster(m, 0, arena, &got);
	assert_int_equal(got.of.n, 0);
}

/* Two changed places of one function are two clusters, when one test ran the one and another test the other. */
static void test_spots(void **state)
{
	static const struct {
		const char *label;
		unsigned ran
			[4]; /* a bit for each of the places at 3, 12 and 20 that the member ran */
		unsigned spots[3]; /* of the clusters */
		size_t sizes[3];
	} rows[] = {
		{ "apart", { 1, 2, 2, 1 }, { 3, 12 }, { 2, 2 } },
		{ "what ran both goes with the first", { 1, 2, 3, 3 }, { 3, 12 }, { 3, 1 } },
		{ "of those that ran alone", { 6, 4, 3, 1 }, { 3, 20 }, { 2, 2 } },
		/* So that another run, in which somebody did, gives the finding the same name. */
		{ "nobody ran the first alone", { 3, 2, 3, 2 }, { 12 }, { 4 } },
		{ "nor the second", { 3, 1, 3, 1 }, { 3 }, { 4 } },
		{ "nobody ran one alone", { 3, 3, 7, 6 }, { 0 }, { 4 } },
		{ "what ran neither goes with the first", { 1, 2, 0, 0 }, { 3, 12 }, { 3, 1 } },
	};
	static const struct tora_candidate c = { .source = "print(1)" };

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_member m[4];
		struct tora_clusters got;
		size_t want = 0;

		memset(m, 0, sizeof m);
		for (size_t k = 0; k < 4; k++) {
			m[k].wrote = (struct tora_wrote){ { 3, 12, 20 }, 3, rows[i].ran[k] };
			m[k].pair = k;
			m[k].candidate = &c;
			m[k].difference.signature = "value|sign|";
			m[k].place.name = "p.u.f";
		}
		tora_cluster(m, 4, arena, &got);
		while (want < 3 && rows[i].sizes[want])
			want++;
		row_int(rows[i].label, got.of.n, want);
		for (size_t k = 0; k < got.of.n; k++) {
			size_t at = 0;

			while (at + 1 < want && rows[i].spots[at] != got.of.at[k].spot)
				at++;
			row_int(rows[i].label, got.of.at[k].spot, rows[i].spots[at]);
			row_int(rows[i].label, got.of.at[k].members.n, rows[i].sizes[at]);
		}
	}
}

static void test_importing(void **state)
{
	static const struct {
		const char *label, *test, *file;
		unsigned line;
		bool is;
	} rows[] = {
		{ "an import", "import re\nfrom p import f\n\nf()\n", "<test>", 2, true },
		{ "the first line", "import p\n", "<test>", 1, true },
		{ "a call", "import re\nfrom p import f\n\nf()\n", "<test>", 4, false },
		{ "no line of the test", "import p\n", "<test>", 9, false },
		{ "no line", "import p\n", "<test>", 0, false },
		{ "another file", "import p\n", "/repo/p.py", 1, false },
	};
	struct tora_trial ok = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_exception x = { .type = "ValueError", .message = "" };
		struct tora_trial t = { .exception = &x };

		*tora_vec_push(arena, &x.frames) =
			(struct tora_frame){ rows[i].file, rows[i].line, "<module>" };
		*tora_vec_push(arena, &x.frames) = (struct tora_frame){ "/repo/p/u.py", 5, "f" };
		row_int(rows[i].label, tora_cluster_importing(rows[i].test, &t), rows[i].is);
	}
	row_int("no error", tora_cluster_importing("import p\n", &ok), false);
}

/* One cause: the same kind of values, and the same changed lines. */
static void test_alike(void **state)
{
	static const struct {
		const char *label, *a, *b;
		unsigned line_a, line_b;
		bool alike;
		const char *before, *after;
	} rows[] = {
		{ "printed text, whatever is in it", "value|elements-removed|", "value|text|", 7, 7,
		  true, "one-two", "one" },
		{ "printed text that became empty", "value|line-removed|", "value|text|", 7, 7,
		  false, "one", "" },
		{ "numbers", "value|one-more|", "value|int-elements|", 7, 7, true, 0, 0 },
		{ "texts", "value|text|", "value|text-longer|", 7, 7, true, 0, 0 },
		{ "other lines ran", "value|one-more|", "value|one-more|", 7, 8, false, 0, 0 },
		{ "numbers and text", "value|one-more|", "value|text|", 7, 7, false, 0, 0 },
		{ "emptied", "value|text|", "value|text-emptied|", 7, 7, false, 0, 0 },
		{ "another type", "value|int->None|", "value|one-less|", 7, 7, false, 0, 0 },
		{ "elements that went", "value|elements-removed|", "value|elements-removed|", 7, 7,
		  false, 0, 0 },
		{ "no pattern", "value", "value", 7, 7, false, 0, 0 },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_difference a = { .kind = TORA_DIFF_VALUE,
			                     .signature = rows[i].a,
			                     .before = rows[i].before ? rows[i].before : "1",
			                     .after = rows[i].after ? rows[i].after : "2" };
		struct tora_difference b = { .kind = TORA_DIFF_VALUE,
			                     .signature = rows[i].b,
			                     .before = a.before,
			                     .after = a.after };
		struct tora_pair p = { 0 }, q = { 0 };

		hit(&p.base, 3);
		hit(&q.base, 3);
		hit(&p.head, 9);
		hit(&p.head, rows[i].line_a);
		hit(&q.head, rows[i].line_b);
		hit(&q.head, 9);
		row_int(rows[i].label, tora_cluster_alike(&a, &p, &b, &q, &change, NULL),
		        rows[i].alike);
		a.kind = b.kind = TORA_DIFF_OUTPUT;
		row_int(rows[i].label, tora_cluster_alike(&a, &p, &b, &q, &change, NULL),
		        rows[i].line_a == rows[i].line_b);
		a.kind = TORA_DIFF_VALUE;
		b.kind = TORA_DIFF_ORDER;
		row_int(rows[i].label, tora_cluster_alike(&a, &p, &b, &q, &change, NULL), false);
	}
}

/* Where the same edit is made in two branches, a test of each shows one cause; not where one of them adds another word. */
static void test_alike_by_edit(void **state)
{
	static const char *const base =
		"def f(x):\n\tif x > 9:\n\t\treturn x * 3\n\ty = 2\n\treturn x * 3\n";
	static const struct {
		const char *label, *head;
		bool alike;
	} rows[] = {
		{ "the same edit",
		  "def f(x):\n\tif x > 9:\n\t\treturn x * 4\n\ty = 2\n\treturn x * 4\n", true },
		{ "another one",
		  "def f(x):\n\tif x > 9:\n\t\treturn x * 4\n\ty = 2\n\treturn x * 5\n", false },
	};
	const struct tora_difference a = {
		.kind = TORA_DIFF_VALUE, .before = "3", .after = "4", .signature = "value|one-more|"
	};
	const struct tora_difference b = { .kind = TORA_DIFF_VALUE,
		                           .before = "9",
		                           .after = "12",
		                           .signature = "value|number-up|" };
	const struct tora_difference raised = { .kind = TORA_DIFF_EXCEPTION_APPEARED,
		                                .signature = "exception-appeared|TypeError|" };
	struct tora_exception here = { .type = "TypeError" }, there = here;
	struct tora_function *f = add("p.u.f", 41, 45, false);
	struct tora_file_change *in = tora_vec_push(arena, &change.files);
	struct tora_pair p = { 0 }, q = { 0 }, both = { 0 }, neither = { 0 };

	(void)state;
	in->path = "p/u.py";
	f->base_body = tora_sv(base);
	for (unsigned line = 43; line <= 45; line += 2) {
		*tora_vec_push(arena, &in->hunks) = (struct tora_hunk){ line, 1, line, 1 };
		hit(line == 43 ? &p.base : &q.base, line);
		hit(line == 43 ? &p.head : &q.head, line);
		hit(&both.base, line);
		hit(&both.head, line);
	}
	hit(&neither.head, 44);
	*tora_vec_push(arena, &here.frames) = (struct tora_frame){ TORA_MOUNT "/p/u.py", 43, "f" };
	*tora_vec_push(arena, &there.frames) = (struct tora_frame){ TORA_MOUNT "/p/u.py", 45, "f" };
	p.head.exception = &here;
	q.head.exception = &there;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		f->head_body = tora_sv(rows[i].head);
		row_int(rows[i].label, tora_cluster_alike(&a, &p, &b, &q, &change, NULL),
		        rows[i].alike);
		row_int(rows[i].label, tora_cluster_alike(&a, &p, &b, &both, &change, NULL),
		        rows[i].alike);
		row_int(rows[i].label, tora_cluster_alike(&a, &p, &b, &neither, &change, NULL),
		        false);
		row_int(rows[i].label, tora_cluster_alike(&raised, &p, &raised, &q, &change, NULL),
		        rows[i].alike);
	}
}

/* One line that raises, and one type: whatever the message quotes. */
static void test_raised_alike(void **state)
{
	static const struct {
		const char *label, *type, *file;
		unsigned line;
		bool alike;
	} rows[] = {
		{ "another value in the message", "KeyError", "/repo/p/u.py", 5, true },
		{ "another line", "KeyError", "/repo/p/u.py", 6, false },
		{ "another file", "KeyError", "/repo/p/v.py", 5, false },
		{ "another type", "ValueError", "/repo/p/u.py", 5, false },
		{ "by the test itself", "KeyError", "<test>", 5, false },
	};
	const struct tora_difference d = { .kind = TORA_DIFF_EXCEPTION_APPEARED,
		                           .before = "1",
		                           .after = "2",
		                           .signature = "exception-appeared|KeyError|" };
	const struct tora_difference gone = { .kind = TORA_DIFF_EXCEPTION_GONE,
		                              .before = "1",
		                              .after = "2",
		                              .signature = "exception-gone|KeyError|" };
	struct tora_exception one = { .type = "KeyError", .message = "3" };
	struct tora_pair p = { .head.exception = &one }, none = { 0 };
	size_t i;

	(void)state;
	*tora_vec_push(arena, &one.frames) = (struct tora_frame){ "<test>", 3, "<module>" };
	*tora_vec_push(arena, &one.frames) = (struct tora_frame){ "/repo/p/u.py", 5, "f" };
	for (i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_exception x = { .type = rows[i].type, .message = "True" };
		struct tora_pair q = { .head.exception = &x };

		*tora_vec_push(arena, &x.frames) =
			(struct tora_frame){ rows[i].file, rows[i].line, "f" };
		row_int(rows[i].label, tora_cluster_alike(&d, &p, &d, &q, &change, NULL),
		        rows[i].alike);
	}
	row_int("another kind", tora_cluster_alike(&d, &p, &gone, &p, &change, NULL), false);
	row_int("none", tora_cluster_alike(&d, &none, &d, &none, &change, NULL), false);
}

/* Where there is one type of numbers, "4.5 to 6" is as "9 to 12". */
static void test_numbers_alike(void **state)
{
	const struct tora_difference d = { .kind = TORA_DIFF_VALUE,
		                           .before = "4.5",
		                           .after = "6",
		                           .signature = "value|float->int|" };
	const struct tora_difference e = { .kind = TORA_DIFF_VALUE,
		                           .before = "9",
		                           .after = "12",
		                           .signature = "value|number-up|" };
	const struct tora_pair p = { 0 };

	(void)state;
	assert_false(tora_cluster_alike(&d, &p, &e, &p, &change, tora_lang_named("python")));
	assert_true(tora_cluster_alike(&d, &p, &e, &p, &change, tora_lang_named("javascript")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_locate, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_step, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_helper, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_called, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_line, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_edits_alike, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_edits_of_one_inside, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_alike_by_edit, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_raised_alike, set_up, tear_down),
		cmocka_unit_test(test_numbers_alike),
		cmocka_unit_test_setup_teardown(test_commit, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_alike, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_cluster, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_wrote, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_spots, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_importing, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
