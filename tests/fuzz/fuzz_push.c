/* What git writes to pre-push, and what a daemon might answer: bounded, escaped, at most twelve lines. */
#include "client/push.h"
#include "hooks/message.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tora_sv text = { (const char *)data, size };
	struct tora_str out = TORA_STR_INIT(1u << 20);
	struct tora_push_verdict verdict;
	struct tora_here here = { .common = "/r/.git" };
	struct tora_message message = { .event = "pre-push", .here = &here, .input = text };
	struct tora_str line = TORA_STR_INIT(8u << 20);
	cJSON *answer = NULL;
	struct tora_err err;
	unsigned lines = 0;

	tora_message_line(&message, true, &line);
	assert(tora_json_parse(tora_str_view(&line), 8u << 20, &answer, &err) == TORA_OK);
	assert(memchr(line.buf, '\n', line.len) == line.buf + line.len - 1);
	cJSON_Delete(answer);
	answer = NULL;
	tora_str_free(&line);
	if (tora_json_parse(text, 1u << 20, &answer, &err) == TORA_OK) {
		tora_push_report(answer, size ? data[0] % 101 : 0, &out, &verdict);
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
