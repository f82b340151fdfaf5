/* Spare copies of builds: made while nobody waits, and the next build becomes of them (build/recycle.h). */
#include "tests/unit/build/recycled.h"

#define SPARES                                                                                     \
	"cache/builds/$(cd cache/builds; dirname $(grep -l '\"spare\":true' */.complete) | head "  \
	"-1)"

/* Of what the last check looked at. -> its inode; 0: there is none */
static ino_t copy(struct world *w)
{
	struct tora_err err = TORA_ERR_INIT;
	bool is_there = true;

	OK(tora_build_spare(&w->check, &w->check.head_tree, 1, &is_there, &err), err);
	fixture_sh(&w->g.f, "grep -l '\"spare\":true' cache/builds/*/.complete | wc -l");
	assert_int_equal(is_there, strcmp(w->g.f.out, "0") != 0);
	if (!is_there)
		return 0;
	assert_string_equal(w->g.f.out, "1");
	return (ino_t)strtoul(fixture_sh(&w->g.f, "stat -c %i " SPARES "/tree"), NULL, 10);
}

/* From the first one on; the copy is as its original is, and so is what becomes of it. */
static void the_next_build_is_the_spare(void **state)
{
	char script[4096];
	struct world w;

	(void)state;
	world_new(&w, first_commit);
	(void)build(&w);
	for (size_t i = 0; i < COUNT(commits); i++) {
		const char *original = tora_arena_dup(w.check.arena, w.check.builds[TORA_BASE].dir);
		ino_t spare = copy(&w);

		assert_int_not_equal(spare, 0);
		assert_int_equal(copy(&w), spare); /* it is there already */
		(void)snprintf(script, sizeof(script),
		               "copy=$(echo $PWD/" SPARES "/tree)\n" LISTED LISTED
		               "diff -u want got >&2; test -s got",
		               original, "want", "$copy", "got");
		fixture_sh(&w.g.f, script);
		commit(&w, commits[i]);
		assert_int_equal(build(&w), spare);
		assert_int_not_equal(copy(&w), spare);
		as_from_nothing(&w, commits[i]);
		(void)build(&w);
	}
	/* four builds and a copy: what is older became one or the other */
	assert_string_equal(fixture_sh(&w.g.f, "ls cache/builds | grep -vc lock"), "5");
	assert_string_equal(fixture_sh(&w.g.f, "ls -A cache/builds | grep '^[.]' || true"), "");
	world_free(&w);
}

#define LONG                                                                                       \
	"for i in $(seq 300); do echo $i >d/e/a_name_of_some_length_$i; done; mkdir s\n"           \
	"for i in $(seq 100); do echo x = $i >s/a_name_of_some_length_$i.py; done"

/* Then the spare copy stays as it is, for a commit that changes something else, until there is another one. */
static void a_long_folder_is_seen_before_a_spare_is_taken(void **state)
{
	struct world w;
	ino_t spare;

	(void)state;
	world_new(&w, first_commit);
	commit(&w, LONG);
	(void)build(&w);
	spare = copy(&w);
	assert_int_not_equal(spare, 0);
	commit(&w, "echo changed >d/e/f");
	assert_int_not_equal(build(&w), spare);
	as_from_nothing(&w, "a file of a long folder");
	assert_int_equal(strtoul(fixture_sh(&w.g.f, "stat -c %i " SPARES "/tree"), NULL, 10),
	                 spare);
	fixture_sh(&w.g.f, "ls -A cache/builds | grep '^[.]' || true");
	assert_string_equal(w.g.f.out, "");
	commit(&w, "git checkout HEAD~1 d/e/f; echo 3 >one");
	assert_int_equal(build(&w), spare);
	as_from_nothing(&w, "another folder's");
	spare = copy(&w);
	commit(&w, "echo changed >d/e/f");
	(void)build(&w);
	fixture_sh(&w.g.f, "grep -c 'spare copy: not made of the old' log || true");
	assert_string_equal(w.g.f.out, "0");
	assert_int_not_equal(copy(&w), spare); /* and only that one */
	fixture_sh(&w.g.f, "grep -c 'spare copy: not made of the old' log || true");
	assert_string_equal(w.g.f.out, "1");
	spare = copy(&w);
	commit(&w, "echo x = 0 >s/a_name_of_some_length_7.py");
	sh_in(&w, "test $(stat -c %s s/__pycache__) -gt 4096; stat -c %s s", "4096");
	assert_int_not_equal(build(&w), spare); /* its result would go from a long one */
	assert_int_equal(strtoul(fixture_sh(&w.g.f, "stat -c %i " SPARES "/tree"), NULL, 10),
	                 spare);
	world_free(&w);
}

