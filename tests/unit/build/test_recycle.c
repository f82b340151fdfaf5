/*
 * Builds made of old ones. The oracle of a tree is `git archive`; that of all else about it is the same
 * build made from nothing in a cache of its own.
 */
#include "tests/unit/build/recycled.h"

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
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
