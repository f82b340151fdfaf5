/* Any text: redacting takes out, never adds but its own mark, and does it once. */
#include "llm/redact.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tora_str once = TORA_STR_INIT(32u << 20), twice = TORA_STR_INIT(32u << 20);
	struct tora_sv text = { (const char *)data, size };
	size_t hits = tora_redact(text, &once);

	assert(!once.over);
	assert(once.len <= size + hits * strlen("[REDACTED:gitlab-token]"));
	if (!hits)
		assert(tora_sv_eq(text, tora_str_view(&once)));
	/* A mark may change what the text round it looks like, but marks are never taken out. */
	assert(tora_redact(tora_str_view(&once), &twice) <= hits);
	tora_str_free(&once);
	tora_str_free(&twice);
	return 0;
}