/* What is half made of an old build is not removed while somebody waits for the new one. */
static void what_did_not_work_out_goes_with_the_next_sweep(void **state)
{
	struct tora_cache_swept swept;
	struct tora_cache c;
	struct tora_err err = TORA_ERR_INIT;
	struct world w;

	(void)state;
	world_new(&w, first_commit);
	(void)build(&w);
	assert_int_not_equal(copy(&w), 0);
	fixture_sh(&w.g.f, "cd " SPARES "/tree; chmod u+w d; rm d/g");
	commit(&w, "git rm -q d/g; echo 3 >one");
	(void)build(&w);
	fixture_sh(&w.g.f, "ls -A cache/builds | grep '^[.]' | sed 's/-.*//'");
	assert_string_equal(w.g.f.out, ".old");
	as_from_nothing(&w, "put away");
	OK(tora_cache_open(w.g.paths.cache, w.check.arena, &c, &err), err);
	tora_cache_sweep(&c, (uint64_t)w.g.config.cache_quota, &swept);
	tora_cache_close(&c);
	fixture_sh(&w.g.f, "ls -A cache/builds | grep '^[.]' || true");
	assert_string_equal(w.g.f.out, "");
	world_free(&w);
}

/* A copy takes the last one's place, also where the build it was made of is back. */
static void one_spare_a_repository(void **state)
{
	struct tora_err err = TORA_ERR_INIT;
	bool is_there = false;
	struct tora_oid trees[2];
	struct world w;
	ino_t first;

	(void)state;
	world_new(&w, first_commit);
	(void)build(&w);
	commit(&w, "echo 7 >one");
	(void)build(&w);
	first = copy(&w);
	fixture_sh(&w.g.f, "cd repo; git checkout -q HEAD~1");
	assert_int_not_equal(build(&w), first); /* it was there */
	assert_int_equal(copy(&w), first);
	fixture_sh(&w.g.f, "diff -r repo/d " SPARES "/tree/d && diff repo/one " SPARES "/tree/one");
	/* of the first that is built */
	trees[0] = (struct tora_oid){ "0123456789abcdef0123456789abcdef01234567" };
	trees[1] = w.check.head_tree;
	fixture_sh(&w.g.f, "chmod -R u+w " SPARES "; rm -r " SPARES);
	OK(tora_build_spare(&w.check, trees, 1, &is_there, &err), err);
	fixture_sh(&w.g.f, "grep -l '\"spare\":true' cache/builds/*/.complete || true");
	assert_string_equal(w.g.f.out, "");
	OK(tora_build_spare(&w.check, trees, 2, &is_there, &err), err);
	fixture_sh(&w.g.f, "diff -r repo/d " SPARES "/tree/d");
	world_free(&w);
}

/* Whatever was used last, and where there are enough builds to take the oldest one. */
static void a_spare_has_all_of_its_original(void **state)
{
	struct tora_err err = TORA_ERR_INIT;
	bool is_there = false;
	struct tora_oid first;
	struct world w;

	(void)state;
	world_new(&w, first_commit);
	(void)build(&w);
	first = w.check.head_tree;
	for (unsigned i = 1; i < TORA_RECYCLE_KEPT; i++) {
		commit(&w, "echo 'y = 1' >>p/a.py");
		(void)build(&w);
	}
	OK(tora_build_spare(&w.check, &first, 1, &is_there, &err), err);
	fixture_sh(&w.g.f, "find " SPARES "/tree -type f -links 1; find " SPARES
	                   "/tree -name '*.pyc' | wc -l");
	assert_string_equal(w.g.f.out, "3");
	assert_string_equal(fixture_sh(&w.g.f, "ls cache/builds | grep -vc lock"), "5");
	world_free(&w);
}

static void no_spare_of_what_nothing_becomes_of(void **state)
{
	struct world w;

	(void)state;
	world_new(&w, first_commit);
	w.no_compiler = true;
	(void)build(&w);
	w.check.no_cache = true;
	assert_int_equal(copy(&w), 0);
	w.g.config.build_command = "make it";
	(void)build(&w);
	assert_int_equal(copy(&w), 0);
	w.g.config.build_command = NULL;
	w.check.no_cache = false;
	commit(&w, "echo 3 >one");
	begin(&w); /* not built */
	assert_int_equal(copy(&w), 0);
	world_free(&w);
}

