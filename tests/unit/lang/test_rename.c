/* Names of folders in lines of JSON, there and back. */
#include "lang/rename.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

static const struct tora_rename names[] = { { "/repo", "/c/builds/ab12/tree", false },
	                                    { "/tmp", "/c/scratch/7", true },
	                                    { NULL, NULL, false } };

static const struct {
	const char *label;
	bool is_request;
	const char *in, *out;
} rows[] = {
	{ "a path", true, "[\"/repo/src/m.py\"]", "[\"/c/builds/ab12/tree/src/m.py\"]" },
	{ "the folder itself", true, "[\"/repo\"]", "[\"/c/builds/ab12/tree\"]" },
	{ "a key", true, "{\"/repo/m.py\":[1]}", "{\"/c/builds/ab12/tree/m.py\":[1]}" },
	{ "two", true, "[\"/repo/a\",\"/repo/b\"]",
	  "[\"/c/builds/ab12/tree/a\",\"/c/builds/ab12/tree/b\"]" },
	{ "another folder", true, "[\"/repository/a\"]", "[\"/repository/a\"]" },
	{ "inside of a text", true, "[\"see https://x.org/a/repo/b\"]",
	  "[\"see https://x.org/a/repo/b\"]" },
	{ "a real /tmp", true, "[\"/tmp/venv\"]", "[\"/tmp/venv\"]" },
	{ "nothing", true, "", "" },
	{ "back", false, "{\"file\":\"/c/builds/ab12/tree/m.py\"}", "{\"file\":\"/repo/m.py\"}" },
	{ "back, inside of a text", false, "\"in /c/builds/ab12/tree: '/c/scratch/7/test'\"",
	  "\"in /repo: '/tmp/test'\"" },
	{ "back, another folder", false, "\"/c/scratch/77 /c/scratch/7-x /c/scratch/7\"",
	  "\"/c/scratch/77 /c/scratch/7-x /tmp\"" },
	{ "back, at the end", false, "/c/scratch/7", "/tmp" },
	{ "back, cut", false, "/c/scratch/", "/c/scratch/" },
};

static void test_rename(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct tora_str out = TORA_STR_INIT(4096);

		if (rows[i].is_request)
			tora_rename_request(names, 3, tora_sv(rows[i].in), &out);
		else
			tora_rename_answer(names, 3, tora_sv(rows[i].in), &out);
		if (!tora_sv_is(tora_str_view(&out), rows[i].out))
			fail_msg("%s: %s", rows[i].label, out.buf);
		tora_str_free(&out);
	}
}

static void test_plain(void **state)
{
	(void)state;
	assert_true(tora_rename_is_plain("/home/ada/.cache/tora"));
	assert_false(tora_rename_is_plain("/home/ad\303\251/.cache"));
	assert_false(tora_rename_is_plain("/home/a b"));
	assert_false(tora_rename_is_plain("/home/a\"b"));
	assert_false(tora_rename_is_plain("relative"));
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_rename),
		                            cmocka_unit_test(test_plain) };

	return cmocka_run_group_tests_name("rename", tests, NULL, NULL);
}
