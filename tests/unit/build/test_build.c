/* The stage on scratch repositories; `git archive` is the oracle of what a tree contains. */
#include "tests/unit/build/world.h"

#include "build/build.h"
#include "lang/lang.h"
#include "store/facts.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct world {
	struct ground g;
	struct tora_sandbox sandbox;
	struct tora_check check;
};

/* A check of base..head as if by another process: nothing of an earlier one is left but the cache. */
static void check_again(struct world *w, const char *base, const char *head)
{
	check_begin(&w->g, &w->check, base, head, 60000);
}

/* `script` runs in the fixture's folder and makes repo with HEAD~1 and HEAD. */
static void world_new(struct world *w, const char *script)
{
	memset(w, 0, sizeof(*w));
	ground_new(&w->g, script);
	check_again(w, "HEAD~1", "HEAD");
}

static void world_free(struct world *w)
{
	ground_free(&w->g, &w->check);
}

static void run(struct world *w)
{
	struct tora_err err = TORA_ERR_INIT;

	OK(tora_stage_build(&w->check, &err), err);
}

static const char *sh(struct world *w, const char *fmt, const char *arg)
{
	char script[4096];

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	(void)snprintf(script, sizeof(script), fmt, arg);
#pragma GCC diagnostic pop
	return fixture_sh(&w->g.f, script);
}

/* The same files, links and executable bits as git itself unpacks. */
static void same_as_git(struct world *w, const char *rev, enum tora_side side)
{
	(void)sh(w,
	         "rm -rf want; mkdir want; git -C repo archive %s | tar x -C want\n"
	         "(cd want; find . -type f -perm /100 | sort) > want.x",
	         rev);
	(void)sh(w, "diff -r --no-dereference want %s", w->check.builds[side].dir);
	(void)sh(w, "(cd %s; find . -type f -perm /100 | sort) | cmp - want.x",
	         w->check.builds[side].dir);
}

static const char two_commits[] =
	"git init -q -b main repo; cd repo; mkdir -p src/p tests\n"
	"for i in $(seq 1 40); do echo \"x = $i\" > src/p/m$i.py; done; : > src/p/__init__.py\n"
	"printf '#!/bin/sh\\n' > run.sh; chmod +x run.sh; ln -s src/p/m1.py link; ln -s /etc out\n"
	"printf 'a\\0b' > bin; echo z > $(printf 'b\\377d.py'); echo '.git' > .gitignore\n"
	"git add -A; git commit -qm base\n"
	"echo 'x = 0' > src/p/m7.py; git rm -q src/p/m8.py; echo new > src/p/new.py\n"
	"chmod -x run.sh; ln -sf src/p/m2.py link; git add -A; git commit -qm head";

static void both_sides_are_written_and_reused(void **state)
{
	struct stat one, two;
	struct world w;
	char path[1200];

	(void)state;
	world_new(&w, two_commits);
	run(&w);
	assert_int_equal(w.check.reason, TORA_REASON_NONE);
	same_as_git(&w, "HEAD~1", TORA_BASE);
	same_as_git(&w, "HEAD", TORA_HEAD);
	assert_false(w.check.builds[TORA_BASE].reused);
	assert_int_equal(w.check.builds[TORA_BASE].files, 47);
	assert_int_equal(w.check.builds[TORA_BASE].shared, 0);
	assert_int_equal(w.check.builds[TORA_HEAD].files, 47);
	assert_int_equal(w.check.builds[TORA_HEAD].shared,
	                 42); /* all but m7, new, run.sh, 2 links */
	/* shared files are one inode, and nobody may write to either tree */
	(void)snprintf(path, sizeof(path), "%s/src/p/m1.py", w.check.builds[TORA_BASE].dir);
	assert_int_equal(stat(path, &one), 0);
	(void)snprintf(path, sizeof(path), "%s/src/p/m1.py", w.check.builds[TORA_HEAD].dir);
	assert_int_equal(stat(path, &two), 0);
	assert_true(one.st_ino == two.st_ino);
	assert_string_equal(sh(&w, "find %s -perm /222 ! -type l", w.check.builds[TORA_BASE].dir),
	                    "");
	assert_string_equal(sh(&w, "find %s -perm /222 ! -type l", w.check.builds[TORA_HEAD].dir),
	                    "");
	assert_string_equal(fixture_sh(&w.g.f, "head -c 43 cache/CACHEDIR.TAG"),
	                    "Signature: 8a477f597d28d172789f06886806bc55");
	assert_string_equal(fixture_sh(&w.g.f, "cd cache/builds; ls -A | grep '^[.]' || true"), "");
	check_again(&w, "HEAD~1", "HEAD");
	run(&w);
	assert_true(w.check.builds[TORA_BASE].reused && w.check.builds[TORA_HEAD].reused);
	assert_int_equal(w.check.builds[TORA_HEAD].files, 47);
	/* the user's repository is as it was */
	assert_string_equal(fixture_sh(&w.g.f, "git -C repo status --porcelain"), "");
	world_free(&w);
}

