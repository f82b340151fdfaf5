/*
 * Builds made of old ones. The oracle of a tree is `git archive`; that of all else about it is the same
 * build made from nothing in a cache of its own.
 */
#include "tests/unit/build/world.h"

#include "build/build.h"
#include "build/recycle.h"
#include "lang/lang.h"
#include "store/cache.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>

struct world {
	struct ground g;
	struct tora_sandbox sandbox;
	struct tora_check check;
	bool no_cache, no_compiler;
	const char *compiler; /* NULL: the usual one */
	struct tora_log log;
};

/* Makes of each source a copy of it, so that what is stale can be told; nothing is made of it twice. */
static int pretend_compile(void *ctx, const char *tree, const char *out, unsigned budget_ms,
                           struct tora_err *err)
{
	char script[1024];

	(void)budget_ms;
	(void)err;
	(void)snprintf(script, sizeof(script),
	               "n=0; tr '\\0' '\\n' <%s/todo | while read f; do\n"
	               "test ! -e %s/$(dirname $f)/__pycache__/$(basename $f .py).cpython-311.pyc\n"
	               "cp %s/$f %s/$n; n=$((n+1)); done",
	               out, tree, tree, out);
	fixture_sh(&((struct world *)ctx)->g.f, script);
	return TORA_OK;
}

static int pretend_run(void *ctx, const char *const *argv, const char *dir_rw,
                       const struct tora_sandbox_ccache *ccache, unsigned budget_ms, size_t out_max,
                       const struct tora_sandbox_watch *watch, struct tora_sv *ret_log,
                       int *ret_status, struct tora_err *err)
{
	(void)ctx, (void)argv, (void)dir_rw, (void)ccache, (void)budget_ms, (void)out_max,
		(void)watch, (void)err;
	*ret_log = tora_sv("");
	*ret_status = 0;
	return TORA_OK;
}

static const char first_commit[] =
	"git init -q -b main repo; cd repo; mkdir -p p/q d/e\n"
	"seq -f 'x = %06.0f' 1 8000 | tee p/a.py p/b.py >p/q/c.py; echo x >d/e/f; echo y >d/g\n"
	"echo 1 >one; ln -s one link; echo '#!/bin/sh' >run.sh; git add -A; git commit -qm c";

/* What a commit may do to a tree, one after the other. */
static const char *const commits[] = {
	"echo 'y = 1' >>p/a.py",
	"git rm -q p/b.py",
	"mkdir n; echo new >n/new.py; echo 2 >one",
	"git rm -qr d; echo file >d",
	"rm d; mkdir -p d/d/d; echo deep >d/d/d/f; chmod +x run.sh",
	"ln -sf run.sh link; mv one two",
	"rm link; echo 'no link' >link; rm -r n; ln -s p n",
	"rm n; git mv p/q q; echo 'x = 2' >q/c.py",
	/* the tree has the very file that is made of a source, and then another's folder as a link */
	"mkdir p/__pycache__; echo mine >p/__pycache__/a.cpython-311.pyc; git add -f p/__pycache__",
	"git rm -q -r p/__pycache__; ln -s ../p q/__pycache__; git add -f q/__pycache__",
	"rm q/__pycache__; seq -f 'z = %06.0f' 1 8000 >q/z.py; rm run.sh",
	"git rm -q p/a.py; mkdir p; echo a >p/only",
	"rm -r p q; echo p >p",
};

static void world_new(struct world *w, const char *script)
{
	char path[1100];
	struct statfs fs;

	memset(w, 0, sizeof(*w));
	ground_new(&w->g, script);
	if (statfs(w->g.f.dir, &fs) < 0 || fs.f_type != EXT4_SUPER_MAGIC) {
		ground_free(&w->g, &w->check);
		print_message("builds are made of old ones on ext4 only, and /tmp is on something "
		              "else\n");
		skip();
	}
	check_begin(&w->g, &w->check, "HEAD", "HEAD", 60000);
	fixture_sh(&w->g.f, "pwd");
	(void)snprintf(path, sizeof(path), "%s/log", w->g.f.out);
	w->log = (struct tora_log){ .fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600) };
}

