/*
 * library.h - the library of the project: found in a built tree, and loaded into this process.
 */
#ifndef TORA_LANG_C_NATIVE_LIBRARY_H
#define TORA_LANG_C_NATIVE_LIBRARY_H

#include <stdbool.h>
#include <stdint.h>

struct library {
	char path[4096];
	uintptr_t base; /* where it is; 0: not loaded */
	char problem[512];
};

/*
 * The one the build of ours made in `root`, else the shared library that the project's own build left
 * nearest to the root. False: `problem` says why not.
 */
bool library_find(const char *root, struct library *ret);
bool library_load(struct library *l);

#endif
