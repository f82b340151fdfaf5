/*
 * programs.h - the programs in a model's answer, however it wrapped them.
 *
 * An answer is hostile text of unknown form. Fences of any length and tag, missing fences,
 * fences inside string literals, several programs in one block, code between numbered prose:
 * where the form is in doubt, what parses decides. A block that does not parse is still
 * returned (validation names its fault); prose never is. Pure.
 */
#ifndef TORA_GENERATE_PROGRAMS_H
#define TORA_GENERATE_PROGRAMS_H

#include "lang/lang.h"

#define TORA_PROGRAMS_TEXT_MAX (1u << 20) /* bytes of an answer that are looked at */
#define TORA_PROGRAMS_MAX      100        /* programs of one answer */

struct tora_programs {
	TORA_VEC(const char *) sources; /* whole programs, dedented, ending in one newline */
	bool cut;                       /* there was more than the limits allow */
};

void tora_programs_find(const struct tora_lang *lang, struct tora_sv answer,
                        struct tora_arena *arena, struct tora_programs *ret);

/*
 * Of an answer that is still arriving: the programs that are whole, in the order in which
 * tora_programs_find() will give them first when all of it is here. Bare code and a block that does not
 * parse and has no successor may still change, and are not among them.
 */
void tora_programs_ready(const struct tora_lang *lang, struct tora_sv so_far,
                         struct tora_arena *arena, struct tora_programs *ret);

#endif