static void world_free(struct world *w)
{
	(void)close(w->log.fd);
	ground_free(&w->g, &w->check);
}

static void commit(struct world *w, const char *what)
{
	char script[512];

	(void)snprintf(script, sizeof(script), "cd repo; %s; git add -A; git commit -qm c", what);
	fixture_sh(&w->g.f, script);
}

static void begin(struct world *w)
{
	check_begin(&w->g, &w->check, "HEAD", "HEAD", 60000);
	w->sandbox = (struct tora_sandbox){ .ctx = w,
		                            .run = pretend_run,
		                            .compile = pretend_compile,
		                            .lang = tora_lang_named("python"),
		                            .version = "3.11.2",
		                            .compiler = "python3 3.11.2" };
	if (w->compiler)
		w->sandbox.compiler = w->compiler;
	if (w->no_compiler)
		w->sandbox.compiler = NULL;
	w->check.sandbox = &w->sandbox;
	w->check.no_cache = w->no_cache;
	w->check.log = &w->log;
}

/* HEAD's tree, as the base of a check. -> its inode: what stays when a build becomes another one */
static ino_t build(struct world *w)
{
	struct tora_err err = TORA_ERR_INIT;
	struct stat st;

	begin(w);
	OK(tora_build_ahead(&w->check, &w->check.base_tree, 1, &err), err);
	assert_int_equal(w->check.reason, TORA_REASON_NONE);
	assert_int_equal(stat(w->check.builds[TORA_BASE].dir, &st), 0);
	tora_build_release(&w->check);
	return st.st_ino;
}

/* In the tree that was built last. */
static void sh_in(struct world *w, const char *script, const char *says)
{
	char whole[2048];

	(void)snprintf(whole, sizeof(whole), "cd %s; %s", w->check.builds[TORA_BASE].dir, script);
	assert_string_equal(fixture_sh(&w->g.f, whole), says);
}

static void kept_builds(struct world *w)
{
	(void)build(w);
	for (unsigned i = 1; i < TORA_RECYCLE_KEPT; i++) {
		commit(w, "date +%s%N >>d/g");
		(void)build(w);
	}
	commit(w, "date +%s%N >>d/g");
}

#define LISTED                                                                                     \
	"(cd %s; find . -printf '%%P %%y %%m %%l %%T@\\n' | sort; find . -type f ! -name '*.pyc' " \
	"-exec "                                                                                   \
	"cksum {} + | sort; find . -type d ! -name __pycache__ -exec ls -U {} +) | grep -v pyc "   \
	">%s\n"

/*
 * Times, modes, order of listing as if it had been made from nothing; no result but of the source that is there,
 * and no folder for none. How much is compiled ahead depends on what is there already.
 */
static void as_from_nothing(struct world *w, const char *label)
{
	char old[1200], script[4096];

	(void)snprintf(old, sizeof(old), "%s", w->check.builds[TORA_BASE].dir);
	(void)snprintf(w->g.paths.cache, sizeof(w->g.paths.cache), "%s/fresh", w->g.f.dir);
	(void)build(w);
	(void)snprintf(w->g.paths.cache, sizeof(w->g.paths.cache), "%s/cache", w->g.f.dir);
	(void)snprintf(script, sizeof(script),
	               LISTED LISTED
	               "diff -u want got >&2\n"
	               "cd %s; find . -name '*.pyc' -type f ! -perm /222 | while read r; do\n"
	               "s=${r%%%%/__pycache__*}/$(basename $r .cpython-311.pyc).py\n"
	               "[ \"$(cat $r)\" = mine ] || cmp $s $r; done >&2\n"
	               "find . -type d -empty ! -name __pycache__ | grep . >&2 && exit 1\n"
	               "find . -type d '(' ! -perm 555 -o -newermt @1000000000 ')' | grep . >&2 && "
	               "exit 1\n"
	               "find . -type f ! -perm 444 ! -perm 555 | grep . >&2 && exit 1\n"
	               "find ../../../../fresh -type d -exec chmod u+w {} +; find "
	               "../../../../fresh -delete",
	               w->check.builds[TORA_BASE].dir, "want", old, "got", old);
	print_message("%s\n", label);
	fixture_sh(&w->g.f, script);
}

