#include "judge/due.h"

#include "judge/quote.h"
#include "judge/removal.h"
#include "judge/telling.h"
#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>
#include <string.h>

#define SENTENCES_MAX 100
#define SENTENCE_MAX  400 /* bytes that are looked at */
#define STATEMENT_MAX 12  /* lines */
#define WORD_MIN      4   /* letters of a word that says what something is about */

struct due {                      /* views into the case */
	struct tora_sv warning;   /* what the base said */
	struct tora_sv statement; /* the lines that went which said it */
};

/* What any warning of an end says, and what any sentence does. */
static const char talk[] = "deprecat*|pendingdeprecat*|warn*|futurewarning*|remov*|drop*|future*|"
			   "version*|release*|schedule*|instead|please|this|that|these|those|will|"
			   "from|with|have|been|into|than|when|then|your|also|more|does|must|ends|"
			   "should|gone|longer";

static struct tora_sv singular(struct tora_sv w)
{
	return (struct tora_sv){ w.at, w.len - (w.len > WORD_MIN && tora_sv_ends(w, "s")) };
}

static bool has_one(struct tora_sv text, struct tora_sv word)
{
	struct tora_sv other;

	while ((other = tora_sv_word(&text, isalnum)).len)
		if (tora_text_same(singular(other), singular(word)))
			return true;
	return false;
}

static bool next_word(struct tora_sv *rest, struct tora_sv *ret)
{
	while ((*ret = tora_sv_word(rest, isalnum)).len)
		if (ret->len >= WORD_MIN && isalpha((unsigned char)ret->at[0]) &&
		    !tora_words_match(*ret, talk))
			return true;
	return false;
}

static bool share_word(struct tora_sv a, struct tora_sv b)
{
	struct tora_sv word;

	while (next_word(&a, &word))
		if (has_one(b, word))
			return true;
	return false;
}

/* ---- what warned ------------------------------------------------------------------------------ */

/* Words of string literals, and how many of them the warning has. What is filled in is none of the literal's. */
struct spoken {
	unsigned words, shared;
};

static void hear_literal(struct tora_sv literal, struct tora_sv warning, struct spoken *ret)
{
	struct tora_sv part, word;
	size_t end;

	while (literal.len) {
		for (end = 0; end < literal.len && literal.at[end] != '{';)
			end++;
		part = (struct tora_sv){ literal.at, end };
		while (next_word(&part, &word)) {
			ret->words++;
			ret->shared += has_one(warning, word);
		}
		while (end < literal.len && literal.at[end] != '}')
			end++;
		end += end < literal.len;
		literal = (struct tora_sv){ literal.at + end, literal.len - end };
	}
}

static struct spoken hear(struct tora_sv statement, struct tora_sv warning)
{
	struct tora_scan scan = { .text = statement };
	struct spoken ret = { 0 };
	struct tora_token t;

	while (tora_scan_solid(&scan, &t))
		if (t.kind == TORA_TOKEN_STRING)
			hear_literal(t.text, warning, &ret);
	return ret;
}

static bool has_text(struct tora_sv text, const char *part)
{
	return tora_text_find(text, tora_sv(part), 0, true) != SIZE_MAX;
}

enum issue { ISSUES_NOTHING, ISSUES_WARNING, ISSUES_LOG };

/* `of` is what stands before the dot, `called` what stands before the parenthesis. */
static enum issue issue_of_call(struct tora_sv of, struct tora_sv called)
{
	if (has_text(called, "deprecat"))
		return ISSUES_WARNING;
	if (tora_words_match(called, "warn|warn_explicit|emitWarning"))
		return !of.len || tora_words_match(of, "warnings|process") ? ISSUES_WARNING
		                                                           : ISSUES_LOG;
	return tora_sv_is(called, "warning") ? ISSUES_LOG : ISSUES_NOTHING;
}

/* warnings.warn(), process.emitWarning(), util.deprecate(), @deprecated; log.warning() and console.warn() tell a log. */
static enum issue issue_of(struct tora_sv line)
{
	struct tora_scan scan = { .text = line };
	struct tora_token t, last[3] = { { .text = { "", 0 } } };
	enum issue ret = ISSUES_NOTHING;

