#include "llm/command.h"

#include "llm/redact.h"
#include "llm/thinking.h"
#include "tora/clock.h"
#include "tora/spawn.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define WORD_MAX  4096
#define WORDS_MAX 100 /* bytes of what it complains about that are shown */
#define HOST_MAX  60

/* ---- words ------------------------------------------------------------------------------- */

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* One word from *at on. False: a quote does not end. */
static bool take_word(const char **at, struct tora_str *out)
{
	const char *p = *at;
	char quote = '\0';

	for (; *p && (quote || !is_blank(*p)); p++) {
		if (quote == '\0' && (*p == '\'' || *p == '"'))
			quote = *p;
		else if (quote && *p == quote)
			quote = '\0';
		else if (*p == '\\' && p[1] &&
		         (!quote || (quote == '"' && (p[1] == '"' || p[1] == '\\'))))
			tora_str_addc(out, *++p);
		else
			tora_str_addc(out, *p);
	}
	*at = p;
	return quote == '\0';
}

static const char *with_home(const char *program, const char *home, struct tora_arena *arena)
{
	if (strncmp(program, "~/", 2) != 0 || !home)
		return program;
	return tora_arena_printf(arena, "%s%s", home, program + 1);
}

int tora_command_split(const char *text, const char *home, struct tora_arena *arena,
                       const char *const **ret_argv, struct tora_err *err)
{
	const char **argv = tora_arena_calloc(arena, TORA_COMMAND_WORDS + 1, sizeof *argv);
	size_t n = 0;

	for (;;) {
		struct tora_str word = TORA_STR_INIT(WORD_MAX);
		const char *wrong = NULL;

		while (is_blank(*text))
			text++;
		if (!*text)
			break;
		if (!take_word(&text, &word))
			wrong = "has a quote without end";
		else if (word.over)
			wrong = "has a word of more than 4096 bytes";
		else if (n == TORA_COMMAND_WORDS)
			wrong = "has too many words";
		else
			argv[n++] = tora_arena_text(arena, tora_str_view(&word));
		tora_str_free(&word);
		if (wrong)
			return tora_fail(err, TORA_E_USAGE, "tora.llm.command %s", wrong);
	}
	if (!n || !*argv[0])
		return tora_fail(err, TORA_E_USAGE, "tora.llm.command names no program");
	argv[0] = with_home(argv[0], home, arena);
	*ret_argv = argv;
	return TORA_OK;
}

/* ---- environment -------------------------------------------------------------------------- */

/* Is `name` one of the names in `list`? */
static bool is_listed(struct tora_sv name, const char *list)
{
	while (list && *list) {
		size_t n = strcspn(list, " ,\t\n");

		if (n == name.len && n && memcmp(list, name.at, n) == 0)
			return true;
		list += n + (list[n] != '\0');
	}
	return false;
}

static bool looks_secret(struct tora_sv name)
{
	static const char *const parts[] = {
		"KEY", "TOKEN", "SECRET", "PASSW", "CREDENTIAL", "AUTH"
	};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		for (size_t at = 0; at < name.len; at++)
			if (strncasecmp(name.at + at, parts[i], strlen(parts[i])) == 0)
				return true;
	return false;
}

const char *const *tora_command_env(const char *const *env, const char *keep,
                                    struct tora_arena *arena)
{
	const char **ret;
	size_t n = 0, kept = 0;

	while (env && env[n])
		n++;
	ret = tora_arena_calloc(arena, n + 1, sizeof *ret);
	for (size_t i = 0; i < n; i++) {
		struct tora_sv name = { env[i], strcspn(env[i], "=") };

		if (is_listed(name, keep) || !(tora_sv_starts(name, "GIT_") || looks_secret(name)))
			ret[kept++] = env[i];
	}
	return ret;
}

static bool is_in_path(const char *program, const char *path)
{
	char file[WORD_MAX];

	while (path && *path) {
		size_t n = strcspn(path, ":");

		if ((size_t)snprintf(file, sizeof file, "%.*s/%s", (int)n, path, program) <
		            sizeof file &&
		    access(file, X_OK) == 0)
			return true;
		path += n + (path[n] == ':');
	}
	return false;
}

int tora_command_exists(const struct tora_endpoint *endpoint, const char *const *env,
                        struct tora_err *err)
{
	struct tora_arena *arena = tora_arena_new();
	const char *const *argv = NULL;
	int rc =
		tora_command_split(endpoint->command, tora_env_get(env, "HOME"), arena, &argv, err);

	if (rc == TORA_OK &&
	    (strchr(argv[0], '/') ? access(argv[0], X_OK) != 0
	                          : !is_in_path(argv[0], tora_env_get(env, "PATH"))))
		rc = tora_fail(err, TORA_E_NOTFOUND, "there is no program '%.80s'", argv[0]);
	tora_arena_free(arena);
	return rc;
}

/* ---- running -------------------------------------------------------------------------------- */

/* The first line it complained with, without what could be a secret, as ": 'text'". */
static void its_words(const struct tora_spawn_result *r, char *ret, size_t size)
{
	struct tora_str safe = TORA_STR_INIT(1u << 20), clean = TORA_STR_INIT(WORDS_MAX);
	struct tora_sv rest = tora_sv_trim(tora_str_view(&r->err)), line;

	ret[0] = '\0';
	if (tora_sv_line(&rest, &line)) {
		(void)tora_redact(line, &safe);
		tora_str_add_escaped(&clean, tora_str_view(&safe), false);
		(void)snprintf(ret, size, ": '%s%s'", clean.buf, clean.over ? "..." : "");
	}
	tora_str_free(&safe);
	tora_str_free(&clean);
}

