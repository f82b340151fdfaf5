/* The folder of builds: what is listed, what goes, what stays, whoever else is there. */
#include "tests/unit/unit.h"
#include "tests/unit/fixture.h"

#include "store/cache.h"
#include "store/folder.h"
#include "tora/clock.h"
#include "store/quota.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>

#define KEY(c) "0000000000000000000000000000000000000000000000000000000000000" c

struct world {
	struct fixture f;
	struct tora_arena *arena;
	struct tora_cache cache;
	char path[128];
};

static void world_new(struct world *w)
{
	struct tora_err err = TORA_ERR_INIT;

	memset(w, 0, sizeof(*w));
	fixture_new(&w->f);
	w->arena = tora_arena_new();
	(void)snprintf(w->path, sizeof(w->path), "%s/cache", w->f.dir);
	OK(tora_cache_open(w->path, w->arena, &w->cache, &err), err);
}

static void world_free(struct world *w)
{
	tora_cache_close(&w->cache);
	tora_arena_free(w->arena);
	fixture_free(&w->f);
}

/* A whole build of one file, used `age_s` seconds ago. */
static void put(struct world *w, const char *key, const char *donor, uint64_t own, int age_s)
{
	struct tora_build_facts facts = {
		.tree = { "0123456789abcdef0123456789abcdef01234567" },
		.repo = "/r/.git",
		.donor = donor,
		.recipe = "",
		.boot = w->cache.boot,
		.compiler = "",
		.bytes = own,
		.written = own,
	};
	struct timespec times[2] = { { .tv_sec = time(NULL) - age_s },
		                     { .tv_sec = time(NULL) - age_s } };
	struct tora_err err = TORA_ERR_INIT;
	char script[512];

	(void)snprintf(script, sizeof(script),
	               "cd cache/builds; mkdir -p %s/tree/d; echo x > %s/tree/d/f; chmod -R a-w "
	               "%s/tree",
	               key, key, key);
	fixture_sh(&w->f, script);
	OK(tora_cache_mark(&w->cache, key, &facts, &err), err);
	assert_int_equal(utimensat(w->cache.fd,
	                           tora_cache_name(&w->cache, "", key, "/" TORA_BUILD_MARKER),
	                           times, 0),
	                 0);
}

/* The longest paths there are, escaped, and a name cut in the middle of nothing. */
static void a_marker_holds_any_path(void **state)
{
	static char repo[4096], name[20001];
	struct tora_build_facts found, facts = {
		.tree = { "0123456789abcdef0123456789abcdef01234567" },
		.repo = repo,
		.donor = "",
		.recipe = "",
		.compiler = "",
		.submodule = name,
		.lfs_file = "short",
	};
	struct tora_err err = TORA_ERR_INIT;
	struct world w;

	(void)state;
	memset(repo, '\001', sizeof repo - 1); /* six bytes each in JSON */
	for (size_t i = 0; i < 20000; i++)
		name[i] = "a\xc3\xa4"[i % 3];
	world_new(&w);
	facts.boot = w.cache.boot;
	fixture_sh(&w.f, "mkdir -p cache/builds/" KEY("aaa"));
	OK(tora_cache_mark(&w.cache, KEY("aaa"), &facts, &err), err);
	assert_true(tora_cache_facts(&w.cache, KEY("aaa"), &found));
	assert_string_equal(found.repo, repo);
	assert_string_equal(found.lfs_file, "short");
	assert_true(strlen(found.submodule) <= TORA_BUILD_NAME_MAX + 3);
	assert_string_equal(found.submodule + strlen(found.submodule) - 4, "a...");
	world_free(&w);
}

static const char *kept(struct world *w)
{
	return fixture_sh(&w->f, "cd cache/builds; ls -A | sed 's/.*0*\\(...\\)$/\\1/' | sort | tr "
	                         "'\\n' ' '");
}

