#include "client/offline.h"

#include "client/conn.h"
#include "tora/spawn.h"

#include <assert.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#define ARGS_MAX   (2 * TORA_NAMES_MAX + 32)
#define OUTPUT_MAX (64u << 20)

/* The last non-empty line. */
static struct tora_sv last_line(struct tora_sv text)
{
	struct tora_sv line, last = { 0 };

	while (tora_sv_line(&text, &line))
		if (line.len)
			last = line;
	return last;
}

static int take_result(const struct tora_spawn_result *r, const char *command, const char *key,
                       cJSON **ret, struct tora_err *err)
{
	struct tora_sv last = last_line(tora_str_view(&r->out));
	cJSON *line = NULL;
	int rc;

	if (r->how == TORA_SPAWN_TIMEOUT)
		return tora_fail(err, TORA_E_TIMEOUT, "torad %s did not end in time", command);
	if (r->how == TORA_SPAWN_SIGNAL && r->code == SIGALRM) /* its own backstop */
		return tora_fail(err, TORA_E_TIMEOUT,
		                 "torad %s did not end at its time limit and was stopped", command);
	if (r->how == TORA_SPAWN_SIGNAL)
		return tora_fail(err, TORA_E_REMOTE, "torad %s died of signal %d", command,
		                 r->code);
	if (!last.len && (r->code == TORA_EXIT_FAILED || r->code == TORA_EXIT_USAGE))
		return tora_fail(err, r->code == TORA_EXIT_USAGE ? TORA_E_USAGE : TORA_E_REMOTE,
		                 "%s", "");
	if (!last.len)
		return tora_fail(err, TORA_E_REMOTE, "torad %s gave no result (status %d)", command,
		                 r->code);
	rc = tora_json_parse(last, OUTPUT_MAX, &line, err);
	if (rc)
		return tora_wrap(err, "the result of torad %s", command);
	*ret = cJSON_DetachItemFromObject(line, key);
	cJSON_Delete(line);
	if (!*ret && (r->code == TORA_EXIT_FAILED || r->code == TORA_EXIT_USAGE))
		return tora_fail(err, r->code == TORA_EXIT_USAGE ? TORA_E_USAGE : TORA_E_REMOTE,
		                 "%s", ""); /* what it said last was how far it was */
	return *ret ? TORA_OK
	            : tora_fail(err, TORA_E_FORMAT, "torad %s ended without a result", command);
}

int tora_offline_run(const struct tora_cli *cli, const char *const *args, const char *key,
                     unsigned budget_s, cJSON **ret, struct tora_err *err)
{
	char torad[PATH_MAX], self[16];
	const char *argv[ARGS_MAX + 4] = { torad, args[0], "--parent", self };
	struct tora_spawn_spec spec = { .argv = argv,
		                        .budget_ms = budget_s * 1000,
		                        .out_max = OUTPUT_MAX,
		                        .pass_stderr = true };
	struct tora_spawn_result r = { 0 };
	int rc = tora_conn_beside(cli->program, "torad", torad, sizeof torad, err);

	(void)snprintf(self, sizeof self, "%d", (int)getpid());
	for (size_t i = 1; args[i]; i++) {
		assert(i < ARGS_MAX);
		argv[i + 3] = args[i];
	}
	if (rc == TORA_OK)
		rc = tora_spawn_run(&spec, &r, err);
	if (rc)
		return rc;
	err->msg[0] = '\0';
	rc = take_result(&r, args[0], key, ret, err);
	tora_spawn_done(&r);
	return rc;
}
