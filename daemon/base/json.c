#include "tora/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHORT 1000000000000000   /* 10^15: what cJSON prints digit by digit */
#define EXACT 9007199254740992.0 /* 2^53: beyond it a double skips integers */

static int hex4(const char *at, const char *end)
{
	int value = 0;

	if (end - at < 4)
		return -1;
	for (int i = 0; i < 4; i++) {
		char c = at[i];
		int digit = c >= '0' && c <= '9'   ? c - '0'
		            : c >= 'a' && c <= 'f' ? c - 'a' + 10
		            : c >= 'A' && c <= 'F' ? c - 'A' + 10
		                                   : -1;

		if (digit < 0)
			return -1;
		value = value * 16 + digit;
	}
	return value;
}

/* at: behind "\u". The low half of a pair follows as another escape. */
static bool has_low_half(const char *at, const char *end)
{
	int low = end - at >= 10 && at[4] == '\\' && at[5] == 'u' ? hex4(at + 6, end) : -1;

	return low >= 0xdc00 && low <= 0xdfff;
}

/* Cut one escape off *at and append what stands for it; the longest growth is 6 bytes to 7. */
static char *copy_escape(const char **at, const char *end, char *to)
{
	bool is_unicode = (*at)[1] == 'u';
	int code = is_unicode ? hex4(*at + 2, end) : -1;
	size_t n = code < 0 ? 2 : 6, given = n;

	if (code == 0 || (is_unicode && code < 0)) {
		const char *instead = code ? "\\x" : "\\\\x00";

		given = strlen(instead);
		memcpy(to, instead, given);
	} else {
		if (code >= 0xd800 && code < 0xdc00 && has_low_half(*at + 2, end))
			n = given = 12;
		else if (code >= 0xd800 && code < 0xe000)
			*to++ = '\\';
		memcpy(to, *at, n);
	}
	*at += n;
	return to + given;
}

/*
 * A copy in which the escapes that a C string of UTF-8 cannot hold are visible
 * text: \u0000 becomes \x00 (cJSON would end the string there without a word)
 * and half a surrogate pair keeps its spelling (cJSON would refuse everything).
 * A \u without four digits, which cJSON takes for \u0000, becomes no escape at all.
 */
static char *copy_without_traps(struct tora_sv text, size_t *ret_len)
{
	const char *at = text.at, *end = text.at + text.len;
	char *copy = tora_xmalloc(text.len + text.len / 6 + 2), *to = copy;

	while (at < end) {
		if (*at == '\\' && end - at >= 2)
			to = copy_escape(&at, end, to);
		else
			*to++ = *at++;
	}
	*to = '\0';
	*ret_len = (size_t)(to - copy);
	return copy;
}

int tora_json_parse(struct tora_sv text, size_t max, cJSON **ret_json, struct tora_err *err)
{
	const char *end = NULL;
	char *copy;
	size_t len;
	cJSON *json;
	int rc = TORA_OK;

	if (text.len > max)
		return tora_fail(err, TORA_E_LIMIT, "JSON text of %zu bytes, at most %zu", text.len,
		                 max);
	text = tora_sv_trim(text);
	if (!text.len)
		return tora_fail(err, TORA_E_FORMAT, "empty text instead of JSON");
	if (memchr(text.at, '\0', text.len))
		return tora_fail(err, TORA_E_FORMAT, "a NUL byte in JSON text");
	copy = copy_without_traps(text, &len);
	json = cJSON_ParseWithLengthOpts(copy, len + 1, &end, true);
	if (json)
		*ret_json = json;
	else
		rc = tora_fail(err, TORA_E_FORMAT, "not one JSON value: wrong near byte %zu of %zu",
		               end ? (size_t)(end - copy) : 0, len);
	free(copy);
	return rc;
}

static const cJSON *field(const cJSON *obj, const char *key)
{
	return cJSON_IsObject(obj) ? cJSON_GetObjectItemCaseSensitive(obj, key) : NULL;
}

const char *tora_json_text(const cJSON *obj, const char *key, const char *fallback)
{
	const cJSON *item = field(obj, key);

	return cJSON_IsString(item) && item->valuestring ? item->valuestring : fallback;
}

