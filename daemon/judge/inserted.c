#include "judge/inserted.h"

#include "judge/text.h"
#include "judge/words.h"

#include <stdint.h>
#include <string.h>

#define VALUE_MAX 256 /* bytes of a text that is looked for */

/* `sub(` and `replace(` replace a match; `text.replace('a', b)` of Python does not, and reads no template either. */
static bool replaces_matches(struct tora_sv added)
{
	static const char *const calls[] = { "sub(", "subn(", "replace(", "replaceAll(" };

	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		size_t at = tora_text_find(added, tora_sv(calls[i]), 0, false);

		if (at != SIZE_MAX && at && added.at[at - 1] == '.')
			return true;
	}
	return false;
}

/* Does `text` say something to who replaces: "\\1", "$&"? A dollar sign alone does not. */
static bool is_template(struct tora_sv text)
{
	for (size_t i = 0; i + 1 < text.len; i++)
		if (text.at[i] == '\\' ||
		    (text.at[i] == '$' && tora_one_of(text.at[i + 1], "$&'`<0123456789")))
			return true;
	return false;
}

/* What a quoted text stands for. False: it is too long, or has escapes besides those of backslash and quotes. */
static bool value_of(struct tora_sv quoted, bool is_raw, struct tora_str *ret)
{
	tora_str_reset(ret);
	if (quoted.len < 3 || quoted.len > VALUE_MAX || tora_sv_starts(quoted, "\"\"\""))
		return false;
	for (size_t i = 1; i + 1 < quoted.len; i++) {
		if (quoted.at[i] == '\\' && !is_raw && !tora_one_of(quoted.at[++i], "\\'\"`"))
			return false;
		tora_str_addc(ret, quoted.at[i]);
	}
	return true;
}

static bool lost_a_value(const struct tora_case *c)
{
	struct tora_scan scan = { .text = tora_sv(c->test) };
	struct tora_token t, last = { .text = tora_sv("") };
	struct tora_str value = TORA_STR_INIT(VALUE_MAX);
	bool is = false;

	for (; !is && tora_scan_solid(&scan, &t); last = t)
		is = t.kind == TORA_TOKEN_STRING &&
		     value_of(t.text, tora_words_match(last.text, "r"), &value) &&
		     is_template(tora_str_view(&value)) &&
		     tora_text_find(c->before->out, tora_str_view(&value), 0, false) != SIZE_MAX &&
		     tora_text_find(c->after->out, tora_str_view(&value), 0, false) == SIZE_MAX;
	tora_str_free(&value);
	return is;
}

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

/* A change that looks for such a mark reads it on purpose: /\$/, r"\\", "\\\\". In "\\[" a bracket is looked for. */
static bool looks_for_marks(struct tora_sv added)
{
	static const char *const marks[] = { "\\$", "\\\\\"", "\\\\'", "\\\\/", "\\\\\\\\" };

	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (tora_sv_has(added, marks[i]))
			return true;
	return false;
}

bool tora_inserted_read(const struct tora_case *c)
{
	if (!replaces_matches(c->said->added) || looks_for_marks(c->said->added) ||
	    tora_words_match(c->said->messages,
	                     "backslash*|dollar*|escap*|backreference*|back-reference*|group*|"
	                     "replacement pattern*|replacement string*"))
		return false;
	if (is_complained_of(c->after->exception))
		return !is_complained_of(c->before->exception);
	return c->difference->kind == TORA_DIFF_VALUE && lost_a_value(c);
}
