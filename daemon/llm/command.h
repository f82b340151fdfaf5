/*
 * command.h - a program as the model: the prompt on its stdin, the answer on its stdout.
 *
 * For the command line of a coding agent or of a local model. No shell has a part in it:
 * tora.llm.command is split into words, and the words are the program and its arguments.
 * It runs in /, with a deadline and a limit on what it prints, and without variables of
 * the environment that look like secrets, but for those tora.llm.commandEnv names.
 * What it says is a model's text, like any other: no tool of ours, and never trusted.
 */
#ifndef TORA_LLM_COMMAND_H
#define TORA_LLM_COMMAND_H

#include "llm/fault.h"

#define TORA_COMMAND_WORDS 64

/*
 * Words stand between blanks. '...' keeps everything as it is, "..." everything but \" and \\, and a
 * backslash elsewhere the next character. A leading ~/ of the program is the home folder. Nothing is
 * expanded: $, *, | and ; are ordinary characters. *ret_argv is NULL-ended, in the arena.
 * TORA_E_USAGE: no word, a quote that does not end, a word over 4 KiB, more than
 * TORA_COMMAND_WORDS.
 */
int tora_command_split(const char *text, const char *home, struct tora_arena *arena,
                       const char *const **ret_argv, struct tora_err *err);

/* `env` without GIT_*, and without what has KEY, TOKEN, SECRET, PASSW, CREDENTIAL or AUTH in its
 * name and is not in `keep` (names between blanks or commas; may be NULL). In the arena. */
const char *const *tora_command_env(const char *const *env, const char *keep,
                                    struct tora_arena *arena);

/* Is there such a program, in PATH or where a path leads? TORA_E_NOTFOUND, TORA_E_USAGE. */
int tora_command_exists(const struct tora_endpoint *endpoint, const char *const *env,
                        struct tora_err *err);

struct tora_command_ask {
	const struct tora_endpoint *endpoint;
	const char *const *env;
	struct tora_sv prompt;
	int64_t deadline_ms; /* monotonic */
	size_t answer_max;
	const struct tora_ask_watch *watch; /* told what it prints while it prints it; or NULL */
};

/* True: *ret_text is all it printed, in the arena. False: the fault says why not; when it was stopped
 * or killed after the watch heard some of its answer, *ret_text is that part. Blocks. */
bool tora_command_run(const struct tora_command_ask *ask, struct tora_arena *arena,
                      struct tora_sv *ret_text, struct tora_fault *ret_fault);

#endif