#define FAIL(rc, ...) ((void)tora_fail(&ret->err, rc, __VA_ARGS__))

/* It is left alone for a while after a failure: the next question would fail the same way. */
static bool judge_end(const struct tora_spawn_result *r, const struct tora_command_ask *ask,
                      struct tora_fault *ret)
{
	char host[HOST_MAX + 1], words[WORDS_MAX + 16];

	(void)snprintf(host, sizeof host, "%.*s", HOST_MAX, ask->endpoint->host);
	its_words(r, words, sizeof words);
	ret->is_billed = r->cut || r->how != TORA_SPAWN_EXIT || r->code == 0;
	if (r->cut) { /* first: it may have been stopped while it went on printing */
		FAIL(TORA_E_LIMIT, "%s printed more than an answer may be", host);
	} else if (r->how == TORA_SPAWN_TIMEOUT) {
		ret->reason = TORA_REASON_TIMEOUT;
		FAIL(TORA_E_TIMEOUT, "%s gave no answer in time: raise tora.llm.timeout (seconds)",
		     host);
	} else if (r->how == TORA_SPAWN_SIGNAL) {
		ret->is_overload = true;
		FAIL(TORA_E_REMOTE, "%s died of signal %d%s", host, r->code, words);
	} else if (r->code != 0) {
		ret->is_overload = true;
		FAIL(TORA_E_REMOTE, "%s ended with status %d%s", host, r->code, words);
	} else if (!tora_without_thinking(tora_str_view(&r->out)).len) {
		FAIL(TORA_E_FORMAT, "%s printed no answer%s", host, words);
	} else {
		return true;
	}
	return false;
}

struct told {
	const struct tora_ask_watch *watch;
	bool was_heard;
};

static void on_input_read(void *ctx)
{
	const struct told *told = ctx;

	if (told->watch->sent)
		told->watch->sent(told->watch->ctx);
}

static void on_printed(void *ctx, struct tora_sv out)
{
	struct told *told = ctx;

	out = tora_without_thinking(out);
	if (!out.len || !told->watch->heard)
		return;
	told->was_heard = true;
	told->watch->heard(told->watch->ctx, out);
}

bool tora_command_run(const struct tora_command_ask *ask, struct tora_arena *arena,
                      struct tora_sv *ret_text, struct tora_fault *ret)
{
	int64_t left = ask->deadline_ms - tora_clock_mono_ms();
	struct tora_spawn_spec spec = { .dir = "/",
		                        .input = ask->prompt,
		                        .budget_ms = left > 0 ? (unsigned)left : 1,
		                        .out_max = ask->answer_max };
	struct told told = { .watch = ask->watch };
	struct tora_spawn_result r;
	bool ok;

	if (ask->watch)
		spec.watch = (struct tora_spawn_watch){ &told, on_input_read, on_printed };
	*ret = (struct tora_fault){ .is_lasting = true };
	if (tora_command_split(ask->endpoint->command, tora_env_get(ask->env, "HOME"), arena,
	                       &spec.argv, &ret->err))
		return false;
	spec.env = tora_command_env(ask->env, ask->endpoint->command_env, arena);
	if (tora_spawn_run(&spec, &r, &ret->err)) {
		(void)tora_wrap(&ret->err,
		                "%.60s cannot be started (is tora.llm.command right, and in PATH?)",
		                ask->endpoint->host);
		ret->err.rc = TORA_E_REMOTE;
		return false;
	}
	*ret = (struct tora_fault){ 0 };
	ok = judge_end(&r, ask, ret);
	/* What it prints before it ends badly by itself may be its excuse, and no answer. */
	if (ok || (told.was_heard && (r.cut || r.how != TORA_SPAWN_EXIT)))
		*ret_text = tora_arena_sv(arena, tora_without_thinking(tora_str_view(&r.out)));
	tora_spawn_done(&r);
	return ok;
}

/* ---- the table: no protocol, just the text --------------------------------------------------- */

static unsigned command_write(const struct tora_wire_request *r, struct tora_str *out)
{
	if (r->system.len) {
		tora_str_add(out, r->system);
		tora_str_adds(out, "\n\n");
	}
	tora_str_add(out, r->user);
	tora_str_addc(out, '\n');
	return 0;
}

static void command_authorize(const struct tora_key *key, char *ret, size_t size)
{
	(void)key;
	(void)ret;
	(void)size;
}

static int command_read(struct tora_sv body, struct tora_arena *arena, struct tora_wire_answer *ret,
                        struct tora_err *err)
{
	(void)err;
	*ret = (struct tora_wire_answer){
		.text = tora_arena_sv(arena, body), .tokens_in = -1, .tokens_out = -1, .usd = -1
	};
	return TORA_OK;
}

/* No events: what it printed is read when it ended. */
static void command_event(const cJSON *json, struct tora_str *text, struct tora_wire_answer *counts,
                          struct tora_wire_part *part)
{
	(void)json;
	(void)text;
	(void)counts;
	(void)part;
}

static unsigned command_complaint(struct tora_sv body, unsigned sent)
{
	(void)body;
	(void)sent;
	return 0;
}

static const char *command_message(const cJSON *json)
{
	(void)json;
	return NULL;
}

const struct tora_wire tora_wire_command = {
	.name = "command",
	.write = command_write,
	.authorize = command_authorize,
	.read = command_read,
	.event = command_event,
	.complaint = command_complaint,
	.message = command_message,
};
