/*
 * json.c - see json.h.
 */
#include "lang/c/native/json.h"

#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 32

struct reader {
	const char *at, *end;
	struct tora_arena *arena;
};

static bool read_value(struct reader *r, struct json *ret, int depth);

static void skip_space(struct reader *r)
{
	while (r->at < r->end && strchr(" \t\r\n", *r->at) && *r->at)
		r->at++;
}

static bool take(struct reader *r, char c)
{
	skip_space(r);
	if (r->at == r->end || *r->at != c)
		return false;
	r->at++;
	return true;
}

static bool read_hex(struct reader *r, unsigned *ret)
{
	char digits[5] = "", *end;

	if (r->end - r->at < 4)
		return false;
	memcpy(digits, r->at, 4);
	*ret = (unsigned)strtoul(digits, &end, 16);
	r->at += 4;
	return end == digits + 4;
}

static char *put_rune(char *out, unsigned c)
{
	if (c < 0x80) {
		*out++ = (char)c;
	} else if (c < 0x800) {
		*out++ = (char)(0xc0 | c >> 6);
		*out++ = (char)(0x80 | (c & 0x3f));
	} else if (c < 0x10000) {
		*out++ = (char)(0xe0 | c >> 12);
		*out++ = (char)(0x80 | (c >> 6 & 0x3f));
		*out++ = (char)(0x80 | (c & 0x3f));
	} else {
		*out++ = (char)(0xf0 | c >> 18);
		*out++ = (char)(0x80 | (c >> 12 & 0x3f));
		*out++ = (char)(0x80 | (c >> 6 & 0x3f));
		*out++ = (char)(0x80 | (c & 0x3f));
	}
	return out;
}

static bool read_escape(struct reader *r, char **out)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	unsigned c, low;
	const char *known;

	if (r->at == r->end)
		return false;
	known = *r->at ? strchr(from, *r->at) : NULL;
	if (known) {
		*(*out)++ = to[known - from];
		r->at++;
		return true;
	}
	if (*r->at++ != 'u' || !read_hex(r, &c) || !c)
		return false;
	if (c >= 0xd800 && c < 0xdc00 && r->end - r->at > 6 && r->at[0] == '\\' &&
	    r->at[1] == 'u') {
		r->at += 2;
		if (!read_hex(r, &low))
			return false;
		c = 0x10000 + ((c & 0x3ff) << 10) + (low & 0x3ff);
	}
	*out = put_rune(*out, c);
	return true;
}

static const char *read_text(struct reader *r)
{
	char *text, *out;

	if (!take(r, '"'))
		return NULL;
	/* What it stands for is never longer than how it is written. */
	for (const char *p = r->at;; p += *p == '\\' ? 2 : 1) {
		if (p >= r->end)
			return NULL;
		if (*p == '"') {
			text = out = tora_arena_alloc(r->arena, (size_t)(p - r->at) + 1);
			break;
		}
	}
	while (*r->at != '"') {
		if (*r->at != '\\') {
			*out++ = *r->at++;
			continue;
		}
		r->at++;
		if (!read_escape(r, &out))
			return NULL;
	}
	r->at++;
	*out = '\0';
	return text;
}

static bool read_items(struct reader *r, struct json *ret, char close, int depth)
{
	if (take(r, close))
		return true;
	do {
		struct json *item = tora_vec_push(r->arena, &ret->items);
		const char *name = NULL;

		memset(item, 0, sizeof *item);
		if (close == '}') {
			skip_space(r);
			name = read_text(r);
			if (!name || !take(r, ':'))
				return false;
		}
		if (!read_value(r, item, depth))
			return false;
		item->name = name;
	} while (take(r, ','));
	return take(r, close);
}

static bool read_word(struct reader *r, const char *word)
{
	size_t n = strlen(word);

	if ((size_t)(r->end - r->at) < n || memcmp(r->at, word, n) != 0)
		return false;
	r->at += n;
	return true;
}

