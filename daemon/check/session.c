#include "check/session.h"

#include "git/config.h"
#include "git/range.h"
#include "git/repo.h"
#include "git/rev.h"
#include "git/tree.h"
#include "loop/loop.h"
#include "store/store.h"
#include "tora/answers.h"
#include "tora/clock.h"
#include "tora/json.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#define LINE_MAX_BYTES (64u << 20)
#define OVERTIME_S     20 /* behind the deadline of a check: then its process ends by SIGALRM */

void tora_session_say(const char *key, cJSON *value)
{
	struct tora_str line = TORA_STR_INIT(LINE_MAX_BYTES);
	cJSON *o = cJSON_CreateObject();

	cJSON_AddItemToObject(o, key, value);
	tora_json_print(o, &line);
	(void)fwrite(line.buf, 1, line.len, stdout);
	(void)fputc('\n', stdout); /* also of one that was cut: the next line is one of its own */
	(void)fflush(stdout);
	cJSON_Delete(o);
	tora_str_free(&line);
}

void tora_session_complain(const struct tora_err *err)
{
	struct tora_str line = TORA_STR_INIT(4 * sizeof err->msg + 16);

	tora_str_adds(&line, "tora: ");
	tora_str_add_escaped(&line, tora_sv(err->msg), false);
	(void)fprintf(stderr, "%s\n", line.buf);
	tora_str_free(&line);
}

int tora_session_answer(const char *key, cJSON *value, int rc, const struct tora_err *err)
{
	if (rc == TORA_OK) {
		tora_session_say(key, value);
		return 0;
	}
	cJSON_Delete(value);
	tora_session_complain(err);
	return rc == TORA_E_USAGE ? 3 : 2;
}

int tora_session_command(const char *name, int argc, char **argv, cJSON *answer,
                         tora_session_work *work)
{
	struct tora_check_options options;
	struct tora_err err = TORA_ERR_INIT;
	int rc = tora_check_options_parse(argc, argv, &options, &err);

	options.no_store = true;
	if (rc == TORA_OK)
		rc = work(&options, answer, &err);
	return tora_session_answer(name, answer, rc, &err);
}

static void open_log(struct tora_session *s)
{
	struct tora_err err;

	s->log_fd = -1;
	if (tora_paths_mkdirs(s->paths.state, &err) == TORA_OK)
		s->log_fd = open(s->paths.log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
	s->log = (struct tora_log){ .fd = s->log_fd, .level = TORA_LOG_INFO };
	s->check.log = &s->log;
}

static void open_store(struct tora_session *s)
{
	struct tora_store_spec spec = { .path = s->paths.store };
	struct tora_err err;

	if (s->options->no_store)
		return;
	if (tora_store_new(&spec, &s->check.store, &err)) {
		s->check.store = NULL;
		tora_check_note(&s->check, "nothing is remembered: %s", err.msg);
	}
}

/* The client's death is ours: what nobody waits for must not go on. In a container it may be process 1. */
static void die_with(const char *parent)
{
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != (pid_t)strtol(parent, NULL, 10)) /* it died before we could ask */
		_exit(2);
}

static int open_repo(struct tora_session *s, struct tora_err *err)
{
	struct tora_check *c = &s->check;
	const char *work;
	int rc = tora_repo_open(s->options->repo, &c->repo, err);

	if (rc)
		return rc;
	work = tora_repo_work_dir(c->repo);
	c->repo_path = tora_arena_dup(c->arena, work ? work : tora_repo_common_dir(c->repo));
	return TORA_OK;
}

/* In doubt it did: what is not the user's is not trusted, and little is lost without it. */
static bool is_committed(void *ctx, const char *path)
{
	struct tora_session *s = ctx;
	struct tora_check *c = &s->check;
	struct tora_commit head;
	struct tora_oid oid;
	struct tora_err err = TORA_ERR_INIT;
	bool has = true;
	int rc = tora_repo_resolve(c->repo, "HEAD", &oid, &err);

	if (rc == TORA_E_NOTFOUND)
		return false; /* a branch without commits */
	if (rc == TORA_OK)
		rc = tora_repo_commit(c->repo, &oid, c->arena, &head, &err);
	if (rc == TORA_OK)
		rc = tora_tree_has(c->repo, &head.tree, path, c->arena, &has, &err);
	return rc != TORA_OK || has;
}