static void the_least_recently_used_go(void **state)
{
	struct tora_cache_builds builds = { .at = { 0 } };
	struct tora_cache_swept swept;
	struct world w;

	(void)state;
	world_new(&w);
	put(&w, KEY("aaa"), "", 500, 300);
	put(&w, KEY("bbb"), "", 500, 200);
	put(&w, KEY("ccc"), "", 500, 100);
	tora_cache_touch(&w.cache, KEY("aaa"));
	tora_cache_list(&w.cache, &builds);
	assert_int_equal(builds.at.n, 3);
	assert_int_equal(tora_cache_bytes(&w.cache, &builds), 1500);
	tora_cache_sweep(&w.cache, 1500, &swept);
	assert_int_equal(swept.evicted, 0);
	tora_cache_sweep(&w.cache, 1499, &swept);
	assert_int_equal(swept.evicted, 1);
	assert_string_equal(kept(&w), "aaa ccc ");
	tora_cache_sweep(&w.cache, 0, &swept); /* the most recent one stays */
	assert_string_equal(kept(&w), "aaa ");
	tora_cache_clear(&w.cache, &swept);
	assert_int_equal(swept.evicted, 1);
	assert_string_equal(kept(&w), "");
	world_free(&w);
}

static void what_is_in_use_stays(void **state)
{
	struct tora_cache_swept swept;
	struct world w;
	int lock;

	(void)state;
	world_new(&w);
	put(&w, KEY("aaa"), "", 500, 300);
	put(&w, KEY("bbb"), "", 500, 200);
	lock = tora_cache_lock(&w.cache, KEY("aaa"), LOCK_SH);
	assert_true(lock >= 0);
	assert_int_equal(tora_cache_lock(&w.cache, KEY("aaa"), LOCK_EX), -1);
	tora_cache_sweep(&w.cache, 10, &swept);
	assert_int_equal(swept.in_use, 1);
	tora_cache_clear(&w.cache, &swept);
	assert_int_equal(swept.in_use, 1);
	assert_int_equal(swept.evicted, 1);
	assert_string_equal(fixture_sh(&w.f, "ls cache/builds | wc -l"), "2"); /* and its lock */
	(void)close(lock);
	tora_cache_clear(&w.cache, &swept);
	assert_string_equal(kept(&w), "");
	world_free(&w);
}

/* What killed processes leave at each step of making and removing, and what is nobody's to touch. */
static void leftovers_go_and_other_files_stay(void **state)
{
	struct tora_cache_swept swept;
	struct world w;

	(void)state;
	world_new(&w);
	put(&w, KEY("aaa"), "", 5, 1);
	fixture_sh(&w.f,
	           "cd cache/builds; K=" KEY("bbb") "; L=" KEY("ccc") "; M=" KEY(
			   "ddd") "\n"
	                          "mkdir -p .new-$K/tree/a .old-$L/tree $M/tree .deep-1-0/x; touch "
	                          "$K.lock " KEY("eee") ".lock\n"
	                                                "echo x > .new-$K/tree/a/b; chmod -R a-w "
	                                                ".new-$K/tree; echo ours > README");
	fixture_sh(&w.f, "cd cache; mkdir -p scratch/0001-0/test/x scratch/0001-1\n"
	                 "touch -d '25 hours ago' scratch/0001-0");
	tora_cache_sweep(&w.cache, 1000, &swept);
	assert_int_equal(swept.evicted, 0);
	assert_true(swept.leftovers >= 4);
	assert_string_equal(fixture_sh(&w.f, "cd cache/builds; ls -A | tr '\\n' ' '"),
	                    KEY("aaa") " README ");
	assert_string_equal(fixture_sh(&w.f, "ls cache/scratch | tr '\\n' ' '"), "0001-1 ");
	world_free(&w);
}

