/*
 * cover.h - which of the lines asked about a test runs.
 *
 * By breakpoints: where a statement of such a line begins, says the line table of the library (it is built
 * with -g), the test's own copy of the code has a trap instruction until it is met for the first time. Nothing
 * is built in another way for that, and code that nobody asks about is as fast as ever.
 */
#ifndef TORA_LANG_C_NATIVE_COVER_H
#define TORA_LANG_C_NATIVE_COVER_H

#include "lang/c/native/json.h"
#include "lang/c/native/trial.h"

struct cover;

struct cover *cover_new(int asker);

/* {file: [line]}: of what is asked from now on. -> how many lines that are. */
size_t cover_ask(struct cover *c, const struct json *lines);

/* Before the fork, once it is wanted: finds out where they are in `library`. */
void cover_find(struct cover *c, const char *library);

/* In the test's process: `base` is where the library was loaded. */
void cover_start(const struct cover *c, uintptr_t base, const struct trial_report *report);

/* For a program that takes the process's place: what cover_start() needs, in a file. */
bool cover_write(const struct cover *c, const char *path);
struct cover *cover_read(const char *path); /* NULL: nothing was asked */

/* ,"covered":{...} of a report. */
void cover_put(const struct cover *c, const struct trial *t, struct tora_str *out);

#endif
