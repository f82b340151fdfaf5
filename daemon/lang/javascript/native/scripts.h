/*
 * scripts.h - V8's list of the scripts there are, made shorter for one look at its counters.
 *
 * Whoever takes counters has V8 look through the functions of all scripts, of which most are Node's own; and nobody can tell it
 * which are meant. Here its list is found by what it holds, and put in order so that it may end before those that are not
 * asked about. Nothing is ever taken out of it. Where it is not found as it is in the Node that this was made for, nothing is done.
 */
#ifndef TORA_LANG_JAVASCRIPT_NATIVE_SCRIPTS_H
#define TORA_LANG_JAVASCRIPT_NATIVE_SCRIPTS_H

#include "node.h"

/*
 * Gives `exports` four functions. findScripts(name): is the list found, whose last script has to have that name.
 * chooseScripts(f): those are meant for whose names f says true, whose names cannot be read, and all that come later.
 * narrow(): from now on there are no others; false: nothing is done. widen(): all are there again.
 */
void tora_scripts_add(napi_env env, napi_value exports);

#endif
