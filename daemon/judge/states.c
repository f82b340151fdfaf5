#include "judge/states.h"

#include "judge/means.h"
#include "judge/subject.h"
#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define MARK_MAX 4 /* bytes of an operator */
#define VERB_MIN 4 /* of "gets" */

/* Of any subject: none of these is a noun as well. */
static const char verbs[] =
	"is|are|can|cannot|has|have|gets|becomes|stays|counts|comes|goes|starts|ends|matches|wins|"
	"keeps|takes|gives|does|doesn't|isn't|aren't|means|implies|clears|follows|includes|"
	"excludes|"
	"contains|belongs|remains|applies|refers|expands|hides|overrides|"
	"understands|survives|emits|behaves|exits|expires|tells|lets|sees|"
	"count as|count for|mean the|mean a|mean an|mean no|mean that|mean all|mean nothing|"
	"mean one|belong to|win over|stay|remain|become|behave|expire|survive|imply";
/* These say how the code does it, */
static const char of_code[] =
	"code|ci|build|builds|package|module|modules|slow|unused|private|duplicated|duplicate|"
	"readable";
static const char ways[] =
	"uses|reuses|calls|delegates|inherits|extends|subclasses|lives|moves|builds|owns|knows|"
	"imports|caches|memoises|memoizes|shares|stores|holds|iterates|loops|walks|wraps|allocates|"
	"compiles|computes|derives|depends|needs|copies|takes care";
/* and these stand behind a name as often as the things that it has. */
static const char nouns[] =
	"tests|docs|options|args|arguments|params|parameters|fields|values|names|results|keys|"
	"flags|"
	"types|hints|errors|patterns|methods|functions|tags|files|lines|links|nodes|items|objects|"
	"strings|comments|docstrings|tweaks|improvements|fixes|bindings|wrappers|helpers|internals|"
	"columns|rows|styles|annotations|operators|characters|signs|prefixes|suffixes|attributes|"
	"always|perhaps|besides|across|towards|plus|minus|versus";
/* What they say needs no object. */
static const char alone[] =
	"stops|wraps|goes|runs|waits|falls|works|ends|begins|starts|applies|looks|comes|returns|"
	"stands|sorts|defaults|points|turns|exits|fails|passes|sends|writes|prints|reads|resolves|"
	"splits|breaks|rounds|closes|opens|listens|reacts|jumps|moves|stays|belongs|counts|matches";
static const char prepositions[] =
	"for|of|in|into|to|from|about|with|on|by|when|if|after|that|which|where|using|over|as|at|"
	"against|so|since|because|and|or|before|without|between|around|until|than|per|via";

static struct tora_sv behind(struct tora_sv text, size_t n)
{
	return tora_sv_trim((struct tora_sv){ text.at + n, text.len - n });
}

/* "Cursor.next()", "follow_links", "HttpClient": no word of any language. */
static bool is_name(struct tora_sv word)
{
	if (tora_sv_ends(word, ":") || tora_sv_ends(word, ",") || tora_sv_ends(word, "."))
		return false;
	for (size_t i = 1; i < word.len; i++) {
		bool joins = i + 1 < word.len && isalnum((unsigned char)word.at[i + 1]);

		if (word.at[i] == '_' || (word.at[i] == '.' && joins) ||
		    (isupper((unsigned char)word.at[i]) && islower((unsigned char)word.at[i - 1])))
			return true;
	}
	return tora_sv_has(word, "()");
}

/* "=", "**" */
static bool is_operator(struct tora_sv word)
{
	for (size_t i = 0; i < word.len; i++)
		if (isalnum((unsigned char)word.at[i]) || (unsigned char)word.at[i] >= 0x80)
			return false;
	return word.len && word.len <= MARK_MAX;
}

