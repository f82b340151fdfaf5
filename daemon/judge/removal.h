/*
 * removal.h - does a message that removes things speak of this one? Pure.
 *
 * "Remove deprecated functions from the `i18n` module" names none of p.i18n.gettext, and announces
 * that it goes.
 */
#ifndef TORA_JUDGE_REMOVAL_H
#define TORA_JUDGE_REMOVAL_H

#include "tora/arena.h"

/* What says that something goes, as a phrase of tora_words_match(). */
#define TORA_REMOVAL_WORDS                                                                         \
	"remov*|drop|drops|dropped|dropping|delet*|get rid of|kill|kills|"                         \
	"retire|retires|retired|discontinu*|no longer|gone"

/*
 * One sentence of `messages` speaks of a removal, and names the module or class that `name` (dotted,
 * full) is in, or says that what is deprecated goes while `base_body` says that this was.
 */
bool tora_removal_covers(struct tora_sv messages, const char *name, struct tora_sv base_body,
                         struct tora_arena *arena);

/* One sentence of `messages` says that everything goes: "Delete all", "Remove everything from the repository". */
bool tora_removal_of_all(struct tora_sv messages, struct tora_arena *arena, struct tora_sv *ret);

/*
 * A sentence that removes, renames or replaces has `name` (one part, of five letters or more) with one letter
 * too few, too many or wrong: "Rename pipline() to compose_left()".
 */
bool tora_removal_misspells(struct tora_sv messages, struct tora_sv name, struct tora_arena *arena);

/*
 * The messages remove something and tell of `name`, which is gone, in other words than itself: all its parts
 * ("a list of document IDs ... this feature is removed": doc_ids), the words it is short for ("remove the element
 * ID": eid), or that deprecated things go, where a line of `removed`, the source lines that went, calls it deprecated.
 */
bool tora_removal_tells(struct tora_sv messages, struct tora_sv name, struct tora_sv removed,
                        struct tora_arena *arena);

#endif
