/*
 * generate.c - `torad generate [--only WORD]...`: a test suite for what a commit holds.
 *
 * A check whose base is the empty tree finds every function there is; from then on both sides are the commit
 * itself, and the check's stages build it, load it, write tests and run them (suite.h). What comes out is a
 * report with the file in it; writing it is the client's, who knows where the person is.
 *
 *	options -> session -> commit -> change stage -> scope -> build, load -> suite -> report
 */
#include "build/build.h"
#include "change/change.h"
#include "check/check.h"
#include "check/mine.h"
#include "check/models.h"
#include "check/progress.h"
#include "check/scope.h"
#include "check/session.h"
#include "check/suite.h"
#include "check/suite_report.h"
#include "git/history.h"
#include "git/range.h"
#include "git/repo.h"
#include "git/rev.h"
#include "lang/lang.h"
#include "run/run.h"
#include "tora/clock.h"
#include "tora/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WORDS_MAX     64
#define SECONDS       60
#define SECONDS_MAX   3600
#define SHARE         55 /* percent of the time that goes into writing candidates */
#define SLACK_S       120
#define FUNCTIONS_MAX 20000
#define CHECKS        10 /* whose share of the model one suite may take */

#define NO_DIFF "(nothing changed: tests are wanted for these functions as they are)\n"

static const char empty_tree[] = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
static const char empty_tree_256[] =
	"6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321";

struct asked {
	struct tora_check_options options;
	const char *words[WORDS_MAX];
	size_t n_words;
	unsigned seconds;
	const char *framework;
};

/* ---- the command line ---------------------------------------------------------------------------- */

static int take_seconds(const char *text, unsigned *ret, struct tora_err *err)
{
	char *end;
	unsigned long n = strtoul(text, &end, 10);

	if (*text < '0' || *text > '9' || *end || n < 5 || n > SECONDS_MAX)
		return tora_fail(err, TORA_E_USAGE, "--seconds takes 5 to %d, not '%s'",
		                 SECONDS_MAX, text);
	*ret = (unsigned)n;
	return TORA_OK;
}

static int take_own(const char *name, const char *value, struct asked *a, struct tora_err *err)
{
	if (!value)
		return tora_fail(err, TORA_E_USAGE, "%s needs a value", name);
	if (strcmp(name, "--framework") == 0)
		a->framework = value;
	else if (strcmp(name, "--seconds") == 0)
		return take_seconds(value, &a->seconds, err);
	else if (a->n_words == WORDS_MAX)
		return tora_fail(err, TORA_E_USAGE, "at most %d names at a time", WORDS_MAX);
	else
		a->words[a->n_words++] = value;
	return TORA_OK;
}

/* Our own options are taken out of argv; the rest is as for a check. */
static int parse(int argc, char **argv, struct asked *a, struct tora_err *err)
{
	int n = 1, rc = TORA_OK;

	*a = (struct asked){ .seconds = SECONDS };
	for (int i = 1; i < argc && rc == TORA_OK; i++) {
		bool is_own = strcmp(argv[i], "--only") == 0 || strcmp(argv[i], "--seconds") == 0 ||
		              strcmp(argv[i], "--framework") == 0;

		if (!is_own)
			argv[n++] = argv[i];
		else
			rc = take_own(argv[i], i + 1 < argc ? argv[i + 1] : NULL, a, err), i++;
	}
	if (rc == TORA_OK)
		rc = tora_check_options_parse(n, argv, &a->options, err);
	a->options.no_store = false;
	a->options.timeout_s = 3 * a->seconds + SLACK_S;
	return rc;
}

/* ---- the commit ------------------------------------------------------------------------------------ */

static int find_commit(struct tora_session *s, struct tora_err *err)
{
	struct tora_check *c = &s->check;
	struct tora_commit commit;
	const char *rev = s->options->head ? s->options->head : "HEAD";
	int rc = tora_repo_resolve(c->repo, rev, &c->head, err);

	if (rc == TORA_OK)
		rc = tora_repo_commit(c->repo, &c->head, c->arena, &commit, err);
	if (rc)
		return rc;
	c->base = c->head;
	c->base_tree = c->head_tree = commit.tree;
	return tora_repo_branch(c->repo, c->arena, &c->intent.branch, err);
}

/* Every function there is: what differs from nothing. */
static int find_functions(struct tora_session *s, struct tora_err *err)
{
	struct tora_check *c = &s->check;
	const char *empty = strlen(c->head_tree.hex) > 40 ? empty_tree_256 : empty_tree;
	int rc;

	s->config.change_max = FUNCTIONS_MAX;
	if (!tora_oid_parse(tora_sv(empty), &c->base_tree))
		return tora_fail(err, TORA_E_FORMAT, "no name for the empty tree");
	rc = tora_stage_change(c, err);
	c->base_tree = c->head_tree;
	/* The stage prints none where nothing changed; a model is shown the functions it is asked about anyway. */
	c->change.diff = c->change.source_diff = TORA_SV(NO_DIFF);
	c->change.prompt_diff = c->change.prompt_source_diff = TORA_SV(NO_DIFF);
	return rc;
}

/* The base's runner loads what the head's does. */
static void mirror(struct tora_change *change)
{
	change->modules_base.at = change->modules_head.at;
	change->modules_base.n = change->modules_base.cap = change->modules_head.n;
}

