#include "judge/telling.h"

#include "judge/marks.h"
#include "judge/quote.h"
#include "judge/signature.h"
#include "judge/text.h"
#include "judge/units.h"
#include "lang/lang.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define PIECES_MAX    64
#define SPANS_MAX     50
#define SPELLED_MIN   3 /* bytes: less stands in any text */
#define TOKENS_MAX    2000
#define WORD_MAX      20
#define CODE_MIN      3 /* bytes of what stands for a character */
#define CODE_MAX      10
#define SENTENCES_MAX 100 /* of one message that are considered for quoting */

static bool is_plain_word(struct tora_sv name)
{
	size_t i;

	for (i = 0; i < name.len; i++)
		if (!islower((unsigned char)name.at[i]))
			return false;
	return true;
}

static bool marked_as_code(struct tora_sv text, size_t at, size_t len)
{
	return (at > 0 && strchr("`.", text.at[at - 1])) ||
	       (at + len < text.len && strchr("`(", text.at[at + len]));
}

static bool word_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static bool named_as_code(struct tora_sv text, struct tora_sv name)
{
	size_t at;

	for (at = 0; (at = tora_text_find(text, name, at, false)) != SIZE_MAX; at++)
		if (marked_as_code(text, at, name.len) &&
		    (at == 0 || !word_char(text.at[at - 1])) &&
		    (at + name.len == text.len || !word_char(text.at[at + name.len])))
			return true;
	return false;
}

/* "Readable repr" names __repr__. */
static bool named_by_its_core(struct tora_sv text, struct tora_sv name)
{
	return name.len > 6 && tora_sv_starts(name, "__") && tora_sv_ends(name, "__") &&
	       tora_text_has_word(text, (struct tora_sv){ name.at + 2, name.len - 4 }, true);
}

bool tora_telling_named(struct tora_sv text, struct tora_sv name)
{
	if (named_by_its_core(text, name))
		return true;
	if (name.len < 2)
		return false;
	return !is_plain_word(name) || name.len > 5 ? tora_text_has_word(text, name, false)
	                                            : named_as_code(text, name);
}

/* ---- gathering ------------------------------------------------------------------------ */

/* Content of a literal worth looking for: 'a--b' gives a--b; 2 and True are everywhere. */
static struct tora_sv piece_of(const struct tora_token *t)
{
	struct tora_sv v = t->text;

	switch (t->kind) {
	case TORA_TOKEN_STRING:
		v.at++;
		v.len -= 2;
		break;
	case TORA_TOKEN_NUMBER:
		break;
	case TORA_TOKEN_WORD:
	case TORA_TOKEN_PUNCT:
	case TORA_TOKEN_SPACE:
		v.len = 0;
		break;
	}
	v = tora_sv_trim(v);
	if (v.len < 3 || v.len > 120)
		v.len = 0;
	return v;
}

static bool has_token(const struct tora_tokens *in, const struct tora_token *t)
{
	size_t i;

	for (i = 0; i < in->of.n; i++)
		if (tora_sv_eq(in->of.at[i].text, t->text))
			return true;
	return false;
}

static bool looks_like_code(struct tora_sv w)
{
	size_t i;

	if (memchr(w.at, '_', w.len))
		return w.at[0] != '_';
	for (i = 1; i < w.len; i++)
		if (isupper((unsigned char)w.at[i]))
			return true;
	return w.len > 3 && isupper((unsigned char)w.at[0]);
}

/* `strokes: 1`: what has another value is what differs. */
static void add_field(const struct tora_tokens *mine, size_t i, struct tora_arena *arena,
                      struct tora_telling *ret)
{
	if (i < 2 || !tora_sv_is(mine->of.at[i - 1].text, ":"))
		return;
	tora_words_add(&ret->shown, tora_token_content(mine->of.at[i - 2]), arena);
	tora_words_add(&ret->fields, tora_token_content(mine->of.at[i - 2]), arena);
}

/* A value that stands elsewhere on the other side, too: where both are as long it is known which. */
static void add_fields(const struct tora_tokens *before, const struct tora_tokens *after,
                       struct tora_arena *arena, struct tora_telling *ret)
{
	for (size_t i = 0; before->of.n == after->of.n && i < after->of.n; i++)
		if (!tora_sv_eq(before->of.at[i].text, after->of.at[i].text))
			add_field(after, i, arena, ret);
}

