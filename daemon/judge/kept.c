#include "judge/kept.h"

#include "judge/message.h"
#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>

#define NAME_MIN 3 /* bytes: shorter ones are words of other things */

static const char stays_words[] =
	"stays what it is|stay what they are|stays as it is|stay as they are|stays as it was|"
	"stay as they were|stays the same|stay the same|stays unchanged|stay unchanged|"
	"remains as it is|remain as they are|remains as is|remain as is|remains the same|"
	"remain the same|remains unchanged|remain unchanged|is unchanged|are unchanged|"
	"is untouched|are untouched|is not affected|are not affected|is unaffected|are unaffected|"
	"is as before|are as before|works as before|work as before|behaves as before|"
	"behave as before|works as it did|behaves as it did|behaves the same|behave the same|"
	"does what it did|is left alone|are left alone|is left as it is|are left as they are";
static const char but_words[] = "but|except|unless|apart|besides|only|other than|if|when|for";

/* What is said right behind the name, up to the next mark. */
static struct tora_sv said_of(struct tora_sv sentence, size_t end)
{
	struct tora_sv ret;
	size_t i = end;

	while (i < sentence.len && tora_one_of(sentence.at[i], "()`'\" "))
		i++;
	ret = (struct tora_sv){ sentence.at + i, 0 };
	while (i + ret.len < sentence.len && !tora_one_of(ret.at[ret.len], ",;:.("))
		ret.len++;
	return ret;
}

static bool is_part(struct tora_sv text, size_t i)
{
	return i < text.len && (isalnum((unsigned char)text.at[i]) || text.at[i] == '_');
}

bool tora_kept_told(struct tora_sv messages, const char *name, struct tora_arena *arena)
{
	struct tora_sv last = tora_text_last(name), said;
	struct tora_sentences all;
	size_t i, at;

	if (last.len < NAME_MIN)
		return false;
	tora_message_sentences(messages, arena, &all);
	for (i = 0; i < all.of.n; i++) {
		struct tora_sv one = all.of.at[i];

		for (at = 0; (at = tora_text_find(one, last, at, false)) != SIZE_MAX; at++) {
			if (is_part(one, at + last.len) || (at && is_part(one, at - 1)))
				continue;
			said = said_of(one, at + last.len);
			if (tora_words_match(said, stays_words) &&
			    !tora_words_match(said, but_words))
				return true;
		}
	}
	return false;
}
