#include "tora/arena.h"

#include "tests/unit/unit.h"

#include <malloc.h>
#include <stdio.h>
#include <string.h>

/* Sizes around the chunk's and the own-chunk limit: zeroed, aligned, and nobody overlaps. */
static void test_alloc(void **state)
{
	static const size_t sizes[] = { 0,     1,     7,     16,    33,    4096,  16383,
		                        16384, 16385, 65535, 65536, 65537, 500000 };
	struct tora_arena *a = tora_arena_new();
	unsigned char *all[COUNT(sizes) * 20];
	size_t n = 0;

	(void)state;
	for (size_t round = 0; round < 20; round++)
		for (size_t i = 0; i < COUNT(sizes); i++) {
			unsigned char *p = tora_arena_alloc(a, sizes[i]);

			assert_int_equal((uintptr_t)p % _Alignof(max_align_t), 0);
			for (size_t k = 0; k < sizes[i]; k++)
				if (p[k])
					fail_msg("size %zu is not zeroed at %zu", sizes[i], k);
			memset(p, (int)(n % 251 + 1), sizes[i]);
			all[n++] = p;
		}
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < sizes[i % COUNT(sizes)]; k++)
			if (all[i][k] != i % 251 + 1)
				fail_msg("piece %zu was overwritten", i);
	tora_arena_free(a);
	tora_arena_free(NULL);
}

/* A process that holds many, and is copied for each test, has little memory by them. */
static void test_little_takes_little(void **state)
{
	struct tora_arena *all[100];
	size_t before = mallinfo2().uordblks;

	(void)state;
	for (size_t i = 0; i < COUNT(all); i++) {
		all[i] = tora_arena_new();
		(void)tora_arena_printf(all[i], "%0200d", 1);
		(void)tora_arena_printf(all[i], "%0300d", 1);
	}
	assert_in_range(mallinfo2().uordblks - before, 0, COUNT(all) * 4096);
	for (size_t i = 0; i < COUNT(all); i++)
		tora_arena_free(all[i]);
}

static void test_text(void **state)
{
	struct tora_arena *a = tora_arena_new();
	struct tora_sv copy;

	(void)state;
	assert_null(tora_arena_dup(a, NULL));
	assert_string_equal(tora_arena_dup(a, "abc"), "abc");
	assert_string_equal(tora_arena_text(a, (struct tora_sv){ "abcdef", 3 }), "abc");
	assert_string_equal(tora_arena_text(a, (struct tora_sv){ NULL, 0 }), "");
	copy = tora_arena_sv(a, (struct tora_sv){ "a\0b", 3 });
	assert_int_equal(copy.len, 3);
	assert_memory_equal(copy.at, "a\0b", 4);
	assert_string_equal(tora_arena_printf(a, "%s-%d", "x", 42), "x-42");
	assert_string_equal(tora_arena_printf(a, "%s", ""), "");
	tora_arena_free(a);
}

struct row {
	int number;
	const char *text;
};

static void test_vec(void **state)
{
	struct tora_arena *a = tora_arena_new();
	TORA_VEC(struct row) rows = { 0 };
	struct row *one;

	(void)state;
	for (int i = 0; i < 1000; i++) {
		one = tora_vec_push(a, &rows);
		assert_int_equal(one->number, 0);
		assert_null(one->text);
		one->number = i;
		one->text = tora_arena_printf(a, "%d", i);
	}
	assert_int_equal(rows.n, 1000);
	for (int i = 0; i < 1000; i++) {
		char want[16];

		(void)snprintf(want, sizeof(want), "%d", i);
		assert_int_equal(rows.at[i].number, i);
		assert_string_equal(rows.at[i].text, want);
	}
	rows.n = 5; /* given up and pushed again: zeroed again */
	one = tora_vec_push(a, &rows);
	assert_null(one->text);
	tora_arena_free(a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_alloc),
		cmocka_unit_test(test_little_takes_little),
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_vec),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
