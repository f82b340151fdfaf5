/*
 * world.h - a check as it is when tests can be run, on one tree that is both sides.
 */
#ifndef TORA_TEST_ESCAPE_WORLD_H
#define TORA_TEST_ESCAPE_WORLD_H

#include "run/run.h"

#include "lang/lang.h"
#include "loop/loop.h"
#include "tora/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A language, and what of the tree is imported: one changed file and the module it is. */
struct world_lang {
	const char *name, *file, *module;
};

struct world {
	struct tora_check check;
	struct tora_paths paths;
	struct tora_config config;
	struct tora_log log;
	const char *mark;
};

static inline void world_start(struct world *w, const char *lang, const char *tree,
                               const char *work)
{
	struct tora_check *c = &w->check;
	struct tora_err err = TORA_ERR_INIT;
	struct tora_file_change *f;
	static const struct world_lang langs[] = { { "python", "target.py", "target" },
		                                   { "javascript", "target.js", "target.js" },
		                                   { "c", "attack.c", "attack" } };
	const struct world_lang *l = langs;

	while (strcmp(l->name, lang) != 0 && l < langs + 2)
		l++;
	(void)snprintf(w->paths.cache, sizeof(w->paths.cache), "%s", work);
	w->log.fd = -1;
	w->config = (struct tora_config){ .test_timeout_ms = 3000,
		                          .test_memory_mib = 256,
		                          .test_output_kib = 64,
		                          .jobs = 1,
		                          .python_interpreter = "/usr/bin/python3" };
	*c = (struct tora_check){ .arena = tora_arena_new(),
		                  .loop = tora_loop_new(&err),
		                  .paths = &w->paths,
		                  .log = &w->log,
		                  .config = &w->config,
		                  .repo_path = tree,
		                  .deadline_ms = tora_clock_mono_ms() + 300000 };
	for (int s = TORA_BASE; s <= TORA_HEAD; s++)
		c->builds[s] = (struct tora_build){ .side = (enum tora_side)s, .dir = tree };
	f = tora_vec_push(c->arena, &c->change.files);
	f->path = l->file;
	f->role = TORA_FILE_SOURCE;
	f->lang = tora_lang_named(lang);
	*tora_vec_push(c->arena, &c->change.roots) = "";
	*tora_vec_push(c->arena, &c->change.modules_base) = l->module;
	*tora_vec_push(c->arena, &c->change.modules_head) = l->module;
}

/* Or the end of the program: status 77 where there is no sandbox, with the reason on stderr. */
static inline void world_open(struct world *w, const char *lang, const char *tree, const char *work)
{
	struct tora_err err = TORA_ERR_INIT;

	world_start(w, lang, tree, work);
	if (!tora_run_open(&w->check, &err) && w->check.reason == TORA_REASON_NONE)
		return;
	(void)fprintf(stderr, "%s\n", err.rc ? err.msg : w->check.reason_detail);
	exit(w->check.reason == TORA_REASON_NO_SANDBOX ? 77 : 2);
}

static inline void world_close(struct world *w)
{
	tora_run_close(&w->check);
	tora_loop_free(w->check.loop);
	tora_arena_free(w->check.arena);
}

#endif
