/*
 * detect.h - how a project is built when nobody says so. Pure.
 *
 * Only what a project needs to be importable where it lies: extension modules, built in place by the
 * tools that are installed; nothing is downloaded. tora.build.command goes before.
 */
#ifndef TORA_BUILD_DETECT_H
#define TORA_BUILD_DETECT_H

#include "tora/str.h"

/*
 * A command for /bin/sh whose $0 is the project's Python; static. NULL: nothing needs to be built, or
 * how is not known. `setup_py` and `pyproject` are those of the tree, empty when it has none.
 */
const char *tora_build_detect(struct tora_sv setup_py, struct tora_sv pyproject);

#endif
