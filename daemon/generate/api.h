/*
 * api.h - what the change did to the functions that a program can call: what `explore`
 * (lang/PROTOCOL.md) says of both sides, compared. Pure.
 */
#ifndef TORA_GENERATE_API_H
#define TORA_GENERATE_API_H

#include <cjson/cJSON.h>

#define TORA_API_ROWS_MAX 1000 /* functions of one side that differ and are told of */

/*
 * The functions of which one side has none, another kind, or other parameters, as rows
 *   {"module","qualname","here":SHAPE,"there":SHAPE}
 *   SHAPE: null or {"kind","params":[{"name","kind","optional"}]}; kind and params as explore has them
 * `here` and `there` are answers of explore. The caller owns the list; NULL when one side cannot be
 * trusted: no answer, or cut.
 */
cJSON *tora_api_compare(const cJSON *here, const cJSON *there);

#endif
