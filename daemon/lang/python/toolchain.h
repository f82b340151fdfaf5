/*
 * toolchain.h - which Python runs a project's tests, and what of the user's environment it sees.
 *
 * Order: tora.python.interpreter; a virtual environment in the work tree (.venv, venv, env);
 * python3 in PATH; the environment of $VIRTUAL_ENV. The program is always the real
 * interpreter: a virtual environment is read (pyvenv.cfg, its site folder, plain paths
 * of its .pth files), and nothing in it, or in the work tree, is run. An environment may be part
 * of the repository: it can name neither a program that is no Python, nor a folder that holds
 * the work tree, the home folder or keys; and where git has any of it (config->is_committed), its
 * .pth files name nothing at all.
 */
#ifndef TORA_LANG_PYTHON_TOOLCHAIN_H
#define TORA_LANG_PYTHON_TOOLCHAIN_H

#include "lang/lang.h"

/* TORA_E_NOTFOUND: no interpreter; the message says what was tried. Takes 10 s at most. */
int tora_python_toolchain(const char *repo_path, const struct tora_config *config,
                          struct tora_arena *arena, struct tora_toolchain *ret,
                          struct tora_err *err);

#endif
