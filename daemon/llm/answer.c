#include "llm/answer.h"

#include "llm/lenient.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define NESTED_MAX 3           /* {"answer": {...}} is looked into this deep */
#define WORK_MAX   (32u << 20) /* bytes read in all: braces upon braces are given up on */
#define WORDS_MAX  12          /* a longer answer to a yes-or-no question is an essay */

/* ---- finding the object ------------------------------------------------------------- */

/* "Is_Noteworthy" and "isnoteworthy" are one key. */
static bool same_key(const char *a, const char *b)
{
	for (;;) {
		while (*a && !isalnum((unsigned char)*a))
			a++;
		while (*b && !isalnum((unsigned char)*b))
			b++;
		if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
			return false;
		if (!*a)
			return true;
		a++;
		b++;
	}
}

/* The member a key means. One that is there twice with two values says nothing. */
static cJSON *member(const cJSON *obj, const char *key)
{
	cJSON *found = NULL;

	for (cJSON *item = obj->child; item; item = item->next) {
		if (!item->string || !same_key(item->string, key))
			continue;
		if (found && !cJSON_Compare(found, item, true))
			return NULL;
		found = item;
	}
	return found;
}

static size_t score(const cJSON *obj, const char *const *keys)
{
	size_t n = 0;

	for (; *keys; keys++)
		n += member(obj, *keys) != NULL;
	return n;
}

/* obj itself or an object inside it: the one with the most keys, of equals the later. */
static const cJSON *best_inside(const cJSON *obj, const char *const *keys, int depth)
{
	const cJSON *best = obj;

	if (depth == 0 || score(obj, keys) > 0)
		return best;
	for (const cJSON *item = obj->child; item; item = item->next) {
		const cJSON *inner;

		if (!cJSON_IsObject(item))
			continue;
		inner = best_inside(item, keys, depth - 1);
		if (score(inner, keys) >= score(best, keys))
			best = inner;
	}
	return best;
}

static cJSON *keep_keys(const cJSON *obj, const char *const *keys)
{
	cJSON *kept = cJSON_CreateObject();

	for (; *keys; keys++) {
		const cJSON *item = member(obj, *keys);

		if (item)
			(void)cJSON_AddItemToObject(kept, *keys, cJSON_Duplicate(item, true));
	}
	return kept;
}

static bool names_a_key(struct tora_sv text, const char *const *keys)
{
	for (; *keys; keys++)
		if (tora_sv_has(text, *keys))
			return true;
	return false;
}

/*
 * Take the object that starts here if it is at least as good as what there is, and
 * say how much of the text is done with. Behind braces in prose the next byte is
 * looked at. But an object that holds what was asked for and is broken is skipped
 * as far as it was read: an object that only stands inside one of its strings, where
 * the model quotes the project, was not said by the model.
 */
static size_t consider(struct tora_sv rest, const char *const *keys, cJSON **best, size_t *most,
                       size_t *ret_read)
{
	struct tora_str strict = TORA_STR_INIT(8 * (size_t)TORA_ANSWER_MAX);
	struct tora_err err = TORA_ERR_INIT;
	enum tora_lenient_end end = tora_lenient_object(rest, &strict, ret_read);
	cJSON *json = NULL;
	size_t n = 0;

	if (end != TORA_LENIENT_BAD &&
	    tora_json_parse(tora_str_view(&strict), strict.max, &json, &err) == TORA_OK) {
		const cJSON *inner = best_inside(json, keys, NESTED_MAX);

		n = score(inner, keys);
		if (n > 0 && n >= *most) {
			cJSON_Delete(*best);
			*best = keep_keys(inner, keys);
			*most = n;
		}
		cJSON_Delete(json);
	}
	tora_str_free(&strict);
	rest.len = *ret_read;
	if (*ret_read && (end == TORA_LENIENT_WHOLE || names_a_key(rest, keys)))
		return *ret_read;
	return 1;
}

/*
 * The object of `text` that has the most of `keys` (NULL-ended), of equals the last; in it these
 * keys are spelled as given here, whatever their case and underscores were. The caller owns
 * *ret_object. TORA_E_FORMAT: there is none with even one of the keys.
 */
