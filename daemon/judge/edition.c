#include "judge/edition.h"

#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>

enum {
	LINES_MIN = 20,  /* fewer may be the row that somebody mistyped */
	CODE_SHARE = 10, /* one line in so many may be code */
};

/* "17.0.0", "2024b"; "(#123)" is the number of something else. */
static bool has_number(struct tora_sv text)
{
	for (size_t i = 0; i < text.len; i++) {
		if (text.at[i] == '#')
			while (i + 1 < text.len && isdigit((unsigned char)text.at[i + 1]))
				i++;
		else if (isdigit((unsigned char)text.at[i]))
			return true;
	}
	return false;
}

/* Numbers, strings and what stands between them; the name that a table or a row has does not count, and what kind of
 * string one is, u'x', is no name. */
static bool is_data(struct tora_sv line)
{
	struct tora_scan scan = { .text = line };
	struct tora_token token;
	size_t words = 0, values = 0;

	while (tora_scan_solid(&scan, &token)) {
		const char *end = token.text.at + token.text.len;
		bool is_prefix = token.kind == TORA_TOKEN_WORD && token.text.len <= 2 &&
		                 end < line.at + line.len && tora_one_of(*end, "'\"");

		words += token.kind == TORA_TOKEN_WORD && !is_prefix;
		values += token.kind == TORA_TOKEN_NUMBER || token.kind == TORA_TOKEN_STRING;
	}
	return values > words || (!words && !values);
}

bool tora_edition_of_tables(struct tora_sv messages, struct tora_sv added)
{
	struct tora_sv subject, line;
	size_t lines = 0, code = 0;

	if (!tora_sv_line(&messages, &subject) || !has_number(subject) ||
	    !tora_words_match(subject, "update*|upgrade*|regenerate*|sync*|refresh*|bump*|import*"))
		return false;
	while (tora_sv_line(&added, &line)) {
		if (!tora_sv_trim(line).len)
			continue;
		lines++;
		code += !is_data(line);
	}
	return lines >= LINES_MIN && code * CODE_SHARE <= lines;
}
