/*
 * A repository whose builds are made of old ones, and what such a build is held against: the same from nothing. For files of one
 * process.
 */
#ifndef TORA_TESTS_UNIT_BUILD_RECYCLED_H
#define TORA_TESTS_UNIT_BUILD_RECYCLED_H

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
static inline int pretend_compile(void *ctx, const char *tree, const char *out, unsigned budget_ms,
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

static inline int pretend_run(void *ctx, const char *const *argv, const char *dir_rw,
                              const struct tora_sandbox_ccache *ccache, unsigned budget_ms,
                              size_t out_max, const struct tora_sandbox_watch *watch,
                              struct tora_sv *ret_log, int *ret_status, struct tora_err *err)
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

static inline void world_new(struct world *w, const char *script)
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

static inline void world_free(struct world *w)
{
	(void)close(w->log.fd);
	ground_free(&w->g, &w->check);
}

static inline void commit(struct world *w, const char *what)
{
	char script[512];

	(void)snprintf(script, sizeof(script), "cd repo; %s; git add -A; git commit -qm c", what);
	fixture_sh(&w->g.f, script);
}

static inline void begin(struct world *w)
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
static inline ino_t build(struct world *w)
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
static inline void sh_in(struct world *w, const char *script, const char *says)
{
	char whole[2048];

	(void)snprintf(whole, sizeof(whole), "cd %s; %s", w->check.builds[TORA_BASE].dir, script);
	assert_string_equal(fixture_sh(&w->g.f, whole), says);
}

static inline void kept_builds(struct world *w)
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
static inline void as_from_nothing(struct world *w, const char *label)
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

#endif