static void times_depend_on_content_only(void **state)
{
	struct world w;
	char first[8192];

	(void)state;
	world_new(&w, two_commits);
	run(&w);
	(void)snprintf(first, sizeof(first), "%s",
	               sh(&w, "cd %s; find . ! -name m7.py -printf '%%P %%T@\\n' | sort | head -40",
	                  w.check.builds[TORA_HEAD].dir));
	check_again(&w, "HEAD~1", "HEAD");
	w.check.no_cache = true;
	fixture_sh(&w.g.f, "chmod -R u+w cache; rm -rf cache/builds");
	run(&w);
	assert_false(w.check.builds[TORA_HEAD].reused);
	assert_string_equal(first, sh(&w,
	                              "cd %s; find . ! -name m7.py -printf '%%P %%T@\\n' | sort | "
	                              "head -40",
	                              w.check.builds[TORA_HEAD].dir));
	world_free(&w);
}

static void a_third_commit_shares_with_the_last(void **state)
{
	struct world w;

	(void)state;
	world_new(&w, two_commits);
	run(&w);
	fixture_sh(&w.g.f, "cd repo; echo 3 > src/p/m3.py; git commit -qam third");
	check_again(&w, "HEAD~1", "HEAD");
	run(&w);
	assert_true(w.check.builds[TORA_BASE].reused);
	assert_int_equal(w.check.builds[TORA_HEAD].shared, 44);
	same_as_git(&w, "HEAD", TORA_HEAD);
	world_free(&w);
}

static void sha256_through_the_git_program(void **state)
{
	struct world w;
	char script[4096];

	(void)state;
	(void)snprintf(script, sizeof(script), "export GIT_DEFAULT_HASH=sha256\n%s", two_commits);
	world_new(&w, script);
	run(&w);
	same_as_git(&w, "HEAD~1", TORA_BASE);
	same_as_git(&w, "HEAD", TORA_HEAD);
	assert_int_equal(w.check.builds[TORA_HEAD].shared, 42);
	world_free(&w);
}

static void large_trees_and_files(void **state)
{
	struct world w;

	(void)state;
	world_new(&w, "git init -q -b main repo; cd repo; head -c 52428800 /dev/urandom > large\n"
	              "for d in $(seq 1 60); do mkdir d$d; for i in $(seq 1 50); do "
	              "echo $d.$i > d$d/f$i; done; done; git add -A; git commit -qm 1\n"
	              "echo x > d5/f5; git commit -qam 2");
	run(&w);
	assert_int_equal(w.check.reason, TORA_REASON_NONE);
	assert_int_equal(w.check.builds[TORA_HEAD].files, 3001);
	assert_int_equal(w.check.builds[TORA_HEAD].shared, 3000);
	(void)sh(&w, "cmp repo/large %s/large", w.check.builds[TORA_HEAD].dir);
	world_free(&w);
}