/* Nor does one stay that was made before; where an interpreter came, there is one for that. */
static void no_spare_stays_that_nothing_becomes_of(void **state)
{
	static const struct {
		const char *label, *commit, *compiler, *command;
		bool has_spare;
	} rows[] = {
		{ "as before", NULL, "python3 3.11.2", NULL, true },
		{ "submodules",
		  "git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),sub; mkdir sub",
		  "python3 3.11.2", NULL, false },
		{ "LFS",
		  "echo 'version https://git-lfs.github.com/spec/v1' >big; echo 'oid sha256:1' "
		  ">>big",
		  "python3 3.11.2", NULL, false },
		{ "another interpreter", NULL, "python3 3.11.3", NULL, true },
		{ "a command", NULL, "python3 3.11.2", "make it", false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct world w;
		ino_t spare;

		world_new(&w, first_commit);
		(void)build(&w);
		spare = copy(&w);
		assert_int_not_equal(spare, 0);
		w.compiler = rows[i].compiler;
		w.g.config.build_command = rows[i].command;
		for (unsigned k = 0; k < 2; k++) {
			commit(&w, !k && rows[i].commit ? rows[i].commit : "date +%s%N >>d/g");
			(void)build(&w);
			ROW(rows[i].label, (copy(&w) != 0) == rows[i].has_spare);
		}
		world_free(&w);
	}
}

/* Nothing that is there is taken for a copy that there is no time for. */
static void no_time_for_a_spare(void **state)
{
	struct tora_err err = TORA_ERR_INIT;
	bool is_there = false;
	struct world w;
	ino_t spare;

	(void)state;
	world_new(&w, first_commit);
	(void)build(&w);
	spare = copy(&w);
	fixture_sh(&w.g.f, "mv " SPARES " .; ls -d ????????????????????????* >key");
	commit(&w, "echo 3 >one");
	(void)build(&w);
	fixture_sh(&w.g.f, "mv $(cat key) cache/builds");
	w.check.deadline_ms = tora_clock_mono_ms();
	assert_int_equal(tora_build_spare(&w.check, &w.check.head_tree, 1, &is_there, &err),
	                 TORA_E_TIMEOUT);
	assert_int_equal(strtoul(fixture_sh(&w.g.f, "stat -c %i " SPARES "/tree"), NULL, 10),
	                 spare);
	w.check.deadline_ms += 60000;
	assert_int_equal(copy(&w), spare); /* it becomes the other one */
	fixture_sh(&w.g.f, "diff repo/one " SPARES "/tree/one");
	world_free(&w);
}

static void a_spare_that_cannot_be_locked(void **state)
{
	struct tora_err err = TORA_ERR_INIT;
	bool is_there = false;
	struct world w;

	(void)state;
	world_new(&w, first_commit);
	(void)build(&w);
	assert_int_not_equal(copy(&w), 0);
	fixture_sh(&w.g.f, "s=" SPARES "; chmod -R u+w $s; rm -r $s $s.lock; mkdir $s.lock");
	assert_int_equal(tora_build_spare(&w.check, &w.check.head_tree, 1, &is_there, &err),
	                 TORA_E_SYS);
	assert_non_null(strstr(err.msg, "locking a spare copy"));
	world_free(&w);
}

/* A copy keeps to the quota as builds do: it is the first to go. */
static void no_spare_over_the_quota(void **state)
{
	struct world w;

	(void)state;
	world_new(&w, first_commit);
	(void)build(&w);
	fixture_sh(&w.g.f, "mkdir cache/builds/.deep-1");
	w.g.config.cache_quota = 1;
	assert_int_equal(copy(&w), 0);
	assert_string_equal(fixture_sh(&w.g.f, "ls -A cache/builds | grep -vc lock"), "1");
	world_free(&w);
}

/* A build of its own tree that somebody holds, and a copy that is held: neither is waited for. */
static void a_spare_that_is_held(void **state)
{
	char path[200];
	struct world w;
	ino_t spare;
	int lock;

	(void)state;
	world_new(&w, first_commit);
	(void)build(&w);
	spare = copy(&w);
	fixture_sh(&w.g.f, "echo " SPARES);
	(void)snprintf(path, sizeof(path), "%s/%s.lock", w.g.f.dir, w.g.f.out);
	lock = open(path, O_RDWR | O_CLOEXEC);
	assert_true(lock >= 0 && flock(lock, LOCK_EX) == 0);
	assert_int_equal(copy(&w), spare);
	commit(&w, "echo 3 >one");
	assert_int_not_equal(build(&w), spare);
	as_from_nothing(&w, "by links");
	(void)close(lock);
	commit(&w, "echo 4 >one");
	assert_int_equal(build(&w), spare);
	world_free(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_next_build_is_the_spare),
		cmocka_unit_test(a_long_folder_is_seen_before_a_spare_is_taken),
		cmocka_unit_test(what_did_not_work_out_goes_with_the_next_sweep),
		cmocka_unit_test(one_spare_a_repository),
		cmocka_unit_test(a_spare_has_all_of_its_original),
		cmocka_unit_test(no_spare_of_what_nothing_becomes_of),
		cmocka_unit_test(no_spare_stays_that_nothing_becomes_of),
		cmocka_unit_test(no_time_for_a_spare),
		cmocka_unit_test(a_spare_that_cannot_be_locked),
		cmocka_unit_test(no_spare_over_the_quota),
		cmocka_unit_test(a_spare_that_is_held),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
