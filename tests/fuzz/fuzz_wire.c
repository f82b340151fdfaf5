/* The line splitter of the socket: any split of the bytes gives the same lines, and limits hold. */
#include "tora/wire.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define LINE_MAX_BYTES 512

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* All lines, each ended by \n, or "over" when the limit was met; in pieces of `step` bytes. */
static void split(const uint8_t *data, size_t size, size_t step, struct tora_str *out)
{
	struct tora_wire_in in;
	struct tora_err err;
	struct tora_sv line;

	tora_wire_in_init(&in, LINE_MAX_BYTES);
	for (size_t at = 0; at < size; at += step) {
		size_t n = size - at < step ? size - at : step;

		if (tora_wire_in_feed(&in, (struct tora_sv){ (const char *)data + at, n }, &err)) {
			tora_str_adds(out, "over");
			break;
		}
		while (tora_wire_in_next(&in, &line)) {
			cJSON *json = NULL;

			assert(line.len <= LINE_MAX_BYTES + step);
			tora_str_add(out, line);
			tora_str_addc(out, '\n');
			if (tora_json_parse(line, LINE_MAX_BYTES, &json, &err) == TORA_OK)
				cJSON_Delete(json);
		}
	}
	tora_wire_in_done(&in);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tora_str by_one = TORA_STR_INIT(1u << 21), by_seven = TORA_STR_INIT(1u << 21);

	split(data, size, 1, &by_one);
	split(data, size, 7, &by_seven);
	/* Pieces may hold a whole line that is longer than what one byte at a time lets through. */
	if (!strstr(by_one.buf, "over") && !strstr(by_seven.buf, "over"))
		assert(tora_sv_eq(tora_str_view(&by_one), tora_str_view(&by_seven)));
	tora_str_free(&by_one);
	tora_str_free(&by_seven);
	return 0;
}
