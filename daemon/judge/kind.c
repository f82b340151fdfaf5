#include "judge/kind.h"

#include "judge/dump.h"
#include "judge/raised.h"
#include "judge/signature.h"
#include "judge/synopsis.h"
#include "judge/text.h"
#include "lang/lang.h"

#include <ctype.h>
#include <string.h>

#define GIVEN_MAX   32 /* values that a test gives by a name, each looked for in what is printed */
#define PRINTED_MAX (64 << 10) /* bytes of that; of more nothing is said */

#define SET(facts, name, condition) ((facts) |= (condition) ? TORA_FACT(name) : 0)

static bool says_error(const char *text)
{
	return tora_words_match(tora_sv(text), "error*|invalid|not a valid|cannot|must be|must not|"
	                                       "required|may not|failed|not allowed|unknown");
}

/* Runners of command lines catch what a call raises: `print(result.exit_code)` tells 0 from 1,
 * `print(result.exception)` None from an error. */
static bool tells_failure(const struct tora_case *c, const char *fine, const char *failed)
{
	struct tora_sv test = tora_sv(c->test);

	if (strcmp(fine, "0") == 0)
		return tora_words_match(test, "exit_code|returncode|exitCode") &&
		       strcmp(tora_signature_type(tora_sv(failed)), "int") == 0;
	return strcmp(fine, "None") == 0 && tora_words_match(test, "exception|exc_info");
}

/* All of it: what is shown of a difference is a window. */
static struct tora_sv printed(const struct tora_trial *t, const char *shown)
{
	return t->out.len ? t->out : tora_sv(shown);
}

/* Both sides make one mistake of what they are given, and one of them prints something before it does: no result differs. */
static bool prints_before_mistake(const struct tora_case *c)
{
	const struct tora_exception *x = c->before->exception, *y = c->after->exception;

	return x && y && strcmp(x->type, y->type) == 0 && tora_lang_is_mistake(tora_sv(x->type)) &&
	       (!c->before->out.len || !c->after->out.len);
}

static void add_kind(const struct tora_case *c, tora_facts *facts)
{
	const struct tora_difference *d = c->difference;

	switch (d->kind) {
	case TORA_DIFF_NONE:
		break;
	case TORA_DIFF_EXCEPTION_APPEARED:
		SET(*facts, APPEARED, true);
		break;
	case TORA_DIFF_HANG:
		SET(*facts, HANGS,
		    strcmp(d->after, "does not end") == 0 &&
		            !tora_raised_too_deep(c->before->exception));
		SET(*facts, HUNG, strcmp(d->before, "does not end") == 0);
		break;
	case TORA_DIFF_VALUE:
		SET(*facts, APPEARED, tells_failure(c, d->before, d->after));
		SET(*facts, GONE, tells_failure(c, d->after, d->before));
		SET(*facts, OUTPUT, prints_before_mistake(c));
		SET(*facts, CHANGED, *facts & TORA_FACT(OUTPUT));
		SET(*facts, VALUE,
		    !(*facts & (TORA_FACT(APPEARED) | TORA_FACT(GONE) | TORA_FACT(OUTPUT))));
		break;
	case TORA_DIFF_EXCEPTION_GONE:
		SET(*facts, GONE, true);
		break;
	case TORA_DIFF_EXCEPTION_CHANGED:
		SET(*facts, CHANGED, true);
		break;
	case TORA_DIFF_ORDER:
		SET(*facts, ORDER, true);
		SET(*facts, UNORDERED,
		    tora_sv_starts(tora_sv(d->before), "{") ||
		            tora_dump_in_mapping(printed(c->before, d->before),
		                                 printed(c->after, d->after)));
		break;
	case TORA_DIFF_OUTPUT:
		SET(*facts, OUTPUT, true);
		break;
	case TORA_DIFF_MESSAGE_ONLY:
		SET(*facts, MESSAGE, true);
		break;
	case TORA_DIFF_WARNING:
		SET(*facts, WARNING, true);
		break;
	}
	SET(*facts, HANGS,
	    c->after->status == TORA_TRIAL_SIGNAL || tora_lang_waits_in_vain(c->after));
	SET(*facts, HUNG,
	    c->before->status == TORA_TRIAL_SIGNAL || tora_lang_waits_in_vain(c->before));
	SET(*facts, NEW_API, d->api_missing_base);
	SET(*facts, LOST_API, d->api_missing_head);
	SET(*facts, FLOAT, d->float_noise);
}

