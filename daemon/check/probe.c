/*
 * probe.c - `torad probe`: the rows of `tora doctor` that only the daemon's own code can know.
 *
 * Each row is looked at with the very code checks use: the sandbox by running its real
 * arguments, the interpreter by the language's adapter, the store by opening it.
 */
#include "check/check.h"
#include "check/models.h"
#include "check/session.h"
#include "lang/lang.h"
#include "llm/model.h"
#include "loop/loop.h"
#include "run/run.h"
#include "store/cache.h"
#include "store/store.h"
#include "tora/answers.h"
#include "tora/json.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/statvfs.h>

#define PERSONALITY_ASK 0xffffffff
#define STATE_NEEDS     (256u << 10) /* bytes: a check or two */

static void add_row(cJSON *rows, const char *name, const char *state, const char *text,
                    const char *advice)
{
	cJSON *row = cJSON_CreateObject();

	tora_json_put_text(row, "name", name);
	tora_json_put_text(row, "state", state);
	tora_json_put_text(row, "text", text);
	tora_json_put_text(row, "advice", advice);
	cJSON_AddItemToArray(rows, row);
}

#define HOW_TO_BUBBLEWRAP                                                                          \
	"install bubblewrap (apt-get install bubblewrap) and allow user namespaces; where "        \
	"AppArmor "                                                                                \
	"forbids them (Ubuntu 24.04), a profile for /usr/bin/bwrap with 'userns,' in it allows "   \
	"bubblewrap alone"

static void sandbox_row(cJSON *rows, struct tora_loop *loop, const struct tora_paths *paths,
                        struct tora_arena *arena)
{
	const char *text = "";
	bool is_full = false;
	struct tora_err err = TORA_ERR_INIT;
	int rc = tora_run_probe(loop, arena, paths->cache, &is_full, &text, &err);

	if (rc != TORA_OK)
		add_row(rows, "sandbox", "problem", *text ? text : err.msg,
		        "nothing is run without it: " HOW_TO_BUBBLEWRAP);
	else if (is_full)
		add_row(rows, "sandbox", "ok", text, NULL);
	else
		add_row(rows, "sandbox", "warning", text,
		        "tests that open sockets fail on both sides; for all of "
		        "it " HOW_TO_BUBBLEWRAP);
}

/* As what runs tests does it (launch/become.c); what is forbidden to us is forbidden below us. */
static void addresses_row(cJSON *rows, struct tora_arena *arena)
{
	int before = personality(PERSONALITY_ASK);

	if (before >= 0 && personality((unsigned long)before | ADDR_NO_RANDOMIZE) >= 0) {
		(void)personality((unsigned long)before);
		add_row(rows, "addresses", "ok", "the same in each run of a test", NULL);
		return;
	}
	add_row(rows, "addresses", "warning",
	        tora_arena_printf(arena, "random in each run of a test: personality: %s",
	                          strerror(errno)),
	        "tests whose result depends on addresses count as flaky; a container allows it "
	        "with "
	        "a seccomp profile that lets personality(ADDR_NO_RANDOMIZE) through");
}

static void interpreter_rows(cJSON *rows, const struct tora_session *s, struct tora_arena *arena)
{
	size_t n = 0;
	const struct tora_lang *const *all = tora_lang_all(&n);

	for (size_t i = 0; i < n; i++) {
		struct tora_toolchain t = { .program = NULL };
		struct tora_err err;

		if (all[i]->toolchain(s->check.repo_path, &s->config, arena, &t, &err))
			add_row(rows, all[i]->name, "warning", err.msg,
			        "changes in that language are not checked until there is one");
		else
			add_row(rows, all[i]->name, "ok",
			        tora_arena_printf(arena, "%s %s (%s)", t.program, t.version, t.how),
			        NULL);
	}
}

static void model_row(cJSON *rows, struct tora_session *s, struct tora_arena *arena)
{
	struct tora_model_spec spec = { .config = &s->config };
	struct tora_model *model = NULL;
	struct tora_err err;

	if (tora_model_open(&spec, &model, &err))
		add_row(rows, "model", "warning", err.msg,
		        "until then the offline engine works alone");
	else if (!model)
		add_row(rows, "model", "ok",
		        "none: the offline engine works alone, nothing leaves this machine", NULL);
	else if (tora_model_ready(model, &err))
		add_row(rows, "model", "warning", err.msg,
		        "until then the offline engine works alone; git config --global "
		        "tora.llm.command 'PROGRAM ARGUMENTS'");
	else if (s->config.provider == TORA_PROVIDER_COMMAND)
		add_row(rows, "model", "ok",
		        tora_arena_printf(arena, "the program %s", tora_model_host(model)), NULL);
	else
		add_row(rows, "model", "ok",
		        tora_arena_printf(arena, "%s at %s%s", tora_model_name(model),
		                          tora_model_host(model),
		                          tora_model_is_local(model) ? " (local)" : ""),
		        NULL);
	tora_model_close(model);
}

/* An open store is no proof: what a full disk refuses is the next write. */
static bool is_state_full(const struct tora_paths *paths)
{
	struct statvfs fs;

	return statvfs(paths->state, &fs) == 0 && (uint64_t)fs.f_bavail * fs.f_frsize < STATE_NEEDS;
}