static bool read_number(struct reader *r, struct json *ret)
{
	char digits[64], *end;
	size_t n = 0;

	while (r->at + n < r->end && n < sizeof digits - 1 && r->at[n] &&
	       strchr("+-0123456789.eE", r->at[n])) {
		digits[n] = r->at[n];
		n++;
	}
	digits[n] = '\0';
	ret->kind = JSON_NUMBER;
	ret->number = strtod(digits, &end);
	r->at += n;
	return n && *end == '\0';
}

static bool read_value(struct reader *r, struct json *ret, int depth)
{
	skip_space(r);
	if (r->at == r->end || depth == DEPTH_MAX)
		return false;
	if (*r->at == '"') {
		ret->kind = JSON_TEXT;
		ret->text = read_text(r);
		return ret->text != NULL;
	}
	if (*r->at == '{' || *r->at == '[') {
		char close = *r->at++ == '{' ? '}' : ']';
		ret->kind = close == '}' ? JSON_OBJECT : JSON_LIST;
		return read_items(r, ret, close, depth + 1);
	}
	ret->kind = *r->at == 't' ? JSON_TRUE : *r->at == 'f' ? JSON_FALSE : JSON_NULL;
	if (read_word(r, "true") || read_word(r, "false") || read_word(r, "null"))
		return true;
	return read_number(r, ret);
}

const struct json *json_parse(struct tora_sv text, struct tora_arena *arena)
{
	struct reader r = { text.at, text.at + text.len, arena };
	struct json *value = tora_arena_alloc(arena, sizeof *value);

	if (!read_value(&r, value, 0))
		return NULL;
	skip_space(&r);
	return r.at == r.end ? value : NULL;
}

const struct json *json_get(const struct json *object, const char *name)
{
	if (!object || object->kind != JSON_OBJECT)
		return NULL;
	for (size_t i = 0; i < object->items.n; i++)
		if (strcmp(object->items.at[i].name, name) == 0)
			return &object->items.at[i];
	return NULL;
}

const char *json_text(const struct json *object, const char *name, const char *otherwise)
{
	const struct json *value = json_get(object, name);

	return value && value->kind == JSON_TEXT ? value->text : otherwise;
}

long json_int(const struct json *object, const char *name, long otherwise)
{
	const struct json *value = json_get(object, name);

	if (!value || value->kind != JSON_NUMBER ||
	    !(value->number >= -1e15 && value->number <= 1e15))
		return otherwise;
	return (long)value->number;
}

bool json_is_true(const struct json *object, const char *name)
{
	const struct json *value = json_get(object, name);

	return value && value->kind == JSON_TRUE;
}

void json_put(struct tora_str *out, struct tora_sv text)
{
	tora_str_addc(out, '"');
	while (text.len) {
		unsigned char c = (unsigned char)*text.at;
		unsigned rune;
		size_t n = tora_sv_rune(text, &rune);

		if (c == '"' || c == '\\')
			tora_str_addf(out, "\\%c", c);
		else if (!n || !c)
			tora_str_addf(out, "\\\\x%02x", c);
		else if (c < 0x20 || c == 0x7f)
			tora_str_addf(out, "\\u%04x", c);
		else
			tora_str_add(out, (struct tora_sv){ text.at, n });
		text.at += n ? n : 1;
		text.len -= n ? n : 1;
	}
	tora_str_addc(out, '"');
}

struct tora_sv json_fitting(struct tora_sv text, size_t bytes)
{
	struct tora_sv rest = text;
	size_t used = 2;

	while (rest.len) {
		unsigned char c = (unsigned char)*rest.at;
		unsigned rune;
		size_t n = tora_sv_rune(rest, &rune);

		/* as above: \", \\x00, \u0000 */
		used += c == '"' || c == '\\' ? 2 : !n || !c ? 5 : c < 0x20 || c == 0x7f ? 6 : n;
		if (used > bytes)
			break;
		rest.at += n ? n : 1;
		rest.len -= n ? n : 1;
	}
	return (struct tora_sv){ text.at, text.len - rest.len };
}
