/* Whatever a model says: what is read from it is whole JSON, and a closed set of words. */
#include "llm/answer.h"
#include "llm/command.h"
#include "llm/lenient.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look_at_object(struct tora_sv text)
{
	struct tora_str strict = TORA_STR_INIT(16u << 20);
	struct tora_err err = TORA_ERR_INIT;
	cJSON *json = NULL;
	size_t used = 0;

	if (!tora_sv_starts(text, "{"))
		return;
	if (tora_lenient_object(text, &strict, &used) == TORA_LENIENT_BAD)
		assert(strict.len == 0);
	assert(used <= text.len);
	if (strict.len && tora_json_parse(tora_str_view(&strict), strict.max, &json, &err) == 0)
		assert(cJSON_IsObject(json));
	cJSON_Delete(json);
	tora_str_free(&strict);
}

static void look_at_command(struct tora_sv text, struct tora_arena *arena)
{
	struct tora_err err = TORA_ERR_INIT;
	const char *const *argv = NULL;
	size_t n = 0;

	if (tora_command_split(tora_arena_text(arena, text), "/home", arena, &argv, &err))
		return;
	while (argv[n])
		n++;
	assert(n > 0 && n <= TORA_COMMAND_WORDS && *argv[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tora_sv text = { (const char *)data, size };
	struct tora_arena *arena = tora_arena_new();
	struct tora_err err = TORA_ERR_INIT;
	struct tora_judgement j;
	enum tora_answer_side side;
	const char *reason;

	if (tora_answer_judgement(text, arena, &j, &err) == TORA_OK) {
		assert(j.verdict != TORA_VERDICT_INTENDED || (j.quote && j.intended == TORA_YES));
		assert(j.confidence <= 1);
	}
	if (tora_answer_expected(text, arena, &side, &reason, &err) == TORA_OK)
		assert(side <= TORA_SIDE_NEITHER);
	look_at_object(text);
	look_at_command(text, arena);
	tora_arena_free(arena);
	return 0;
}