static void the_same_as_from_nothing(void **state)
{
	ino_t made[COUNT(commits) + 1];
	struct world w;

	(void)state;
	world_new(&w, first_commit);
	made[0] = build(&w);
	for (size_t i = 0; i < COUNT(commits); i++) {
		commit(&w, commits[i]);
		made[i + 1] = build(&w);
		if (i + 1 >= TORA_RECYCLE_KEPT)
			assert_int_equal(made[i + 1], made[i + 1 - TORA_RECYCLE_KEPT]);
		as_from_nothing(&w, commits[i]);
	}
	assert_string_equal(fixture_sh(&w.g.f, "ls cache/builds | grep -vc lock"), "4");
	assert_string_equal(fixture_sh(&w.g.f, "ls -A cache/builds | grep '^[.]' || true"), "");
	world_free(&w);
}

#define OLDEST "cache/builds/$(cd cache/builds; ls -tr */.complete | head -1 | cut -d/ -f1)"

/* A folder for results is where the donor has one, whether there are results in it or not, and only there. */
static void folders_of_results_are_the_donors(void **state)
{
	struct world w;

	(void)state;
	world_new(&w,
	          "git init -q -b main repo; cd repo; mkdir p d; echo 'x = 1' >d/s.py; echo >d/g\n"
	          "seq -f 'x = %06.0f' 1 8000 >p/a.py; git add -A; git commit -qm c");
	(void)build(&w);
	sh_in(&w, "ls d d/__pycache__",
	      "d:\n__pycache__\ng\ns.py\n\nd/__pycache__:\ns.cpython-311.pyc");
	commit(&w, "echo 'x = 2' >d/s.py"); /* too little to be compiled */
	(void)build(&w);
	sh_in(&w, "ls d d/__pycache__", "d:\n__pycache__\ng\ns.py\n\nd/__pycache__:");
	for (unsigned i = 2; i < TORA_RECYCLE_KEPT; i++) {
		commit(&w, i == 2 ? "rm d/s.py" : "date +%s%N >>d/g");
		(void)build(&w);
		sh_in(&w, "ls d", "g");
	}
	commit(&w, "echo 'x = 1' >d/s.py");
	for (unsigned i = 0; i < TORA_RECYCLE_KEPT; i++) {
		(void)build(&w);
		sh_in(&w, "ls d", "g\ns.py");
		commit(&w, "date +%s%N >>d/g");
	}
	world_free(&w);
}

/* Bytes as a walk counts them, and a sum that does not run away: every other file is changed again and again. */
static void what_old_builds_had_is_not_counted_again(void **state)
{
	char change[200];
	struct world w;

	(void)state;
	world_new(&w, "git init -q -b main repo; cd repo; mkdir d\n"
	              "for i in $(seq 20); do head -c 40000 /dev/urandom >d/f$i; done; git add -A; "
	              "git commit -qm c");
	(void)build(&w);
	for (unsigned i = 0; i < 3 * TORA_RECYCLE_KEPT; i++) {
		(void)snprintf(change, sizeof(change), "head -c 4%04u /dev/urandom >d/f%u", i,
		               1 + i % 20);
		commit(&w, change);
		(void)build(&w);
		sh_in(&w,
		      "b=$(find . -type f -printf '%s\n' | awk '{ s += $1 } END { print s }')\n"
		      "grep -o \"\\\"bytes\\\":$b,\" ../.complete >/dev/null",
		      "");
	}
	/* of one the donor is gone: it counts whole, all others for what is theirs */
	fixture_sh(&w.g.f,
	           "cd cache/builds; set -- $(cat */.complete | grep -o '\"written\":[0-9]*' | cut "
	           "-d: -f2 | "
	           "awk '{ s += $1 } END { print s }') $(du -s --block-size=1 . | cut -f1)\n"
	           "test $1 -lt $2 || echo counted $1 of $2");
	assert_string_equal(w.g.f.out, "");
	fixture_sh(&w.g.f, "cd cache/builds; n=0; for d in $(cat */.complete | grep -o "
	                   "'\"donor\":\"[0-9a-f]*' | "
	                   "cut -d'\"' -f4); do test -d $d || n=$((n+1)); done; echo $n");
	assert_string_equal(w.g.f.out, "1");
	world_free(&w);
}

