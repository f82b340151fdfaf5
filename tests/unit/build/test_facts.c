/* The pure neighbours: keys, markers, quota, refused names. */
#include "tests/unit/build/unit.h"

#include "build/facts.h"
#include "build/quota.h"
#include "git/unpack.h"

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
	assert_true(out.command);
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
		"{\"version\":1}",
		"{\"version\":2,\"tree\":\"aa\"}",
		"{\"version\":1,\"tree\":\"../..\"}",
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
		struct tora_cached all[4]; /* key, last use, bytes, expected */
		size_t n;
		uint64_t quota;
	} rows[] = {
		{ "nothing", { { 0 } }, 0, 10 },
		{ "all fit", { { "a", 1, 5, false }, { "b", 2, 5, false } }, 2, 10 },
		{ "the oldest goes",
		  { { "a", 1, 5, true }, { "b", 2, 5, false }, { "c", 3, 5, false } },
		  3,
		  10 },
		{ "the newest stays, whatever its size",
		  { { "a", 1, 1, true }, { "b", 2, 99, false } },
		  2,
		  10 },
		{ "older small ones do not slip past",
		  { { "a", 1, 1, true }, { "b", 2, 9, true }, { "c", 3, 5, false } },
		  3,
		  10 },
		{ "a huge one", { { "a", 1, UINT64_MAX, true }, { "b", 2, 5, false } }, 2, 10 },
		{ "no room at all", { { "a", 1, 1, true }, { "b", 2, 1, false } }, 2, 0 },
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
	}
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

static void names_that_nobody_writes(void **state)
{
	static const struct {
		const char *path;
		bool refused;
	} rows[] = {
		{ "a", false },         { "a/b.c/d", false },
		{ ".github/x", false }, { ".gitignore", false },
		{ "a..b", false },      { "...", false },
		{ "", true },           { "/etc/passwd", true },
		{ "../x", true },       { "a/../x", true },
		{ "a/.", true },        { ".git/config", true },
		{ "a/.GiT/x", true },   { "a//b", true },
		{ "a/", true },         { "b\377d", false },
	};
	char lengthy[400];

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		ROW(rows[i].path, !!tora_unpack_refuses(rows[i].path) == rows[i].refused);
	memset(lengthy, 'x', 256);
	lengthy[256] = '\0';
	assert_non_null(tora_unpack_refuses(lengthy));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys),
		cmocka_unit_test(markers_survive_a_round_trip),
		cmocka_unit_test(broken_markers_are_none),
		cmocka_unit_test(the_quota_keeps_what_is_recent),
		cmocka_unit_test(full_disks),
		cmocka_unit_test(names_that_nobody_writes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
