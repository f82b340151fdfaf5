/* Hostile bytes on their way to a terminal: nothing that drives it gets through, and it stays UTF-8 text. */
#include "tora/str.h"

#include <assert.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tora_str out = TORA_STR_INIT(16u << 20), again = TORA_STR_INIT(16u << 20);

	tora_str_add_escaped(&out, (struct tora_sv){ (const char *)data, size }, false);
	for (size_t i = 0; i < out.len; i++)
		assert((unsigned char)out.buf[i] >= 32 && out.buf[i] != 127);
	/* What is escaped once is plain: escaping it again changes nothing but backslashes, if those. */
	tora_str_add_escaped(&again, tora_str_view(&out), false);
	assert(again.len >= out.len);
	tora_str_free(&out);
	tora_str_free(&again);
	return 0;
}
