/*
 * rename.h - where a sandbox cannot show a folder under another name, its words are changed instead.
 *
 * Requests speak of /repo, and outcomes of both sides are compared: where a tree is seen at
 * its real path, which differs from side to side, requests are given the real path and answers lose it
 * again. Both work on lines of JSON as they are, so a name with characters that JSON writes in
 * another way cannot be renamed, and tora_rename_is_plain() says so.
 */
#ifndef TORA_LANG_RENAME_H
#define TORA_LANG_RENAME_H

#include "tora/str.h"

struct tora_rename {
	const char *inside;  /* what requests say and answers are to say: "/repo"; NULL: not used */
	const char *real;    /* what the program in the sandbox sees */
	bool is_answer_only; /* requests may mean another folder of that name */
};

bool tora_rename_is_plain(const char *path);

/* A request: each string that begins with the folder `inside` begins with `real`. */
void tora_rename_request(const struct tora_rename *names, size_t n, struct tora_sv line,
                         struct tora_str *out);

/* An answer: wherever `real` stands as a whole folder name, there is `inside`. */
void tora_rename_answer(const struct tora_rename *names, size_t n, struct tora_sv line,
                        struct tora_str *out);

#endif
