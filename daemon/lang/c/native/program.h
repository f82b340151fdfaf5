/*
 * program.h - the texts of tests, compiled: many at a time, and each once.
 *
 * A batch is one source file with one shared object, in which the `main` of each test has another
 * name: headers are read by the compiler once, and a runner that is asked for twenty tests starts one
 * compiler. tcc does it where there is one, in a tenth of the time; whatever it does not take goes to the
 * project's compiler, whose word on an error is the one that counts. A batch that does not compile is
 * compiled in parts, and a text that others could see, or that could see where it is, is compiled alone and by
 * the project's compiler (batch.h).
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

/*
 * As long as fewer than a few thousand others are asked for. What was compiled before is not again; of the `n`
 * others those that may be are compiled with it. NULL: it could not be compiled now, in `ms`, which says nothing
 * about the text.
 */
const struct program *programs_get(struct programs *p, const char *source,
                                   const char *const *others, size_t n, long ms);
/* Compiled once more, by itself. */
const struct program *programs_alone(struct programs *p, const char *source, long ms);

#endif
