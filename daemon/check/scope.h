/*
 * scope.h - what `tora generate` was asked about: some of a commit's functions, and their modules. Pure.
 */
#ifndef TORA_CHECK_SCOPE_H
#define TORA_CHECK_SCOPE_H

#include "model/change.h"
#include "tora/err.h"

struct tora_scope {
	/* Parts of full names (a module, class or function), files, folders; none: all of it. */
	const char *const *words;
	size_t n;
	const struct tora_lang *lang; /* out: of most of what is left */
	size_t others;                /* out: functions in other languages, which were left out */
	bool is_part; /* out: files of what is left have public functions that no word names */
};

/*
 * Leave in `change` the public functions that the words name, in the order of their files, with their
 * modules and files only; classes only where they have no function of their own.
 * TORA_E_NOTFOUND: a word names nothing, or nothing is left.
 */
int tora_scope_apply(struct tora_scope *scope, struct tora_change *change, struct tora_err *err);

/*
 * The change as if n of its functions were all of it: their lines alone have changed, and files without one of
 * them take no part. What a model is shown and asked to reach is made of it. Good as long as `whole` and the arena.
 */
void tora_scope_part(const struct tora_change *whole, struct tora_function *functions, size_t n,
                     struct tora_arena *arena, struct tora_change *ret);

/* Does a word name this function? For tests. */
bool tora_scope_names(const char *word, const struct tora_function *f);

#endif