static void what_is_held_stays(void **state)
{
	char path[200];
	struct world w;
	int lock;

	(void)state;
	world_new(&w, first_commit);
	kept_builds(&w);
	fixture_sh(&w.g.f, "echo " OLDEST);
	(void)snprintf(path, sizeof(path), "%s/%s.lock", w.g.f.dir, w.g.f.out);
	lock = open(path, O_RDWR | O_CLOEXEC);
	assert_true(lock >= 0 && flock(lock, LOCK_SH) == 0);
	(void)build(&w);
	assert_string_equal(fixture_sh(&w.g.f, "ls cache/builds | grep -vc lock"), "5");
	assert_string_equal(fixture_sh(&w.g.f, "grep -c 'old build .*: it is in use' log"), "1");
	commit(&w, "echo 9 >one");
	(void)build(&w); /* five now: the second oldest */
	assert_string_equal(fixture_sh(&w.g.f, "ls cache/builds | grep -vc lock"), "5");
	path[strlen(path) - strlen(".lock")] = '\0';
	assert_int_equal(access(path, F_OK), 0);
	(void)close(lock);
	world_free(&w);
}

static void not_for_a_command_nor_without_the_cache(void **state)
{
	(void)state;
	for (int without = 0; without < 2; without++) {
		struct world w;

		world_new(&w, first_commit);
		w.no_compiler =
			!without; /* its name would tell a command's build from the others */
		kept_builds(&w);
		w.no_cache = without;
		w.g.config.build_command = without ? NULL : "make it";
		(void)build(&w);
		assert_int_equal(w.check.builds[TORA_BASE].by_command, !without);
		assert_string_equal(fixture_sh(&w.g.f, "ls cache/builds | grep -vc lock"), "5");
		world_free(&w);
	}
}

/* A marker that says something else, and has its time still. */
#define SAYS(from, to)                                                                             \
	"cd " OLDEST "; cp -p .complete was; sed -i 's/" from "/" to "/' .complete\n"              \
	"touch -r was .complete; rm was"

