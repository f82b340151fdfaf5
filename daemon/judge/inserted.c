#include "judge/inserted.h"

#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define VALUE_MAX  256 /* bytes of a text that is looked for */
#define CHUNKS_MAX 64  /* of an output that has such a text */

/* `.sub(` and `.replace(` may replace the match of an expression. */
static bool replaces_matches(struct tora_sv added)
{
	static const char *const calls[] = { ".sub(", ".subn(", ".replace(", ".replaceAll(" };

	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (tora_sv_has(added, calls[i]))
			return true;
	return false;
}

/* What a quoted text stands for. False: it is too long, or has escapes besides those of backslash and quotes. */
static bool value_of(struct tora_sv quoted, bool is_raw, struct tora_str *ret)
{
	tora_str_reset(ret);
	if (quoted.len < 3 || quoted.len > VALUE_MAX || quoted.at[1] == quoted.at[0])
		return false;
	for (size_t i = 1; i + 1 < quoted.len; i++) {
		if (quoted.at[i] == '\\' && !is_raw && !tora_one_of(quoted.at[++i], "\\'\"`"))
			return false;
		tora_str_addc(ret, quoted.at[i]);
	}
	return true;
}

/* ---- what a template makes of it -------------------------------------------------------------- */

/* Bytes of the group that a template speaks of at `at`, "\\1", "\\g<1>", "$1", "$&"; 0: none. */
static size_t group_at(struct tora_sv value, size_t at, char mark)
{
	char next = at + 1 < value.len ? value.at[at + 1] : '\0';
	size_t n = 2;

	if (value.at[at] != mark)
		return 0;
	if (isdigit((unsigned char)next)) {
		n += at + 2 < value.len && isdigit((unsigned char)value.at[at + 2]);
	} else if (next == (mark == '$' ? '<' : 'g')) {
		const char *end = memchr(value.at + at, '>', value.len - at);

		return end ? (size_t)(end - value.at) - at + 1 : 0;
	} else if (mark != '$' || !tora_one_of(next, "&'`")) {
		return 0;
	}
	return n;
}

/* "$$" is a dollar sign, "\\n" the end of a line; '\0': neither. */
static char escaped_at(struct tora_sv value, size_t at, char mark)
{
	static const char letters[] = "abfnrtv\\", stand_for[] = "\a\b\f\n\r\t\v\\";
	char next = at + 1 < value.len ? value.at[at + 1] : '\0';
	const char *letter;

	if (value.at[at] != mark || !next)
		return '\0';
	if (mark == '$')
		return next == '$' ? '$' : '\0';
	letter = strchr(letters, next);
	return letter ? stand_for[letter - letters] : '\0';
}

struct chunks { /* of an output: between each two of them stands what some group matched */
	struct tora_str text;
	size_t ends[CHUNKS_MAX], n;
};

/* Appends what a template makes of the value. False: it says nothing to one, or too much. */
static bool add_read(struct chunks *c, struct tora_sv value, char mark)
{
	bool is_read = false;

	for (size_t i = 0; i < value.len; i++) {
		size_t group = group_at(value, i, mark);
		char escaped = group ? '\0' : escaped_at(value, i, mark);

		is_read |= group || escaped;
		if (group && c->n == CHUNKS_MAX)
			return false;
		if (group)
			c->ends[c->n++] = c->text.len;
		else
			tora_str_addc(&c->text, escaped ? escaped : value.at[i]);
		i += group ? group - 1 : escaped != '\0';
	}
	return is_read;
}

/* Bytes of `out` at `at` that are the value, where it was put in with backslashes or without; 0: none. */
static size_t stands_at(struct tora_sv out, struct tora_sv value, size_t at)
{
	size_t i = at;

	for (size_t k = 0; k < value.len; k++, i++) {
		i += i + 1 < out.len && out.at[i] == '\\' && value.at[k] != '\\';
		if (i >= out.len || out.at[i] != value.at[k])
			return 0;
	}
	return i - at;
}

/* The output of the base with each of the values read as a template: false where it has none. */
static bool read_output(struct tora_sv out, struct tora_sv value, char mark, struct chunks *ret)
{
	size_t from = 0, len;
	bool is_read = false;

	for (size_t at = 0; at < out.len; at++) {
		len = stands_at(out, value, at);
		if (!len)
			continue;
		tora_str_add(&ret->text, (struct tora_sv){ out.at + from, at - from });
		if (!add_read(ret, (struct tora_sv){ out.at + at, len }, mark))
			return false;
		is_read = true;
		from = at + len;
		at = from - 1;
	}
	tora_str_add(&ret->text, (struct tora_sv){ out.at + from, out.len - from });
	return is_read && !ret->text.over;
}

