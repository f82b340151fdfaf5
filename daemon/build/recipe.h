/*
 * recipe.h - how the files of one tree become a build: by what command, with which tools.
 *
 * tora.build.command goes before how the language of the change builds its projects, and that before what any of them
 * would have built in place (lang.h). A command's tools are part of the
 * key, those of all languages, whichever a change touches: the next change may be in another
 * language and needs the same base.
 */
#ifndef TORA_BUILD_RECIPE_H
#define TORA_BUILD_RECIPE_H

#include "model/oid.h"

#include <stdbool.h>

struct tora_check;

struct tora_recipe {         /* strings are in the check's arena */
	const char *command; /* for /bin/sh -c; NULL: the files stay as they are */
	const char *program; /* its $0 */
	const char *what;    /* it is called when it fails */
	bool is_detected; /* nobody asked for it: when it fails, tests run on the files as they are */
	const char *fingerprint; /* of the tools; NULL without a command */
	const char
		*hash; /* of command and tools: builds of equal hashes can go on from each other */
};

/* Reads repo, repo_path, config, sandbox. What cannot be read is as if it was not there. */
struct tora_recipe tora_recipe_for(struct tora_check *check, const struct tora_oid *tree);

#endif
