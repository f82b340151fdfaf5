#include "judge/quote.h"

static bool blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static struct tora_sv peel(struct tora_sv w)
{
	bool again = true;

	while (again) {
		struct tora_sv t = tora_sv_trim(w);

		again = false;
		if (t.len >= 2 && t.at[0] == t.at[t.len - 1] && tora_one_of(t.at[0], "'\"`")) {
			t.at++;
			t.len -= 2;
			again = true;
		}
		if (tora_sv_starts(t, "...")) {
			t.at += 3;
			t.len -= 3;
			again = true;
		}
		if (tora_sv_ends(t, "...")) {
			t.len -= 3;
			again = true;
		}
		w = t;
	}
	return w;
}

/* Bytes of `text` from `at` that match all of `wanted`, or 0. */
static size_t match_here(struct tora_sv text, size_t at, struct tora_sv wanted)
{
	size_t i = at, j = 0;

	while (j < wanted.len) {
		if (i >= text.len)
			return 0;
		if (blank(wanted.at[j])) {
			if (!blank(text.at[i]))
				return 0;
			while (i < text.len && blank(text.at[i]))
				i++;
			while (j < wanted.len && blank(wanted.at[j]))
				j++;
			continue;
		}
		if (text.at[i] != wanted.at[j])
			return 0;
		i++;
		j++;
	}
	return i - at;
}

bool tora_quote_find(struct tora_sv text, struct tora_sv wanted, struct tora_sv *ret)
{
	size_t i, n, solid = 0;

	wanted = peel(wanted);
	for (i = 0; i < wanted.len; i++)
		solid += !blank(wanted.at[i]);
	if (solid < TORA_QUOTE_MIN || wanted.len > TORA_QUOTE_MAX)
		return false;
	for (i = 0; i < text.len; i++) {
		n = match_here(text, i, wanted);
		if (!n)
			continue;
		ret->at = text.at + i;
		ret->len = n;
		return true;
	}
	return false;
}

const char *tora_quote_in(const struct tora_intent *intent, struct tora_sv wanted,
                          struct tora_arena *arena)
{
	struct tora_sv span;
	size_t i;

	for (i = 0; i < intent->messages.n; i++)
		if (tora_quote_find(tora_sv(intent->messages.at[i].text), wanted, &span))
			return tora_arena_text(arena, span);
	for (i = 0; i < intent->changelog.n; i++)
		if (tora_quote_find(tora_sv(intent->changelog.at[i]), wanted, &span))
			return tora_arena_text(arena, span);
	return NULL;
}
