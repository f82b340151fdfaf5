/*
 * errors.h - what Python's errors say (lang/lang.h: lacks_name).
 */
#ifndef TORA_LANG_PYTHON_ERRORS_H
#define TORA_LANG_PYTHON_ERRORS_H

#include "model/trial.h"

bool tora_python_lacks_name(const struct tora_exception *e);

#endif