/* The bytes of what is written as a program or a command line has it, and stands in front; 0: words do. */
static size_t code_in_front(struct tora_sv subject)
{
	struct tora_sv word = tora_words_first(subject);
	const char *open, *end;

	if (!word.len || subject.len < 2)
		return 0;
	if (tora_one_of(word.at[0], "`\"'")) {
		end = memchr(subject.at + 1, subject.at[0], subject.len - 1);
		return end ? (size_t)(end + 1 - subject.at) : 0;
	}
	if (is_operator(word) || word.at[0] == '-')
		return word.len;
	open = memchr(word.at, '(', word.len);
	end = open && open > word.at ? memchr(open, ')', (size_t)(subject.at + subject.len - open))
	                             : NULL;
	if (!end || (end + 1 < subject.at + subject.len && end[1] != ' '))
		return is_name(word) ? word.len : 0;
	/* "LRU(ttl=60) forgets": what a new parameter is for says nothing of calls without it. */
	return memchr(open, '=', (size_t)(end - open)) ? 0 : (size_t)(end + 1 - subject.at);
}

/* "clears": in the form of the third person, and nothing that is had. */
static bool is_third_person(struct tora_sv word)
{
	for (size_t i = 0; i < word.len; i++)
		if (!islower((unsigned char)word.at[i]))
			return false;
	return word.len >= VERB_MIN && tora_sv_ends(word, "s") && !tora_sv_ends(word, "ss") &&
	       !tora_sv_ends(word, "us") && !tora_sv_ends(word, "is") &&
	       !tora_words_match(word, ways) && !tora_words_match(word, nouns);
}

/* "clears setuid too", "stops at the root": `text` begins with what its subject does. */
static bool says_what_it_does(struct tora_sv text)
{
	struct tora_sv verb = tora_words_first(text), object;

	if (tora_words_match(verb, "now|also|still|always|never|only")) {
		text = behind(text, verb.len);
		verb = tora_words_first(text);
	}
	if (!is_third_person(verb))
		return false;
	object = tora_words_first(behind(text, verb.len));
	return object.len && !tora_words_match(object, prepositions)
	               ? !tora_words_match(object, verbs)
	               : tora_words_match(verb, alone);
}

/* "a helper", "a lookup table" */
static bool is_piece(struct tora_sv thing)
{
	return tora_means_construct(thing) ||
	       tora_words_match(thing,
	                        "helper|class|method|function|loop|regex|generator|decorator|"
	                        "mixin|closure|wrapper|subclass");
}

/* "A trailing comma opens a new column": what follows "a" is one thing, so that the first word with the ending is the verb. */
static bool does_one_thing(struct tora_sv subject)
{
	struct tora_sv word = tora_words_first(subject), rest = behind(subject, word.len);

	if (!tora_words_match(word, "a|an|each|every|any"))
		return false;
	for (bool any = false; (word = tora_words_first(rest)).len; any = true) {
		if (tora_words_match(word, prepositions))
			return false;
		if (any && says_what_it_does(rest))
			return !is_piece(
				(struct tora_sv){ subject.at, (size_t)(rest.at - subject.at) });
		rest = behind(rest, word.len);
	}
	return false;
}

static bool is_of_code(struct tora_sv subject)
{
	return tora_subject_of_no_behaviour(subject) || tora_words_match(subject, of_code);
}

bool tora_states_what_a_mark_does(struct tora_sv subject)
{
	return !is_of_code(subject) && !tora_means_construct(subject) && says_what_it_does(subject);
}

/* "treewalk: `..` stops at the root" */
static struct tora_sv without_place(struct tora_sv subject)
{
	struct tora_sv first = tora_words_first(subject);

	return first.len > 1 && isalnum((unsigned char)first.at[0]) && tora_sv_ends(first, ":")
	               ? behind(subject, first.len)
	               : subject;
}

bool tora_states_result(struct tora_sv subject, struct tora_sv said)
{
	struct tora_sv first = tora_words_first(said), rest = behind(said, first.len);
	struct tora_sv sentence = without_place(subject);
	size_t code = code_in_front(sentence);

	/* "No colours when piped", "No more guessing of types" */
	if (tora_words_match(first, "no|only") &&
	    (tora_words_match(rest, "when|if|unless") ||
	     tora_words_match(tora_words_first(rest), "more")) &&
	    !tora_subject_of_no_behaviour(said))
		return true;
	if (is_of_code(said))
		return false;
	if (code && tora_states_what_a_mark_does(behind(sentence, code)))
		return true;
	if (does_one_thing(sentence))
		return true;
	return tora_text_has_word(rest, tora_sv("may"), false) || tora_words_match(rest, verbs);
}
