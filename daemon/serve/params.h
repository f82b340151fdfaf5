/*
 * params.h - the fields of a request, checked against the table before a handler sees them. Pure.
 */
#ifndef TORA_SERVE_PARAMS_H
#define TORA_SERVE_PARAMS_H

#include "tora/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cJSON;

enum tora_field_type {
	TORA_FIELD_TEXT, /* max: bytes */
	TORA_FIELD_PATH, /* absolute; max: bytes */
	TORA_FIELD_REV, /* for git's command line: no leading '-', no blanks or control characters */
	TORA_FIELD_INT, /* min..max */
	TORA_FIELD_BOOL,
	TORA_FIELD_LIST, /* max: elements */
};
const char *tora_field_type_name(enum tora_field_type t); /* as PROTOCOL.md writes it */

struct tora_field {
	const char *name;
	enum tora_field_type type;
	bool is_needed;
	int64_t min, max;
};

/* `params` may be NULL. Unknown fields are fine; null is absent. TORA_E_USAGE: with the sentence for the client. */
int tora_params_check(const char *method, const struct tora_field *fields, size_t n,
                      const struct cJSON *params, struct tora_err *err);

#endif
