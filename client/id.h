/*
 * id.h - the names of findings and checks, as people type them.
 */
#ifndef TORA_CLIENT_ID_H
#define TORA_CLIENT_ID_H

#include "tora/err.h"

/*
 * Make "k7" the "K7" that the daemon knows, in place; of a check `letter` is 'c', of a finding 'K'.
 * TORA_E_USAGE, with what was typed in it: it is nothing like that.
 */
int tora_id_take(char *text, char letter, struct tora_err *err);

#endif