static int open_builds(struct tora_check *c, struct tora_err *err)
{
	static int (*const steps[])(struct tora_check *, struct tora_err *) = { tora_run_sandbox,
		                                                                tora_stage_build,
		                                                                tora_run_open };
	static const char *const names[] = { "sandbox", "build", "load" };
	int rc = TORA_OK;

	for (size_t i = 0; i < 3 && rc == TORA_OK && c->reason == TORA_REASON_NONE; i++) {
		c->progress(c->progress_ctx, names[i], 0, 0);
		rc = steps[i](c, err);
	}
	return rc || c->reason != TORA_REASON_NONE ? rc : tora_mine(c, err);
}

/* A reason that a check would have in its record is an error here: there is nothing to print. */
static int as_error(const struct tora_check *c, struct tora_err *err)
{
	if (c->reason == TORA_REASON_NONE)
		return TORA_OK;
	return tora_fail(err, TORA_E_REMOTE, "%s (%s)",
	                 c->reason_detail ? c->reason_detail : tora_reason_text(c->reason),
	                 tora_reason_name(c->reason));
}

/* ---- the suite ---------------------------------------------------------------------------------------- */

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

static int make(struct tora_session *s, const struct asked *a, const struct tora_scope *scope,
                cJSON **ret, struct tora_err *err)
{
	struct tora_check *c = &s->check;
	struct tora_suite suite = {
		.check = c,
		.lang = scope->lang,
		.name = last_part(c->repo_path),
		.about = tora_arena_printf(
			c->arena, "Behaviour as observed at %.12s; written by tora generate.",
			c->head.hex),
		.framework = a->framework,
		.folder = s->options->folder,
		.side = TORA_HEAD,
		.is_part = scope->is_part,
		.word = tora_suite_word(c->arena),
		.until_ms = tora_clock_mono_ms() + (int64_t)a->seconds * 10 * SHARE,
	};
	int rc;

	rc = tora_suite_make(&suite, err);
	if (rc == TORA_OK)
		*ret = tora_suite_report(&suite, a->words, a->n_words,
		                         tora_clock_mono_ms() - s->began_ms);
	tora_suite_done(&suite);
	return rc;
}

static int check_language(const struct tora_lang *lang, const char *framework, struct tora_err *err)
{
	struct tora_str known = TORA_STR_INIT(256);
	bool found = !framework;

	if (!lang->observe)
		return tora_fail(err, TORA_E_UNSUPPORTED, "no test suites are written in %s yet",
		                 lang->name);
	for (size_t i = 0; lang->frameworks[i]; i++) {
		tora_str_addf(&known, " %s", lang->frameworks[i]);
		found = found || strcmp(framework, lang->frameworks[i]) == 0;
	}
	if (!found)
		(void)tora_fail(err, TORA_E_USAGE,
		                "no tests are written for '%.60s'; for %s there are:%s", framework,
		                lang->name, known.buf);
	tora_str_free(&known);
	return found ? TORA_OK : err->rc;
}

static int prepare(struct tora_session *s, struct tora_scope *scope, struct tora_err *err)
{
	struct tora_check *c = &s->check;
	int rc = find_commit(s, err);

	if (rc == TORA_OK)
		rc = tora_session_config(s, err);
	if (rc == TORA_OK && s->config.needs_trust)
		rc = tora_fail(err, TORA_E_USAGE, "%s", tora_session_untrusted(c));
	if (rc == TORA_OK)
		rc = find_functions(s, err);
	if (rc == TORA_OK)
		rc = as_error(c, err);
	if (rc == TORA_OK)
		rc = tora_scope_apply(scope, &c->change, err);
	if (rc)
		return rc;
	if (scope->others)
		tora_check_note(c, "%zu functions in other languages than %s left out: name them",
		                scope->others, scope->lang->name);
	mirror(&c->change);
	return TORA_OK;
}

/* Some functions at a time are asked about, so a suite may cost what several checks may. */
static void limit_model(struct tora_config *config)
{
	if (config->llm_check_requests > 0)
		config->llm_check_requests *= CHECKS;
	if (config->llm_check_tokens > 0)
		config->llm_check_tokens *= CHECKS;
}

static int generate(struct tora_session *s, const struct asked *a, cJSON **ret,
                    struct tora_err *err)
{
	struct tora_check *c = &s->check;
	struct tora_progress progress = { .terminal = isatty(STDERR_FILENO) };
	struct tora_scope scope = { .words = a->words, .n = a->n_words };
	int rc;

	c->progress = tora_progress_say;
	c->progress_ctx = &progress;
	rc = prepare(s, &scope, err);
	if (rc == TORA_OK)
		rc = check_language(scope.lang, a->framework, err);
	if (rc == TORA_OK)
		rc = open_builds(c, err);
	if (rc == TORA_OK)
		rc = as_error(c, err);
	if (rc == TORA_OK) {
		limit_model(&s->config);
		tora_models_open(s, true);
		rc = as_error(c, err);
		if (rc == TORA_OK)
			rc = make(s, a, &scope, ret, err);
		tora_models_close(s);
	}
	tora_run_close(c);
	if (progress.terminal)
		(void)fputs("\r\033[K", stderr);
	return rc;
}

int tora_generate_command(int argc, char **argv)
{
	struct asked asked;
	struct tora_session s = { .log_fd = -1 };
	struct tora_err err = TORA_ERR_INIT;
	cJSON *report = NULL;
	int rc = parse(argc, argv, &asked, &err);

	if (rc == TORA_OK)
		rc = tora_session_open(&asked.options, &s, &err);
	if (rc == TORA_OK)
		rc = generate(&s, &asked, &report, &err);
	rc = tora_session_answer("generate", report, rc, &err);
	tora_session_close(&s);
	return rc;
}
