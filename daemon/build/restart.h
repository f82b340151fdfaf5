/*
 * restart.h - may a build begin with what another tree's build made? Pure.
 *
 * The build system decides what to make again, by times. That is right when files changed that it
 * looks at, and wrong where it cannot know: what is built at all is described in files whose change it
 * often does not notice (a Makefile, setup.py), headers are rarely all listed (setuptools, simple
 * Makefiles), and what was made of a file that is gone stays where it is and would still be found.
 * Then the build begins with nothing, as it would in a new clone.
 */
#ifndef TORA_BUILD_RESTART_H
#define TORA_BUILD_RESTART_H

#include <stdbool.h>

enum tora_restart { TORA_RESTART_ADDED, TORA_RESTART_MODIFIED, TORA_RESTART_GONE };

/* Whether this one change of a file is a reason to begin with nothing. `path` is relative to the tree. */
bool tora_build_restarts(const char *path, enum tora_restart change);

#endif
