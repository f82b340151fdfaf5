#include "judge/release.h"

#include "judge/text.h"
#include "judge/words.h"
#include "model/diff.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define TOKENS_MAX 2000

static struct tora_sv without_comment(struct tora_sv code)
{
	struct tora_scan scan = { .text = code };
	struct tora_token t;

	while (tora_scan_next(&scan, &t)) {
		struct tora_sv rest = { t.text.at, (size_t)(code.at + code.len - t.text.at) };

		if (tora_sv_starts(rest, "#") || tora_sv_starts(rest, "//") ||
		    tora_sv_starts(rest, "/*"))
			return (struct tora_sv){ code.at, code.len - rest.len };
	}
	return code;
}

/* "2.4.0", (2, 4), 2024: what `VERSION = 3` of a file format is not, nor `VERSION = 20240`. */
static bool is_of_release(struct tora_sv value)
{
	size_t numbers = 0, digits = 0;

	for (size_t i = 0; i < value.len; i++) {
		bool ends = i + 1 == value.len || !isdigit((unsigned char)value.at[i + 1]);

		digits = isdigit((unsigned char)value.at[i]) ? digits + 1 : 0;
		numbers += digits == 1;
		if (digits == 4 && ends && (value.at[i - 3] == '1' || value.at[i - 3] == '2'))
			return true;
	}
	return numbers > 1;
}

/* "version" of __version__ and "version_time" of __version_time__, "version_info" of VERSION_INFO, with its value. */
static bool is_constant_of_release(struct tora_sv name, struct tora_sv value)
{
	static const char dunders[] = "version*|build*|author|authors|author_email|email|copyright|"
				      "license|date|release*|revision|"
				      "maintainer|credits|status|title|summary|url|uri";
	static const char plain[] = "version|version_info|version_tuple|release";

	if (name.len > 4 && tora_sv_starts(name, "__") && tora_sv_ends(name, "__"))
		return tora_words_match((struct tora_sv){ name.at + 2, name.len - 4 }, dunders);
	return tora_words_match(name, plain) && is_of_release(without_comment(value));
}

/* `__version__ = '2.4.0'`, `exports.version = ...`, at the left border; what has such a name of Python's own may stand in a `try`. */
static bool assigns(struct tora_sv line)
{
	struct tora_scan scan = { .text = line };
	struct tora_token t, name = { .kind = TORA_TOKEN_SPACE };

	if (line.len && strchr(" \t", line.at[0]) && !tora_sv_starts(tora_sv_trim(line), "__"))
		return false;
	while (tora_scan_solid(&scan, &t)) {
		if (tora_sv_is(t.text, "="))
			return name.kind == TORA_TOKEN_WORD &&
			       is_constant_of_release(
				       name.text,
				       (struct tora_sv){ line.at + scan.at, line.len - scan.at });
		if (t.kind != TORA_TOKEN_WORD && !tora_sv_is(t.text, "."))
			return false;
		name = t;
	}
	return false;
}

static bool is_code(struct tora_sv line)
{
	line = tora_sv_trim(line);
	return line.len && line.at[0] != '#' && !tora_sv_starts(line, "//");
}

void tora_release(const struct tora_change *change, struct tora_arena *arena,
                  struct tora_release *ret)
{
	struct tora_sv rest = change->source_diff, line;
	bool others = false;
	char mark;

	memset(ret, 0, sizeof *ret);
	while ((mark = tora_diff_line(&rest, &line))) {
		if (!is_code(line))
			continue;
		if (!assigns(line))
			others = true;
		else if (mark == '+')
			*tora_vec_push(arena, &ret->is) = line;
		else
			*tora_vec_push(arena, &ret->was) = line;
	}
	ret->only = ret->is.n && ret->was.n && !others;
}

static bool has(const struct tora_tokens *in, struct tora_sv text)
{
	for (size_t i = 0; i < in->of.n; i++)
		if (tora_sv_eq(in->of.at[i].text, text))
			return true;
	return false;
}

/* All that `mine` has and `other` has not stands in these lines. */
static bool stands_in(const struct tora_tokens *mine, const struct tora_tokens *other,
                      const struct tora_sv *lines, size_t n)
{
	bool any = false;

	for (size_t i = 0; i < mine->of.n; i++) {
		struct tora_sv text = mine->of.at[i].text;
		bool found = false;

		if (has(other, text))
			continue;
		if (mine->of.at[i].kind == TORA_TOKEN_STRING)
			text = (struct tora_sv){ text.at + 1, text.len - 2 };
		for (size_t k = 0; k < n && !found; k++)
			found = tora_text_has_word(lines[k], text, false);
		if (!found)
			return false;
		any = true;
	}
	return any;
}

bool tora_release_explains(const struct tora_release *release, const struct tora_difference *d,
                           struct tora_arena *arena)
{
	struct tora_tokens before, after;

	if (!release->is.n || (d->kind != TORA_DIFF_VALUE && d->kind != TORA_DIFF_OUTPUT))
		return false;
	if (release->only)
		return true;
	tora_text_tokens(tora_sv(d->before), TOKENS_MAX, arena, &before);
	tora_text_tokens(tora_sv(d->after), TOKENS_MAX, arena, &after);
	return stands_in(&before, &after, release->was.at, release->was.n) &&
	       stands_in(&after, &before, release->is.at, release->is.n);
}