/* Deeper than there are descriptors, with folders that nobody may read: all of it goes. */
static void deep_folders_are_removed(void **state)
{
	struct tora_folder_sum sum = { 0 };
	struct tora_err err = TORA_ERR_INIT;
	struct world w;

	(void)state;
	world_new(&w);
	fixture_sh(&w.f,
	           "cd cache/builds; mkdir top; cd top; i=0; while [ $i -lt 1500 ]; do mkdir d; "
	           "echo x > f; cd -P d; i=$((i + 1)); done");
	assert_int_equal(tora_folder_freeze(w.cache.fd, "top", NULL, &sum, &err), TORA_E_LIMIT);
	tora_folder_remove(w.cache.fd, "top");
	assert_string_equal(fixture_sh(&w.f, "ls -A cache/builds"), "");
	fixture_sh(&w.f, "cd cache/builds; mkdir -p top/a/b; echo 12345 > top/a/f; ln top/a/f g; "
	                 "mkfifo top/p; chmod 0 top/a/b; chmod 0 top/a");
	OK(tora_folder_freeze(w.cache.fd, "top", NULL, &sum, &err), err);
	assert_string_equal(fixture_sh(&w.f, "cd cache/builds; find top -printf '%P %m '"),
	                    " 555 a 555 a/b 555 a/f 444 ");
	tora_folder_remove(w.cache.fd, "top");
	assert_string_equal(fixture_sh(&w.f, "ls cache/builds"), "g");
	world_free(&w);
}

static void freezing_ends_with_its_time(void **state)
{
	struct tora_folder_freezing how = { .donor = -1, .until_ms = tora_clock_mono_ms() + 60000 };
	struct tora_err err = TORA_ERR_INIT;
	struct world w;

	(void)state;
	world_new(&w);
	fixture_sh(&w.f, "mkdir -p cache/builds/top; echo 1 > cache/builds/top/f");
	OK(tora_folder_freeze(w.cache.fd, "top", &how, NULL, &err), err);
	how.until_ms = tora_clock_mono_ms();
	assert_int_equal(tora_folder_freeze(w.cache.fd, "top", &how, NULL, &err), TORA_E_TIMEOUT);
	world_free(&w);
}

static void sums_count_what_is_ours_alone(void **state)
{
	struct tora_folder_sum sum = { 0 };
	struct tora_err err = TORA_ERR_INIT;
	struct world w;

	(void)state;
	world_new(&w);
	fixture_sh(&w.f, "cd cache/builds; mkdir -p top/a; head -c 100000 /dev/urandom > top/a/f\n"
	                 "head -c 50000 /dev/urandom > g; ln g top/g; ln -s g top/l");
	OK(tora_folder_freeze(w.cache.fd, "top", NULL, &sum, &err), err);
	assert_int_equal(sum.files, 3);
	assert_int_equal(sum.folders, 2);
	assert_int_equal(sum.bytes, 150000);
	assert_true(sum.own >= 100000 && sum.own < 150000);
	world_free(&w);
}

static void a_full_disk_gives_everything_back(void **state)
{
	struct tora_err err = TORA_ERR_INIT;
	struct world w;

	(void)state;
	world_new(&w);
	tora_cache_close(&w.cache);
	if (strcmp(fixture_sh(&w.f, "mount -t tmpfs -o size=300m tora cache 2>/dev/null && echo "
	                            "yes || true"),
	           "yes") != 0) {
		print_message("# skipped: no permission to mount\n");
		world_free(&w);
		skip();
	}
	OK(tora_cache_open(w.path, w.arena, &w.cache, &err), err);
	put(&w, KEY("aaa"), "", 5, 1);
	OK(tora_cache_room(&w.cache, &err), err);
	assert_string_equal(kept(&w), "aaa ");
	fixture_sh(&w.f, "chmod -R u+w cache; head -c 120m /dev/zero > cache/builds/" KEY(
				 "aaa") "/tree/large");
	assert_true(tora_cache_is_full(&w.cache));
	OK(tora_cache_room(&w.cache, &err), err);
	assert_string_equal(kept(&w), "");
	fixture_sh(&w.f, "head -c 120m /dev/zero > cache/other");
	assert_int_equal(tora_cache_room(&w.cache, &err), TORA_E_SYS);
	assert_in_range(tora_cache_free_percent(&w.cache), 58, 60);
	tora_cache_close(&w.cache);
	fixture_sh(&w.f, "umount cache");
	world_free(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_marker_holds_any_path),
		cmocka_unit_test(the_least_recently_used_go),
		cmocka_unit_test(what_is_in_use_stays),
		cmocka_unit_test(leftovers_go_and_other_files_stay),
		cmocka_unit_test(deep_folders_are_removed),
		cmocka_unit_test(freezing_ends_with_its_time),
		cmocka_unit_test(sums_count_what_is_ours_alone),
		cmocka_unit_test(a_full_disk_gives_everything_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
