/*
 * detect.h - how a project is built when nobody says so. Pure.
 *
 * Only what a project needs to be importable where it lies: extension modules and shared libraries,
 * built in place by the tools that are installed; nothing is downloaded. tora.build.command goes before.
 */
#ifndef TORA_BUILD_DETECT_H
#define TORA_BUILD_DETECT_H

#include "tora/str.h"

#define TORA_BUILD_MESON_FOLDER ".tora-build" /* where meson works, in the tree */

struct tora_build_files { /* those of the tree, empty when it has none */
	struct tora_sv setup_py, pyproject, meson_build;
	struct tora_sv makefile; /* the one that make takes */
};

/*
 * A command for /bin/sh whose $0 is the project's Python; static. NULL: nothing needs to be built, or
 * how is not known.
 */
const char *tora_build_detect(const struct tora_build_files *files);

#endif
