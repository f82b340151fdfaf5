/*
 * errors.h - what Node's errors say (lang/lang.h: lacks_name).
 */
#ifndef TORA_LANG_JAVASCRIPT_ERRORS_H
#define TORA_LANG_JAVASCRIPT_ERRORS_H

#include "model/trial.h"

bool tora_javascript_lacks_name(const struct tora_exception *e);

#endif
