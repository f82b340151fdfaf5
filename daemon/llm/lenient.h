/*
 * lenient.h - JSON as models write it, turned into JSON.
 *
 * Takes what strict parsers refuse and a reader understands: comments, trailing and
 * missing commas, single, typographic and unescaped quotes, line breaks inside strings,
 * bare keys and words, True/False/None, and an object that stops in the middle. Nothing
 * is invented: a member that was cut off is left out, and a text that is not an object
 * with keys is refused, so prose and Python sets in braces are no answer. Pure.
 */
#ifndef TORA_LLM_LENIENT_H
#define TORA_LLM_LENIENT_H

#include "tora/str.h"

#define TORA_LENIENT_DEPTH 32

enum tora_lenient_end {
	TORA_LENIENT_WHOLE, /* the object ends where its bracket closes */
	TORA_LENIENT_CUT,   /* the text ended first; what was complete is there */
	TORA_LENIENT_BAD,   /* no object */
};

/*
 * Reads one object from `text`, which starts with '{', and appends it as strict JSON to `out`
 * (nothing when BAD). *ret_used: bytes read; when BAD, how far it was understood.
 */
enum tora_lenient_end tora_lenient_object(struct tora_sv text, struct tora_str *out,
                                          size_t *ret_used);

#endif
