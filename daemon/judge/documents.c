#include "judge/documents.h"

#include "judge/otherwise.h"
#include "judge/speed.h"
#include "judge/text.h"
#include "judge/words.h"

#define SET(facts, name, condition) ((facts) |= (condition) ? TORA_FACT(name) : 0)

static bool mentions_it(const struct tora_mentions *m)
{
	return m->exception || m->value || m->spelled ||
	       (m->function && (m->shown || m->test || m->input)) || (m->name && m->shown) ||
	       m->shown >= 2;
}

#define WORD_MIN 5

/* A word of a program or of what it shows that the line has, too, but for those that any has. */
static bool shares_word(struct tora_sv line, struct tora_sv text)
{
	static const char any[] = "print|console|import|require|const|return|value|values|error|"
				  "errors|class|function|range|lambda|assert|float|string|number|"
				  "tests|false|undefined|result|results";
	struct tora_scan scan = { .text = text };
	struct tora_token t;

	while (tora_scan_solid(&scan, &t))
		if (t.kind == TORA_TOKEN_WORD && t.text.len >= WORD_MIN &&
		    !tora_words_match(t.text, any) && tora_text_has_word(line, t.text, true))
			return true;
	return false;
}

/* Is the line about what the test asks, or what that shows? */
static bool is_akin(const struct tora_case *c, const struct tora_mentions *m, struct tora_sv line)
{
	return m->function || m->name || m->input || m->value || m->exception || m->shown ||
	       shares_word(line, tora_sv(c->test)) ||
	       shares_word(line, tora_sv(c->difference->before)) ||
	       shares_word(line, tora_sv(c->difference->after));
}

/* A word of a piece of code is one of the test, of the function or of what differs. */
static bool is_code_of(const struct tora_case *c, struct tora_sv code)
{
	const char *const texts[] = { c->test, c->name, c->difference->before,
		                      c->difference->after };
	struct tora_scan scan = { .text = code };
	struct tora_token t;

	while (tora_scan_solid(&scan, &t))
		for (size_t i = 0; t.kind != TORA_TOKEN_PUNCT && i < sizeof texts / sizeof *texts;
		     i++)
			if (tora_text_has_word(tora_sv(texts[i]), tora_token_content(t), true))
				return true;
	return false;
}

static size_t marks_at(struct tora_sv line, size_t at)
{
	size_t n = 0;

	while (at + n < line.len && line.at[at + n] == '`')
		n++;
	return n;
}

/* The next piece of code that stands between marks, one or two of them, and what is behind it. */
static bool next_code(struct tora_sv *rest, struct tora_sv *ret)
{
	size_t from = 0, n, to;

	while (from < rest->len && rest->at[from] != '`')
		from++;
	n = marks_at(*rest, from);
	for (to = from + n; n && to < rest->len && marks_at(*rest, to) != n;)
		to += marks_at(*rest, to) ? marks_at(*rest, to) : 1;
	if (!n || to >= rest->len)
		return false;
	*ret = (struct tora_sv){ rest->at + from + n, to - from - n };
	*rest = (struct tora_sv){ rest->at + to + n, rest->len - to - n };
	return true;
}

/* "It has no `number` any more": of what the line marks as code one thing is gone, and that is not here. */
static bool is_of_other_code(const struct tora_case *c, struct tora_sv line)
{
	static const char *const gone[] = { "any more", "anymore", "no longer" };
	struct tora_sv code;

	while (next_code(&line, &code))
		for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
			if (tora_sv_starts(tora_sv_trim(line), gone[i]))
				return !is_code_of(c, code);
	return false;
}

/* `keeps`: only where it is about this. */
static bool is_otherwise(const struct tora_case *c, const struct tora_mentions *m,
                         struct tora_sv line, bool is_changelog, bool keeps)
{
	return c->said->is_otherwise && tora_otherwise_in(line, is_changelog) &&
	       !is_of_other_code(c, line) && (!keeps || is_akin(c, m, line));
}

tora_facts tora_documents_facts(const struct tora_case *c, const struct tora_telling *telling,
                                bool keeps, struct tora_arena *arena)
{
	struct tora_mentions m;
	tora_facts ret = 0;

	for (size_t i = 0; i < c->intent->changelog.n; i++) {
		struct tora_sv line = tora_sv(c->intent->changelog.at[i]);

		if (keeps && tora_speed_is_all(line))
			continue; /* it says what the message does */
		m = tora_telling_in(telling, line, arena);
		SET(ret, LOG_MENTIONS, mentions_it(&m));
		SET(ret, LOG_SPEAKS, tora_text_is_sentence(line));
		/* A changelog is the developer's word as much as a message is. */
		SET(ret, NAMES_VALUE, m.value);
		SET(ret, NAMES_EXCEPTION, m.exception);
		SET(ret, SAID_OTHERWISE, is_otherwise(c, &m, line, true, keeps));
	}
	for (size_t i = 0; i < c->intent->docs.n; i++) {
		struct tora_sv line = tora_sv(c->intent->docs.at[i]);

		m = tora_telling_in(telling, line, arena);
		SET(ret, DOC_MENTIONS, mentions_it(&m));
		SET(ret, SAID_OTHERWISE, is_otherwise(c, &m, line, false, keeps));
	}
	return ret;
}
