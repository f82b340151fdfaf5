/*
 * session.h - what a check needs around it: repository, configuration, store, log, loop.
 *
 * Opened once per check; the check inside borrows everything. A store that cannot be
 * opened is a note, not a failure: the result is still printed.
 */
#ifndef TORA_CHECK_SESSION_H
#define TORA_CHECK_SESSION_H

#include "check/ledger.h"
#include "check/options.h"
#include "model/check.h"

struct cJSON;

struct tora_session {
	struct tora_paths paths;
	struct tora_log log;
	struct tora_config config;
	struct tora_check check;
	const struct tora_check_options *options;
	bool is_loop_borrowed;
	struct tora_ledger ledger; /* for the model's answers and costs */
	int64_t began_ms;
	int log_fd;
};

/*
 * `check->reason` is set when the repository or its configuration already settles the matter.
 * TORA_E_NOTFOUND: no repository there; TORA_E_USAGE: a bad option or configuration value.
 */
int tora_session_open(const struct tora_check_options *options, struct tora_session *s,
                      struct tora_err *err);
/* The same on a loop that outlives the session. */
int tora_session_open_on(const struct tora_check_options *options, struct tora_loop *loop,
                         struct tora_session *s, struct tora_err *err);
void tora_session_close(struct tora_session *s);

/* Fill check->base, head, their trees and the branch from the options; may set a reason instead. */
int tora_session_range(struct tora_session *s, struct tora_err *err);

/*
 * Read the configuration again now that the base is known: its .toraconfig counts. Notes say what did not.
 * The engine asked for on the command line wins.
 */
int tora_session_config(struct tora_session *s, struct tora_err *err);

/* Both of the above, for what makes no sense without two commits: a reason becomes TORA_E_NOTFOUND. */
int tora_session_pair(struct tora_session *s, struct tora_err *err);

/* Of the base, which a check reads its configuration from: what is to be done about TORA_REASON_NEEDS_TRUST. */
const char *tora_session_untrusted(const struct tora_check *c);

/* What needs no stage: switched off, not trusted, nothing changed. Sets the reason. */
void tora_session_settle(struct tora_session *s);

/* One JSON line on stdout: {"<key>": value}; takes `value`. */
void tora_session_say(const char *key, struct cJSON *value);
/* Why there is none: one line on stderr, which is that of the person who runs `tora`. */
void tora_session_complain(const struct tora_err *err);
/* One of the two, as `rc` says; takes `value`. Returns the exit status: 0, 3 for usage, else 2. */
int tora_session_answer(const char *key, struct cJSON *value, int rc, const struct tora_err *err);

/*
 * A command that asks and keeps nothing: `work` fills `answer`, which is taken and told under the command's
 * name. The session it opens has no store. Returns the exit status.
 */
typedef int tora_session_work(const struct tora_check_options *options, struct cJSON *answer,
                              struct tora_err *err);
int tora_session_command(const char *name, int argc, char **argv, struct cJSON *answer,
                         tora_session_work *work);

#endif