static void submodules_and_lfs_are_noted(void **state)
{
	struct world w;

	(void)state;
	world_new(&w,
	          "git init -q -b main repo; cd repo; mkdir d\n"
	          "printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:aa\\nsize 5\\n' "
	          "> d/big.dat; echo 1 > a; git add -A\n"
	          "git update-index --add --cacheinfo 160000,$(git write-tree),vendor/sub\n"
	          "git commit -qm 1; echo 2 > a; git commit -qm 2 -- a");
	run(&w);
	assert_int_equal(w.check.reason, TORA_REASON_NONE);
	assert_int_equal(w.check.notes.n, 2);
	assert_non_null(strstr(w.check.notes.at[0], "vendor/sub"));
	assert_non_null(strstr(w.check.notes.at[1], "d/big.dat"));
	(void)sh(&w, "test -d %s/vendor/sub", w.check.builds[TORA_HEAD].dir);
	check_again(&w, "HEAD~1", "HEAD");
	run(&w); /* from the cache it is known too */
	assert_int_equal(w.check.notes.n, 2);
	world_free(&w);
}

/* ---- hostile trees ------------------------------------------------------------------- */

static void hostile_trees_write_nothing(void **state)
{
	static const struct {
		const char *label,
			*tree; /* input of git mktree; B: a blob, T: a tree, L: a link to ../../.. */
	} rows[] = {
		{ "dot dot", "printf '040000 tree %s\\t..\\n' $T" },
		{ "dot git", "printf '040000 tree %s\\t.git\\n' $T" },
		{ "dot GIT", "printf '100644 blob %s\\t.GIT\\n' $B" },
		{ "dot", "printf '100644 blob %s\\t.\\n' $B" },
		{ "a link and a folder of one name",
		  "printf '120000 blob %s\\ta\\n040000 tree %s\\ta\\n' $L $T" },
		{ "the same file twice",
		  "printf '100644 blob %s\\ta\\n100644 blob %s\\ta\\n' $B $L" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct tora_err err = TORA_ERR_INIT;
		struct world w;
		char script[2048];

		(void)snprintf(
			script, sizeof(script),
			"git init -q -b main repo; cd repo; git commit -q --allow-empty -m 1\n"
			"B=$(echo evil | git hash-object -w --stdin)\n"
			"L=$(printf '../../../..' | git hash-object -w --stdin)\n"
			"T=$(printf \"100644 blob $B\\tpwned\\n\" | git mktree)\n"
			"R=$(%s | git mktree)\n"
			"git update-ref HEAD $(git commit-tree $R -p HEAD -m 2)",
			rows[i].tree);
		world_new(&w, script);
		OK(tora_stage_build(&w.check, &err), err);
		if (w.check.reason != TORA_REASON_HEAD_NOT_BUILDABLE)
			fail_msg("%s: %s", rows[i].label, tora_reason_name(w.check.reason));
		ROW(rows[i].label, strlen(w.check.reason_detail) > 10);
		fixture_sh(&w.g.f, "find . -name pwned -o -name '.new-*'");
		ROW(rows[i].label, !*w.g.f.out);
		world_free(&w);
	}
}

/* ---- what a killed process leaves ----------------------------------------------------- */

static const char dead_key[] = "00000000000000000000000000000000000000000000000000000000000000aa";

static void leftovers_are_swept(void **state)
{
	struct world w;

	(void)state;
	world_new(&w, two_commits);
	fixture_sh(&w.g.f,
	           "mkdir -p cache/builds; cd cache/builds\n"
	           "K=00000000000000000000000000000000000000000000000000000000000000aa\n"
	           "mkdir -p .new-$K/tree/a/b .old-$K/tree $K/tree; echo x > .new-$K/tree/a/b/c\n"
	           "chmod -R a-w .new-$K/tree; touch $K.lock; echo not ours > README");
	run(&w);
	assert_string_equal(sh(&w, "ls -A cache/builds | grep %s || true", dead_key), "");
	assert_string_equal(fixture_sh(&w.g.f, "cat cache/builds/README"), "not ours");
	world_free(&w);
}

static void what_somebody_makes_is_left_alone(void **state)
{
	struct world w;
	char path[256];
	int fd;

	(void)state;
	world_new(&w, two_commits);
	(void)sh(&w, "mkdir -p cache/builds/.new-%s/tree", dead_key);
	(void)snprintf(path, sizeof(path), "%s/cache/builds/%s.lock", w.g.f.dir, dead_key);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	assert_true(fd >= 0 && flock(fd, LOCK_EX) == 0);
	run(&w);
	(void)sh(&w, "test -d cache/builds/.new-%s/tree", dead_key);
	(void)close(fd);
	world_free(&w);
}

/* Half a build under our own key: no marker, or one from before the machine was restarted. */
static void half_builds_are_made_anew(void **state)
{
	static const char *const damage[] = {
		"rm cache/builds/*/.complete",
		"sed -i 's/\"boot\":\"[^\"]*\"/\"boot\":\"other\"/' cache/builds/*/.complete",
		"for f in cache/builds/*/.complete; do : > $f; done",
		"chmod -R u+w cache/builds; rm -rf cache/builds/*/tree cache/builds/*/.complete",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(damage); i++) {
		struct world w;

		world_new(&w, two_commits);
		run(&w);
		fixture_sh(&w.g.f, damage[i]);
		check_again(&w, "HEAD~1", "HEAD");
		/* the first run's locks are this process's until it ends: to others they are gone */
		fixture_sh(&w.g.f, "rm -f cache/builds/*.lock");
		run(&w);
		ROW(damage[i], !w.check.builds[TORA_BASE].reused);
		same_as_git(&w, "HEAD", TORA_HEAD);
		world_free(&w);
	}
}

static void a_build_in_the_making_is_waited_for(void **state)
{
	struct tora_err err = TORA_ERR_INIT;
	char key[TORA_HASH_HEX], path[256];
	struct world w;
	int fd;

	(void)state;
	world_new(&w, two_commits);
	tora_build_key(&w.check.base_tree, NULL, NULL, NULL, key);
	fixture_sh(&w.g.f, "mkdir -p cache/builds");
	(void)snprintf(path, sizeof(path), "%s/cache/builds/%s.lock", w.g.f.dir, key);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	assert_true(fd >= 0 && flock(fd, LOCK_EX) == 0);
	w.check.deadline_ms = tora_clock_mono_ms() + 50;
	assert_int_equal(tora_stage_build(&w.check, &err), TORA_E_TIMEOUT);
	assert_non_null(strstr(err.msg, "another check"));
	(void)close(fd);
	check_again(&w, "HEAD~1", "HEAD");
	run(&w);
	world_free(&w);
}

/* As another process that checks with it. */
static int use(struct world *w, enum tora_side side)
{
	char path[256];
	int fd;

	(void)snprintf(path, sizeof(path), "%s/cache/builds/%s.lock", w->g.f.dir,
	               w->check.builds[side].key);
	fd = open(path, O_RDWR | O_CLOEXEC);
	assert_true(fd >= 0 && flock(fd, LOCK_SH) == 0);
	return fd;
}

static bool has_note(const struct world *w, const char *text)
{
	for (size_t i = 0; i < w->check.notes.n; i++)
		if (strstr(w->check.notes.at[i], text))
			return true;
	return false;
}

static void without_the_cache_a_build_in_use_is_waited_for_and_said(void **state)
{
	struct world w;
	pid_t user;
	int fd;

	(void)state;
	world_new(&w, two_commits);
	run(&w);
	user = fork(); /* has the locks that we have, and keeps them for a moment */
	if (user == 0) {
		struct timespec moment = { .tv_nsec = 150000000 };

		(void)nanosleep(&moment, NULL);
		_exit(0);
	}
	tora_build_release(&w.check);
	check_again(&w, "HEAD~1", "HEAD");
	w.check.no_cache = true;
	run(&w);
	assert_false(w.check.builds[TORA_BASE].reused || w.check.builds[TORA_HEAD].reused);
	assert_int_equal(w.check.notes.n, 0);
	assert_int_equal(waitpid(user, NULL, 0), user);

	fd = use(&w, TORA_HEAD);
	tora_build_release(&w.check);
	check_again(&w, "HEAD~1", "HEAD");
	w.check.no_cache = true;
	w.check.deadline_ms = tora_clock_mono_ms() + 800;
	run(&w);
	assert_false(w.check.builds[TORA_BASE].reused);
	assert_true(w.check.builds[TORA_HEAD].reused);
	assert_true(has_note(&w, "the build of the head is in use, and was not made anew"));
	assert_false(has_note(&w, "base"));
	(void)close(fd);
	tora_build_release(&w.check);
	world_free(&w);
}

/* ---- full disks ---------------------------------------------------------------------- */

/* A file system of its own under cache/; false where this machine does not let us. */
static bool mount_cache(struct world *w, const char *options)
{
	return !strcmp(sh(w,
	                  "mkdir -p cache; mount -t tmpfs -o %s tora cache 2>/dev/null && echo yes "
	                  "|| true",
	                  options),
	               "yes");
}

static void a_full_disk_is_a_reason(void **state)
{
	static const struct {
		const char *label, *options;
	} rows[] = {
		{ "too little room to begin with", "size=64m" },
		{ "out of inodes half-way", "size=1g,nr_inodes=30" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct tora_err err = TORA_ERR_INIT;
		struct world w;

		world_new(&w, two_commits);
		if (!mount_cache(&w, rows[i].options)) {
			print_message("# skipped: no permission to mount\n");
			world_free(&w);
			skip();
		}
		OK(tora_stage_build(&w.check, &err), err);
		ROW(rows[i].label, w.check.reason == TORA_REASON_DISK_FULL);
		fixture_sh(&w.g.f, "ls -A cache/builds | grep -v lock || true");
		ROW(rows[i].label, !*w.g.f.out);
		fixture_sh(&w.g.f, "umount cache");
		world_free(&w);
	}
}

static void a_write_that_fails_half_way_leaves_nothing(void **state)
{
	struct rlimit before, small = { .rlim_cur = 100000 };
	struct tora_err err = TORA_ERR_INIT;
	struct world w;
	int rc;

	(void)state;
	world_new(&w, "git init -q -b main repo; cd repo; echo 1 > a; git add a; git commit -qm 1\n"
	              "head -c 300000 /dev/urandom > large; git add -A; git commit -qm 2");
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	small.rlim_max = before.rlim_max;
	(void)signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	rc = tora_stage_build(&w.check, &err);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	OK(rc, err);
	assert_int_equal(w.check.reason, TORA_REASON_DISK_FULL);
	assert_string_equal(fixture_sh(&w.g.f, "ls -A cache/builds | grep '^[.]' || true"), "");
	check_again(&w, "HEAD~1", "HEAD"); /* with room again all is well */
	run(&w);
	assert_true(w.check.builds[TORA_BASE].reused);
	same_as_git(&w, "HEAD", TORA_HEAD);
	world_free(&w);
}

static void missing_objects_are_a_reason(void **state)
{
	struct world w;

	(void)state;
	world_new(
		&w,
		"git init -q -b main full; cd full; echo 1 > a; git add -A; git commit -qm 1\n"
		"echo 2 > a; git commit -qam 2; git config uploadpack.allowFilter true; cd ..\n"
		"git clone -q --no-checkout --filter=blob:none file://$PWD/full repo; rm -rf full");
	run(&w);
	assert_int_equal(w.check.reason, TORA_REASON_MISSING_OBJECTS);
	assert_non_null(strstr(w.check.reason_detail, "not in this clone"));
	world_free(&w);
}

/* ---- build commands ------------------------------------------------------------------- */

struct pretend { /* a sandbox of nothing: it only has to look like one from here */
	struct tora_arena *arena;
	int fails_at; /* which call; 0: none */
	int calls, status;
};

static int pretend_run(void *ctx, const char *const *argv, const char *dir_rw,
                       const struct tora_sandbox_ccache *ccache, unsigned budget_ms, size_t out_max,
                       const struct tora_sandbox_watch *watch, struct tora_sv *ret_log,
                       int *ret_status, struct tora_err *err)
{
	struct pretend *p = ctx;
	char path[1200];
	FILE *made;

	(void)ccache;
	(void)err;
	assert_true(watch->may_go_on(watch->ctx));
	assert_string_equal(argv[0], "/bin/sh");
	assert_string_equal(argv[2], "make it");
	assert_true(budget_ms > 0 && out_max > 0);
	(void)snprintf(path, sizeof(path), "%s/built.txt", dir_rw);
	made = fopen(path, "w");
	assert_non_null(made);
	(void)fputs("built\n", made);
	(void)fclose(made);
	*ret_log = tora_arena_sv(p->arena, TORA_SV("compiling\nerror: \x1b[31mno such thing\n\n"));
	*ret_status = ++p->calls == p->fails_at ? p->status : 0;
	return TORA_OK;
}

static void with_command(struct world *w, struct pretend *p)
{
	p->arena = w->check.arena;
	w->g.config.build_command = "make it";
	w->sandbox = (struct tora_sandbox){ .ctx = p, .run = pretend_run };
	w->check.sandbox = &w->sandbox;
}

static void a_command_builds_on_its_own_copy(void **state)
{
	struct pretend p = { .fails_at = 0 };
	struct world w;

	(void)state;
	world_new(&w, two_commits);
	run(&w); /* plain builds are in the cache: the command must not touch their files */
	check_again(&w, "HEAD~1", "HEAD");
	with_command(&w, &p);
	run(&w);
	assert_int_equal(w.check.reason, TORA_REASON_NONE);
	assert_int_equal(p.calls, 2);
	assert_int_equal(w.check.builds[TORA_BASE].shared, 0);
	assert_int_equal(w.check.builds[TORA_HEAD].shared, 43); /* what is the same, afterwards */
	assert_string_equal(sh(&w, "cat %s/built.txt", w.check.builds[TORA_HEAD].dir), "built");
	assert_string_equal(sh(&w, "find %s -perm /222 ! -type l", w.check.builds[TORA_HEAD].dir),
	                    "");
	assert_string_equal(sh(&w, "find %s -type f -links +2", w.check.builds[TORA_BASE].dir), "");
	check_again(&w, "HEAD~1", "HEAD");
	with_command(&w, &p);
	run(&w);
	assert_true(w.check.builds[TORA_HEAD].reused);
	assert_int_equal(p.calls, 2);
	world_free(&w);
}

static void a_command_that_fails_is_a_reason(void **state)
{
	static const struct {
		const char *label;
		int fails_at, status;
		enum tora_reason reason;
		const char *says;
	} rows[] = {
		{ "base", 1, 2, TORA_REASON_BASE_NOT_BUILDABLE, "ended with 2 on the base" },
		{ "head", 2, 1, TORA_REASON_HEAD_NOT_BUILDABLE, "no such thing" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct pretend p = { .fails_at = rows[i].fails_at, .status = rows[i].status };
		struct world w;

		world_new(&w, two_commits);
		with_command(&w, &p);
		run(&w);
		ROW(rows[i].label, w.check.reason == rows[i].reason);
		ROW(rows[i].label, strstr(w.check.reason_detail, rows[i].says) != NULL);
		ROW(rows[i].label, strchr(w.check.reason_detail, '\x1b') == NULL);
		ROW(rows[i].label, w.check.builds[rows[i].fails_at - 1].failed);
		ROW(rows[i].label, w.check.builds[rows[i].fails_at - 1].log.len > 0);
		fixture_sh(&w.g.f, "ls -A cache/builds | grep '^[.]' || true");
		ROW(rows[i].label, !*w.g.f.out);
		world_free(&w);
	}
}

/* ---- compiling ahead ----------------------------------------------------------------- */

struct compiler { /* makes of each source a file that names it */
	enum { WORKS, FAILS, MAKES_LINKS, MAKES_ONE } how;
	int calls;
};

static int pretend_compile(void *ctx, const char *tree, const char *out, unsigned budget_ms,
                           struct tora_err *err)
{
	struct compiler *p = ctx;
	char todo[4096] = "", path[1200];
	int fd, n = 0;
	ssize_t len;

	p->calls++;
	assert_true(budget_ms > 0);
	(void)snprintf(path, sizeof(path), "%s/todo", out);
	fd = open(path, O_RDONLY);
	len = read(fd, todo, sizeof(todo) - 1);
	(void)close(fd);
	assert_true(len > 0 && todo[len - 1] == '\0');
	for (const char *at = todo; at < todo + len; at += strlen(at) + 1, n++) {
		(void)snprintf(path, sizeof(path), "%s/%s", tree, at);
		assert_int_equal(access(path, R_OK), 0);
		(void)snprintf(path, sizeof(path), "%s/%d", out, n);
		if (p->how == MAKES_LINKS)
			assert_int_equal(symlink("/etc/passwd", path), 0);
		else if (p->how != MAKES_ONE || n == 0) {
			FILE *f = fopen(path, "w");
			assert_non_null(f);
			(void)fputs(at, f);
			(void)fclose(f);
		}
	}
	return p->how == FAILS ? tora_fail(err, TORA_E_REMOTE, "no") : TORA_OK;
}

static void with_compiler(struct world *w, struct compiler *p, const char *compiler)
{
	w->sandbox = (struct tora_sandbox){ .ctx = p,
		                            .run = pretend_run,
		                            .compile = pretend_compile,
		                            .lang = tora_lang_named("python"),
		                            .version = "3.11.2",
		                            .compiler = compiler };
	w->check.sandbox = &w->sandbox;
}

/*
 * p and both q's are sources. q has its results' folder as a link that leads out, r has one with the
 * very file that is to be made; neither may be written through or over.
 */
static const char compiled_commits[] =
	"git init -q -b main repo; cd repo; mkdir -p p q r/__pycache__ tests ../outside\n"
	"seq -f 'x = %06.0f' 1 8000 | tee p/a.py p/b.py p/c.py q/d.py r/e.py >tests/test_p.py\n"
	"ln -s ../../../outside q/__pycache__; echo stale >r/__pycache__/e.cpython-311.pyc\n"
	"git add -f -A; git commit -qm base\n"
	"echo 'y = 1' >>p/a.py; git rm -qr r/__pycache__; git add -A; git commit -qm head";

#define RESULTS                    "cd %s; for f in $(find . -name '*.pyc' -type f | sort); do echo $f $(cat $f); done"
#define RESULT(folder, name, text) "./" folder "/__pycache__/" name ".cpython-311.pyc " text

#define ALL_OF(last)                                                                               \
	RESULT("p", "a", "p/a.py\n")                                                               \
	RESULT("p", "b", "p/b.py\n") RESULT("p", "c", "p/c.py\n") RESULT("r", "e", last)

static void sources_are_compiled_ahead(void **state)
{
	static const struct {
		const char *label;
		int how;
		const char *base, *head; /* what is there afterwards */
	} rows[] = {
		{ "works", WORKS, ALL_OF("stale"), ALL_OF("r/e.py") },
		{ "fails after doing it", FAILS, ALL_OF("stale"), ALL_OF("r/e.py") },
		{ "makes links", MAKES_LINKS, RESULT("r", "e", "stale"), "" },
		{ "makes one", MAKES_ONE, RESULT("p", "a", "p/a.py\n") RESULT("r", "e", "stale"),
		  RESULT("p", "a", "p/a.py") },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct compiler p = { .how = rows[i].how };
		struct world w;

		world_new(&w, compiled_commits);
		with_compiler(&w, &p, "python3 3.11.2");
		run(&w);
		ROW(rows[i].label, w.check.reason == TORA_REASON_NONE && p.calls == 2);
		for (int s = TORA_BASE; s <= TORA_HEAD; s++) {
			const char *want = s == TORA_BASE ? rows[i].base : rows[i].head;
			const char *dir = w.check.builds[s].dir;
			if (strcmp(sh(&w, RESULTS, dir), want) != 0)
				fail_msg("%s, %s: '%s'", rows[i].label,
				         tora_side_name((enum tora_side)s), sh(&w, RESULTS, dir));
			ROW(rows[i].label, !*sh(&w, "find %s -perm /222 ! -type l", dir));
			ROW(rows[i].label, !strcmp(sh(&w, "ls %s/..; ls outside", dir), "tree"));
		}
		check_again(&w, "HEAD~1", "HEAD");
		with_compiler(&w, &p, "python3 3.11.2");
		run(&w);
		ROW(rows[i].label, w.check.builds[TORA_BASE].reused && p.calls == 2);
		world_free(&w);
	}
}

#define SUM(test)                                                                                  \
	"$(find . -type f " test                                                                   \
	" -printf '%%s\\n' -o -type d -printf '-%%b\\n' | awk '/-/ { d -= "                        \
	"$1 * 512; next } { s += $1; b += int(($1 + 4095) / 4096) * 4096 } END { print s, b + d "  \
	"}')"

/* The marker: bytes of the whole tree, and what it alone put on the disk, in blocks. */
#define COUNTED(test)                                                                              \
	"cd %s; set -- " SUM("") " " SUM(                                                          \
		test) "\n"                                                                         \
		      "grep -o \"\\\"bytes\\\":$1,\\\"written\\\":$4\" ../.complete"

/* Shared with a tree of the same compiler, not with one of another. */
static void results_are_shared(void **state)
{
	struct compiler p = { .how = WORKS };
	struct world w;

	(void)state;
	world_new(&w, compiled_commits);
	with_compiler(&w, &p, "python3 3.11.2");
	run(&w);
	assert_string_equal(sh(&w, "cd %s; find p -links 2 -name '*.pyc' | sort | tr '\\n' ' '",
	                       w.check.builds[TORA_HEAD].dir),
	                    "p/__pycache__/b.cpython-311.pyc p/__pycache__/c.cpython-311.pyc ");
	(void)sh(&w, COUNTED(""), w.check.builds[TORA_BASE].dir);
	(void)sh(&w, COUNTED("-links 1"), w.check.builds[TORA_HEAD].dir);
	check_again(&w, "HEAD~1", "HEAD");
	with_compiler(&w, &p, "python3 3.11.4");
	run(&w);
	assert_false(w.check.builds[TORA_BASE].reused);
	assert_int_equal(p.calls, 4);
	assert_string_equal(sh(&w, "cd %s; find p -links +1 -name '*.pyc' | sort",
	                       w.check.builds[TORA_BASE].dir),
	                    "p/__pycache__/b.cpython-311.pyc\np/__pycache__/c.cpython-311.pyc");
	world_free(&w);
}

/* A project that lists its folders must see the same on both sides. */
static void what_was_not_made_leaves_no_folder(void **state)
{
	struct compiler p = { .how = WORKS };
	struct world w;

	(void)state;
	world_new(&w,
	          "git init -q -b main repo; cd repo; mkdir p; echo 'x = 1' | tee p/a.py >p/b.py\n"
	          "git add -A; git commit -qm base; echo 'x = 2' >p/a.py; git commit -qam head");
	with_compiler(&w, &p, "python3 3.11.2");
	run(&w);
	assert_int_equal(p.calls, 0); /* too little to be worth it */
	for (int s = TORA_BASE; s <= TORA_HEAD; s++)
		assert_string_equal(sh(&w, "cd %s; find . -type d | sort", w.check.builds[s].dir),
		                    ".\n./p");
	world_free(&w);
}

static void no_sandbox_no_command(void **state)
{
	struct world w;

	(void)state;
	world_new(&w, two_commits);
	w.g.config.build_command = "make it";
	run(&w);
	assert_int_equal(w.check.reason, TORA_REASON_NO_SANDBOX);
	assert_int_equal(access(w.g.paths.cache, F_OK), -1);
	world_free(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_sides_are_written_and_reused),
		cmocka_unit_test(times_depend_on_content_only),
		cmocka_unit_test(a_third_commit_shares_with_the_last),
		cmocka_unit_test(sha256_through_the_git_program),
		cmocka_unit_test(large_trees_and_files),
		cmocka_unit_test(submodules_and_lfs_are_noted),
		cmocka_unit_test(hostile_trees_write_nothing),
		cmocka_unit_test(leftovers_are_swept),
		cmocka_unit_test(what_somebody_makes_is_left_alone),
		cmocka_unit_test(half_builds_are_made_anew),
		cmocka_unit_test(a_build_in_the_making_is_waited_for),
		cmocka_unit_test(without_the_cache_a_build_in_use_is_waited_for_and_said),
		cmocka_unit_test(a_full_disk_is_a_reason),
		cmocka_unit_test(a_write_that_fails_half_way_leaves_nothing),
		cmocka_unit_test(missing_objects_are_a_reason),
		cmocka_unit_test(a_command_builds_on_its_own_copy),
		cmocka_unit_test(a_command_that_fails_is_a_reason),
		cmocka_unit_test(sources_are_compiled_ahead),
		cmocka_unit_test(results_are_shared),
		cmocka_unit_test(what_was_not_made_leaves_no_folder),
		cmocka_unit_test(no_sandbox_no_command),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
