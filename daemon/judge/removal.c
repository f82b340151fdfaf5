#include "judge/removal.h"

#include "judge/message.h"
#include "judge/telling.h"
#include "judge/words.h"

#include <ctype.h>
#include <string.h>

#define SENTENCES_MAX 100
#define NAME_MIN      5 /* letters: shorter ones are each other's misspellings */

/* Without the package itself and the name's own last part: most messages of p could name p. */
static bool names_a_parent(struct tora_sv text, const char *name)
{
	const char *from = strchr(name, '.'), *end;

	for (; from && (end = strchr(from + 1, '.')) != NULL; from = end)
		if (tora_telling_named(text,
		                       (struct tora_sv){ from + 1, (size_t)(end - from - 1) }))
			return true;
	return false;
}

bool tora_removal_covers(struct tora_sv messages, const char *name, struct tora_sv base_body,
                         struct tora_arena *arena)
{
	bool was_deprecated = tora_words_match(base_body, "deprecat*|_deprecat*");
	struct tora_sentences sentences;
	size_t i;

	tora_message_sentences(messages, arena, &sentences);
	for (i = 0; i < sentences.of.n && i < SENTENCES_MAX; i++) {
		struct tora_sv s = sentences.of.at[i];

		if (!tora_words_match(s, "remov*|drop*|delet*|get rid of|kill|kills"))
			continue;
		if (names_a_parent(s, name) ||
		    (was_deprecated && tora_words_match(s, "deprecat*|obsolete")))
			return true;
	}
	return false;
}

/* One letter too few, too many, or another. */
static bool one_apart(struct tora_sv a, struct tora_sv b)
{
	size_t i = 0, k = 0;

	while (i < a.len && i < b.len && a.at[i] == b.at[i])
		i++;
	while (k < a.len - i && k < b.len - i && a.at[a.len - 1 - k] == b.at[b.len - 1 - k])
		k++;
	return a.len - i - k <= 1 && b.len - i - k <= 1 && a.len + b.len > 2 * (i + k);
}

static bool has_misspelt(struct tora_sv text, struct tora_sv name)
{
	size_t i = 0, from;

	while (i < text.len) {
		from = i;
		while (i < text.len && (isalnum((unsigned char)text.at[i]) || text.at[i] == '_'))
			i++;
		if (i > from && one_apart((struct tora_sv){ text.at + from, i - from }, name))
			return true;
		i += i == from;
	}
	return false;
}

bool tora_removal_misspells(struct tora_sv messages, struct tora_sv name, struct tora_arena *arena)
{
	struct tora_sentences sentences;
	size_t i;

	if (name.len < NAME_MIN)
		return false;
	tora_message_sentences(messages, arena, &sentences);
	for (i = 0; i < sentences.of.n && i < SENTENCES_MAX; i++)
		if (tora_words_match(sentences.of.at[i],
		                     "renam*|replac*|remov*|drop*|delet*|kill|kills|get rid of") &&
		    has_misspelt(sentences.of.at[i], name))
			return true;
	return false;
}
