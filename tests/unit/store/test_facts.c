/* What is pure of the cache: keys, markers, the quota. */
#include "tests/unit/unit.h"

#include "store/facts.h"
#include "store/quota.h"

#include <stdio.h>
#include <string.h>

static void keys(void **state)
{
	static const struct {
		const char *label, *tree, *command, *fingerprint;
		bool same; /* as the first row */
	} rows[] = {
		{ "plain", "aa", NULL, NULL, true },
		{ "another toolchain, nothing built", "aa", NULL, "python 3.12", true },
		{ "another tree", "ab", NULL, NULL, false },
		{ "a command", "aa", "make", NULL, false },
		{ "fields do not run together", "aam", "ake", NULL, false },
	};
	char first[TORA_HASH_HEX], key[TORA_HASH_HEX], other[TORA_HASH_HEX];
	struct tora_oid tree = { "aa" };

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		(void)snprintf(tree.hex, sizeof(tree.hex), "%s", rows[i].tree);
		tora_build_key(&tree, rows[i].command, rows[i].fingerprint, NULL, key);
		if (i == 0)
			memcpy(first, key, sizeof(key));
		ROW(rows[i].label, tora_build_is_key(key));
		ROW(rows[i].label, !strcmp(first, key) == rows[i].same);
	}
	tora_build_key(&tree, "make", "gcc 12", NULL, key);
	tora_build_key(&tree, "make", "gcc 13", NULL, other);
	assert_string_not_equal(key, other);
	tora_build_key(&tree, NULL, NULL, "python3 3.11.2", key);
	tora_build_key(&tree, NULL, NULL, "python3 3.12.1", other);
	assert_string_not_equal(key, other);
	assert_string_not_equal(key, first);
	tora_build_recipe("make", "gcc 12", key);
	tora_build_recipe("make", "gcc 13", other);
	assert_string_not_equal(key, other);
	assert_false(tora_build_is_key("aa"));
	assert_false(tora_build_is_key(".complete"));
}

