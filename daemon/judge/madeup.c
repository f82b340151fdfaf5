#include "judge/madeup.h"

#include "judge/annotated.h"
#include "judge/aspect.h"
#include "judge/bounds.h"
#include "judge/choices.h"
#include "judge/domain.h"
#include "judge/indexed.h"
#include "judge/lacking.h"
#include "judge/properties.h"
#include "judge/raised.h"
#include "judge/relation.h"
#include "judge/said.h"
#include "judge/text.h"
#include "judge/unlike.h"
#include "judge/words.h"
#include "lang/lang.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#define NUMBER_MIN 3 /* digits */
#define HUGE_MIN   9

/* An object of the project's own was meant, and a value of another type was given. */
static bool misses_own_class(const struct tora_case *c)
{
	const struct tora_exception *x = c->after->exception;

	return tora_lang_wants_own_class(tora_sv(x ? x->message : c->difference->after));
}

/* `f()`, `f(undefined)`: what is left out is of no type, and code that takes none of it may have to do without. */
static bool leaves_out(const struct tora_case *c)
{
	return tora_text_calls_bare(tora_sv(c->test), tora_text_last(c->name)) ||
	       tora_words_match(tora_sv(c->test), "undefined|null");
}

static bool wants_type(const struct tora_case *c, const struct tora_exception *x)
{
	return x && x->message && tora_lang_wants_type(x) && !leaves_out(c);
}

/* What was made up is of a type that the base did not take. That it is taken now is no mistake that went away. */
static bool was_of_no_type_taken(const struct tora_case *c)
{
	return c->difference->kind == TORA_DIFF_EXCEPTION_GONE &&
	       wants_type(c, c->before->exception);
}

/* The base gave the argument back as one that it does not take: to whoever asks it so, anything may come of that. */
static bool was_declined(const struct tora_case *c)
{
	const struct tora_lang *lang = c->function ? tora_lang_for_path(c->function->file) : NULL;

	return lang && lang->declines &&
	       tora_sv_is(tora_sv_trim(tora_sv(c->difference->before)), lang->declines);
}

/* 1e+21 */
static bool is_large_exponent(struct tora_token t, size_t digits)
{
	double n;

	return t.kind == TORA_TOKEN_NUMBER && t.text.len > 2 &&
	       isdigit((unsigned char)*t.text.at) && t.text.at[1] != 'x' &&
	       (memchr(t.text.at, 'e', t.text.len) || memchr(t.text.at, 'E', t.text.len)) &&
	       tora_text_number(t.text, &n) && n >= pow(10, (double)digits - 1);
}

/* A changed file has such a text. */
static bool is_written(const struct tora_case *c, const char *text)
{
	for (size_t i = 0; i < c->change->files.n; i++)
		if (tora_sv_has(c->change->files.at[i].base_text, text) ||
		    tora_sv_has(c->change->files.at[i].head_text, text))
			return true;
	return false;
}

/* 10**18 */
static bool is_large_power(struct tora_scan scan, struct tora_token ten, size_t digits)
{
	struct tora_token one, two, power;
	double n;

	return (tora_sv_is(ten.text, "10") || tora_sv_is(ten.text, "-10")) &&
	       tora_scan_solid(&scan, &one) && tora_scan_solid(&scan, &two) &&
	       tora_scan_solid(&scan, &power) && tora_sv_is(one.text, "*") &&
	       tora_sv_is(two.text, "*") && power.kind == TORA_TOKEN_NUMBER &&
	       tora_text_number(power.text, &n) && n >= (double)digits;
}

/* 65536 where the project has 0xFFFF: a number of so many digits or more that nobody who wrote the project, its tests
 * or this change wrote anywhere near. */
static bool passes_large_number(const struct tora_case *c, size_t digits)
{
	struct tora_scan scan = { .text = tora_sv(c->test) };
	struct tora_token t;

	while (tora_scan_solid(&scan, &t)) {
		bool stands = false;

		if ((is_large_power(scan, t, digits) && !is_written(c, "10**")) ||
		    is_large_exponent(t, digits))
			return true;
		if (t.kind != TORA_TOKEN_NUMBER || t.text.len < digits ||
		    memchr(t.text.at, '.', t.text.len))
			continue;
		for (size_t i = 0; i < c->change->files.n && !stands; i++) {
			const struct tora_file_change *f = &c->change->files.at[i];

			stands = tora_text_has_word(f->base_text, t.text, false) ||
			         tora_text_has_word(f->head_text, t.text, false);
		}
		if (!stands)
			return true;
	}
	return false;
}