static void add_one_sided(const struct tora_tokens *mine, const struct tora_tokens *other,
                          bool classes, struct tora_arena *arena, struct tora_telling *ret)
{
	size_t i;

	for (i = 0; i < mine->of.n; i++) {
		struct tora_sv piece = piece_of(&mine->of.at[i]);

		if (has_token(other, &mine->of.at[i]))
			continue;
		tora_words_add(&ret->shown, mine->of.at[i].text, arena);
		add_field(mine, i, arena, ret);
		/* name=value of a printed object: the name tells as much as the value. */
		if (mine->of.at[i].kind == TORA_TOKEN_WORD && i + 1 < mine->of.n &&
		    tora_sv_is(mine->of.at[i + 1].text, "=") && mine->of.at[i].text.len > 3)
			piece = mine->of.at[i].text;
		/* OrderedSet(['a']): another class is named by its name. */
		if (classes && mine->of.at[i].kind == TORA_TOKEN_WORD &&
		    looks_like_code(mine->of.at[i].text) && mine->of.at[i].text.len > 3)
			piece = mine->of.at[i].text;
		if (piece.len && ret->values.n < PIECES_MAX)
			*tora_vec_push(arena, &ret->values) = piece;
	}
}

static void add_numbers(const struct tora_tokens *after, const struct tora_tokens *before,
                        struct tora_arena *arena, struct tora_telling *ret)
{
	for (size_t i = 0; i < after->of.n && ret->numbers.n < PIECES_MAX; i++)
		if (after->of.at[i].kind == TORA_TOKEN_NUMBER && after->of.at[i].text.len > 1 &&
		    !has_token(before, &after->of.at[i]))
			*tora_vec_push(arena, &ret->numbers) = after->of.at[i].text;
}

static bool is_built_in(struct tora_sv name)
{
	return tora_words_match(name, "print|repr|type|list|dict|set|tuple|str|int|float|bool|len|"
	                              "sorted|map|filter|iter|next|range|bytes|super|open|getattr");
}

/* `a4`, where `at` and `n` are also English, or anything. */
static bool says_something(struct tora_sv name)
{
	return name.len > 2 || (name.len == 2 && isdigit((unsigned char)name.at[1]));
}

static void add_test(struct tora_sv test, struct tora_arena *arena, struct tora_telling *ret)
{
	struct tora_scan scan = { .text = test };
	struct tora_token t, last = { .kind = TORA_TOKEN_SPACE }, before = last;
	size_t seen = 0;

	while (tora_scan_solid(&scan, &t) && seen++ < TOKENS_MAX) {
		struct tora_sv piece = piece_of(&t);
		/* `{ sep: ',' }`: how options are named where there are no keywords. */
		bool option = tora_sv_is(t.text, ":") && last.kind == TORA_TOKEN_WORD &&
		              says_something(last.text) &&
		              (tora_sv_is(before.text, "{") || tora_sv_is(before.text, ","));
		bool keyword = tora_sv_is(t.text, "=") && last.kind == TORA_TOKEN_WORD &&
		               scan.at < test.len && test.at[scan.at] != '=' &&
		               test.at[scan.at] != ' ' && says_something(last.text);

		if (piece.len && ret->inputs.n < PIECES_MAX)
			*tora_vec_push(arena, &ret->inputs) = piece;
		if ((keyword || option) && ret->inputs.n < PIECES_MAX)
			*tora_vec_push(arena, &ret->inputs) = last.text;
		if (t.kind == TORA_TOKEN_WORD && looks_like_code(t.text) &&
		    ret->names.n < PIECES_MAX)
			*tora_vec_push(arena, &ret->names) = t.text;
		if (tora_sv_is(t.text, "(") && last.kind == TORA_TOKEN_WORD && last.text.len > 2 &&
		    !looks_like_code(last.text) && !is_built_in(last.text) &&
		    ret->calls.n < PIECES_MAX)
			*tora_vec_push(arena, &ret->calls) = last.text;
		before = last;
		last = t;
	}
	tora_words_add(&ret->test, test, arena);
}

