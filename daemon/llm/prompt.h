/*
 * prompt.h - a prompt file and some values make the text that is asked.
 *
 * A prompt is data: prompts/NAME.md, linked into the binary, or a file of the same
 * name in a folder of the user's own (tora.llm.prompts; never from the repository).
 * It opens with a comment that names its inputs and the answer it expects:
 *
 *	<!--
 *	purpose: one line
 *	inputs:
 *	  function inline           its full name
 *	  diff     block            what changed
 *	  docs     block optional   what the documentation says
 *	answer: the shape expected, for the reader
 *	-->
 *	# system
 *	... {{delimiter}} ...
 *	# user
 *	... {{function}} ... {{diff}}
 *	{{#docs}}only when there are docs: {{docs}}{{/docs}}
 *
 * Every value is untrusted. An `inline` value is one short line, made harmless; a
 * `block` stands between two delimiters that hold a nonce found in no value:
 *
 *	<<<diff 3f9a51c07d2e8b64>>>
 *	...
 *	<<<end 3f9a51c07d2e8b64>>>
 *
 * so no text can close its block or open another. {{delimiter}} is the nonce, for the
 * system part to explain; {{shared}}, in the user part, ends what all prompts of one kind in a
 * check begin with, and leaves nothing in the text. Values are redacted (redact.h), made valid UTF-8 without
 * control characters, and cut in the middle when longer than their limit, which the
 * text says. A name that is used and not declared, declared and not used, missing
 * or unknown is an error: a prompt is never sent with a hole in it.
 */
#ifndef TORA_LLM_PROMPT_H
#define TORA_LLM_PROMPT_H

#include "tora/arena.h"
#include "tora/hash.h"

#define TORA_PROMPT_FILE_MAX   (64u << 10)  /* bytes of one prompt file */
#define TORA_PROMPT_MAX        (1u << 20)   /* bytes of one rendered part */
#define TORA_PROMPT_INLINE_MAX 200u         /* bytes of an inline value; longer ones are cut */
#define TORA_PROMPT_VALUE_MAX  (200u << 10) /* bytes of a block, unless the value says less */

struct tora_prompt {         /* what is asked; all of it in the arena it was rendered in */
	const char *purpose; /* the prompt's name: "judge"; for logs and costs */
	struct tora_sv system, user;
	size_t shared; /* bytes of `user` before {{shared}}: prompts of a check begin with them; 0: it has none */
	char hash[TORA_HASH_HEX]; /* of the prompt file: what a finding names */
	char key[TORA_HASH_HEX];  /* of file and values, without the nonce: what a cache uses */
	size_t redacted;          /* secrets taken out */
};

struct tora_prompt_value {
	const char *name;
	struct tora_sv text; /* empty: as if it were not given */
	size_t max;          /* bytes kept; 0: the default of its kind */
};

struct tora_prompt_spec {
	const char *name; /* letters, digits and '-'; "judge" is prompts/judge.md */
	const char *dir;  /* folder whose <name>.md wins, from the user's configuration; or NULL */
	const struct tora_prompt_value *values;
	size_t n;
	/* Where the nonce comes from. One seed a check keeps the start of its prompts equal, which
	 * servers cache; it must not be known to whoever wrote the values. NULL: fresh randomness. */
	const char *seed;
};

/*
 * TORA_E_NOTFOUND: no such prompt. TORA_E_FORMAT: the file breaks a rule above (the sentence says
 * which name and file). TORA_E_USAGE: a value it does not declare, or a needed one is missing.
 * TORA_E_LIMIT: longer than TORA_PROMPT_MAX.
 */
int tora_prompt_render(const struct tora_prompt_spec *spec, struct tora_arena *arena,
                       struct tora_prompt *ret_prompt, struct tora_err *err);

/* The same with the file's text given: what tora_prompt_render() does once it has read it. */
int tora_prompt_render_text(struct tora_sv file, const struct tora_prompt_spec *spec,
                            struct tora_arena *arena, struct tora_prompt *ret_prompt,
                            struct tora_err *err);

/* Of all prompt files as they would be read now: a result that depends on them ends when one changes. */
void tora_prompt_hash_all(const char *dir, char ret[TORA_HASH_HEX]);

/* The prompts that are linked in: names by index, NULL behind the last. */
const char *tora_prompt_name(size_t i);

#endif
