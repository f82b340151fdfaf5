#include "judge/instead.h"

#include "judge/message.h"
#include "judge/signature.h"
#include "judge/text.h"
#include "lang/lang.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define SENTENCES_MAX 100
#define VALUE_MAX     40 /* bytes of a value that is looked for as a word */

/* The two halves of "NEW instead of OLD", or of "instead of OLD, NEW". */
static bool split(struct tora_sv sentence, struct tora_sv *ret_new, struct tora_sv *ret_old)
{
	static const char *const links[] = { "instead of", "rather than", "in place of" };
	const char *comma;
	size_t i, at = SIZE_MAX, n = 0;

	for (i = 0; i < sizeof links / sizeof *links && at == SIZE_MAX; i++) {
		at = tora_text_find(sentence, tora_sv(links[i]), 0, true);
		n = strlen(links[i]);
	}
	if (at == SIZE_MAX)
		return false;
	*ret_new = tora_sv_trim((struct tora_sv){ sentence.at, at });
	*ret_old = (struct tora_sv){ sentence.at + at + n, sentence.len - at - n };
	if (ret_new->len)
		return true;
	comma = memchr(ret_old->at, ',', ret_old->len);
	if (!comma)
		return false;
	*ret_new = (struct tora_sv){ comma + 1, (size_t)(ret_old->at + ret_old->len - comma - 1) };
	ret_old->len = (size_t)(comma - ret_old->at);
	return true;
}

enum fit { UNKNOWN, FITS, OTHER };

/* The errors that the old half names, against the one that the base raised: "instead of LookupError" is about a
 * KeyError too. */
static enum fit fit_errors(struct tora_sv old, struct tora_sv gone)
{
	struct tora_scan scan = { .text = old };
	struct tora_token t;
	enum fit ret = UNKNOWN;

	while (tora_scan_solid(&scan, &t)) {
		struct tora_sv name =
			tora_token_content(t); /* `KeyError` stands in marks of code */

		if (!name.len || !isupper((unsigned char)name.at[0]) ||
		    !(tora_sv_ends(name, "Error") || tora_sv_ends(name, "Exception")))
			continue;
		if (gone.len && tora_lang_is_kind(gone, name))
			return FITS;
		ret = OTHER;
	}
	return ret;
}

/* None, False and empty things that the old half names, against what the base gave. A truth value
 * may be what a test made of any of them. */
static enum fit fit_values(struct tora_sv old, struct tora_sv before)
{
	static const struct {
		const char *words, *value;
	} values[] = {
		{ "none|null", "None" },
		{ "false", "False" },
		{ "true", "True" },
		{ "an empty list|empty list", "[]" },
		{ "an empty string|empty string", "''" },
		{ "an empty dict|empty dict", "{}" },
	};
	enum fit ret = UNKNOWN;
	size_t i;

	for (i = 0; i < sizeof values / sizeof *values; i++) {
		if (!tora_words_match(old, values[i].words))
			continue;
		if (tora_sv_has(before, values[i].value) || !before.len ||
		    tora_sv_is(before, "ends normally") ||
		    strcmp(tora_signature_type(before), "bool") == 0)
			return FITS;
		ret = OTHER;
	}
	return ret;
}

/* "Instead of recursing for ever": a call that gave something came to its end. */
static enum fit fit_endless(struct tora_sv old, struct tora_sv gone)
{
	static const char words[] = "recursing|recursion|for ever|forever|endless*|infinite*|hang|"
				    "hangs|hanging|looping|crash|crashes|crashing|stack overflow";

	if (!tora_words_match(old, words))
		return UNKNOWN;
	return gone.len ? FITS : OTHER;
}

static bool tells_new(struct tora_sv part, const struct tora_telling *t,
                      const struct tora_difference *d)
{
	struct tora_sv after = tora_sv_trim(tora_sv(d->after));

	if (t->raised.len)
		return tora_text_has_word(part, t->raised, false);
	return after.len && after.len <= VALUE_MAX && tora_text_has_word(part, after, false);
}

bool tora_instead_of_other(struct tora_sv messages, const struct tora_telling *t,
                           const struct tora_difference *d, struct tora_arena *arena)
{
	struct tora_sv before = tora_sv_trim(tora_sv(d->before)), new, old;
	struct tora_sentences sentences;
	enum fit errors, values, endless;
	bool any = false;
	size_t i;

	if (d->kind != TORA_DIFF_EXCEPTION_APPEARED && d->kind != TORA_DIFF_EXCEPTION_CHANGED &&
	    d->kind != TORA_DIFF_EXCEPTION_GONE && d->kind != TORA_DIFF_VALUE)
		return false;
	tora_message_sentences(messages, arena, &sentences);
	for (i = 0; i < sentences.of.n && i < SENTENCES_MAX; i++) {
		if (!split(sentences.of.at[i], &new, &old) || !tells_new(new, t, d))
			continue;
		errors = fit_errors(old, t->gone);
		values = t->gone.len ? UNKNOWN : fit_values(old, before);
		endless = fit_endless(old, t->gone);
		if (errors == FITS || values == FITS || endless == FITS ||
		    (errors == UNKNOWN && values == UNKNOWN && endless == UNKNOWN))
			return false;
		any = true;
	}
	return any;
}