/* What is a number to a language and to few programs. */
static const struct {
	const char *passed, *spoken; /* words of a test; of a text that knows such a one */
} no_numbers[] = {
	{ "nan", "nan|nans|isnan|is_nan|isfinite|is_finite|finite" },
	{ "inf|infinity",
	  "inf|isinf|is_inf|infinity|infinite|infinities|isfinite|is_finite|finite" },
};
#define NO_NUMBERS (sizeof no_numbers / sizeof *no_numbers)

/* math.nan, -Infinity, float("inf"): what the text of a document has in quotes is a text. */
static bool passes_no_number(struct tora_sv test, const char *words)
{
	struct tora_scan scan = { .text = test };
	struct tora_token t, last = { .text = tora_sv("") }, before = last;

	for (; tora_scan_solid(&scan, &t); before = last, last = t) {
		if (t.kind == TORA_TOKEN_WORD && tora_words_match(t.text, words))
			return true;
		if (t.kind == TORA_TOKEN_STRING && tora_sv_is(last.text, "(") &&
		    tora_words_match(before.text, "float|decimal|number") &&
		    tora_words_match(t.text, words))
			return true;
	}
	return false;
}

/* The messages, a changed file, the README, or a test that uses what changed. */
static bool speaks_of(const struct tora_case *c, const char *words)
{
	if (tora_words_match(c->change->readme, words))
		return true;
	for (size_t i = 0; i < c->change->tests.of.n; i++)
		if (tora_words_match(c->change->tests.of.at[i], words))
			return true;
	for (size_t i = 0; i < c->intent->messages.n; i++)
		if (tora_words_match(tora_sv(c->intent->messages.at[i].text), words))
			return true;
	for (size_t i = 0; i < c->change->files.n; i++)
		if (tora_words_match(c->change->files.at[i].base_text, words) ||
		    tora_words_match(c->change->files.at[i].head_text, words))
			return true;
	return false;
}

/* Where neither the changed files, nor the message, nor the README and the tests speak of such a one, no program has it, and what
 * comes of it is nobody's concern: who marks with infinity what did not end has no NaN. */
static bool passes_unheard_of(const struct tora_case *c, tora_facts facts)
{
	if (!(facts & (TORA_FACT(APPEARED) | TORA_FACT(VALUE))) || !c->change ||
	    c->origin < TORA_ORIGIN_MODEL)
		return false;
	for (size_t i = 0; i < NO_NUMBERS; i++)
		if (passes_no_number(tora_sv(c->test), no_numbers[i].passed) &&
		    !speaks_of(c, no_numbers[i].spoken))
			return true;
	return false;
}

static bool is_of_text(char c)
{
	return isalnum((unsigned char)c) || c == '-' || c == '_';
}

/* "undefined-Q3": within a text, not as a value of its own. */
static bool has_nothing_within(struct tora_sv text)
{
	struct tora_sv nothing = TORA_SV("undefined");

	for (size_t at = 0; (at = tora_text_find(text, nothing, at, false)) != SIZE_MAX;
	     at += nothing.len) {
		size_t end = at + nothing.len;

		if ((at > 0 && is_of_text(text.at[at - 1])) ||
		    (end < text.len && is_of_text(text.at[end])))
			return true;
	}
	return false;
}

/* The base counted with what such an object of JavaScript does not have, and says so: NaN minutes of a street without a length; or wrote
 * that into a text. */
static bool counts_with_nothing(const struct tora_case *c)
{
	struct tora_sv before = tora_sv(c->difference->before);

	return c->difference->kind == TORA_DIFF_VALUE && c->change &&
	       c->origin >= TORA_ORIGIN_MODEL &&
	       tora_words_match(tora_sv(c->test), "console|const|let") &&
	       tora_text_has_object(tora_sv(c->test)) &&
	       ((has_nothing_within(before) && !speaks_of(c, "undefined")) ||
	        (tora_text_has_word(before, TORA_SV("NaN"), false) &&
	         !speaks_of(c, no_numbers[0].spoken)));
}

