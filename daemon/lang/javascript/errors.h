/*
 * errors.h - what Node's errors say.
 */
#ifndef TORA_LANG_JAVASCRIPT_ERRORS_H
#define TORA_LANG_JAVASCRIPT_ERRORS_H

#include "lang/lang.h"

extern const struct tora_errors tora_javascript_errors;

#endif
