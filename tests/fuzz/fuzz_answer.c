/* Whatever a runner says: read as a trial and as a load answer, bounded, nothing borrowed from the JSON. */
#include "run/answer.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#define OUT_MAX 4096

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look_at(const struct tora_trial *t)
{
	size_t seen = 0;

	assert(t->out.len <= OUT_MAX && t->err.len <= OUT_MAX);
	assert(t->code >= 0 && t->code <= 255);
	assert((t->status == TORA_TRIAL_EXCEPTION) == (t->exception != NULL));
	for (size_t i = 0; t->exception && i < t->exception->frames.n; i++)
		seen += strlen(t->exception->frames.at[i].file);
	for (size_t i = 0; i < t->covered.n; i++)
		seen += strlen(t->covered.at[i].file) + (t->covered.at[i].line > 0);
	assert(t->covered.n == 0 || seen > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_err err = TORA_ERR_INIT;
	struct tora_trial_answer trial;
	struct tora_load_answer load;
	bool is_trial;
	cJSON *json = NULL;

	if (tora_json_parse((struct tora_sv){ (const char *)data, size }, 1 << 20, &json, &err) ==
	    0) {
		is_trial = tora_answer_trial(json, OUT_MAX, arena, &trial, &err) == 0;
		(void)tora_answer_load(json, arena, &load, &err);
		cJSON_Delete(json);
		if (is_trial)
			look_at(&trial.trial);
	}
	tora_arena_free(arena);
	return 0;
}
