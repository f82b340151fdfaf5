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
}

static void world_free(struct world *w)
{
	ground_free(&w->g, &w->check);
}

static void commit(struct world *w, const char *what)
{
	char script[512];

	(void)snprintf(script, sizeof(script), "cd repo; %s; git add -A; git commit -qm c", what);
	fixture_sh(&w->g.f, script);
}

/* HEAD's tree, as the base of a check. -> its inode: what stays when a build becomes another one */
static ino_t build(struct world *w)
{
	struct tora_err err = TORA_ERR_INIT;
	struct stat st;

	check_begin(&w->g, &w->check, "HEAD", "HEAD", 60000);
	w->sandbox = (struct tora_sandbox){ .ctx = w,
		                            .compile = pretend_compile,
		                            .lang = tora_lang_named("python"),
		                            .version = "3.11.2",
		                            .compiler = "python3 3.11.2" };
	w->check.sandbox = &w->sandbox;
	OK(tora_build_ahead(&w->check, &w->check.base_tree, 1, &err), err);
	assert_int_equal(w->check.reason, TORA_REASON_NONE);
	assert_int_equal(stat(w->check.builds[TORA_BASE].dir, &st), 0);
	tora_build_release(&w->check);
	return st.st_ino;
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
	               "find . -type d -empty | grep . >&2 && exit 1\n"
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
	assert_string_equal(fixture_sh(&w.g.f, "ls cache/builds | grep -vc lock"), "8");
	assert_string_equal(fixture_sh(&w.g.f, "ls -A cache/builds | grep '^[.]' || true"), "");
	world_free(&w);
}

static void eight_builds(struct world *w)
{
	(void)build(w);
	for (unsigned i = 1; i < TORA_RECYCLE_KEPT; i++) {
		commit(w, "date +%s%N >>d/g");
		(void)build(w);
	}
	commit(w, "date +%s%N >>d/g");
}

#define OLDEST "cache/builds/$(cd cache/builds; ls -tr */.complete | head -1 | cut -d/ -f1)"

static void what_is_held_stays(void **state)
{
	char path[200];
	struct world w;
	int lock;

	(void)state;
	world_new(&w, first_commit);
	eight_builds(&w);
	fixture_sh(&w.g.f, "echo " OLDEST);
	(void)snprintf(path, sizeof(path), "%s/%s.lock", w.g.f.dir, w.g.f.out);
	lock = open(path, O_RDWR | O_CLOEXEC);
	assert_true(lock >= 0 && flock(lock, LOCK_SH) == 0);
	(void)build(&w);
	assert_string_equal(fixture_sh(&w.g.f, "ls cache/builds | grep -vc lock"), "9");
	commit(&w, "echo 9 >one");
	(void)build(&w); /* nine now: the second oldest */
	assert_string_equal(fixture_sh(&w.g.f, "ls cache/builds | grep -vc lock"), "9");
	path[strlen(path) - strlen(".lock")] = '\0';
	assert_int_equal(access(path, F_OK), 0);
	(void)close(lock);
	world_free(&w);
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
	} rows[] = {
		{ "a file is gone", "cd " OLDEST "/tree; chmod u+w d; rm d/g", "8" },
		{ "a folder is in the way",
		  "cd " OLDEST "/tree; chmod u+w .; mkdir extra; echo >extra/f", "8" },
		{ "submodules", SAYS("\"submodules\":0", "\"submodules\":1"), "9" },
		{ "another's files", SAYS("python3 3.11.2", "python3 3.11.1"), "9" },
		{ "a tree that is gone", SAYS("\"tree\":\"....", "\"tree\":\"0000"), "9" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct world w;

		world_new(&w, first_commit);
		eight_builds(&w);
		commit(&w, i == 1 ? "echo file >extra" : "echo 3 >one");
		fixture_sh(&w.g.f, rows[i].script);
		(void)build(&w);
		as_from_nothing(&w, rows[i].label);
		fixture_sh(&w.g.f, "ls cache/builds | grep -vc lock");
		ROW(rows[i].label, strcmp(w.g.f.out, rows[i].says) == 0);
		world_free(&w);
	}
}

/* A folder keeps its blocks when its files go, and a program may ask how long it is. */
static void folders_that_have_grown(void **state)
{
	struct world w;

	(void)state;
	world_new(&w, first_commit);
	commit(&w, "for i in $(seq 1 300); do echo $i >d/e/a_name_of_some_length_$i; done");
	eight_builds(&w);
	commit(&w, "git rm -q d/e/a_name*");
	(void)build(&w);
	(void)snprintf(w.g.paths.cache, sizeof(w.g.paths.cache), "%s/cache", w.g.f.dir);
	fixture_sh(&w.g.f, "stat -c %s cache/builds/*/tree/d/e | sort -n | head -1");
	assert_string_equal(w.g.f.out, "4096");
	world_free(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_as_from_nothing),
		cmocka_unit_test(what_is_held_stays),
		cmocka_unit_test(made_from_nothing_where_that_does_not_work),
		cmocka_unit_test(folders_that_have_grown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
