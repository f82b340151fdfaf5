/*
 * edition.h - tables of data that are brought to another edition: "Update to Unicode 17.0.0". Pure.
 */
#ifndef TORA_JUDGE_EDITION_H
#define TORA_JUDGE_EDITION_H

#include "tora/arena.h"

/* The lines `added` are data, twenty and more of them with hardly a line of code in between, and the subject of
 * the first message says which edition they are of. */
bool tora_edition_of_tables(struct tora_sv messages, struct tora_sv added);

#endif