bool tora_kind_is_own_type(const struct tora_case *c, const char *type)
{
	size_t n = strcspn(type, ".");
	size_t i;

	if (!type[n])
		return false;
	if (!*c->name || (strncmp(c->name, type, n) == 0 && strchr(".", c->name[n])))
		return strncmp(type, "builtins.", 9) != 0;
	for (i = 0; c->change && i < c->change->modules_base.n; i++)
		if (strncmp(c->change->modules_base.at[i], type, n) == 0 &&
		    strchr(".", c->change->modules_base.at[i][n]))
			return true;
	return false;
}

/* A line of the project refuses what it is given. One that passes on an error that it was given does where that is no mistake. */
static bool was_raised(const struct tora_case *c)
{
	const struct tora_exception *x = c->before->exception;

	switch (tora_raised_in(c->change, x, TORA_BASE)) {
	case TORA_RAISED_OWN:
		return true;
	case TORA_RAISED_ON:
		return !tora_lang_is_mistake(tora_text_last(x->type));
	case TORA_RAISED_NOT:
		break;
	}
	return false;
}

/* "p.errors.NoSuchPage", or what the project itself raises. */
static bool was_meant(const struct tora_case *c, struct tora_sv type)
{
	const struct tora_exception *x = c->before->exception;

	if ((x && tora_kind_is_own_type(c, x->type)) || was_raised(c))
		return true;
	return type.len && c->function && tora_text_has_word(c->function->base_body, type, false) &&
	       tora_words_match(c->function->base_body, "raise|throw");
}

/* Of the whole values: a number in a name that became a word is no other type. What is printed
 * as plain text may be any. */
static bool other_type(struct tora_sv before, struct tora_sv after)
{
	const char *b = tora_signature_type(before), *a = tora_signature_type(after);

	if (strcmp(b, a) == 0 || strcmp(b, "nothing") == 0 || strcmp(a, "nothing") == 0)
		return false;
	return strcmp(a, "None") == 0 || (strcmp(b, "text") != 0 && strcmp(a, "text") != 0);
}

/* As a whole word where it begins like one. */
static bool is_left(const char *text, const char *glitch)
{
	return isalpha((unsigned char)*glitch)
	               ? tora_text_has_word(tora_sv(text), tora_sv(glitch), false)
	               : strstr(text, glitch) != NULL;
}

/* What formatting leaves where a value was missing; as the whole value it may be meant. */
static bool has_glitch(const char *text)
{
	const char *type = tora_signature_type(tora_sv(text));
	size_t n = 0;
	const struct tora_lang *const *langs = tora_lang_all(&n);

	if (strcmp(type, "text") != 0 && strcmp(type, "str") != 0)
		return false;
	for (size_t i = 0; i < n; i++)
		for (const char *const *g = langs[i]->glitches; g && *g; g++)
			if (is_left(text, *g))
				return true;
	return false;
}

static bool is_nothing(const char *value)
{
	static const char *const of[] = { "", "None", "[]", "{}", "()", "''", "undefined", "null" };
	size_t i;

	for (i = 0; i < sizeof of / sizeof *of; i++)
		if (tora_sv_is(tora_sv_trim(tora_sv(value)), of[i]))
			return true;
	return false;
}

/* What is still to be called: the error may just come later. */
static bool is_still_to_run(const char *value)
{
	return strstr(value, "<function ") || strstr(value, "<bound method ") ||
	       strstr(value, "<coroutine ");
}

/* index(), word_count, __len__: what they give has no meaning below zero, but for -1, "not there". */
static bool counts(const char *name)
{
	const char *dot = strrchr(name, '.');
	struct tora_str words = TORA_STR_INIT(120);
	bool ret;

	for (const char *p = dot ? dot + 1 : name; *p; p++)
		tora_str_addc(&words, *p == '_' ? ' ' : *p);
	ret = tora_words_match(tora_str_view(&words), "index|rindex|count|len|length|size|position|"
	                                              "offset|depth|width|height|total");
	tora_str_free(&words);
	return ret;
}

static bool below_zero(const struct tora_case *c)
{
	struct tora_sv b = tora_sv_trim(tora_sv(c->difference->before));
	struct tora_sv a = tora_sv_trim(tora_sv(c->difference->after));

	return strcmp(tora_signature_type(b), "int") == 0 && b.len && b.at[0] != '-' &&
	       strcmp(tora_signature_type(a), "int") == 0 && tora_sv_starts(a, "-") &&
	       !tora_sv_is(a, "-1") && counts(c->name);
}

