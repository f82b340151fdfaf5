#include "client/ask.h"

#include "client/conn.h"

#include <stdio.h>

#define PRINT_MAX (64u << 20)

void tora_client_put(struct tora_sv text)
{
	/* A reader that went away (`tora log | head`) is no failure of ours. */
	(void)fwrite(text.at, 1, text.len, stdout);
	(void)fflush(stdout);
}

int tora_ask(struct tora_cli *cli, const char *method, const cJSON *params, int64_t budget_ms,
             cJSON **ret, struct tora_err *err)
{
	struct tora_conn *conn = NULL;
	int rc = tora_conn_open_or_start(&cli->paths, cli->program, &conn, err);

	if (rc == TORA_OK)
		rc = tora_conn_call(conn, method, params, budget_ms, ret, err);
	tora_conn_free(conn);
	return rc;
}

int tora_ask_running(struct tora_cli *cli, const char *method, const cJSON *params,
                     int64_t budget_ms, cJSON **ret, struct tora_err *err)
{
	struct tora_conn *conn = NULL;
	int rc = tora_conn_open(&cli->paths, TORA_ASK_MS, &conn, err);

	if (rc == TORA_OK)
		rc = tora_conn_call(conn, method, params, budget_ms, ret, err);
	tora_conn_free(conn);
	return rc;
}

void tora_ask_print(struct tora_cli *cli,
                    void (*fn)(const struct tora_view *, const cJSON *, struct tora_str *),
                    const cJSON *json)
{
	struct tora_view v = { .color = cli->color, .all = (cli->given & TORA_OPT_ALL) != 0 };
	struct tora_str out = TORA_STR_INIT(PRINT_MAX);

	fn(&v, json, &out);
	tora_client_put(tora_str_view(&out));
	tora_str_free(&out);
}
