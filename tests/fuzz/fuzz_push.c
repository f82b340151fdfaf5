/* What git writes to pre-push, and what a daemon might answer: bounded, escaped, at most twelve lines. */
#include "client/push.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tora_sv text = { (const char *)data, size };
	struct tora_str out = TORA_STR_INIT(1u << 20);
	struct tora_push_verdict verdict;
	cJSON *refs = tora_push_refs(text), *answer = NULL;
	struct tora_err err;
	unsigned lines = 0;

	assert(cJSON_GetArraySize(refs) <= TORA_PUSH_REFS);
	cJSON_Delete(refs);
	if (tora_json_parse(text, 1u << 20, &answer, &err) == TORA_OK) {
		tora_push_report(answer, &out, &verdict);
		for (size_t i = 0; i < out.len; i++) {
			lines += out.buf[i] == '\n';
			assert((unsigned char)out.buf[i] >= 32 || out.buf[i] == '\n');
		}
		assert(lines <= TORA_PUSH_LINES);
		cJSON_Delete(answer);
	}
	tora_str_free(&out);
	return 0;
}
