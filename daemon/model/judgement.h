/*
 * judgement.h - what a model said of a finding, as it was read: what the parser of answers makes, and what the
 * judge lets change a verdict.
 */
#ifndef TORA_MODEL_JUDGEMENT_H
#define TORA_MODEL_JUDGEMENT_H

#include "model/finding.h"

enum tora_tri { TORA_UNKNOWN, TORA_YES, TORA_NO };

/* The answer to prompts/judge.md, which does not ask for what is measured: `deterministic` and `is_public` are unknown
 * then. A prompt file of the user's may. Text lives in the arena; NULL where there was none. */
struct tora_judgement {
	enum tora_tri noteworthy, deterministic, is_public, legal, intended;
	enum tora_verdict verdict; /* unintended, intended, irrelevant or unsure */
	bool is_stated;            /* the verdict was read and follows; else `unsure` is ours */
	double confidence;         /* 0..1; below 0 when not given */
	const char *thoughts, *explanation, *quote;
};

#endif
