/* Does a message that removes things speak of this name? */
#include "judge/helper.h"
#include "judge/removal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_covers(void **state)
{
	static const struct {
		const char *label, *messages, *name, *base_body;
		bool covers;
	} rows[] = {
		{ "its module", "Remove deprecated functions from the `i18n` module",
		  "p.i18n.gettext", "", true },
		{ "retired", "Retire `i18n`", "p.i18n.gettext", "", true },
		{ "its class", "Drop what nobody calls of FileCache", "p.util.FileCache.read", "",
		  true },
		{ "a plain word is no module", "Remove the last time", "p.time.gettext", "",
		  false },
		{ "unless it is marked", "Remove all but one of `time`", "p.time.gettext", "",
		  true },
		{ "the package itself", "Remove cruft from package_x", "package_x.gettext", "",
		  false },
		{ "its own name is asked elsewhere", "Remove get_text", "p.i18n.get_text", "",
		  false },
		{ "what was deprecated", "Remove everything deprecated", "p.i18n.gettext",
		  "def gettext():\n    warnings.warn('x', DeprecationWarning)\n", true },
		{ "what was not", "Remove everything deprecated", "p.i18n.gettext",
		  "def gettext():\n    pass\n", false },
		{ "a sentence that removes nothing", "Remove a comment.\n\nTouches `i18n`.",
		  "p.i18n.gettext", "", false },
		{ "no removal", "Tidy `i18n`", "p.i18n.gettext", "", false },
		{ "nothing said", "", "p.i18n.gettext", "", false },
		{ "no name", "Remove `i18n`", "", "", false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (tora_removal_covers(tora_sv(rows[i].messages), rows[i].name,
		                        tora_sv(rows[i].base_body), arena) != rows[i].covers)
			fail_msg("%s", rows[i].label);
	tora_arena_free(arena);
}

static void test_of_all(void **state)
{
	static const struct {
		const char *messages, *sentence;
	} rows[] = {
		{ "Delete all", "Delete all" },
		{ "wip\n\nRemoved all the source files", "Removed all the source files" },
		{ "Remove everything from the repository, and start over",
		  "Remove everything from the repository, and start over" },
		{ "Delete all warnings", NULL },
		{ "Delete all but one", NULL },
		{ "Delete cache files of all", NULL },
		{ "delete_all: look at files", NULL },
		{ "Delete", NULL },
		{ "", NULL },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_sv said = tora_sv("");
		bool found = tora_removal_of_all(tora_sv(rows[i].messages), arena, &said);

		if (found != (rows[i].sentence != NULL) ||
		    (found && !tora_sv_is(said, rows[i].sentence)))
			fail_msg("%s", rows[i].messages);
	}
	tora_arena_free(arena);
}

static void test_misspells(void **state)
{
	static const struct {
		const char *label, *messages, *name;
		bool misspells;
	} rows[] = {
		{ "a letter too few", "Rename pipline() to compose_left()", "pipeline", true },
		{ "one too many", "Remove pipeeline", "pipeline", true },
		{ "another", "Drop pipelime", "pipeline", true },
		{ "retired", "Retire pipelime", "pipeline", true },
		{ "as it is", "Remove pipeline", "pipeline", false },
		{ "two letters", "Remove pipelin and plpeline_x", "pipelines", false },
		{ "too short", "Remove maps", "map", false },
		{ "no removal", "Speed up pipline", "pipeline", false },
		{ "nothing", "", "pipeline", false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (tora_removal_misspells(tora_sv(rows[i].messages), tora_sv(rows[i].name),
		                           arena) != rows[i].misspells)
			fail_msg("%s", rows[i].label);
	tora_arena_free(arena);
}

static void test_tells(void **state)
{
	static const struct {
		const char *label, *messages, *name, *removed;
		bool tells;
	} rows[] = {
		{ "its parts", "Drop lists of document IDs", "doc_ids", "", true },
		{ "its parts before, and this is what goes",
		  "Take one ID\n\nWhat is a list of document IDs?\n\nHence this is removed.",
		  "doc_ids", "", true },
		{ "something else goes", "Take one document ID\n\nRemove a comment.", "doc_ids", "",
		  false },
		{ "retired", "Retire lists of document IDs", "doc_ids", "", true },
		{ "one part", "Remove all documents", "doc_ids", "", false },
		{ "what it is short for", "refactor: remove the element ID API", "eid", "", true },
		{ "more of them", "remove element IDs", "eids", "", true },
		{ "short for something else", "remove every element", "eid", "", false },
		{ "the beginning of a word", "remove the pipeline", "pip", "", false },
		{ "one word alone", "Remove id", "id", "", false },
		{ "deprecated as the lines say that went", "Remove what was deprecated", "size",
		  "x = 1\nwarn('size is count', DeprecationWarning)\n", true },
		{ "of another", "Remove what was deprecated", "size",
		  "warn('length is count', DeprecationWarning)\n", false },
		{ "no removal", "Store document IDs", "doc_ids", "", false },
		{ "nothing", "", "doc_ids", "", false },
		{ "no name", "Remove x", "", "", false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (tora_removal_tells(tora_sv(rows[i].messages), tora_sv(rows[i].name),
		                       tora_sv(rows[i].removed), arena) != rows[i].tells)
			fail_msg("%s", rows[i].label);
	tora_arena_free(arena);
}

/* A helper goes, and its callers do without it. The base has its definition in lines 1 and 2, the call in line 4. */
static void test_helper(void **state)
{
	static const char replaced[] = "def hours(a, b):\n    return (b - a).seconds // 3600\n";
	static const char call[] = "    return between(a, b) // 3600";
	static const struct {
		const char *label, *subject, *call, *head;
		bool gone;
	} rows[] = {
		{ "done in another way", "Remove between()", call, replaced, true },
		{ "why stands behind", "Drop between(): dates can subtract", call, replaced, true },
		{ "in other words", "get rid of our own helper between", call, replaced, true },
		{ "something else goes", "Remove strict mode", call, replaced, false },
		{ "that as well", "Remove between() and strict mode", call, replaced, false },
		{ "an outcome", "Remove between(), which crashes", call, replaced, false },
		{ "nothing goes", "Use between()", call, replaced, false },
		{ "called for what it does", "Remove between()", "    between(a, b)", replaced,
		  false },
		{ "of an object", "Remove between()", "    self.between(a, b)", replaced, false },
		{ "nothing in its place", "Remove between()", "    a = between(a)",
		  "def hours(a, b):\n", false },
		{ "its argument in its place", "Remove between()", "    return f(between(a))",
		  "def hours(a, b):\n    return f(a)\n", false },
		{ "another function", "Remove between()", "    return in_between(a)", replaced,
		  false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_change change = { 0 };
		struct tora_file_change *f = tora_vec_push(arena, &change.files);

		*f = (struct tora_file_change){ .path = "p.py",
			                        .old_path = "p.py",
			                        .role = TORA_FILE_SOURCE,
			                        .base_text = tora_sv(tora_arena_printf(
							arena,
							"def between(a, b):\n    return between(b) "
							"- a\ndef hours(a, b):\n%s\n",
							rows[i].call)),
			                        .head_text = tora_sv(rows[i].head) };
		*tora_vec_push(arena, &f->hunks) = (struct tora_hunk){ 1, 2, 0, 0 };
		*tora_vec_push(arena, &f->hunks) =
			(struct tora_hunk){ 4, 1, 2, strstr(rows[i].head, "return") != NULL };
		*tora_vec_push(arena, &change.functions) =
			(struct tora_function){ .name = "p.between",
			                        .file = "p.py",
			                        .kind = TORA_CHANGE_DELETED,
			                        .base_first = 1,
			                        .base_last = 2 };
		if (tora_helper_gone(tora_sv(rows[i].subject), &change) != rows[i].gone)
			fail_msg("%s", rows[i].label);
		change.functions.at[0].kind = TORA_CHANGE_MODIFIED;
		if (tora_helper_gone(tora_sv(rows[i].subject), &change))
			fail_msg("%s: it is there still", rows[i].label);
		tora_arena_free(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_helper), cmocka_unit_test(test_covers),
		cmocka_unit_test(test_of_all), cmocka_unit_test(test_misspells),
		cmocka_unit_test(test_tells),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
