/*
 * settings.h - the table of tora.* keys: name, type, limits, who may set it. Pure.
 */
#ifndef TORA_GIT_SETTINGS_H
#define TORA_GIT_SETTINGS_H

#include "model/config.h"
#include "tora/arena.h"

struct tora_setting {       /* one line of a configuration, as git says it */
	const char *key;    /* "tora.test.timeout": section and name in lower case */
	const char *value;  /* NULL: a key without "=", which means true */
	const char *origin; /* "file:/home/x/.gitconfig", ".toraconfig", "" */
};

enum tora_setting_class {
	TORA_SETTING_UNKNOWN,
	TORA_SETTING_USER,       /* counts in git's configuration only, never in .toraconfig */
	TORA_SETTING_PROJECT,    /* counts in both */
	TORA_SETTING_EXECUTABLE, /* the same, but names something to run: needs trust */
};

void tora_settings_default(struct tora_config *ret);
enum tora_setting_class tora_settings_class(const char *key);

/* The key that was most likely meant; NULL: it is like none. */
const char *tora_settings_near(const char *key);

/*
 * Put one value into `config`; strings are copied to the arena. An empty text unsets.
 * TORA_E_NOTFOUND: no such key. TORA_E_FORMAT: the value makes no sense; the message names key,
 * value, file and what is expected.
 */
int tora_settings_apply(const struct tora_setting *s, struct tora_arena *arena,
                        struct tora_config *config, struct tora_err *err);

#endif