static int find_object(struct tora_sv text, const char *const *keys, cJSON **ret_object,
                       struct tora_err *err)
{
	struct tora_sv rest = text;
	size_t most = 0, work = 0;
	cJSON *best = NULL;

	if (rest.len > TORA_ANSWER_MAX)
		rest.len = TORA_ANSWER_MAX;
	while (rest.len && work < WORK_MAX) {
		const char *open = memchr(rest.at, '{', rest.len);
		size_t done, read = 0;

		if (!open)
			break;
		rest.len -= (size_t)(open - rest.at);
		rest.at = open;
		done = consider(rest, keys, &best, &most, &read);
		work += read;
		rest.at += done;
		rest.len -= done;
	}
	if (!best)
		return tora_fail(err, TORA_E_FORMAT, "the answer has no JSON object with '%s'%s",
		                 keys[0], text.len ? "" : ": it is empty");
	*ret_object = best;
	return TORA_OK;
}

/* ---- closed sets of words -------------------------------------------------------------- */

const char *tora_tri_name(enum tora_tri t)
{
	static const char *const names[] = { "unknown", "yes", "no" };

	return names[t];
}

struct words {
	struct {
		char text[24];
	} at[WORDS_MAX];
	size_t n;
	bool too_many;
};

/* Lower-case words of letters and digits; an apostrophe joins: isn't is one word, isnt. */
static void split(const char *text, struct words *ret)
{
	size_t len = 0;

	*ret = (struct words){ 0 };
	for (;; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == '\'' && len)
			continue;
		if (isalnum(c)) {
			if (ret->n == WORDS_MAX) {
				ret->too_many = true;
				return;
			}
			if (len + 1 < sizeof ret->at[0].text)
				ret->at[ret->n].text[len] = (char)tolower(c);
			len++;
			continue;
		}
		ret->n += len > 0;
		len = 0;
		if (!c)
			return;
	}
}

