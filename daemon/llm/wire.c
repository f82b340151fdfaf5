#include "llm/wire.h"

#include <string.h>

const struct tora_wire *tora_wire_of(enum tora_provider provider)
{
	switch (provider) {
	case TORA_PROVIDER_ANTHROPIC:
		return &tora_wire_anthropic;
	case TORA_PROVIDER_COMMAND:
		return &tora_wire_command;
	case TORA_PROVIDER_OPENAI:
	case TORA_PROVIDER_NONE:
		break;
	}
	return &tora_wire_openai;
}

size_t tora_wire_shared(const struct tora_prompt *prompt, struct tora_sv user)
{
	size_t n = prompt->shared;

	/* Something has to stand behind it: what all have is no question. */
	return n < user.len && n <= prompt->user.len && memcmp(user.at, prompt->user.at, n) == 0
	               ? n
	               : 0;
}