static bool is_made_of_types(enum tora_origin o)
{
	return o == TORA_ORIGIN_TYPED || o == TORA_ORIGIN_BOUNDARY;
}

/* Is there an annotation? What is in a text, or in the brackets of a default, is none. */
static bool says_types(const char *signature)
{
	struct tora_scan scan = { .text = tora_sv(signature) };
	struct tora_token t;
	int depth = 0;

	while (tora_scan_solid(&scan, &t)) {
		if (t.kind == TORA_TOKEN_STRING || t.text.len != 1)
			continue;
		depth += tora_one_of(*t.text.at, "([{") - tora_one_of(*t.text.at, ")]}");
		if (*t.text.at == ':' && depth <= 1)
			return true;
	}
	return false;
}

/* Where the parameters say what they take, the generator knew. */
static bool is_typed(const struct tora_case *c)
{
	return c->function && c->function->signature && says_types(c->function->signature);
}

/* The base did something with a value whose type was guessed, and the head asks it for what another type has. Where the
 * parameters say what they take, it was not guessed. */
static bool was_guessed(const struct tora_case *c)
{
	return is_made_of_types(c->origin) && wants_type(c, c->after->exception) && !is_typed(c);
}

static bool is_unusual(const struct tora_case *c)
{
	return c->said && !is_typed(c) &&
	       tora_usage_of(&c->said->usage, tora_sv(c->test)) != TORA_USUAL;
}

/* The error asks a value for what its type has not; the line of the test that met it passes a number where no call has one. */
static bool passes_odd_number(const struct tora_case *c)
{
	const struct tora_exception *x = c->after ? c->after->exception : NULL;

	return x && x->message && x->frames.n && c->said && tora_lang_wants_type(x) &&
	       strcmp(x->frames.at[0].file, TORA_TEST_FILE) == 0 &&
	       tora_usage_odd_number(&c->said->usage,
	                             tora_text_nth(tora_sv(c->test), x->frames.at[0].line));
}

/* "[]", "None": where the base had nothing to do it did not look at what it was given. */
static bool had_nothing_to_do(const struct tora_case *c)
{
	static const char *const nothing[] = { "",  "[]",    "{}",   "()",   "set()", "''",
		                               "0", "False", "None", "\"\"", "null",  "undefined" };
	struct tora_sv before = tora_sv_trim(tora_sv(c->difference->before));

	for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
		if (tora_sv_is(before, nothing[i]))
			return true;
	return tora_sv_is(before, "ends normally");
}

/* `{ arms: 'own' }` for what shape() and bar() make: that the code reads such keys does not say what they are. What meets a mistake by that,
 * or meets one no more, is nobody's concern. */
static bool passes_odd_mapping(const struct tora_case *c, tora_facts facts)
{
	const tora_facts now = TORA_FACT(APPEARED) | TORA_FACT(PROGRAM_ERROR);
	const tora_facts was = TORA_FACT(GONE) | TORA_FACT(WAS_PROGRAM_ERROR);

	return c->said && ((facts & now) == now || (facts & was) == was) &&
	       tora_usage_odd_mapping(&c->said->usage, tora_sv(c->test));
}

/* What was too deep takes too long: neither comes to an end. */
static bool was_too_deep(const struct tora_case *c)
{
	return c->difference->kind == TORA_DIFF_HANG && tora_raised_too_deep(c->before->exception);
}

/* `{ minHeight: null }`, where each has a number or leaves it out, and the base looks for `undefined` or for nothing. */
static bool passes_odd_null(const struct tora_case *c)
{
	if (!c->said || !c->change || !tora_text_has_word(tora_sv(c->test), TORA_SV("null"), false))
		return false;
	for (size_t i = 0; i < c->change->functions.n; i++) {
		struct tora_sv body = c->change->functions.at[i].base_body;

		if (tora_sv_has(body, "== null") || tora_sv_has(body, "!= null") ||
		    tora_sv_has(body, "?\?") || tora_sv_has(body, "?."))
			return false;
	}
	return tora_usage_odd_nothing(&c->said->usage, tora_sv(c->test));
}