/* `x.a.b = V` ... `print(f(x).a.b)`: what was set there and was read again, V, is not any more. */
static bool loses_what_was_set(const struct tora_case *c)
{
	struct tora_sv test = tora_sv(c->test), line, before = tora_sv(c->difference->before);
	struct tora_sv path = tora_sv(""), shown = tora_sv("");
	const char *dot, *equals;

	before = tora_sv_trim(before);
	while (tora_sv_line(&test, &line)) {
		dot = memchr(line.at, '.', line.len);
		equals = memmem(line.at, line.len, " = ", 3);
		if (dot && equals && dot < equals &&
		    tora_sv_eq(before,
		               tora_sv_trim((struct tora_sv){
				       equals + 3, (size_t)(line.at + line.len - equals - 3) })))
			path = (struct tora_sv){ dot, (size_t)(equals - dot) };
		if (tora_sv_starts(line, "print("))
			shown = line;
	}
	if (!path.len || shown.len <= path.len)
		return false;
	shown.len--; /* the bracket of print */
	return memcmp(shown.at + shown.len - path.len, path.at, path.len) == 0;
}

/* Stands `depth: null` or `depth=None` in a printed object? */
static bool shows(struct tora_sv printed, struct tora_sv name, struct tora_sv value)
{
	struct tora_scan scan = { .text = printed };
	struct tora_token t, last = { .text = tora_sv("") }, before = last;

	for (; tora_scan_solid(&scan, &t); before = last, last = t)
		if (tora_sv_eq(t.text, value) && tora_sv_eq(before.text, name) &&
		    (tora_sv_is(last.text, ":") || tora_sv_is(last.text, "=")))
			return true;
	return false;
}

/* `{ depth: Infinity }`, `depth=0.5`: an object that was given it showed it, and shows nothing in its place. */
static bool loses_what_was_given(const struct tora_case *c)
{
	static const char *const nothing[] = { "null", "undefined", "None", "NaN" };
	struct tora_scan scan = { .text = tora_sv(c->test) };
	struct tora_token t, last = { .text = tora_sv("") }, name = last;
	struct tora_sv before = c->before->out, after = c->after->out;
	unsigned asked = 0;

	if (before.len > PRINTED_MAX || after.len > PRINTED_MAX)
		return false;
	for (; asked < GIVEN_MAX && tora_scan_solid(&scan, &t); name = last, last = t) {
		bool is_given = (tora_sv_is(last.text, ":") || tora_sv_is(last.text, "=")) &&
		                name.kind == TORA_TOKEN_WORD;

		asked += is_given;
		if (!is_given || !shows(before, name.text, t.text) ||
		    shows(after, name.text, t.text))
			continue;
		for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
			if (!shows(before, name.text, tora_sv(nothing[i])) &&
			    shows(after, name.text, tora_sv(nothing[i])))
				return true;
	}
	return false;
}

/* `import a`, `const { a } = require('b');` and no more on the line. */
static bool is_import(struct tora_sv line)
{
	const char *end = memchr(line.at, ')', line.len);
	size_t behind = end ? line.len - (size_t)(end - line.at) : 0;

	if (tora_sv_starts(line, "import ") || tora_sv_starts(line, "from "))
		return !tora_sv_ends(line, "(");
	return tora_sv_has(line, " = require(") &&
	       (behind == 1 || (behind == 2 && tora_sv_ends(line, ";")));
}

/* `print(LIMITS)`, and nothing before it but imports: what the code has, not what it does. */
static bool shows_constant(struct tora_sv test)
{
	struct tora_sv line;
	bool shown = false;

	while (tora_sv_line(&test, &line)) {
		size_t n;

		line = tora_sv_trim(line);
		n = tora_text_print_head(line);
		if (!n && line.len && !is_import(line))
			return false;
		if (!n)
			continue;
		while (n < line.len &&
		       (isalnum((unsigned char)line.at[n]) || tora_one_of(line.at[n], "_$.")))
			n++;
		shown = n < line.len && line.at[n] == ')';
		if (!shown)
			return false;
	}
	return shown;
}

/* `solve(board).length`: that null has none is what came of the value, and no mistake of the project. */
static bool is_of_nothing(const struct tora_exception *x)
{
	return tora_raised_in_test(x) && x->message &&
	       tora_words_match(tora_sv(x->message), "null|undefined|NoneType");
}