static void settings_row(cJSON *rows, const struct tora_config *config)
{
	if (config->unknown)
		add_row(rows, "settings", "warning", config->unknown,
		        "tora has no such setting, so it does nothing: is it spelled as in the "
		        "README?");
}

/* What every check of the repository would say. */
static void main_row(cJSON *rows, struct tora_session *s)
{
	struct tora_err ignored;

	if (tora_session_range(s, &ignored) == TORA_OK && s->check.reason == TORA_REASON_NO_MAIN)
		add_row(rows, "main", "problem", s->check.reason_detail,
		        s->config.main
		                ? "git config tora.main BRANCH: what others are compared with"
		                : NULL);
}

static void store_row(cJSON *rows, const struct tora_paths *paths, struct tora_arena *arena)
{
	struct tora_store_spec spec = { .path = paths->store };
	struct tora_store *store = NULL;
	struct tora_err err = TORA_ERR_INIT;
	int rc = TORA_OK;

	if (is_state_full(paths))
		add_row(rows, "store", "problem",
		        tora_arena_printf(arena, "%s: the disk is full", paths->store),
		        tora_arena_printf(arena,
		                          "make room where %s is: until then findings are not "
		                          "kept, and checks may fail",
		                          paths->state));
	else if ((rc = tora_paths_mkdirs(paths->state, &err)) ||
	         (rc = tora_store_new(&spec, &store, &err)) ||
	         ((rc = tora_store_verify(store, &err)) && rc != TORA_E_LIMIT))
		add_row(rows, "store", "problem", err.msg,
		        tora_arena_printf(arena,
		                          rc == TORA_E_FORMAT
		                                  ? "put %s aside, tora daemon restart, then tora "
		                                    "init in each "
		                                    "repository"
		                                  : "findings are kept in %s: is it writable?",
		                          paths->store));
	else
		add_row(rows, "store", "ok",
		        tora_arena_printf(arena, "%s (%s)%s%s", paths->store,
		                          tora_store_journal(store), rc ? ": " : "",
		                          rc ? err.msg : ""),
		        NULL);
	tora_store_free(store);
}

static void disk_row(cJSON *rows, const struct tora_paths *paths, struct tora_arena *arena)
{
	struct tora_cache_builds builds = { .at = { 0 } };
	struct tora_cache c = { .fd = -1 };
	struct tora_err err;
	size_t spares = 0;
	bool is_full;

	if (tora_cache_open(paths->cache, arena, &c, &err)) {
		add_row(rows, "disk", "problem", err.msg,
		        "the cache folder cannot be made or read: builds need it");
		return;
	}
	is_full = tora_cache_is_full(&c);
	tora_cache_list(&c, &builds);
	for (size_t i = 0; i < builds.at.n; i++)
		spares += builds.at.at[i].facts.is_spare;
	add_row(rows, "disk", is_full ? "problem" : "ok",
	        tora_arena_printf(arena, "%s: %u %% free; %zu builds, %" PRIu64 " MiB", c.dir,
	                          tora_cache_free_percent(&c), builds.at.n - spares,
	                          tora_cache_bytes(&c, &builds) >> 20),
	        is_full ? "nothing is built below 5 % or 200 MiB free: make room; tora cache clear "
	                  "gives back what builds take"
	                : NULL);
	tora_cache_close(&c);
}

/* Outside a repository only what does not depend on one. */
static int probe(const struct tora_check_options *options, cJSON *rows, struct tora_err *err)
{
	struct tora_session s = { .log_fd = -1 };
	int rc = tora_session_open(options, &s, err);

	/* git may have taken too long, too; where the folder does not answer nothing below can be looked at. */
	if (rc == TORA_E_TIMEOUT && tora_answers(s.paths.state, TORA_ANSWERS_MS, err)) {
		add_row(rows, "store", "problem", err->msg,
		        "is the disk or the server gone that it lies on?");
		tora_session_close(&s);
		return TORA_OK;
	}
	if (rc == TORA_OK) {
		sandbox_row(rows, s.check.loop, &s.paths, s.check.arena);
		addresses_row(rows, s.check.arena);
		interpreter_rows(rows, &s, s.check.arena);
		model_row(rows, &s, s.check.arena);
		settings_row(rows, &s.config);
		main_row(rows, &s);
	} else if (rc == TORA_E_NOTFOUND) {
		struct tora_loop *loop = tora_loop_new(err);

		rc = loop ? TORA_OK : err->rc;
		if (loop)
			sandbox_row(rows, loop, &s.paths, s.check.arena);
		tora_loop_free(loop);
		addresses_row(rows, s.check.arena);
	} else {
		add_row(rows, "repository", "problem", err->msg, NULL);
		rc = TORA_OK;
	}
	store_row(rows, &s.paths, s.check.arena);
	disk_row(rows, &s.paths, s.check.arena);
	tora_session_close(&s);
	return rc;
}

static int probe_main(const struct tora_check_options *options, cJSON *rows, struct tora_err *err)
{
	struct tora_session s = { .log_fd = -1 };
	int rc = tora_session_open(options, &s, err);

	if (rc == TORA_OK)
		main_row(rows, &s);
	tora_session_close(&s);
	return rc;
}

int tora_main_command(int argc, char **argv)
{
	return tora_session_command("main", argc, argv, cJSON_CreateArray(), probe_main);
}

int tora_probe_command(int argc, char **argv)
{
	return tora_session_command("probe", argc, argv, cJSON_CreateArray(), probe);
}
