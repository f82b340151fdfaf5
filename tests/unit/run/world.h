/* world.h - a check as it is after `build`, on two small trees, for the tests of run/. */
#ifndef TORA_TESTS_UNIT_RUN_WORLD_H
#define TORA_TESTS_UNIT_RUN_WORLD_H

#include "run/run.h"

#include "lang/lang.h"
#include "loop/loop.h"
#include "tora/clock.h"
#include "tora/json.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "tora/spawn.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct world {
	char dir[64];
	struct tora_paths paths;
	struct tora_config config;
	struct tora_loop *loop;
	struct tora_check check;
	struct tora_log log;
};

static inline void sh(const char *dir, const char *script, char *out, size_t out_max)
{
	const char *const argv[] = { "/bin/sh", "-euc", script, NULL };
	struct tora_spawn_spec spec = {
		.argv = argv, .dir = dir, .budget_ms = 30000, .out_max = 4000
	};
	struct tora_spawn_result r;
	struct tora_err err = TORA_ERR_INIT;

	if (tora_spawn_run(&spec, &r, &err))
		fail_msg("%s", err.msg);
	if (r.how != TORA_SPAWN_EXIT || r.code)
		fail_msg("%s: %s", script, r.err.buf);
	if (out)
		(void)snprintf(out, out_max, "%s", r.out.buf);
	tora_spawn_done(&r);
}

static inline void add_lines(struct world *w, bool base, const char *file, unsigned line)
{
	struct tora_arena *a = w->check.arena;
	struct tora_lines *l = base ? tora_vec_push(a, &w->check.change.base_lines)
	                            : tora_vec_push(a, &w->check.change.head_lines);

	l->file = file;
	*tora_vec_push(a, &l->at) = line;
}

/* A check as it is after `build`: two trees, modules "m" and others on both sides. */
static inline void world_init(struct world *w, const char *const *modules)
{
	struct tora_check *c = &w->check;
	struct tora_err err = TORA_ERR_INIT;
	struct tora_file_change *f;

	memset(w, 0, sizeof(*w));
	(void)snprintf(w->dir, sizeof(w->dir), "/tmp/tora-unit-XXXXXX");
	assert_non_null(mkdtemp(w->dir));
	(void)snprintf(w->paths.cache, sizeof(w->paths.cache), "%s/cache", w->dir);
	sh(w->dir,
	   "chmod 711 .; mkdir base head;"
	   "printf 'def f(x):\n    return x + 1\n\ndef g(x):\n    return x\n' >base/m.py;"
	   "printf 'def f(x):\n    return x + 2\n\ndef g(x):\n    return x\n' >head/m.py;"
	   "printf 'import absent_dependency\n' | tee base/broken.py >head/broken.py;"
	   "printf 'import os\nos._exit(3)\n' | tee base/leaves.py >head/leaves.py;"
	   "printf 'import os\nif os.environ.get(\"PYTHONHASHSEED\") == \"1\":\n    os._exit(3)\n'"
	   " | tee base/fickle.py >head/fickle.py;"
	   "printf 'import threading, time\n"
	   "threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n'"
	   " | tee base/threads.py >head/threads.py",
	   NULL, 0);
	w->log = (struct tora_log){ .fd = -1 };
	w->config = (struct tora_config){ .test_timeout_ms = 2000,
		                          .test_memory_mib = 256,
		                          .test_output_kib = 64,
		                          .jobs = 2,
		                          .python_interpreter = getenv("TORA_TEST_PYTHON") };
	if (!w->config.python_interpreter)
		w->config.python_interpreter = "/usr/bin/python3";
	w->loop = tora_loop_new(&err);
	assert_non_null(w->loop);
	*c = (struct tora_check){ .arena = tora_arena_new(),
		                  .loop = w->loop,
		                  .paths = &w->paths,
		                  .log = &w->log,
		                  .config = &w->config,
		                  .repo_path = w->dir,
		                  .deadline_ms = tora_clock_mono_ms() + 60000 };
	c->builds[0] = (struct tora_build){ .side = TORA_BASE,
		                            .dir = tora_arena_printf(c->arena, "%s/base", w->dir) };
	c->builds[1] = (struct tora_build){ .side = TORA_HEAD,
		                            .dir = tora_arena_printf(c->arena, "%s/head", w->dir) };
	f = tora_vec_push(c->arena, &c->change.files);
	f->path = "m.py";
	f->role = TORA_FILE_SOURCE;
	f->lang = tora_lang_named("python");
	*tora_vec_push(c->arena, &c->change.roots) = "";
	for (; *modules; modules++) {
		*tora_vec_push(c->arena, &c->change.modules_base) = *modules;
		*tora_vec_push(c->arena, &c->change.modules_head) = *modules;
	}
	add_lines(w, true, "m.py", 2);
	add_lines(w, false, "m.py", 2);
}

static inline void world_done(struct world *w)
{
	char script[128];

	tora_run_close(&w->check);
	tora_loop_free(w->loop);
	tora_arena_free(w->check.arena);
	(void)snprintf(script, sizeof(script), "rm -rf '%s'", w->dir);
	sh("/", script, NULL, 0);
}

/* Open, or skip the test where there is no sandbox. */
static inline void world_open(struct world *w, const char *const *modules)
{
	struct tora_err err = TORA_ERR_INIT;

	world_init(w, modules);
	if (tora_run_open(&w->check, &err))
		fail_msg("%s", err.msg);
	if (w->check.reason == TORA_REASON_NO_SANDBOX) {
		print_message("skipped: %s\n", w->check.reason_detail);
		world_done(w);
		skip();
	}
}

static const char *const just_m[] = { "m", NULL };

static inline void run_one(struct world *w, struct tora_exec_job job, struct tora_trial *ret)
{
	struct tora_err err = TORA_ERR_INIT;

	if (w->check.exec->run(w->check.exec->ctx, &job, 1, ret, &err))
		fail_msg("%s: %s", job.source, err.msg);
}

static inline bool sv_has(struct tora_sv text, const char *part)
{
	return tora_sv_has(text, part);
}

/* The tier that the tests of a second group run in: choose_landlock is its set-up. */
static inline bool is_landlock(void)
{
	const char *tier = getenv("TORA_SANDBOX");

	return tier && strcmp(tier, "landlock") == 0;
}

static inline int choose_landlock(void **state)
{
	(void)state;
	return setenv("TORA_SANDBOX", "landlock", 1);
}

#endif
