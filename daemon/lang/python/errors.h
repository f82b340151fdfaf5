/*
 * errors.h - what Python's errors say.
 */
#ifndef TORA_LANG_PYTHON_ERRORS_H
#define TORA_LANG_PYTHON_ERRORS_H

#include "lang/lang.h"

extern const struct tora_errors tora_python_errors;

#endif
