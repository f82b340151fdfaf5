/*
 * json.h - requests in, answers out: the little JSON that the runner needs.
 *
 * Not cJSON: a project under test may be that very library, and then there would be two of it
 * in one process. A value lives in the arena it was read into.
 */
#ifndef TORA_LANG_C_NATIVE_JSON_H
#define TORA_LANG_C_NATIVE_JSON_H

#include "tora/arena.h"

enum json_kind { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT };

struct json {
	enum json_kind kind;
	const char *name; /* of a member of an object */
	const char *text; /* JSON_TEXT, without NUL characters */
	double number;
	TORA_VEC(struct json) items; /* JSON_LIST and JSON_OBJECT */
};

/* NULL: it is not JSON, or nested absurdly. */
const struct json *json_parse(struct tora_sv text, struct tora_arena *arena);

/* All of these take NULL, and values of another kind than what is asked for. */
const struct json *json_get(const struct json *object, const char *name);
const char *json_text(const struct json *object, const char *name, const char *otherwise);
long json_int(const struct json *object, const char *name, long otherwise);
bool json_is_true(const struct json *object, const char *name);

/* A string literal. Bytes that are no UTF-8 are written as \xNN, NUL as \x00: text, not JSON's escapes. */
void json_put(struct tora_str *out, struct tora_sv text);
/* As much of the text as json_put() writes in so many bytes. */
struct tora_sv json_fitting(struct tora_sv text, size_t bytes);

#endif