static void add_pattern(const struct tora_case *c, const struct tora_telling *t, tora_facts *facts)
{
	const struct tora_difference *d = c->difference;
	struct tora_sv pattern = tora_signature_part(d);
	bool value = d->kind == TORA_DIFF_VALUE;

	/* What a line raises on purpose is no mistake, whatever its type. */
	SET(*facts, PROGRAM_ERROR,
	    tora_lang_is_mistake(t->raised) && !value &&
	            !(d->kind == TORA_DIFF_EXCEPTION_CHANGED &&
	              tora_raised_in(c->change, c->after->exception, TORA_HEAD) ==
	                      TORA_RAISED_OWN));
	SET(*facts, WAS_PROGRAM_ERROR,
	    tora_lang_is_mistake(t->gone) && !value && !is_still_to_run(d->after) &&
	            !is_of_nothing(c->before->exception) &&
	            tora_raised_in(c->change, c->before->exception, TORA_BASE) != TORA_RAISED_OWN);
	/* The same name in another module is the same error, moved. */
	SET(*facts, WAS_MEANT,
	    d->kind != TORA_DIFF_VALUE && (d->kind != TORA_DIFF_EXCEPTION_CHANGED || t->gone.len) &&
	            was_meant(c, t->gone));
	SET(*facts, CALLERS_ERROR,
	    d->kind == TORA_DIFF_EXCEPTION_CHANGED && tora_raised_by_caller(c->before->exception) &&
	            !tora_raised_by_caller(c->after->exception));
	SET(*facts, TYPE_CHANGED, value && other_type(tora_sv(d->before), tora_sv(d->after)));
	SET(*facts, SIGN, value && tora_sv_is(pattern, "sign"));
	SET(*facts, BELOW_ZERO, value && below_zero(c));
	SET(*facts, SET_LOST, value && (loses_what_was_set(c) || loses_what_was_given(c)));
	SET(*facts, EMPTIED,
	    value && (tora_sv_ends(pattern, "->None") || tora_sv_is(pattern, "text-emptied") ||
	              tora_sv_is(pattern, "elements-removed")));
	SET(*facts, FILLED, value && is_nothing(d->before) && !is_nothing(d->after));
	SET(*facts, COSMETIC,
	    value && (tora_sv_is(pattern, "space") || tora_sv_is(pattern, "case") ||
	              tora_sv_is(pattern, "number-format") ||
	              tora_dump_large(printed(c->before, d->before), printed(c->after, d->after))));
	SET(*facts, PRIVATE,
	    value && tora_dump_private(printed(c->before, d->before), printed(c->after, d->after)));
	SET(*facts, FIELD_ADDED,
	    value && ((tora_sv_is(pattern, "elements-added") &&
	               tora_sv_starts(tora_sv(d->before), "<")) ||
	              tora_dump_more(printed(c->before, d->before), printed(c->after, d->after)) ||
	              (shows_constant(tora_sv(c->test)) &&
	               tora_dump_table_more(printed(c->before, d->before),
	                                    printed(c->after, d->after)))));
	SET(*facts, GLITCH,
	    (value || d->kind == TORA_DIFF_MESSAGE_ONLY) && has_glitch(d->after) &&
	            !has_glitch(d->before) && !tora_lang_is_mistake(t->raised));
	SET(*facts, SYNOPSIS, tora_synopsis_grew(c));
	SET(*facts, SAYS_ERROR, says_error(d->after) && !says_error(d->before));
}

/* Nothing but imports: what fails is a whole module, whatever is asked of it. */
static bool only_imports(struct tora_sv test)
{
	struct tora_sv line;
	bool any = false;

	while (tora_sv_line(&test, &line)) {
		line = tora_sv_trim(line);
		if (!line.len)
			continue;
		if (!tora_sv_starts(line, "import ") && !tora_sv_starts(line, "from "))
			return false;
		any = true;
	}
	return any;
}

tora_facts tora_kind_facts(const struct tora_case *c, const struct tora_telling *t)
{
	tora_facts facts = 0;

	add_kind(c, &facts);
	SET(facts, HANGS,
	    (facts & TORA_FACT(APPEARED)) && !(facts & TORA_FACT(LOST_API)) &&
	            only_imports(tora_sv(c->test)));
	add_pattern(c, t, &facts);
	return facts;
}