	if (tora_sv_starts(tora_sv_trim(line), "@") && has_text(line, "deprecat"))
		return ISSUES_WARNING;
	while (!ret && tora_scan_solid(&scan, &t)) {
		bool dotted = tora_sv_is(last[1].text, ".");

		if (tora_sv_is(t.text, "(") && last[0].kind == TORA_TOKEN_WORD &&
		    !tora_words_match(last[1].text, "def|function|class"))
			ret = issue_of_call(dotted ? last[2].text : tora_sv(""), last[0].text);
		last[2] = last[1];
		last[1] = last[0];
		last[0] = t;
	}
	return ret;
}

/* The line and, where it opens brackets, those up to where they close. */
static struct tora_sv statement_from(struct tora_sv line, struct tora_sv rest)
{
	struct tora_sv next;
	int open = tora_text_opened(line);

	for (size_t i = 1; open > 0 && i < STATEMENT_MAX && tora_sv_line(&rest, &next); i++) {
		line.len = (size_t)(next.at + next.len - line.at);
		open += tora_text_opened(next);
	}
	return line;
}

static bool names_category(struct tora_sv statement, const char *category)
{
	return tora_text_has_word(statement, tora_text_last(category), false) ||
	       (strstr(category, "Deprecat") && has_text(statement, "deprecat"));
}

static bool issued(enum issue issue, struct tora_sv statement, const struct tora_warning *w)
{
	struct spoken of = hear(statement, tora_sv(w->message));

	if (issue == ISSUES_WARNING)
		return of.words ? of.shared * 2 >= of.words
		                : names_category(statement, w->category);
	/* A constant that is all of the warning. */
	return issue == ISSUES_NOTHING && of.words >= 2 && of.shared == of.words;
}

static bool has_line(struct tora_sv text, struct tora_sv wanted)
{
	struct tora_sv line;

	while (tora_sv_line(&text, &line))
		if (tora_sv_eq(tora_sv_trim(line), tora_sv_trim(wanted)))
			return true;
	return false;
}

static bool was_removed(const struct tora_said *said, const struct tora_warning *w,
                        struct tora_sv *ret)
{
	struct tora_sv rest = said->removed, line;

	while (tora_sv_line(&rest, &line)) {
		enum issue issue = issue_of(line);

		*ret = issue == ISSUES_WARNING ? statement_from(line, rest) : line;
		if (issued(issue, *ret, w) && !has_line(said->added, line))
			return true;
	}
	return false;
}

/* DeprecationWarning, PendingDeprecationWarning, FutureWarning, RemovedInNextVersionWarning */
static bool is_of_end(const struct tora_warning *w)
{
	return strstr(w->category, "Deprecat") || strstr(w->category, "FutureWarning") ||
	       strstr(w->category, "RemovedIn");
}

static bool was_due(const struct tora_case *c, tora_facts kind, struct due *ret)
{
	const struct tora_trial *before = c->before, *after = c->after;
	size_t i;

	if (!(kind & (TORA_FACT(APPEARED) | TORA_FACT(CHANGED) | TORA_FACT(LOST_API) |
	              TORA_FACT(EMPTIED) | TORA_FACT(SAYS_ERROR))))
		return false;
	for (i = 0; i < after->warnings.n; i++)
		if (is_of_end(&after->warnings.at[i]))
			return false;
	for (i = 0; i < before->warnings.n; i++) {
		const struct tora_warning *w = &before->warnings.at[i];

		ret->warning = tora_sv(w->message);
		if (is_of_end(w) && was_removed(c->said, w, &ret->statement))
			return true;
	}
	return false;
}

/* ---- what says so ----------------------------------------------------------------------------- */

/* Up to a mark of a clause, or one of these words. */
static struct tora_sv up_to(struct tora_sv text, const char *words)
{
	struct tora_sv rest = text, word;
	size_t end = 0;

	while (end < text.len && !tora_one_of(text.at[end], ",;:("))
		end++;
	while ((word = tora_sv_word(&rest, isalnum)).len && word.at < text.at + end)
		if (tora_words_match(word, words))
			end = (size_t)(word.at - text.at);
	return (struct tora_sv){ text.at, end };
}