static struct tora_sv exception_of(const struct tora_trial *t, const char *shown)
{
	struct tora_caught caught;
	struct tora_sv type = tora_sv("");
	const char *dot;

	if (t->exception)
		type = tora_sv(t->exception->type);
	else if (tora_signature_caught(tora_sv(shown), &caught))
		type = caught.type;
	dot = type.len ? memrchr(type.at, '.', type.len) : NULL;
	if (dot) {
		type.len -= (size_t)(dot + 1 - type.at);
		type.at = dot + 1;
	}
	return type;
}

/* A printed line that is one word: 2, True, slug. */
static struct tora_sv word_of(const char *printed)
{
	struct tora_sv v = tora_sv_trim(tora_sv(printed));
	size_t i;

	if (v.len > 2 && (v.at[0] == '\'' || v.at[0] == '"') && v.at[v.len - 1] == v.at[0])
		v = (struct tora_sv){ v.at + 1, v.len - 2 };
	for (i = 0; i < v.len; i++)
		if (!word_char(v.at[i]))
			return tora_sv("");
	return v.len <= WORD_MAX ? v : tora_sv("");
}

struct tora_sv tora_telling_put(const struct tora_difference *d)
{
	struct tora_sv a = tora_sv(d->before), b = tora_sv(d->after);
	size_t i = tora_text_common(a, b), k;

	k = tora_text_common_end((struct tora_sv){ a.at + i, a.len - i },
	                         (struct tora_sv){ b.at + i, b.len - i });
	return (struct tora_sv){ b.at + i, b.len - i - k };
}

void tora_telling(const struct tora_case *c, struct tora_arena *arena, struct tora_telling *ret)
{
	bool values = c->difference->kind == TORA_DIFF_VALUE;
	struct tora_tokens before, after;
	const char *dot = strrchr(c->name, '.');

	memset(ret, 0, sizeof *ret);
	ret->function = tora_text_last(c->name);
	if (dot && c->function && c->function->qualname && strchr(c->function->qualname, '.')) {
		struct tora_sv owner = { c->name, (size_t)(dot - c->name) };
		const char *from = memrchr(owner.at, '.', owner.len);

		if (from)
			owner = (struct tora_sv){ from + 1, (size_t)(dot - from - 1) };
		*tora_vec_push(arena, &ret->names) = owner;
	}
	tora_text_tokens(tora_sv(c->difference->before), TOKENS_MAX, arena, &before);
	tora_text_tokens(tora_sv(c->difference->after), TOKENS_MAX, arena, &after);
	add_one_sided(&after, &before, values, arena, ret);
	add_one_sided(&before, &after, values, arena, ret);
	add_fields(&before, &after, arena, ret);
	add_numbers(&after, &before, arena, ret);
	if (c->difference->api_missing_head && c->after->exception && ret->values.n < PIECES_MAX) {
		struct tora_sv lost = tora_lang_lacks_import(c->after->exception, tora_sv(c->test));

		if (lost.len)
			*tora_vec_push(arena, &ret->values) = lost;
	}
	ret->source = tora_sv(c->test);
	add_test(ret->source, arena, ret);
	if (c->difference->kind == TORA_DIFF_VALUE) {
		ret->was = word_of(c->difference->before);
		ret->is = word_of(c->difference->after);
		ret->put = tora_sv_trim(tora_telling_put(c->difference));
	}
	ret->hung =
		c->difference->kind == TORA_DIFF_HANG && c->before->status == TORA_TRIAL_TIMEOUT;
	ret->raised = exception_of(c->after, c->difference->after);
	ret->gone = exception_of(c->before, c->difference->before);
	if (tora_sv_eq(ret->raised, ret->gone))
		ret->gone = tora_sv("");
}

/* ---- looking for it -------------------------------------------------------------------- */

static bool has_piece(struct tora_sv text, struct tora_sv piece)
{
	return tora_text_has_word(text, piece, false);
}

/* "PowerShell" in prose is "powershell" in code. Short ones are words of their own. */
static bool has_input(struct tora_sv text, struct tora_sv piece)
{
	return tora_text_has_word(text, piece, piece.len > 5);
}

