/*
 * place.h - what has to be seen of the user's files before a request can be answered: where a path leads, and whether git's
 * configuration is as it was. A child looks (loop/proc.h), because they may lie where nobody answers; the request is kept
 * meanwhile, and its client's next ones wait behind it.
 */
#ifndef TORA_SERVE_PLACE_H
#define TORA_SERVE_PLACE_H

#include "serve/call.h"

struct tora_places;
struct tora_settings;
struct tora_stamps;

/* Of the request that is handled now; dies with the call. */
struct tora_found {
	struct tora_err err; /* rc not 0: nothing could be seen, or it does not exist */
	const char *common_dir, *work_dir; /* absolute, links resolved; NULL: no repository */
	const struct tora_stamps *stamps; /* of the settings' files; NULL: not looked at, or late */
};

/* `again` handles a request anew, with what was found. `client` may be NULL by now. */
struct tora_places *tora_places_new(struct tora_daemon *daemon,
                                    void (*again)(void *ctx, struct tora_client *client,
                                                  const cJSON *request,
                                                  const struct tora_found *found),
                                    void *ctx);
void tora_places_free(struct tora_places *p); /* NULL is fine */

/*
 * Has anything to be looked at for this request? Then it is kept, and `again` follows. TORA_E_CONFLICT: too many are.
 * The call must have been checked against its command's fields.
 */
int tora_places_ask(struct tora_places *p, struct tora_call *call, const cJSON *request,
                    bool *ret_is_kept, struct tora_err *err);
/* How the files of these settings are, from what the hook itself has seen (`files`). False: not of all of them. */
bool tora_place_is_told(const cJSON *params, const struct tora_settings *settings,
                        struct tora_stamps *ret);
bool tora_places_is_asking(const struct tora_places *p);
void tora_places_drop(struct tora_places *p, const struct tora_client *client); /* it left */

/* The hook has seen a file that is there and that these settings do not come from: another HOME, or one written since. */
bool tora_place_is_elsewhere(const cJSON *params, const struct tora_settings *settings);

#endif