static void markers_survive_a_round_trip(void **state)
{
	const struct tora_build_facts in = {
		.tree = { "0123456789abcdef0123456789abcdef01234567" },
		.repo = "/home/x/a b/.git",
		.boot = "b-1",
		.command = true,
		.is_incremental = true,
		.donor = "d",
		.recipe = "r",
		.compiler = "python3 3.11.2",
		.files = 7,
		.shared = 3,
		.submodules = 1,
		.submodule = "sub",
		.bytes = UINT64_C(1) << 40,
		.written = 12,
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_str text = TORA_STR_INIT(4096);
	struct tora_err err = TORA_ERR_INIT;
	struct tora_build_facts out;

	(void)state;
	tora_build_facts_print(&in, &text);
	OK(tora_build_facts_parse(tora_str_view(&text), arena, &out, &err), err);
	assert_string_equal(out.tree.hex, in.tree.hex);
	assert_string_equal(out.repo, in.repo);
	assert_true(out.command && out.is_incremental);
	assert_string_equal(out.donor, "d");
	assert_string_equal(out.recipe, "r");
	assert_int_equal(out.files, 7);
	assert_int_equal(out.shared, 3);
	assert_true(out.bytes == in.bytes && out.written == in.written);
	assert_string_equal(out.submodule, "sub");
	assert_null(out.lfs_file);
	assert_true(tora_build_facts_hold(&out, "b-1"));
	assert_false(
		tora_build_facts_hold(&out, "b-2")); /* not synced, and the machine restarted */
	out.boot = "";
	assert_true(tora_build_facts_hold(&out, "b-2"));
	tora_str_free(&text);
	tora_arena_free(arena);
}

static void broken_markers_are_none(void **state)
{
	static const char *const rows[] = {
		"",
		"{",
		"[]",
		"{}",
		"{\"version\":2}",
		"{\"version\":1,\"tree\":\"0123456789abcdef0123456789abcdef01234567\"}",
		"{\"version\":2,\"tree\":\"../..\"}",
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct tora_err err = TORA_ERR_INIT;
		struct tora_build_facts out;

		ROW(rows[i], tora_build_facts_parse(tora_sv(rows[i]), arena, &out, &err) != 0);
	}
	tora_arena_free(arena);
}

static void the_quota_keeps_what_is_recent(void **state)
{
	static const struct {
		const char *label;
		struct tora_cached all[4]; /* key, donor, last use, own, whole, expected, a copy? */
		size_t n;
		uint64_t quota, sum; /* of what is kept */
	} rows[] = {
		{ "nothing", { { 0 } }, 0, 10, 0 },
		{ "all fit",
		  { { "a", NULL, 1, 5, 5, false, false }, { "b", NULL, 2, 5, 5, false, false } },
		  2,
		  10,
		  10 },
		{ "the oldest goes",
		  { { "a", NULL, 1, 5, 5, true, false },
		    { "b", NULL, 2, 5, 5, false, false },
		    { "c", NULL, 3, 5, 5, false, false } },
		  3,
		  10,
		  10 },
		{ "the newest stays, whatever its size",
		  { { "a", NULL, 1, 1, 1, true, false }, { "b", NULL, 2, 99, 99, false, false } },
		  2,
		  10,
		  99 },
		{ "older small ones do not slip past",
		  { { "a", NULL, 1, 1, 1, true, false },
		    { "b", NULL, 2, 9, 9, true, false },
		    { "c", NULL, 3, 5, 5, false, false } },
		  3,
		  10,
		  5 },
		{ "a huge one",
		  { { "a", NULL, 1, UINT64_MAX, UINT64_MAX, true, false },
		    { "b", NULL, 2, 5, 5, false, false } },
		  2,
		  10,
		  5 },
		{ "no room at all",
		  { { "a", NULL, 1, 1, 1, true, false }, { "b", NULL, 2, 1, 1, false, false } },
		  2,
		  0,
		  1 },
		{ "shared files count once",
		  { { "a", NULL, 1, 8, 8, false, false },
		    { "b", "a", 2, 1, 8, false, false },
		    { "c", "b", 3, 1, 8, false, false } },
		  3,
		  10,
		  10 },
		{ "but in full when their donor goes",
		  { { "a", NULL, 1, 8, 8, true, false },
		    { "b", "a", 2, 1, 8, false, false },
		    { "c", "b", 3, 1, 8, false, false } },
		  3,
		  9,
		  9 },
		{ "a copy before what it was made of",
		  { { "a", NULL, 1, 5, 5, false, false }, { "b", NULL, 2, 6, 6, true, true } },
		  2,
		  10,
		  5 },
		{ "and no more than has to",
		  { { "a", NULL, 1, 1, 1, true, false },
		    { "b", NULL, 2, 6, 6, false, false },
		    { "c", NULL, 3, 5, 5, true, true } },
		  3,
		  6,
		  6 },
		{ "a donor that went long ago",
		  { { "b", "a", 2, 1, 8, true, false }, { "c", "a", 3, 1, 8, false, false } },
		  2,
		  10,
		  8 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct tora_cached all[4];

		memcpy(all, rows[i].all, sizeof(all));
		for (size_t k = 0; k < rows[i].n; k++)
			all[k].evict = !all[k].evict;
		tora_quota_mark(all, rows[i].n, rows[i].quota);
		for (size_t k = 0; k < rows[i].n; k++)
			for (size_t m = 0; m < rows[i].n; m++)
				if (!strcmp(all[k].key, rows[i].all[m].key))
					ROW(rows[i].label, all[k].evict == rows[i].all[m].evict);
		ROW(rows[i].label, tora_quota_sum(all, rows[i].n) == rows[i].sum);
	}
}

static void too_many_builds(void **state)
{
	static struct tora_cached all[TORA_BUILD_COUNT_MAX + 2];
	static char keys_of[TORA_BUILD_COUNT_MAX + 2][16];
	size_t n = COUNT(all), kept = 0;

	(void)state;
	for (size_t i = 0; i < n; i++) {
		(void)snprintf(keys_of[i], sizeof(keys_of[i]), "k%zu", i);
		all[i] = (struct tora_cached){ .key = keys_of[i], .used_ms = (int64_t)i + 1 };
	}
	tora_quota_mark(all, n, 1000);
	for (size_t i = 0; i < n; i++)
		kept += !all[i].evict;
	assert_int_equal(kept, TORA_BUILD_COUNT_MAX);
	assert_true(all[n - 1].evict && all[n - 1].used_ms == 1);
}

static void full_disks(void **state)
{
	const uint64_t gib = UINT64_C(1) << 30, mib = UINT64_C(1) << 20;

	(void)state;
	assert_false(tora_quota_disk_full(100 * gib, 50 * gib));
	assert_true(tora_quota_disk_full(100 * gib, 4 * gib));
	assert_true(tora_quota_disk_full(gib, 199 * mib));
	assert_false(tora_quota_disk_full(gib, 201 * mib));
	assert_true(tora_quota_disk_full(64 * mib, 64 * mib));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys),
		cmocka_unit_test(markers_survive_a_round_trip),
		cmocka_unit_test(broken_markers_are_none),
		cmocka_unit_test(the_quota_keeps_what_is_recent),
		cmocka_unit_test(too_many_builds),
		cmocka_unit_test(full_disks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
