/*
 * params.c - types and limits.
 */
#include "serve/params.h"
#include "tora/json.h"

#include <string.h>

const char *tora_field_type_name(enum tora_field_type t)
{
	switch (t) {
	case TORA_FIELD_TEXT:
		return "text";
	case TORA_FIELD_PATH:
		return "path";
	case TORA_FIELD_REV:
		return "rev";
	case TORA_FIELD_INT:
		return "int";
	case TORA_FIELD_BOOL:
		return "bool";
	case TORA_FIELD_LIST:
		return "list";
	}
	return "";
}

static bool is_rev(const char *text)
{
	if (*text == '-' || *text == '\0')
		return false;
	for (; *text; text++)
		if ((unsigned char)*text <= ' ' || *text == 0x7f)
			return false;
	return true;
}

/* Also false for what no int64_t holds, where the cast would be undefined. */
static bool is_whole(double value)
{
	return value > -9.0e18 && value < 9.0e18 && (double)(int64_t)value == value;
}

static bool has_type(const struct tora_field *f, const cJSON *value)
{
	switch (f->type) {
	case TORA_FIELD_TEXT:
		return cJSON_IsString(value);
	case TORA_FIELD_PATH:
		return cJSON_IsString(value) && value->valuestring[0] == '/';
	case TORA_FIELD_REV:
		return cJSON_IsString(value) && is_rev(value->valuestring);
	case TORA_FIELD_INT:
		return cJSON_IsNumber(value) && is_whole(value->valuedouble);
	case TORA_FIELD_BOOL:
		return cJSON_IsBool(value);
	case TORA_FIELD_LIST:
		return cJSON_IsArray(value);
	}
	return false;
}

static bool is_in_limits(const struct tora_field *f, const cJSON *value)
{
	switch (f->type) {
	case TORA_FIELD_TEXT:
	case TORA_FIELD_PATH:
	case TORA_FIELD_REV:
		return strlen(value->valuestring) <= (size_t)f->max;
	case TORA_FIELD_INT:
		return value->valuedouble >= (double)f->min && value->valuedouble <= (double)f->max;
	case TORA_FIELD_BOOL:
		return true;
	case TORA_FIELD_LIST:
		return cJSON_GetArraySize(value) <= f->max;
	}
	return false;
}

static int check(const char *method, const struct tora_field *f, const cJSON *value,
                 struct tora_err *err)
{
	if (!value || cJSON_IsNull(value)) {
		if (f->is_needed)
			return tora_fail(err, TORA_E_USAGE, "%s: '%s' is missing", method, f->name);
		return TORA_OK;
	}
	if (!has_type(f, value))
		return tora_fail(err, TORA_E_USAGE, "%s: '%s' is not of type %s", method, f->name,
		                 tora_field_type_name(f->type));
	if (!is_in_limits(f, value))
		return tora_fail(err, TORA_E_USAGE, "%s: '%s' breaks its limit", method, f->name);
	return TORA_OK;
}

int tora_params_check(const char *method, const struct tora_field *fields, size_t n,
                      const cJSON *params, struct tora_err *err)
{
	int rc = TORA_OK;

	if (params && !cJSON_IsObject(params))
		return tora_fail(err, TORA_E_USAGE, "%s: params is not an object", method);
	for (size_t i = 0; i < n && rc == TORA_OK; i++)
		rc = check(method, &fields[i],
		           cJSON_GetObjectItemCaseSensitive(params, fields[i].name), err);
	return rc;
}