static int read_config(struct tora_session *s, const struct tora_oid *base_tree,
                       struct tora_err *err)
{
	struct tora_config_spec spec = { .base_tree = base_tree };
	struct tora_config_facts facts = { .trust_hash = NULL };
	struct tora_check *c = &s->check;
	int rc = tora_repo_config(c->repo, &spec, c->arena, &s->config, &facts, err);

	if (rc)
		return rc;
	if (base_tree && s->config.unknown)
		tora_check_note(c, "%s is no setting of tora: it does nothing", s->config.unknown);
	for (size_t i = 0; base_tree && i < facts.notes.n; i++)
		tora_check_note(c, "%s", facts.notes.at[i]);
	s->config.is_committed = is_committed;
	s->config.committed_ctx = s;
	if (s->options->timeout_s)
		s->config.check_timeout_s = s->options->timeout_s;
	c->deadline_ms = s->began_ms + (int64_t)s->config.check_timeout_s * 1000;
	/* Stages look at the deadline themselves; this is for one that computes and does not. */
	(void)alarm(s->config.check_timeout_s + OVERTIME_S);
	return tora_engine_parse(s->options->engine, s->config.engine, &c->engine, err);
}

int tora_session_config(struct tora_session *s, struct tora_err *err)
{
	return read_config(s, s->check.base_tree.hex[0] ? &s->check.base_tree : NULL, err);
}

int tora_session_open_on(const struct tora_check_options *options, struct tora_loop *loop,
                         struct tora_session *s, struct tora_err *err)
{
	struct tora_check *c = &s->check;
	int rc;

	*s = (struct tora_session){ .options = options,
		                    .is_loop_borrowed = loop != NULL,
		                    .log_fd = -1,
		                    .began_ms = tora_clock_mono_ms() };
	c->arena = tora_arena_new();
	c->loop = loop;
	c->paths = &s->paths;
	c->config = &s->config;
	if (options->check_id) /* the supervisor counts, people read names: 17 is c17 */
		c->id = tora_arena_printf(c->arena, "c%s",
		                          options->check_id + (*options->check_id == 'c'));
	else
		c->id = "";
	c->no_cache = options->no_cache;
	if (options->parent)
		die_with(options->parent);
	rc = tora_paths_init(&s->paths, err);
	if (rc == TORA_OK)
		rc = tora_answers(s->paths.state, TORA_ANSWERS_MS, err);
	if (rc)
		return rc;
	open_log(s);
	if (*c->id)
		s->log.context = tora_arena_printf(c->arena, "check=%s", c->id);
	rc = open_repo(s, err);
	if (rc == TORA_OK)
		rc = read_config(s, NULL, err);
	if (rc == TORA_OK && !loop)
		c->loop = tora_loop_new(err);
	if (rc == TORA_OK && !c->loop)
		rc = err->rc;
	if (rc == TORA_OK)
		open_store(s);
	return rc;
}

int tora_session_open(const struct tora_check_options *options, struct tora_session *s,
                      struct tora_err *err)
{
	return tora_session_open_on(options, NULL, s, err);
}

void tora_session_close(struct tora_session *s)
{
	struct tora_check *c = &s->check;

	tora_store_free(c->store);
	if (!s->is_loop_borrowed)
		tora_loop_free(c->loop);
	tora_repo_free(c->repo);
	tora_arena_free(c->arena);
	if (s->log_fd >= 0)
		(void)close(s->log_fd);
}

/* A branch's tip as the watcher saw it: main is found by the branch's name, the tip by its id. */
static int range_of_tip(struct tora_session *s, struct tora_range *r, enum tora_reason *ret_reason,
                        struct tora_err *err)
{
	const struct tora_check_options *o = s->options;
	struct tora_check *c = &s->check;
	struct tora_main main_branch;
	struct tora_commit commit;
	int rc = tora_repo_resolve(c->repo, o->head, &r->head, err);

