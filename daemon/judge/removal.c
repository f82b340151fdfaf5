#include "judge/removal.h"

#include "judge/message.h"
#include "judge/telling.h"
#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

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

/* "Delete all", "Remove everything from the repository", and not "Remove all warnings": each name goes. */
static bool removes_everything(struct tora_sv sentence)
{
	struct tora_sv word = tora_sv_word(&sentence, isalnum);
	bool all = false;

	if (!tora_words_match(word, "remov*|drop*|delet*|clear*|wipe*"))
		return false;
	while ((word = tora_sv_word(&sentence, isalnum)).len) {
		if (tora_words_match(word, "all|everything"))
			all = true;
		else if (!tora_words_match(word,
		                           all ? "of|it|this|that|the|from|in|here|file*|code|"
		                                 "source*|content*|project|repo|repository|"
		                                 "package|tree|and|start*|again|over"
		                               : "out|away|the"))
			return false;
	}
	return all;
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

		if (!tora_words_match(s, TORA_REMOVAL_WORDS))
			continue;
		if (names_a_parent(s, name) ||
		    (was_deprecated && tora_words_match(s, "deprecat*|obsolete")))
			return true;
	}
	return false;
}

bool tora_removal_of_all(struct tora_sv messages, struct tora_arena *arena, struct tora_sv *ret)
{
	struct tora_sentences sentences;

	tora_message_sentences(messages, arena, &sentences);
	for (size_t i = 0; i < sentences.of.n && i < SENTENCES_MAX; i++)
		if (removes_everything(sentences.of.at[i])) {
			*ret = sentences.of.at[i];
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

/* ---- in other words ------------------------------------------------------------------------ */

static struct tora_sv singular(struct tora_sv w)
{
	return (struct tora_sv){ w.at, w.len - (w.len > 2 && tora_sv_ends(w, "s")) };
}

/* `text` has a word that begins with `part`, which is a word or its short form: doc of document. */
static bool has_beginning(struct tora_sv text, struct tora_sv part)
{
	struct tora_sv word;

	part = singular(part);
	while ((word = tora_sv_word(&text, isalnum)).len)
		if (word.len >= part.len && strncasecmp(word.at, part.at, part.len) == 0)
			return true;
	return false;
}

/* Every part of a name of two parts and more: doc_ids. */
static bool has_all_parts(struct tora_sv text, struct tora_sv name)
{
	struct tora_sv part;
	size_t n = 0;

	while ((part = tora_sv_word(&name, isalnum)).len) {
		if (!has_beginning(text, part))
			return false;
		n++;
	}
	return n >= 2;
}

/* `name` is the first letters of the words from here on, of two and more, the last of them whole: element ID. */
static bool begins_short_for(struct tora_sv text, struct tora_sv name)
{
	struct tora_sv word;
	size_t n = 0, k;

	while (name.len && (word = tora_sv_word(&text, isalnum)).len) {
		for (k = 0;
		     k < word.len && k < name.len &&
		     tolower((unsigned char)word.at[k]) == tolower((unsigned char)name.at[k]);)
			k++;
		if (!k)
			return false;
		if (k == name.len)
			return n >= 1 && k == singular(word).len;
		name.at += n ? k : 1; /* of the first word its letter, as in eid */
		name.len -= n ? k : 1;
		n++;
	}
	return false;
}

static bool is_short_for(struct tora_sv text, struct tora_sv name)
{
	name = singular(name);
	while (name.len > 2 && text.len) {
		if (begins_short_for(text, name))
			return true;
		(void)tora_sv_word(&text, isalnum);
	}
	return false;
}

static bool was_deprecated(struct tora_sv removed, struct tora_sv name)
{
	struct tora_sv line;

	while (tora_sv_line(&removed, &line))
		if (tora_words_match(line,
		                     "deprecat*|deprecationwarning|pendingdeprecationwarning") &&
		    tora_text_has_word(line, name, false))
			return true;
	return false;
}

bool tora_removal_tells(struct tora_sv messages, struct tora_sv name, struct tora_sv removed,
                        struct tora_arena *arena)
{
	struct tora_sentences sentences;
	size_t i;

	tora_message_sentences(messages, arena, &sentences);
	for (i = 0; i < sentences.of.n && i < SENTENCES_MAX; i++) {
		struct tora_sv s = sentences.of.at[i];

		if (!tora_words_match(s, TORA_REMOVAL_WORDS))
			continue;
		if (has_all_parts(s, name) || is_short_for(s, name) ||
		    (tora_words_match(s, "deprecat*|obsolete") && was_deprecated(removed, name)) ||
		    (tora_words_match(s, "this|these") && has_all_parts(messages, name)))
			return true;
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
		if (tora_words_match(sentences.of.at[i], TORA_REMOVAL_WORDS "|renam*|replac*") &&
		    has_misspelt(sentences.of.at[i], name))
			return true;
	return false;
}
