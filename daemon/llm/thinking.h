/*
 * thinking.h - local models put their reasoning in front of the answer, in a tag. It is no part of it. Pure.
 */
#ifndef TORA_LLM_THINKING_H
#define TORA_LLM_THINKING_H

#include "tora/str.h"

/* `text` trimmed, without a leading <think>...</think>; empty when it was cut inside of that. */
struct tora_sv tora_without_thinking(struct tora_sv text);

#endif