/* What it cannot be made of is no reason to fail. */
static void made_from_nothing_where_that_does_not_work(void **state)
{
	static const struct {
		const char *label, *script, *says;
		bool is_logged; /* what is none of these builds at all is not */
		const char *commit;
	} rows[] = {
		{ "a file is gone", "cd " OLDEST "/tree; chmod u+w d; rm d/g", "4", true, NULL },
		{ "a folder is in the way",
		  "cd " OLDEST "/tree; chmod u+w .; mkdir extra; echo >extra/f", "4", true,
		  "echo file >extra" },
		{ "a file is in the way of one that is to be written over",
		  "cd " OLDEST "/tree; chmod u+w .; echo >extra", "4", true,
		  "git rm -q d/g; echo file >extra" },
		{ "submodules", SAYS("\"submodules\":0", "\"submodules\":1"), "5", false, NULL },
		{ "another's files", SAYS("python3 3.11.2", "python3 3.11.1"), "5", false, NULL },
		{ "a command's", SAYS("\"command\":false", "\"command\":true"), "5", false, NULL },
		{ "another repository's", SAYS("repo.[.]git\"", "repo.hg\""), "5", false, NULL },
		{ "LFS", SAYS("\"lfs\":0", "\"lfs\":1"), "5", false, NULL },
		{ "a tree that is gone", SAYS("\"tree\":\"....", "\"tree\":\"0000"), "5", true,
		  NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct world w;

		world_new(&w, first_commit);
		kept_builds(&w);
		commit(&w, rows[i].commit ? rows[i].commit : "echo 3 >one");
		fixture_sh(&w.g.f, rows[i].script);
		(void)build(&w);
		as_from_nothing(&w, rows[i].label);
		fixture_sh(&w.g.f, "ls cache/builds | grep -vc lock");
		ROW(rows[i].label, strcmp(w.g.f.out, rows[i].says) == 0);
		fixture_sh(&w.g.f, "grep 'not made of .*old build' log || true");
		ROW(rows[i].label, !*w.g.f.out == !rows[i].is_logged);
		world_free(&w);
	}
}

/* Others' files stay as they are; of what only the old build had, nothing is left of what was longer. */
static void written_over_is_what_nobody_else_has(void **state)
{
	struct world w;

	(void)state;
	world_new(&w, "git init -q -b main repo; cd repo; mkdir -p d gone x/e; echo 1 | tee d/a "
	              "x/a >x/e/f\n"
	              "seq 5000 >d/own; seq 9 >gone/own; git add -A; git commit -qm c");
	(void)build(&w);
	commit(&w, "echo 2 | tee d/own >x/a; git rm -qr gone x/e");
	(void)build(&w);
	for (unsigned i = 2; i < TORA_RECYCLE_KEPT; i++) {
		commit(&w, "date +%s%N >>d/g");
		(void)build(&w);
	}
	commit(&w, "echo 3 | tee d/a >d/new; rm d/g; ln -s a d/g");
	fixture_sh(&w.g.f, "old=" OLDEST "\nfind $old/tree -name own -links 1 -printf '%i\\n' | "
	                   "sort >alone; find cache/builds -path $old -prune -o -path '*/tree/*' "
	                   "-type f -exec cksum {} + >others; wc -l <alone");
	assert_string_equal(w.g.f.out, "2");
	(void)build(&w);
	sh_in(&w,
	      "stat -c %i d/a d/new | sort | diff - ../../../../alone; ls -A ..; stat -c %h x/a",
	      ".complete\ntree\n4");
	assert_string_equal(
		fixture_sh(&w.g.f, "sed 's/.* //' others | xargs cksum | diff others -"), "");
	as_from_nothing(&w, "written over");
	world_free(&w);
}

/* Where a file cannot be put aside it is removed, and the new one made. */
static void nothing_can_be_put_aside(void **state)
{
	struct world w;

	(void)state;
	world_new(&w, first_commit);
	kept_builds(&w);
	fixture_sh(&w.g.f, "mkdir -p " OLDEST "/.aside-0/in_the_way");
	commit(&w, "echo 3 >one; git rm -q d/e/f");
	(void)build(&w);
	as_from_nothing(&w, "not put aside");
	assert_string_equal(fixture_sh(&w.g.f, "grep -c 'not made of' log || true"), "0");
	world_free(&w);
}

#define NEW_FILES "for i in $(seq 300); do date +%N$i >e/$i; done"

/* No more is kept to be written over than is written, and it needs no second block of its folder. */
static void all_is_written_over(void **state)
{
	struct world w;

	(void)state;
	world_new(&w, "git init -q -b main repo; cd repo; mkdir d e; echo >d/g\n" NEW_FILES
	              "; git add -A; git commit -qm c");
	for (unsigned i = 0; i < TORA_RECYCLE_KEPT; i++) {
		(void)build(&w);
		commit(&w, i < 2 ? NEW_FILES : "date +%s%N >>d/g");
	}
	(void)build(&w);
	sh_in(&w, "ls -A ..", ".complete\ntree");
	as_from_nothing(&w, "300 files go, and one comes");
	commit(&w, NEW_FILES);
	(void)build(&w);
	sh_in(&w, "ls -A ..; stat -c %s ..", ".complete\ntree\n4096");
	as_from_nothing(&w, "300 files go, and as many come");
	world_free(&w);
}

/* What was too little to be compiled is made later, into folders where nothing else has changed. */
static void results_in_folders_that_stay(void **state)
{
	mode_t mask = umask(077);
	struct world w;

	(void)state;
	world_new(&w,
	          "git init -q -b main repo; cd repo; mkdir -p p/q d; echo >d/g\n"
	          "seq -f 'x = %06.0f' 1 700 | tee p/a.py >p/q/b.py; git add -A; git commit -qm c");
	kept_builds(&w);
	sh_in(&w, "find . -name '*.pyc' | wc -l", "0");
	commit(&w, "mkdir n; seq -f 'z = %06.0f' 1 8000 >n/z.py");
	(void)build(&w);
	sh_in(&w, "find . -name '*.pyc' | wc -l", "3");
	as_from_nothing(&w, "more sources");
	world_free(&w);
	(void)umask(mask);
}

/* A tree that no git makes is refused, whatever there is to make it of. */
static void a_name_twice(void **state)
{
	struct tora_err err = TORA_ERR_INIT;
	struct world w;

	(void)state;
	world_new(&w, first_commit);
	kept_builds(&w);
	fixture_sh(&w.g.f, "cd repo; e=\"100644 blob $(git rev-parse HEAD:one)\"\n"
	                   "printf '%s\\tone\\n%s\\tone\\n' \"$e\" \"$e\" | git mktree >../t\n"
	                   "git reset -q --soft $(git commit-tree -m c $(cat ../t))");
	begin(&w);
	OK(tora_build_ahead(&w.check, &w.check.base_tree, 1, &err), err);
	assert_int_equal(w.check.reason, TORA_REASON_BASE_NOT_BUILDABLE);
	assert_non_null(strstr(w.check.reason_detail, "twice"));
	tora_build_release(&w.check);
	world_free(&w);
}

/* A folder keeps its blocks when its files go, and a program may ask how long it is. */
static void folders_that_have_grown(void **state)
{
	struct world w;

	(void)state;
	world_new(&w, first_commit);
	commit(&w, "for i in $(seq 1 300); do echo $i >d/e/a_name_of_some_length_$i; done");
	kept_builds(&w);
	commit(&w, "git rm -q d/e/a_name*");
	(void)build(&w);
	sh_in(&w, "stat -c %s d/e", "4096");
	world_free(&w);
	/* one block before, and what comes does not fit into the holes */
	world_new(&w, first_commit);
	commit(&w, "for i in $(seq 101 178); do echo $i "
	           ">d/e/a_name_of_thirty_nine_characters_or_$i; done");
	kept_builds(&w);
	sh_in(&w, "stat -c %s d/e", "4096");
	commit(&w, "git rm -q d/e/*[13579]; for i in $(seq 8); do echo >d/e/$(printf %200s $i | tr "
	           "' ' n); done");
	(void)build(&w);
	sh_in(&w, "stat -c %s d/e", "4096");
	world_free(&w);
}

/* ---- spare copies ---------------------------------------------------------------------- */

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
		cmocka_unit_test(the_same_as_from_nothing),
		cmocka_unit_test(folders_of_results_are_the_donors),
		cmocka_unit_test(what_old_builds_had_is_not_counted_again),
		cmocka_unit_test(what_is_held_stays),
		cmocka_unit_test(not_for_a_command_nor_without_the_cache),
		cmocka_unit_test(made_from_nothing_where_that_does_not_work),
		cmocka_unit_test(written_over_is_what_nobody_else_has),
		cmocka_unit_test(nothing_can_be_put_aside),
		cmocka_unit_test(all_is_written_over),
		cmocka_unit_test(results_in_folders_that_stay),
		cmocka_unit_test(a_name_twice),
		cmocka_unit_test(folders_that_have_grown),
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
