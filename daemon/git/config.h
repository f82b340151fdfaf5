/*
 * config.h - struct tora_config from git's configuration and the project's .toraconfig.
 *
 * `git config tora.*` counts at every level git has, includes honoured, and wins. The committed
 * .toraconfig (git's format, no includes) is read from the base commit, so that a branch cannot
 * change how it is checked. From it only project settings count; those that name something to
 * run count only when trusted. Trust is a hash over exactly those values: it changes when they
 * do and at no other time.
 */
#ifndef TORA_GIT_CONFIG_H
#define TORA_GIT_CONFIG_H

#include "git/repo.h"
#include "git/settings.h"

#define TORA_CONFIG_FILE     ".toraconfig"
#define TORA_CONFIG_FILE_MAX (64u << 10)
#define TORA_CONFIG_KEYS_MAX 2000

struct tora_config_spec {
	const struct tora_oid *base_tree; /* whose .toraconfig counts; NULL: none */
	/* Besides the values of tora.trusted in git's configuration; NULL: nobody else. */
	bool (*is_trusted)(void *ctx, const char *hash);
	void *ctx;
};

struct tora_config_facts {      /* for `tora trust`, doctor and the check's notes; in the arena */
	const char *trust_hash; /* of what .toraconfig wants to run; "" when nothing */
	TORA_VEC(struct tora_setting) wants; /* those settings */
	TORA_VEC(const char *) notes;        /* what was not read from .toraconfig, and why */
};

/*
 * TORA_E_FORMAT: a value makes no sense, or .toraconfig is no configuration file; the message
 * names key, value and file. TORA_E_LIMIT: .toraconfig is larger than TORA_CONFIG_FILE_MAX.
 * TORA_E_NOTFOUND: .toraconfig is in the tree but its contents are not in this clone.
 */
int tora_repo_config(struct tora_repo *repo, const struct tora_config_spec *spec,
                     struct tora_arena *arena, struct tora_config *ret,
                     struct tora_config_facts *ret_facts, struct tora_err *err);

#endif
