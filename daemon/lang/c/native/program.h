/*
 * program.h - the texts of tests, compiled: many at a time, and each once.
 *
 * A batch is one source file with one shared object, in which the `main` of each test has another
 * name: headers are read by the compiler once, and a runner that is asked for twenty tests starts one
 * compiler. tcc does it where there is one, in a tenth of the time; whatever it does not take goes to the
 * project's compiler, whose word on an error is the one that counts. A batch that does not compile is
 * compiled in parts, and a text that could be seen by another one of its batch is compiled alone.
 */
#ifndef TORA_LANG_C_NATIVE_PROGRAM_H
#define TORA_LANG_C_NATIVE_PROGRAM_H

#include "tora/str.h"

struct program {
	const char *object; /* bytes of the shared object; NULL: it does not compile */
	size_t object_len;
	bool together;   /* with others, of which one may be at fault when it cannot be loaded */
	unsigned symbol; /* tora_test_<symbol> is its main */
	const char *problem; /* what the compiler says, one line; with no object */
	unsigned line;       /* of the test, where the problem is */
};

struct programs;

/* `root`: folder of the project, for its include folders. Everything is borrowed for ever. */
struct programs *programs_new(const char *compiler, const char *root, int asker);

/* Sees that these are compiled. What was compiled before is not again. */
void programs_compile(struct programs *p, const char *const *sources, size_t n);
/* As long as fewer than a few thousand others are asked for. */
const struct program *programs_get(struct programs *p, const char *source);
/* Compiled once more, by itself. */
const struct program *programs_alone(struct programs *p, const char *source);

#endif