static bool any(const struct tora_sv *of, size_t n, struct tora_sv text,
                bool (*has)(struct tora_sv, struct tora_sv))
{
	size_t i;

	for (i = 0; i < n; i++)
		if (has(text, of[i]))
			return true;
	return false;
}

#define PART_MIN 4 /* bytes of a word in a name: get, set and to say nothing */

/* At the start of a word, all but its last letter: "parser" for parse. */
static bool has_stem(struct tora_sv line, struct tora_sv part)
{
	struct tora_sv stem = { part.at, part.len - (part.len > PART_MIN) };
	size_t at = 0;

	for (; (at = tora_text_find(line, stem, at, true)) != SIZE_MAX; at++)
		if (!at || !isalnum((unsigned char)line.at[at - 1]))
			return true;
	return false;
}

static bool line_has_words(struct tora_sv line, struct tora_sv name)
{
	size_t i = 0, from, n = 0;

	while (i < name.len) {
		for (from = i++; i < name.len && isalpha((unsigned char)name.at[i]) &&
		                 !isupper((unsigned char)name.at[i]);)
			i++;
		from += name.at[from] == '_';
		if (i - from < PART_MIN)
			continue;
		if (!has_stem(line, (struct tora_sv){ name.at + from, i - from }))
			return false;
		n++;
	}
	return n > 1;
}

bool tora_telling_in_words(struct tora_sv text, struct tora_sv name)
{
	struct tora_sv line;

	while (tora_sv_line(&text, &line))
		if (line_has_words(line, name))
			return true;
	return false;
}

/* "exit code 2, was 0": what is too short to tell by itself tells as a pair on one line. */
static bool has_both(const struct tora_telling *t, struct tora_sv text)
{
	struct tora_sv line;

	if (!t->was.len || !t->is.len)
		return false;
	while (tora_sv_line(&text, &line))
		if (tora_text_has_word(line, t->was, false) &&
		    tora_text_has_word(line, t->is, false))
			return true;
	return false;
}

/* "shipping costs 5.90", and what is printed now is 590. */
static bool has_in_units(const struct tora_telling *t, struct tora_sv text)
{
	return any(t->numbers.at, t->numbers.n, text, tora_units_say);
}

/* "\\040", "&amp;", "%20": what stands for a character tells by itself. */
static bool is_code(struct tora_sv put)
{
	return put.len >= CODE_MIN && put.len <= CODE_MAX && tora_one_of(*put.at, "\\&%") &&
	       !memchr(put.at, ' ', put.len);
}

struct tora_mentions tora_telling_names_in(const struct tora_telling *t, struct tora_sv text)
{
	struct tora_mentions ret = { 0 };

	ret.function = tora_telling_named(text, t->function);
	ret.name = any(t->names.at, t->names.n, text, tora_telling_named) ||
	           any(t->calls.at, t->calls.n, text, named_as_code);
	ret.value = any(t->values.at, t->values.n, text, has_piece) || has_both(t, text) ||
	            tora_marks_quoted(text, t->put) || (is_code(t->put) && has_piece(text, t->put));
	ret.input = any(t->inputs.at, t->inputs.n, text, has_input);
	ret.exception = (t->raised.len && tora_text_has_word(text, t->raised, false)) ||
	                (t->gone.len && tora_text_has_word(text, t->gone, false));
	return ret;
}

/* `pkg.module` stands in the imports of any test. */
static bool is_of_names(struct tora_sv span)
{
	for (size_t i = 0; i < span.len; i++)
		if (!isalnum((unsigned char)span.at[i]) && !tora_one_of(span.at[i], "_."))
			return false;
	return true;
}