/* How far it is to the end of the first word that says that something goes. 0: none does. */
static size_t end_of_verb(struct tora_sv sentence)
{
	struct tora_sv rest = sentence, word;

	while ((word = tora_sv_word(&rest, isalnum)).len) {
		size_t end = (size_t)(word.at + word.len - sentence.at);

		if (tora_words_match((struct tora_sv){ sentence.at, end }, TORA_REMOVAL_WORDS))
			return end;
	}
	return 0;
}

static struct tora_sv behind(struct tora_sv text, size_t at)
{
	return (struct tora_sv){ text.at + at, text.len - at };
}

/* "Do not remove", "Keep what was dropped", "will be removed": up to the end of the clause. What comes then is another matter. */
static bool is_denied(struct tora_sv s, size_t verb)
{
	struct tora_sv clause = { s.at,
		                  verb + up_to(behind(s, verb),
		                               "which|that|because|since|as|where|who|when|and|but")
		                                  .len };

	return tora_words_match(clause,
	                        "not|never|nothing|cannot|can't|don't|doesn't|didn't|won't|"
	                        "isn't|aren't|shouldn't|mustn't|avoid*|prevent*|keep*|kept|"
	                        "restor*|reinstat*|revert*|undo|undoes|bring back|brings back|"
	                        "stop remov*|stop drop*|instead of|rather than|no remov*|"
	                        "without remov*|without drop*|without delet*") ||
	       tora_words_match(s, "not yet|will be|would be|should be|going to be|soon|for now");
}

static bool is_warning(struct tora_sv thing)
{
	struct tora_sv rest = thing, word, last = { "", 0 };

	while ((word = tora_sv_word(&rest, isalnum)).len)
		last = word;
	return has_text(thing, "warn") || tora_sv_is(last, "deprecation") ||
	       tora_words_match(thing, "deprecation notice*|deprecation note*|"
	                               "deprecation message*|deprecation comment*|"
	                               "deprecation marker*|deprecation decorator*");
}

/* "Drop the noisy warning of short codes", "The warning of short codes is gone", "Short codes no longer warn". */
static bool removes_warning(struct tora_sv s, size_t verb)
{
	static const char links[] = "of|for|about|from|in|on|when|which|that|with|since|because|"
				    "as|to|at|by|where|who|after";
	size_t from = verb;

	while (from && s.at[from - 1] != ':')
		from--;
	return is_warning(up_to(behind(s, from), links)) ||
	       is_warning(up_to(behind(s, verb), links));
}

static bool is_about(const struct tora_case *c, const struct due *due, struct tora_sv s)
{
	return tora_words_match(s, "deprecat*|obsolete|due|legacy|outdated|scheduled|expired|"
	                           "compat*|backward*|end of life") ||
	       share_word(s, due->warning) || share_word(s, due->statement) ||
	       tora_telling_named(s, tora_text_last(c->name));
}

static bool is_said(const struct tora_case *c, const struct due *due, struct tora_arena *arena,
                    struct tora_sv *ret)
{
	struct tora_sentences sentences;

	tora_message_sentences(c->said->messages, arena, &sentences);
	for (size_t i = 0; i < sentences.of.n && i < SENTENCES_MAX; i++) {
		struct tora_sv s = sentences.of.at[i];
		size_t verb;

		*ret = s;
		s.len = s.len < SENTENCE_MAX ? s.len : SENTENCE_MAX;
		verb = end_of_verb(s);
		if (verb && !is_denied(s, verb) && !removes_warning(s, verb) && is_about(c, due, s))
			return true;
	}
	return false;
}

void tora_due(const struct tora_case *c, struct tora_arena *arena, struct tora_evidence *e)
{
	struct tora_sv sentence;
	struct due due;
	const char *quote = NULL;

	if (!was_due(c, e->facts, &due))
		return;
	e->facts |= TORA_FACT(WAS_DUE);
	if (is_said(c, &due, arena, &sentence))
		quote = tora_quote_in(c->intent, sentence, arena);
	if (!quote)
		return;
	e->facts |= TORA_FACT(END_SAID);
	/* What says that it goes says more of this than any other sentence. */
	e->quote = quote;
}