	if (rc)
		return rc;
	*ret_reason = TORA_REASON_NO_MAIN;
	rc = tora_repo_main(c->repo, s->config.main, &r->head, o->branch, c->arena, &main_branch,
	                    err);
	if (rc)
		return rc;
	*ret_reason = TORA_REASON_NO_MERGE_BASE;
	rc = tora_repo_merge_base(c->repo, &main_branch.tip, &r->head, &r->base, err);
	if (rc)
		return rc;
	*ret_reason = TORA_REASON_MISSING_OBJECTS;
	rc = tora_repo_commit(c->repo, &r->base, c->arena, &commit, err);
	r->base_tree = commit.tree;
	if (rc == TORA_OK)
		rc = tora_repo_commit(c->repo, &r->head, c->arena, &commit, err);
	r->head_tree = commit.tree;
	r->branch = o->branch;
	return rc;
}

static int find_range(struct tora_session *s, struct tora_range *r, enum tora_reason *ret_reason,
                      struct tora_err *err)
{
	const struct tora_check_options *o = s->options;
	const char *text;

	if (o->branch && o->head && !o->base)
		return range_of_tip(s, r, ret_reason, err);
	if (o->range)
		text = o->range;
	else if (o->base)
		text = tora_arena_printf(s->check.arena, "%s..%s", o->base, o->head ? o->head : "");
	else
		text = o->head ? o->head : "";
	return tora_repo_range(s->check.repo, text, s->config.main, s->check.arena, r, ret_reason,
	                       err);
}

/* `is_asked`: what it is compared with was named. */
static void stop_without_change(struct tora_check *c, bool is_asked)
{
	struct tora_commit commit = { .parents = { 0 } };
	struct tora_err ignored;

	if (!is_asked && tora_oid_eq(&c->base, &c->head) &&
	    tora_repo_commit(c->repo, &c->head, c->arena, &commit, &ignored) == TORA_OK &&
	    !commit.parents.n)
		tora_check_stop(c, TORA_REASON_NO_CHANGE,
		                "the first commit: there is nothing before it");
	else if (tora_oid_eq(&c->base, &c->head))
		tora_check_stop(c, TORA_REASON_NO_CHANGE, "no commit since %.12s", c->base.hex);
	else
		tora_check_stop(c, TORA_REASON_NO_CHANGE, "%.12s and %.12s have the same content",
		                c->base.hex, c->head.hex);
}

const char *tora_session_untrusted(const struct tora_check *c)
{
	return tora_arena_printf(c->arena,
	                         ".toraconfig of %.12s sets a command that was not approved yet; "
	                         "read it, then run tora trust %.12s",
	                         c->base.hex, c->base.hex);
}

void tora_session_settle(struct tora_session *s)
{
	const char *trigger = s->options->trigger;
	struct tora_check *c = &s->check;

	if (!s->config.enabled && trigger && strcmp(trigger, "ask") != 0)
		tora_check_stop(c, TORA_REASON_DISABLED, "git config tora.enabled is false");
	else if (s->config.needs_trust)
		tora_check_stop(c, TORA_REASON_NEEDS_TRUST, "%s", tora_session_untrusted(c));
	else if (c->base_tree.hex[0] && tora_oid_eq(&c->base_tree, &c->head_tree))
		stop_without_change(c, s->options->base || s->options->range);
}

int tora_session_range(struct tora_session *s, struct tora_err *err)
{
	enum tora_reason reason = TORA_REASON_NONE;
	struct tora_check *c = &s->check;
	struct tora_range r = { .branch = "" };
	int rc = find_range(s, &r, &reason, err);

	if (rc == TORA_E_NOTFOUND && reason != TORA_REASON_NONE) {
		tora_check_stop(c, reason, "%s", err->msg);
		return TORA_OK;
	}
	if (rc)
		return rc;
	c->base = r.base;
	c->head = r.head;
	c->base_tree = r.base_tree;
	c->head_tree = r.head_tree;
	c->intent.branch = s->options->branch ? s->options->branch : r.branch;
	return TORA_OK;
}

int tora_session_pair(struct tora_session *s, struct tora_err *err)
{
	int rc = tora_session_range(s, err);

	if (rc == TORA_OK && s->check.reason != TORA_REASON_NONE)
		rc = tora_fail(err, TORA_E_NOTFOUND, "%s", s->check.reason_detail);
	return rc ? rc : tora_session_config(s, err);
}