/* "`;q=0` is a refusal": what stands in the test, and is no name, in marks of code. */
static bool is_spelled(const struct tora_telling *t, struct tora_sv text)
{
	const char *end = text.at + text.len, *from = text.at, *to;

	for (unsigned n = 0;
	     from && n < SPANS_MAX && (from = memchr(from, '`', (size_t)(end - from))) &&
	     (to = memchr(from + 1, '`', (size_t)(end - from) - 1));
	     n++) {
		struct tora_sv span = { from + 1, (size_t)(to - from) - 1 };

		if (!is_of_names(span) && span.len >= SPELLED_MIN &&
		    !tora_one_of(span.at[0], " \n") && !memchr(span.at, '\n', span.len) &&
		    memmem(t->source.at, t->source.len, span.at, span.len))
			return true;
		from = to + 1;
	}
	return false;
}

struct tora_mentions tora_telling_in(const struct tora_telling *t, struct tora_sv text,
                                     struct tora_arena *arena)
{
	struct tora_mentions ret = tora_telling_names_in(t, text);
	struct tora_words words = { 0 };

	ret.spelled = is_spelled(t, text);
	tora_words_add(&words, text, arena);
	ret.shown = tora_words_shared(&words, &t->shown);
	ret.fields = tora_words_shared(&words, &t->fields);
	ret.test = tora_words_shared(&words, &t->test);
	ret.value |= (ret.function || ret.name || ret.shown || ret.test) && has_in_units(t, text);
	return ret;
}

static const char slow_words[] =
	"speed*|fast|faster|perf|performance|optimi*|slow*|quadratic|exponentially|"
	"exponential time|hang*|infinite*|endless*|timeout*|takes forever|took forever|ran forever|"
	"runs forever|took ages|takes ages|never came back|never comes back|never ended|never ends|"
	"never finished|never finishes|not finish*|not terminate*|never terminate*";

static double worth_quoting(const struct tora_telling *t, struct tora_sv sentence, bool changelog,
                            bool about_function, struct tora_arena *arena)
{
	/* "Fix incorrect exception", below a subject that names the function, is specific. */
	bool error = (t->raised.len || t->gone.len) &&
	             tora_words_match(sentence, "exception*|error*|rais*|throw*");
	struct tora_mentions m = tora_telling_in(t, sentence, arena);
	struct tora_claims claims = tora_message_claims(sentence);
	double specific = 3.0 * m.exception + 3.0 * m.value + 1.5 * m.function + 1.5 * m.name +
	                  1.5 * m.input + (m.shown > 2 ? 2 : (double)m.shown) +
	                  0.5 * (m.test > 3 ? 3 : (double)m.test) + 1.0 * error +
	                  1.0 * (error && about_function);

	if (tora_message_is_blanket(sentence) || claims.promises_same)
		return 0;
	/* Who makes something faster announces that it ends in time. */
	if (t->hung && tora_words_match(sentence, slow_words))
		return 3;
	if (claims.claim == TORA_CLAIM_KEEPS ||
	    (claims.claim == TORA_CLAIM_NONE && !changelog && !has_both(t, sentence) &&
	     !(m.value && has_in_units(t, sentence))))
		return 0;
	/* A function's bare name says where, not what: one more thing is needed. */
	return specific >= 2 ? specific : 0;
}

static void consider(const struct tora_telling *t, struct tora_sv text, bool changelog,
                     struct tora_arena *arena, double *best, struct tora_sv *ret)
{
	struct tora_sentences sentences;
	struct tora_sv span;
	size_t i;
	bool about = tora_telling_named(text, t->function);

	tora_message_sentences(text, arena, &sentences);
	for (i = 0; i < sentences.of.n && i < SENTENCES_MAX; i++) {
		double worth = worth_quoting(t, sentences.of.at[i], changelog, about, arena);

		if (worth > *best && tora_quote_find(text, sentences.of.at[i], &span)) {
			*best = worth;
			*ret = span;
		}
	}
}

const char *tora_telling_quote(const struct tora_telling *t, const struct tora_intent *intent,
                               struct tora_arena *arena)
{
	struct tora_sv span = { NULL, 0 };
	double best = 0;
	size_t i;

	for (i = 0; i < intent->messages.n; i++)
		consider(t, tora_sv(intent->messages.at[i].text), false, arena, &best, &span);
	for (i = 0; i < intent->changelog.n; i++)
		consider(t, tora_sv(intent->changelog.at[i]), true, arena, &best, &span);
	return best > 0 ? tora_arena_text(arena, span) : NULL;
}
