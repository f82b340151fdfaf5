/*
 * answer.h - what a runner answered, as records. The one parser of hostile runner text.
 *
 * Wrong types, absent fields and absurd numbers are TORA_E_FORMAT or are left out; text
 * is bounded; nothing of the JSON is borrowed.
 */
#ifndef TORA_RUN_ANSWER_H
#define TORA_RUN_ANSWER_H

#include "model/check.h"
#include "tora/json.h"

#define TORA_ANSWER_FRAMES_MAX   64
#define TORA_ANSWER_WARNINGS_MAX 256
#define TORA_ANSWER_LINES_MAX    20000
#define TORA_ANSWER_TEXT_MAX     (64u << 10) /* a message, a name, a file */

struct tora_trial_answer {
	struct tora_trial trial;
	const char *spoiled; /* why the runner must be replaced, or NULL */
};

/*
 * The answer to `run`. out_max bounds stdout and stderr; a file below TORA_MOUNT becomes its
 * repository path, covered lines of other files are left out.
 * TORA_E_REMOTE: the runner refused the request. TORA_E_FORMAT: it is no trial.
 */
int tora_answer_trial(const cJSON *json, size_t out_max, struct tora_arena *arena,
                      struct tora_trial_answer *ret, struct tora_err *err);

struct tora_load_failure {
	const char *module, *type, *message;
};

struct tora_load_answer {
	size_t loaded;
	TORA_VEC(struct tora_load_failure) failed;
	unsigned threads, processes, ms;
};

/* The answer to `load`. TORA_E_REMOTE, TORA_E_FORMAT as above. */
int tora_answer_load(const cJSON *json, struct tora_arena *arena, struct tora_load_answer *ret,
                     struct tora_err *err);

/* The answer to `cover` becomes check->branches; none when it does not speak of them. */
void tora_answer_cover(const cJSON *json, struct tora_check *check);

#endif
