/*
 * place.h - the files of a language's runner, in a folder that a sandbox can show.
 *
 * Written once for each set of contents, complete or not at all: a temporary folder
 * beside it, then a rename. Whoever comes second finds it and writes nothing, unless a
 * power cut took some of it.
 */
#ifndef TORA_LANG_PLACE_H
#define TORA_LANG_PLACE_H

#include "lang/lang.h"

/*
 * Put the runner and `extra` files under <cache>/runner/<hash>/. The hash covers their names and
 * contents and `salt` (which interpreter the folder is prepared for). *ret_dir is in the arena.
 * `prepare` (may be NULL) is called once with the new folder, writable for anybody, before it is
 * put in place; its failure is not ours: the folder is used without what it would have added.
 * TORA_E_SYS: not written. TORA_E_LIMIT: the path is too long.
 */
int tora_lang_place(const struct tora_lang *lang, const char *cache, const char *salt,
                    const struct tora_blob *extra, size_t n_extra,
                    void (*prepare)(void *ctx, const char *dir), void *ctx,
                    struct tora_arena *arena, const char **ret_dir, struct tora_err *err);

#endif