static bool is_in(const char *word, const char *list)
{
	size_t n = strlen(word);

	for (const char *at = list; (at = strstr(at, word)); at += n)
		if ((at == list || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
			return true;
	return false;
}

static bool is_negation(const char *word)
{
	return is_in(word, "not non isnt never hardly");
}

/*
 * Every word that says yes or no has to say the same, "not" turns the word behind it
 * round, and a word of doubt spoils all: "intended/unintended" and "yes|no|unknown",
 * copied from the prompt, are unknown.
 */
static enum tora_tri read_words(const char *text, const char *yes, const char *no)
{
	enum tora_tri all = TORA_UNKNOWN;
	struct words words;

	split(text, &words);
	if (words.too_many)
		return TORA_UNKNOWN;
	for (size_t i = 0; i < words.n; i++) {
		const char *word = words.at[i].text;
		bool is_yes = is_in(word, "yes true y") || is_in(word, yes);
		bool is_no = is_in(word, "no false n") || is_in(word, no);
		enum tora_tri one;

		if (is_in(word, "unknown unsure unclear uncertain maybe perhaps possibly either"))
			return TORA_UNKNOWN;
		if (!is_yes && !is_no)
			continue;
		if (i > 0 && is_negation(words.at[i - 1].text))
			is_yes = !is_yes;
		one = is_yes ? TORA_YES : TORA_NO;
		if (all != TORA_UNKNOWN && all != one)
			return TORA_UNKNOWN;
		all = one;
	}
	return all;
}

static enum tora_tri read_tri(const cJSON *obj, const char *key, const char *yes, const char *no)
{
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(obj, key);

	if (cJSON_IsBool(item))
		return cJSON_IsTrue(item) ? TORA_YES : TORA_NO;
	return cJSON_IsString(item) ? read_words(item->valuestring, yes, no) : TORA_UNKNOWN;
}

static const char *read_text(const cJSON *obj, const char *key, struct tora_arena *arena)
{
	const char *text = tora_json_text(obj, key, NULL);
	struct tora_sv trimmed = tora_sv_trim(tora_sv(text));

	return trimmed.len ? tora_arena_text(arena, trimmed) : NULL;
}

/* A number, a number in quotes, or a percentage. */
static double read_share(const cJSON *obj, const char *key)
{
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(obj, key);
	double value = -1;

	if (cJSON_IsNumber(item)) {
		value = item->valuedouble;
	} else if (cJSON_IsString(item)) {
		char *end;

		value = strtod(item->valuestring, &end);
		if (end == item->valuestring || (*end && *end != '%'))
			return -1;
		if (*end == '%')
			value /= 100;
	}
	return value >= 0 && value <= 1 ? value : -1;
}

/* ---- the verdict ------------------------------------------------------------------------ */

/* false: no verdict, or not one of the four, or more than one of them */
static bool read_verdict(const cJSON *obj, enum tora_verdict *ret)
{
	static const struct {
		const char *word;
		enum tora_verdict verdict;
	} known[] = { { "intended", TORA_VERDICT_INTENDED },
		      { "unintended", TORA_VERDICT_UNINTENDED },
		      { "irrelevant", TORA_VERDICT_IRRELEVANT },
		      { "unsure", TORA_VERDICT_UNSURE },
		      { "unknown", TORA_VERDICT_UNSURE } };
	const char *text = tora_json_text(obj, "verdict", NULL);
	struct words words;
	bool found = false;

	if (!text)
		return false;
	split(text, &words);
	for (size_t i = 0; i < words.n; i++) {
		if (is_negation(words.at[i].text))
			return false;
		for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
			if (strcmp(words.at[i].text, known[k].word) != 0)
				continue;
			if (found && *ret != known[k].verdict)
				return false;
			*ret = known[k].verdict;
			found = true;
		}
	}
	return found && !words.too_many;
}

static bool any_other_no(const struct tora_judgement *j)
{
	return j->noteworthy == TORA_NO || j->deterministic == TORA_NO || j->is_public == TORA_NO ||
	       j->legal == TORA_NO;
}

static bool all_answered(const struct tora_judgement *j)
{
	return j->noteworthy && j->legal && j->intended;
}

/* Does the verdict follow from the answers, as the prompt says it must? Who was not asked whether the names are public,
 * because that was measured, may rest on it: what was measured is looked at by who knows it (judge/ask.h). */
static bool follows(enum tora_verdict verdict, const struct tora_judgement *j)
{
	switch (verdict) {
	case TORA_VERDICT_INTENDED:
		return j->intended == TORA_YES && j->quote;
	case TORA_VERDICT_UNINTENDED:
		return j->intended != TORA_YES && !any_other_no(j);
	case TORA_VERDICT_IRRELEVANT:
		return j->intended != TORA_YES && (any_other_no(j) || !j->is_public);
	case TORA_VERDICT_UNSURE:
	case TORA_VERDICT_COINCIDENTAL_FIX:
		return true;
	}
	return false;
}

static void settle(const cJSON *obj, struct tora_judgement *j)
{
	enum tora_verdict stated = TORA_VERDICT_UNSURE;

	if (!cJSON_HasObjectItem(obj, "verdict") && all_answered(j) && j->intended == TORA_NO) {
		stated = any_other_no(j) ? TORA_VERDICT_IRRELEVANT : TORA_VERDICT_UNINTENDED;
		j->is_stated = true;
	} else {
		j->is_stated = read_verdict(obj, &stated) && follows(stated, j);
	}
	j->verdict = j->is_stated ? stated : TORA_VERDICT_UNSURE;
}

int tora_answer_judgement(struct tora_sv text, struct tora_arena *arena, struct tora_judgement *ret,
                          struct tora_err *err)
{
	static const char *const keys[] = { "verdict",       "intended",   "noteworthy",
		                            "deterministic", "public",     "legal",
		                            "quote",         "confidence", "thoughts",
		                            "explanation",   NULL };
	struct tora_judgement j = { 0 };
	cJSON *obj;

	if (find_object(text, keys, &obj, err))
		return err->rc;
	j.noteworthy = read_tri(obj, "noteworthy", "noteworthy major significant", "minor trivial");
	j.deterministic =
		read_tri(obj, "deterministic", "deterministic", "nondeterministic flaky random");
	j.is_public = read_tri(obj, "public", "public", "internal private");
	j.legal = read_tri(obj, "legal", "legal valid permitted", "illegal invalid");
	j.intended = read_tri(obj, "intended", "intended intentional",
	                      "unintended unintentional accidental regression");
	j.confidence = read_share(obj, "confidence");
	j.thoughts = read_text(obj, "thoughts", arena);
	j.explanation = read_text(obj, "explanation", arena);
	j.quote = read_text(obj, "quote", arena);
	settle(obj, &j);
	cJSON_Delete(obj);
	*ret = j;
	return TORA_OK;
}

/* ---- which side -------------------------------------------------------------------------- */

static enum tora_answer_side read_side(const char *text)
{
	enum tora_answer_side all = TORA_SIDE_UNKNOWN;
	struct words words;

	split(text, &words);
	if (words.too_many)
		return TORA_SIDE_UNKNOWN;
	for (size_t i = 0; i < words.n; i++) {
		const char *word = words.at[i].text;
		enum tora_answer_side one = strcmp(word, "a") == 0         ? TORA_SIDE_A
		                            : strcmp(word, "b") == 0       ? TORA_SIDE_B
		                            : strcmp(word, "neither") == 0 ? TORA_SIDE_NEITHER
		                                                           : TORA_SIDE_UNKNOWN;

		if (is_negation(word) || is_in(word, "both either unknown unsure"))
			return TORA_SIDE_UNKNOWN;
		if (one == TORA_SIDE_UNKNOWN)
			continue;
		if (all != TORA_SIDE_UNKNOWN && all != one)
			return TORA_SIDE_UNKNOWN;
		all = one;
	}
	return all;
}

int tora_answer_expected(struct tora_sv text, struct tora_arena *arena,
                         enum tora_answer_side *ret_side, const char **ret_reason,
                         struct tora_err *err)
{
	static const char *const keys[] = { "answer", "reason", "thoughts", NULL };
	const char *answer;
	cJSON *obj;

	if (find_object(text, keys, &obj, err))
		return err->rc;
	answer = tora_json_text(obj, "answer", NULL);
	*ret_side = answer ? read_side(answer) : TORA_SIDE_UNKNOWN;
	*ret_reason = read_text(obj, "reason", arena);
	cJSON_Delete(obj);
	return TORA_OK;
}

/* ---- forms --------------------------------------------------------------------------------- */

#define TEXT   "{\"type\":\"string\"}"
#define TRI    "{\"type\":\"string\",\"enum\":[\"yes\",\"no\",\"unknown\"]}"
#define CLOSED "\"type\":\"object\",\"additionalProperties\":false,"

const char *tora_answer_schema(const char *prompt)
{
	static const char judge[] =
		"{" CLOSED "\"required\":[\"thoughts\",\"noteworthy\","
		"\"legal\",\"intended\",\"quote\",\"verdict\",\"confidence\",\"explanation\"],"
		"\"properties\":{\"thoughts\":" TEXT ",\"noteworthy\":" TRI ",\"legal\":" TRI
		",\"intended\":" TRI ",\"quote\":" TEXT
		",\"verdict\":{\"type\":\"string\",\"enum\":[\"intended\","
		"\"unintended\",\"irrelevant\",\"unsure\"]},\"confidence\":{\"type\":\"number\"},"
		"\"explanation\":" TEXT "}}";
	static const char side[] =
		"{" CLOSED "\"required\":[\"thoughts\",\"answer\",\"reason\"],\"properties\":{"
		"\"thoughts\":" TEXT ",\"answer\":{\"type\":\"string\",\"enum\":[\"A\",\"B\","
		"\"neither\",\"unknown\"]},\"reason\":" TEXT "}}";

	return strcmp(prompt, "judge") == 0           ? judge
	       : strcmp(prompt, "expected-side") == 0 ? side
	                                              : NULL;
}
