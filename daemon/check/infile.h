/*
 * infile.h - a whole file somebody named on the command line.
 */
#ifndef TORA_CHECK_INFILE_H
#define TORA_CHECK_INFILE_H

#include "tora/str.h"

/* Appends it to *ret, whose limit is the file's. TORA_E_SYS, TORA_E_LIMIT. */
int tora_infile_read(const char *path, struct tora_str *ret, struct tora_err *err);

#endif
