/*
 * settings.h - the few settings the supervisor itself needs, as git config gives them.
 *
 * git is asked once and the answer is kept with the state of every file it came from; it is good for as
 * long as none of them changed, which costs a stat() a file and no program. All other settings are
 * read by the check. Nothing here is taken from files of the project. But for tora_settings_stamp(), which peek.c calls
 * where it may hang, nothing here touches a file.
 */
#ifndef TORA_WATCH_SETTINGS_H
#define TORA_WATCH_SETTINGS_H

#include "tora/stamp.h"

#include <stdint.h>

#define TORA_SETTINGS_FILES 16

struct tora_stamps {
	struct tora_stamp at[TORA_SETTINGS_FILES];
	size_t n;
};

enum tora_wrong {
	TORA_WRONG_WAIT = 1 << 0, /* tora.push.wait is no number of seconds a push may wait */
	TORA_WRONG_SURE = 1 << 1,
	TORA_WRONG_BLOCK = 1 << 2,
	TORA_WRONG_ENABLED = 1 << 3,
};

struct tora_settings {        /* tora_settings_done() frees */
	bool is_enabled;      /* tora.enabled */
	bool push_block;      /* tora.push.block */
	unsigned push_wait_s; /* tora.push.wait */
	unsigned push_sure;   /* tora.push.sure, percent */
	unsigned wrong;       /* tora_wrong bits: a value that is none, so that the default holds */
	unsigned jobs;        /* tora.jobs; 0: not set */
	unsigned check_timeout_s; /* tora.check.timeout */

	char *files[TORA_SETTINGS_FILES]; /* absolute */
	size_t n_files;
	struct tora_stamps stamps; /* of them, as git read them; none before tora_settings_keep() */
	int64_t asked_ms;          /* wall clock when git was asked */
	bool too_many_files;       /* then it is never called fresh */
};

void tora_settings_init(struct tora_settings *s); /* the defaults; never fresh */
void tora_settings_done(struct tora_settings *s);

/*
 * Replace by what `git config --null --show-origin --list` printed; relative origins are below `dir`. The files
 * of `extra` (NULL-ended) may not exist yet and count too. `asked_ms`: when git was started: a file
 * that was written since then, or a moment before, may be newer than what git read. It is fresh once the stamps of the files
 * are kept. TORA_E_FORMAT: not its output; `s` is unchanged.
 */
int tora_settings_parse(struct tora_settings *s, struct tora_sv text, const char *dir,
                        const char *const *extra, int64_t asked_ms, struct tora_err *err);
/* How its files are now. May hang. */
void tora_settings_stamp(const struct tora_settings *s, struct tora_stamps *ret);
void tora_settings_keep(struct tora_settings *s,
                        const struct tora_stamps *now); /* after the parse */
/* Is it what git would say now, where the files are like this? */
bool tora_settings_is_fresh(const struct tora_settings *s, const struct tora_stamps *now);

#endif