int64_t tora_json_int(const cJSON *obj, const char *key, int64_t fallback)
{
	double value = tora_json_num(obj, key, NAN);

	if (!(value >= -EXACT && value <= EXACT) || value != (double)(int64_t)value)
		return fallback;
	return (int64_t)value;
}

double tora_json_num(const cJSON *obj, const char *key, double fallback)
{
	const cJSON *item = field(obj, key);

	return cJSON_IsNumber(item) ? item->valuedouble : fallback;
}

bool tora_json_bool(const cJSON *obj, const char *key, bool fallback)
{
	const cJSON *item = field(obj, key);

	return cJSON_IsBool(item) ? cJSON_IsTrue(item) : fallback;
}

const cJSON *tora_json_obj(const cJSON *obj, const char *key)
{
	const cJSON *item = field(obj, key);

	return cJSON_IsObject(item) ? item : NULL;
}

const cJSON *tora_json_list(const cJSON *obj, const char *key)
{
	const cJSON *item = field(obj, key);

	return cJSON_IsArray(item) ? item : NULL;
}

/* cJSON returns NULL only when memory is out, and then we stop, as tora_str does. */
static cJSON *must(cJSON *item)
{
	if (!item)
		abort();
	return item;
}

/* Bytes as a string that every JSON reader takes: what is not UTF-8 becomes \xNN in the text. */
static cJSON *text_of(struct tora_sv bytes)
{
	struct tora_str clean = TORA_STR_INIT(bytes.len * 4);
	cJSON *item;

	while (bytes.len) {
		unsigned rune = 0;
		size_t n = tora_sv_rune(bytes, &rune);

		if (n && rune) {
			tora_str_add(&clean, (struct tora_sv){ bytes.at, n });
		} else {
			n = 1;
			tora_str_addf(&clean, "\\x%02x", (unsigned char)bytes.at[0]);
		}
		bytes.at += n;
		bytes.len -= n;
	}
	item = must(cJSON_CreateString(clean.buf));
	tora_str_free(&clean);
	return item;
}

static void put(cJSON *obj, const char *key, cJSON *item)
{
	if (!cJSON_AddItemToObject(obj, key, must(item)))
		abort();
}

void tora_json_put_text(cJSON *obj, const char *key, const char *text)
{
	put(obj, key, text ? text_of(tora_sv(text)) : cJSON_CreateNull());
}

void tora_json_put_sv(cJSON *obj, const char *key, struct tora_sv text)
{
	put(obj, key, text_of(text));
}

void tora_json_put_int(cJSON *obj, const char *key, int64_t value)
{
	char digits[32];

	if (value > -SHORT && value < SHORT) {
		put(obj, key, cJSON_CreateNumber((double)value));
		return;
	}
	(void)snprintf(digits, sizeof(digits), "%" PRId64, value); /* cJSON would round it */
	put(obj, key, cJSON_CreateRaw(digits));
}

void tora_json_put_num(cJSON *obj, const char *key, double value)
{
	put(obj, key, cJSON_CreateNumber(value));
}

void tora_json_put_bool(cJSON *obj, const char *key, bool value)
{
	put(obj, key, cJSON_CreateBool(value));
}

cJSON *tora_json_put_obj(cJSON *obj, const char *key)
{
	cJSON *item = must(cJSON_CreateObject());

	put(obj, key, item);
	return item;
}

cJSON *tora_json_put_list(cJSON *obj, const char *key)
{
	cJSON *item = must(cJSON_CreateArray());

	put(obj, key, item);
	return item;
}

void tora_json_push_text(cJSON *list, const char *text)
{
	cJSON *item = text ? text_of(tora_sv(text)) : must(cJSON_CreateNull());

	if (!cJSON_AddItemToArray(list, item))
		abort();
}

void tora_json_print(const cJSON *json, struct tora_str *out)
{
	char *text = cJSON_PrintUnformatted(json);

	if (!text)
		abort();
	tora_str_adds(out, text);
	cJSON_free(text);
}
