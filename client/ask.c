#include "client/ask.h"

#include "client/conn.h"
#include "client/print/fold.h"
#include "tora/clock.h"
#include "tora/near.h"

#include <assert.h>
#include <stdio.h>
#include <unistd.h>

#define PRINT_MAX (64u << 20)

void tora_client_put(struct tora_sv text)
{
	(void)fwrite(text.at, 1, text.len, stdout); /* main() looks whether it worked */
}

void tora_client_complain(const char *text)
{
	struct tora_str out = TORA_STR_INIT(8192);

	tora_str_adds(&out, "tora: ");
	tora_str_add_escaped(&out, tora_sv(text), false);
	tora_fold(&out, 0, tora_fold_terminal(STDERR_FILENO), "      ");
	(void)fprintf(stderr, "%s\n", out.buf);
	tora_str_free(&out);
}

int tora_cli_no_word(const char *command, const char *typed, const char *const *words,
                     struct tora_err *err)
{
	const char *near = NULL;
	char all[100] = "";

	for (size_t i = 0, len = 0; words[i]; i++) {
		len += (size_t)snprintf(all + len, sizeof all - len, "%s%s",
		                        i == 0         ? ""
		                        : words[i + 1] ? ", "
		                                       : " or ",
		                        words[i]);
		assert(len < sizeof all);
		near = tora_near(typed, words[i], near);
	}
	return tora_fail(err, TORA_E_USAGE, "tora %s takes %s, not '%.40s'%s%s", command, all,
	                 typed, near ? "; did you mean " : "", near ? near : "");
}

/* What is asked here may be asked twice: a daemon that was on its way out is followed by another. */
#define TRIES 3

static int ask(struct tora_cli *cli, const char *method, const cJSON *params, int64_t budget_ms,
               bool *ret_kept, cJSON **ret, struct tora_err *err)
{
	int rc = TORA_E_CANCELED;

	for (int i = 0; i < TRIES && rc == TORA_E_CANCELED; i++) {
		struct tora_conn *conn = NULL;

		rc = tora_conn_open_or_start(&cli->paths, cli->program, &conn, err);
		if (rc == TORA_OK) {
			*ret_kept = tora_conn_is_kept(conn);
			rc = tora_conn_call(conn, method, params, budget_ms, ret, err);
		}
		tora_conn_free(conn);
	}
	return rc;
}

int tora_ask(struct tora_cli *cli, const char *method, const cJSON *params, int64_t budget_ms,
             cJSON **ret, struct tora_err *err)
{
	bool kept;

	return ask(cli, method, params, budget_ms, &kept, ret, err);
}

int tora_ask_to_keep(struct tora_cli *cli, const char *method, const cJSON *params,
                     int64_t budget_ms, cJSON **ret, struct tora_err *err)
{
	bool kept = true;
	int rc = ask(cli, method, params, budget_ms, &kept, ret, err);

	if (rc == TORA_OK && !kept)
		tora_client_complain("warning: nothing can be written to disk, so this holds until "
		                     "the daemon ends (tora doctor)");
	return rc;
}

void tora_ask_print(struct tora_cli *cli,
                    void (*fn)(const struct tora_view *, const cJSON *, struct tora_str *),
                    const cJSON *json)
{
	struct tora_view v = { .color = cli->color,
		               .all = (cli->given & TORA_OPT_ALL) != 0,
		               .columns = cli->columns,
		               .now_ms = tora_clock_wall_ms(),
		               .is_reason_said = cli->is_reason_said };
	struct tora_str out = TORA_STR_INIT(PRINT_MAX);

	fn(&v, json, &out);
	tora_client_put(tora_str_view(&out));
	tora_str_free(&out);
}
