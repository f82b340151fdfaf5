/*
 * json.h - cJSON with limits and typed getters.
 *
 * Everything read from a socket, a runner or a model comes in through
 * tora_json_parse(): bounded size, bounded depth (cJSON stops at 1000), whole
 * text. Escapes a C string cannot hold become visible text: \u0000 is read as
 * the four characters \x00, half a surrogate pair as its six. Getters never
 * fail: a missing or wrongly typed field gives the default, because unknown and
 * absent fields are part of the protocol. cJSON keeps numbers as doubles, so
 * ids and hashes travel as strings.
 */
#ifndef TORA_JSON_H
#define TORA_JSON_H

#include "tora/str.h"

#include <cjson/cJSON.h>
#include <stdint.h>

/* The caller owns *ret_json (cJSON_Delete). TORA_E_LIMIT: longer than max. TORA_E_FORMAT: not one JSON value. */
int tora_json_parse(struct tora_sv text, size_t max, cJSON **ret_json, struct tora_err *err);

const char *tora_json_text(const cJSON *obj, const char *key, const char *fallback); /* borrowed */
int64_t tora_json_int(const cJSON *obj, const char *key, int64_t fallback);
double tora_json_num(const cJSON *obj, const char *key, double fallback);
bool tora_json_bool(const cJSON *obj, const char *key, bool fallback);
const cJSON *tora_json_obj(const cJSON *obj, const char *key);  /* object or NULL */
const cJSON *tora_json_list(const cJSON *obj, const char *key); /* array or NULL */

/* Builders. NULL text becomes null; invalid UTF-8 is escaped, NUL bytes become "\\x00" in the text. */
void tora_json_put_text(cJSON *obj, const char *key, const char *text);
void tora_json_put_sv(cJSON *obj, const char *key, struct tora_sv text);
void tora_json_put_int(cJSON *obj, const char *key, int64_t value); /* |value| < 2^53 */
void tora_json_put_num(cJSON *obj, const char *key, double value);
void tora_json_put_bool(cJSON *obj, const char *key, bool value);
cJSON *tora_json_put_obj(cJSON *obj, const char *key); /* borrowed: belongs to obj */
cJSON *tora_json_put_list(cJSON *obj, const char *key);
void tora_json_push_text(cJSON *list, const char *text);

/* One line, no newline inside or at the end, appended to `out`. */
void tora_json_print(const cJSON *json, struct tora_str *out);

#endif
