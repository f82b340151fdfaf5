/* A function before and after a change, in one text. */
#include "generate/marked.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct {
	const char *label, *base, *head;
	struct tora_hunk hunks[3];
	size_t n;
	struct tora_function f;
	const char *want;
} rows[] = {
	{ "a line that changed",
	  "a\nb\nc\n",
	  "a\nB\nc\n",
	  { { 2, 1, 2, 1 } },
	  1,
	  { .first = 1, .last = 3, .base_first = 1, .base_last = 3 },
	  " a\n-b\n+B\n c\n" },
	{ "lines that went",
	  "a\nb\nc\nd\n",
	  "a\nd\n",
	  { { 2, 2, 1, 0 } },
	  1,
	  { .first = 1, .last = 2, .base_first = 1, .base_last = 4 },
	  " a\n-b\n-c\n d\n" },
	{ "the last line went",
	  "a\nb\n",
	  "a\n",
	  { { 2, 1, 1, 0 } },
	  1,
	  { .first = 1, .last = 1, .base_first = 1, .base_last = 2 },
	  " a\n-b\n" },
	{ "lines that came",
	  "a\nd\n",
	  "a\nb\nc\nd\n",
	  { { 1, 0, 2, 2 } },
	  1,
	  { .first = 1, .last = 4, .base_first = 1, .base_last = 2 },
	  " a\n+b\n+c\n d\n" },
	{ "a hunk that began before it",
	  "x\nf\nb\nc\n",
	  "X\nF\nB\nc\n",
	  { { 1, 3, 1, 3 } },
	  1,
	  { .first = 2, .last = 4, .base_first = 2, .base_last = 4 },
	  "-f\n-b\n+F\n+B\n c\n" },
	{ "a hunk that ends behind it",
	  "f\nb\nx\n",
	  "F\nB\nX\n",
	  { { 1, 3, 1, 3 } },
	  1,
	  { .first = 1, .last = 2, .base_first = 1, .base_last = 2 },
	  "-f\n-b\n+F\n+B\n" },
	{ "two hunks",
	  "a\nb\nc\n",
	  "A\nb\nC\n",
	  { { 1, 1, 1, 1 }, { 3, 1, 3, 1 } },
	  2,
	  { .first = 1, .last = 3, .base_first = 1, .base_last = 3 },
	  "-a\n+A\n b\n-c\n+C\n" },
	{ "what is far away",
	  "a\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n",
	  "A\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n",
	  { { 1, 1, 1, 1 } },
	  1,
	  { .first = 1, .last = 15, .base_first = 1, .base_last = 15 },
	  "-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n 7\n 8\n 9\n 10\n 11\n 12\n ...\n" },
};

static void marks(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_file_change file = { .base_text = tora_sv(rows[i].base),
			                         .head_text = tora_sv(rows[i].head) };
		struct tora_str out = TORA_STR_INIT(4096);

		for (size_t k = 0; k < rows[i].n; k++)
			*tora_vec_push(arena, &file.hunks) = rows[i].hunks[k];
		tora_marked_add(&out, &file, &rows[i].f, 12);
		if (strcmp(out.buf, rows[i].want) != 0)
			fail_msg("%s: '%s'", rows[i].label, out.buf);
		tora_str_free(&out);
		tora_arena_free(arena);
	}
}

static void little_room_round_a_change(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_file_change file = { .base_text = TORA_SV("1\n2\n3\na\n4\n5\n6\n"),
		                         .head_text = TORA_SV("1\n2\n3\nA\n4\n5\n6\n") };
	struct tora_function f = { .first = 1, .last = 7, .base_first = 1, .base_last = 7 };
	struct tora_str out = TORA_STR_INIT(100);

	(void)state;
	*tora_vec_push(arena, &file.hunks) = (struct tora_hunk){ 4, 1, 4, 1 };
	tora_marked_add(&out, &file, &f, 1);
	assert_string_equal(out.buf, " ...\n 3\n-a\n+A\n 4\n ...\n");
	tora_str_free(&out);
	tora_arena_free(arena);
}

static void one_side_only(void **state)
{
	struct tora_function f = { .kind = TORA_CHANGE_ADDED, .head_body = TORA_SV("a\nb") };
	struct tora_str out = TORA_STR_INIT(100);

	(void)state;
	tora_marked_add(&out, NULL, &f, 12);
	f.kind = TORA_CHANGE_DELETED;
	f.base_body = f.head_body;
	tora_marked_add(&out, NULL, &f, 12);
	assert_string_equal(out.buf, "+a\n+b\n-a\n-b\n");
	tora_str_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(marks),
		cmocka_unit_test(little_room_round_a_change),
		cmocka_unit_test(one_side_only),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