/* Is `out` those chunks, with nothing between them but what the program has? That is what a group matches. */
static bool is_made_of(struct tora_sv out, const struct chunks *c, struct tora_sv program)
{
	struct tora_sv all = tora_str_view(&c->text);
	size_t at = 0;

	for (size_t i = 0; i <= c->n; i++) {
		size_t from = i ? c->ends[i - 1] : 0, end = i < c->n ? c->ends[i] : all.len;
		struct tora_sv chunk = { all.at + from, end - from };
		size_t found = !i                                  ? 0
		               : i == c->n && chunk.len <= out.len ? out.len - chunk.len
		               : chunk.len ? tora_text_find(out, chunk, at, false)
		                           : at;
		struct tora_sv group = { out.at + at, found - at };

		if (found == SIZE_MAX || found < at || out.len - found < chunk.len ||
		    !tora_sv_eq((struct tora_sv){ out.at + found, chunk.len }, chunk))
			return false;
		if (found > at && tora_text_find(program, group, 0, false) == SIZE_MAX)
			return false;
		at = found + chunk.len;
	}
	return at == out.len;
}

/* ---- a case --------------------------------------------------------------------------------------- */

static bool is_read(const struct tora_case *c, struct tora_sv value, char mark)
{
	struct chunks chunks = { .n = 0 };
	bool is;

	tora_str_init(&chunks.text, c->before->out.len + 1);
	is = read_output(c->before->out, value, mark, &chunks) &&
	     is_made_of(c->after->out, &chunks, tora_sv(c->test));
	tora_str_free(&chunks.text);
	return is;
}

/* Of a template, or of an expression: which of them, what was printed before tells. */
static bool is_complained_of(const struct tora_exception *x)
{
	static const char *const words[] = { "bad escape", "invalid group reference",
		                             "unknown group name", "missing group name",
		                             "bad character in group name" };

	for (size_t i = 0; x && x->message && i < sizeof words / sizeof *words; i++)
		if (tora_sv_starts(tora_sv(x->message), words[i]))
			return true;
	return false;
}

/* A change that looks for such a mark reads it on purpose: /\$/, r"\\", "\\\\". In "\\[" a bracket is looked for, and "\\$&" is
 * put in. */
static bool looks_for_marks(struct tora_sv added)
{
	static const char *const marks[] = { "\\$", "\\\\\"", "\\\\'", "\\\\/", "\\\\\\\\" };

	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
		struct tora_sv mark = tora_sv(marks[i]);
		size_t at;

		for (at = 0; (at = tora_text_find(added, mark, at, false)) != SIZE_MAX; at++)
			if (at + mark.len >= added.len || added.at[at + mark.len] != '&')
				return true;
	}
	return false;
}

bool tora_inserted_read(const struct tora_case *c)
{
	struct tora_sv test = tora_sv(c->test);
	char mark = tora_words_match(test, "console|const|let") ? '$' : '\\';
	struct tora_scan scan = { .text = test };
	struct tora_token t, last = { .text = tora_sv("") };
	struct tora_str value = TORA_STR_INIT(VALUE_MAX);
	bool complains = is_complained_of(c->after->exception), is = false;

	if (!replaces_matches(c->said->added) || looks_for_marks(c->said->added) ||
	    (complains ? is_complained_of(c->before->exception)
	               : c->difference->kind != TORA_DIFF_VALUE) ||
	    tora_words_match(
		    c->said->messages,
		    "backslash*|dollar*|backreference*|back-reference*|group reference*|"
		    "capture group*|capturing group*|replacement pattern*|replacement string*"))
		return false;
	for (; !is && tora_scan_solid(&scan, &t); last = t) {
		if (t.kind != TORA_TOKEN_STRING ||
		    !value_of(t.text, tora_words_match(last.text, "r"), &value))
			continue;
		is = complains ? memchr(value.buf, '\\', value.len) &&
		                         tora_text_find(c->before->out, tora_str_view(&value), 0,
		                                        false) != SIZE_MAX
		               : is_read(c, tora_str_view(&value), mark);
	}
	tora_str_free(&value);
	return is;
}
