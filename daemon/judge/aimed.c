#include "judge/aimed.h"

#include "judge/text.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define MARK_MIN     2 /* bytes of punctuation that are not found by chance */
#define WORD_MIN     4
#define LITERALS_MAX 400

/* What patterns are made of is in every pattern. */
static const char pattern_marks[] = "()[]{}|.*?+\\^$'\",;: \t\n";

static bool of_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* The next word, or run of other marks, in a literal; empty at the end. */
static struct tora_sv next_piece(struct tora_sv *rest)
{
	struct tora_sv ret;
	size_t n = 0;

	while (rest->len && strchr(pattern_marks, rest->at[0])) {
		/* \b is no b, and \s no s. */
		size_t skip = rest->at[0] == '\\' && rest->len > 1 ? 2 : 1;

		rest->at += skip;
		rest->len -= skip;
	}
	while (n < rest->len && !strchr(pattern_marks, rest->at[n]) &&
	       of_word(rest->at[n]) == of_word(rest->at[0]))
		n++;
	ret = (struct tora_sv){ rest->at, n };
	rest->at += n;
	rest->len -= n;
	return ret;
}

static bool tells(struct tora_sv piece)
{
	return piece.len >= (of_word(piece.at[0]) ? WORD_MIN : MARK_MIN);
}

static bool stands_in(struct tora_sv text, struct tora_sv piece)
{
	return of_word(piece.at[0]) ? tora_text_has_word(text, piece, true)
	                            : tora_text_find(text, piece, 0, false) != SIZE_MAX;
}

static bool in_literals(struct tora_sv source, struct tora_sv piece)
{
	struct tora_scan scan = { .text = source };
	struct tora_token t;

	while (tora_scan_solid(&scan, &t))
		if (t.kind == TORA_TOKEN_STRING && stands_in(t.text, piece))
			return true;
	return false;
}

bool tora_aimed(struct tora_sv added, struct tora_sv removed, struct tora_sv test)
{
	struct tora_scan scan = { .text = added };
	struct tora_token t;
	size_t seen = 0;

	while (seen < LITERALS_MAX && tora_scan_solid(&scan, &t)) {
		struct tora_sv rest = t.text, piece;

		if (t.kind != TORA_TOKEN_STRING)
			continue;
		seen++;
		while ((piece = next_piece(&rest)).len)
			if (tells(piece) && in_literals(test, piece) && !stands_in(removed, piece))
				return true;
	}
	return false;
}
