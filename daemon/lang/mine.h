/*
 * mine.h - what single files say by themselves, whatever is asked of them later: literals, calls, words of tests.
 *
 * Mining executes nothing of the project, but it is work on hostile text: it is done in the sandbox, by a process of the
 * language's own that loads nothing of the project and is over afterwards. So what it says of a file is decided by that
 * file's text alone, and may be kept for every other tree that has the file. A runner could not say it: in its process
 * the project's code has run, and might answer for it.
 */
#ifndef TORA_LANG_MINE_H
#define TORA_LANG_MINE_H

#include "model/sandbox.h"
#include "tora/arena.h"
#include "tora/hash.h"

#define TORA_MINE_FACTS_MAX (256u << 10) /* bytes said of one file */

struct tora_lang;

/*
 * Which program says it: name of the language, its interpreter, contents of the engine's files. What another one has said
 * is no use.
 */
void tora_lang_miner(const struct tora_lang *lang, const char *interpreter,
                     char ret[TORA_HASH_HEX]);

struct tora_mine_spec {
	const struct tora_sandbox *sandbox; /* whose compile is not NULL */
	const char *dir;                    /* of the tree */
	const char *scratch; /* empty folder; what is left in it is the caller's to remove */
	const char *const *paths;
	size_t n;
	unsigned budget_ms;
};

/*
 * ret[i] of paths[i]: one JSON object in one line, in the arena; NULL: nothing was said, or no such thing. An error
 * is for the log; ret is filled in any case.
 */
int tora_lang_mine(const struct tora_mine_spec *spec, struct tora_arena *arena, const char **ret,
                   struct tora_err *err);

#endif
