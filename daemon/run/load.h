/*
 * load.h - what became of loading the changed modules of a side, and what that says about it. Pure.
 */
#ifndef TORA_RUN_LOAD_H
#define TORA_RUN_LOAD_H

#include "model/check.h"
#include "run/answer.h"

struct tora_load {
	struct tora_load_answer answer;
	bool is_over;      /* the fields below are about it */
	bool is_slow;      /* it did not come to an end */
	char failure[200]; /* what is wrong with it as a whole, or "" */
};

/*
 * The answer, or NULL: it took longer than slow_ms, or, if that is 0, the runner ended. The first word counts: all
 * runners of a side load the same.
 */
void tora_load_take(struct tora_load *load, const cJSON *json, int64_t slow_ms,
                    struct tora_arena *arena);

/*
 * It failed as a whole, or there is no module at all that imports: the side's not-buildable reason, or, where it
 * was the check's deadline that left less time for it than it may have (is_short), that of a deadline. Some modules that do
 * not import: a note for each. True: the side started threads or processes, so that a fork of it would be half of what it is.
 * `lang` (NULL: none known) and `program`, the interpreter, are for the sentence.
 */
bool tora_load_judge(struct tora_check *check, enum tora_side side, const struct tora_load *load,
                     bool is_short, const struct tora_lang *lang, const char *program);
/* Both sides. ret_ms: how long the slower one took. True: for either. */
bool tora_loads_judge(struct tora_check *check, const struct tora_load loads[2], bool is_short,
                      const struct tora_lang *lang, const char *program, unsigned *ret_ms);

#endif
