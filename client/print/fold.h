/*
 * fold.h - long sentences in the lines of a terminal.
 */
#ifndef TORA_CLIENT_FOLD_H
#define TORA_CLIENT_FOLD_H

#include "tora/str.h"

/* What sentences on `fd` are folded to: the width of its terminal, not all of a wide one. 0: it is no terminal. */
unsigned tora_fold_terminal(int fd);

#define TORA_FOLD_COLUMNS 80 /* of help; of tables also where no terminal is */

/*
 * Break what `out` holds from `from`, the beginning of a line, between words, so that no line is longer than
 * `columns`; `indent` opens each line made so. Colors take no room; a word that fits nowhere stays
 * whole; the breaks that are there stay. 0 columns: nothing is done.
 */
void tora_fold(struct tora_str *out, size_t from, unsigned columns, const char *indent);

/* What the sentences of a table are folded to: its own width, less in a narrow terminal. 0 columns: no terminal. */
unsigned tora_fold_table(unsigned columns);

#endif