/* Nobody passes what is of that type, and the error that it meets now says of which it is. */
static bool was_never_asked(const struct tora_case *c)
{
	const struct tora_exception *x = c->after ? c->after->exception : NULL;

	return x && x->message && c->said && had_nothing_to_do(c) &&
	       tora_usage_unheard_of(&c->said->usage, tora_sv(c->test), x);
}

/* What failed as it was meant to fails by asking a value for what its type has not, which the project's own objects have. */
static bool fails_of_its_type(const struct tora_case *c, tora_facts facts)
{
	return (facts & TORA_FACT(CHANGED)) && (facts & TORA_FACT(PROGRAM_ERROR)) &&
	       c->origin >= TORA_ORIGIN_MODEL && wants_type(c, c->after->exception) && !is_typed(c);
}

enum tora_legality tora_made_up(const struct tora_case *c, tora_facts facts)
{
	if (c->legality == TORA_LEGAL_SEEN)
		return c->legality;
	if (misses_own_class(c) || was_declined(c) || passes_unheard_of(c, facts) ||
	    tora_domain_left(c) || tora_bounds_left(c) || tora_relation_left(c) ||
	    tora_properties_left(c) || tora_aspect_never_took(c) || counts_with_nothing(c) ||
	    tora_unlike_any_use(c) || tora_indexed_unfit(c) || tora_choices_left(c) ||
	    tora_annotated_left(c) || was_too_deep(c) ||
	    (!c->difference->api_missing_base && was_of_no_type_taken(c)))
		return TORA_LEGAL_ILLEGAL;
	if (c->legality == TORA_LEGAL_PLAUSIBLE && tora_properties_filled_in(c))
		return c->legality; /* somebody thought of it */
	if (c->legality == TORA_LEGAL_PLAUSIBLE && passes_odd_mapping(c, facts))
		return TORA_LEGAL_UNKNOWN;
	if (c->legality == TORA_LEGAL_PLAUSIBLE &&
	    (tora_domain_warns(c) || is_unusual(c) || passes_odd_null(c) ||
	     tora_unlike_announced(c, facts) || tora_unlike_whole(c) || tora_unlike_list(c)))
		return TORA_LEGAL_UNKNOWN;
	if (c->legality == TORA_LEGAL_PLAUSIBLE && c->change && (facts & TORA_FACT(APPEARED)) &&
	    (facts & TORA_FACT(PROGRAM_ERROR)) && passes_large_number(c, NUMBER_MIN))
		return TORA_LEGAL_UNKNOWN;
	/* What counts to a million millions is slow, and no hang that went away. */
	if (c->legality == TORA_LEGAL_PLAUSIBLE && c->change &&
	    c->before->status == TORA_TRIAL_TIMEOUT && passes_large_number(c, HUGE_MIN))
		return TORA_LEGAL_UNKNOWN;
	/* As many hooks as no room has, and no memory now. */
	if (c->legality == TORA_LEGAL_PLAUSIBLE && c->change &&
	    (c->after->status == TORA_TRIAL_LIMIT || c->after->status == TORA_TRIAL_TIMEOUT) &&
	    passes_large_number(c, HUGE_MIN))
		return TORA_LEGAL_UNKNOWN;
	if (c->legality == TORA_LEGAL_PLAUSIBLE && (facts & TORA_FACT(APPEARED)) &&
	    (was_guessed(c) || passes_odd_number(c) ||
	     ((facts & TORA_FACT(PROGRAM_ERROR)) &&
	      (was_never_asked(c) || tora_lacks_as_before(c)))))
		return TORA_LEGAL_UNKNOWN;
	if (c->legality == TORA_LEGAL_PLAUSIBLE && fails_of_its_type(c, facts))
		return TORA_LEGAL_UNKNOWN;
	/* That a call which nobody wrote by any example meets a mistake no more is nobody's good news. */
	if (c->legality == TORA_LEGAL_PLAUSIBLE && (facts & TORA_FACT(WAS_PROGRAM_ERROR)) &&
	    (facts & TORA_FACT(GONE)) && is_made_of_types(c->origin))
		return TORA_LEGAL_UNKNOWN;
	return c->legality;
}
