#include "llm/wire.h"

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
