/*
 * ask.h - the steps most commands share: connect, call, print.
 */
#ifndef TORA_CLIENT_ASK_H
#define TORA_CLIENT_ASK_H

#include "client/client.h"
#include "client/print/print.h"

/*
 * One call to the daemon, started if need be; *ret is the caller's (cJSON_Delete). Made again when the
 * daemon goes away before it answers, so `method` must be one that may be handled twice.
 */
int tora_ask(struct tora_cli *cli, const char *method, const cJSON *params, int64_t budget_ms,
             cJSON **ret, struct tora_err *err);

/* The same for what should last: says on stderr when the daemon cannot keep it. */
int tora_ask_to_keep(struct tora_cli *cli, const char *method, const cJSON *params,
                     int64_t budget_ms, cJSON **ret, struct tora_err *err);

/* Print what `fn` makes of `json` to stdout. */
void tora_ask_print(struct tora_cli *cli,
                    void (*fn)(const struct tora_view *, const cJSON *, struct tora_str *),
                    const cJSON *json);

#define TORA_ASK_MS 10000

/* TORA_E_USAGE: `tora command` takes one of these words (NULL ends them); with the nearest to what was typed. */
int tora_cli_no_word(const char *command, const char *typed, const char *const *words,
                     struct tora_err *err);

#endif
