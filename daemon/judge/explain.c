#include "judge/explain.h"

#include "judge/text.h"

#include <string.h>

#define CALL_MAX  90
#define VALUE_MAX 80
#define QUOTE_MAX 120

/* ---- the call ------------------------------------------------------------------------------ */

static struct tora_sv cut(struct tora_sv s, size_t head, size_t tail)
{
	s.at += head;
	s.len -= head + tail;
	return tora_sv_trim(s);
}

static struct tora_sv without_comment(struct tora_sv line)
{
	struct tora_scan scan = { .text = line };
	struct tora_token t;

	while (tora_scan_next(&scan, &t))
		if (t.kind == TORA_TOKEN_PUNCT && t.text.at[0] == '#') {
			line.len = scan.at - 1;
			break;
		}
	return tora_sv_trim(line);
}

/* "f(x)" of "print(f(x))", "print('label:', repr(f(x)))", `printf("%d\n", f(x));` and "y = f(x)". */
static struct tora_sv inner_call(struct tora_sv line)
{
	static const char *const wraps[] = { "console.log(", "printf(", "print(",
		                             "repr(",        "str(",    "list(" };
	struct tora_scan scan = { .text = tora_sv("") };
	struct tora_token t, next;
	size_t i;

	line = without_comment(line);
	if (tora_sv_ends(line, ";"))
		line.len--;
	for (i = 0; i < sizeof wraps / sizeof *wraps; i++) {
		if (!tora_sv_starts(line, wraps[i]) || !tora_sv_ends(line, ")"))
			continue;
		line = cut(line, strlen(wraps[i]), 1);
		scan = (struct tora_scan){ .text = line };
		if (tora_scan_solid(&scan, &t) && t.kind == TORA_TOKEN_STRING &&
		    tora_scan_solid(&scan, &next) && next.text.at[0] == ',')
			line = cut(line, scan.at, 0);
	}
	scan = (struct tora_scan){ .text = line };
	if (tora_scan_solid(&scan, &t) && t.kind == TORA_TOKEN_WORD &&
	    tora_scan_solid(&scan, &next) && next.text.at[0] == '=' && scan.at < line.len &&
	    line.at[scan.at] != '=')
		line = cut(line, scan.at, 0);
	return line;
}

/* What a lone name was last set to. */
static struct tora_sv resolve_name(struct tora_sv name, const char *test)
{
	struct tora_sv rest = tora_sv(test), line, ret = name;
	struct tora_scan scan = { .text = name };
	struct tora_token t;

	if (!tora_scan_solid(&scan, &t) || t.kind != TORA_TOKEN_WORD || t.text.len != name.len)
		return name;
	while (tora_sv_line(&rest, &line)) {
		struct tora_sv set = inner_call(line);

		line = tora_sv_trim(line);
		scan = (struct tora_scan){ .text = line };
		if (tora_scan_solid(&scan, &t) && tora_sv_eq(t.text, name) && set.len &&
		    set.at != line.at)
			ret = set;
	}
	return ret;
}

/* The test's line in the traceback: where the failing call stands. */
static struct tora_sv failing_line(const struct tora_case *c)
{
	const struct tora_exception *e =
		c->after->exception ? c->after->exception : c->before->exception;
	size_t i;

	for (i = e ? e->frames.n : 0; i-- > 0;)
		if (strcmp(e->frames.at[i].file, TORA_TEST_FILE) == 0)
			return tora_text_nth(tora_sv(c->test), e->frames.at[i].line);
	return tora_sv("");
}

/* What a test defines for itself to print with, `def command(*words):` with a print below it; empty: nothing. */
static struct tora_sv printing_helper(struct tora_sv test)
{
	struct tora_sv line, name = tora_sv("");

	while (tora_sv_line(&test, &line)) {
		struct tora_scan scan = { .text = line };
		struct tora_token t;
		bool is_inside = line.len && tora_one_of(*line.at, " \t");

		if (is_inside && name.len && tora_sv_starts(tora_sv_trim(line), "print("))
			return name;
		if (!is_inside && line.len)
			name = tora_scan_solid(&scan, &t) && tora_sv_is(t.text, "def") &&
			                       tora_scan_solid(&scan, &t)
			               ? t.text
			               : tora_sv("");
	}
	return tora_sv("");
}

/* The last line that calls the function, else the last one that prints by a helper of the test, else the last one that prints. */
static struct tora_sv telling_line(const struct tora_case *c)
{
	struct tora_sv name = tora_text_last(c->name), rest = tora_sv(c->test), line;
	struct tora_sv called = tora_sv(""), printed = tora_sv(""), helped = tora_sv("");
	struct tora_sv helper = printing_helper(rest);

	while (tora_sv_line(&rest, &line)) {
		struct tora_sv t = tora_sv_trim(line);

		if (tora_sv_starts(t, "from ") || tora_sv_starts(t, "import ") ||
		    tora_sv_starts(t, "def ") || tora_sv_starts(t, "class ") ||
		    tora_sv_starts(t, "#") || tora_sv_starts(t, "//"))
			continue;
		if (name.len && tora_text_has_word(t, name, false) && memchr(t.at, '(', t.len))
			called = t;
		if (tora_text_print_head(t))
			printed = t;
		if (helper.len && tora_text_calls(t, helper))
			helped = t;
	}
	return called.len ? called : helped.len ? helped : printed;
}

/* One call, and nothing beside it: no head of a class or a loop, no bare name, no list of
 * arguments such as `type(e).__name__, e`. */
static bool is_one_call(struct tora_sv line)
{
	struct tora_scan scan = { .text = line };
	struct tora_token t;
	int depth = 0;

	if (!line.len || line.len > CALL_MAX || tora_sv_ends(line, ":") ||
	    !memchr(line.at, '(', line.len) || tora_sv_starts(line, "type("))
		return false;
	while (tora_scan_next(&scan, &t)) {
		char c = t.kind == TORA_TOKEN_PUNCT ? t.text.at[0] : '\0';

		depth += (c == '{' || c == '[' || c == '(') - (c == '}' || c == ']' || c == ')');
		if (c == ',' && depth == 0)
			return false;
	}
	return depth == 0;
}

const char *tora_explain_call(const struct tora_case *c, struct tora_arena *arena)
{
	struct tora_sv line = inner_call(failing_line(c));

	if (!line.len)
		line = resolve_name(inner_call(telling_line(c)), c->test);
	if (is_one_call(line))
		return tora_arena_printf(arena, "`%s`", tora_text_line(arena, line, CALL_MAX));
	if (*c->name && tora_text_calls(tora_sv(c->test), tora_text_last(c->name)))
		return tora_arena_printf(arena, "`%s()`", c->name);
	if (*c->name)
		return tora_arena_printf(arena, "A test that reaches `%s`", c->name);
	return "The test";
}

/* ---- what it did ---------------------------------------------------------------------------- */

static const char *shorten(const char *value, struct tora_arena *arena)
{
	return tora_text_line(arena, tora_sv(value), VALUE_MAX);
}

/* What an error is called stands at its beginning; two long values that begin alike are shown from shortly before they differ. */
static const char *shorten_beside(const struct tora_difference *d, const char *value,
                                  const char *other, struct tora_arena *arena)
{
	if (d->kind != TORA_DIFF_VALUE && d->kind != TORA_DIFF_ORDER && d->kind != TORA_DIFF_OUTPUT)
		return shorten(value, arena);
	return tora_text_window(arena, tora_sv(value), tora_sv(other), VALUE_MAX);
}

static const char *what_happened(const struct tora_case *c, struct tora_arena *arena)
{
	const struct tora_difference *d = c->difference;
	const char *before = shorten_beside(d, d->before, d->after, arena);
	const char *after = shorten_beside(d, d->after, d->before, arena);

	switch (d->kind) {
	case TORA_DIFF_EXCEPTION_APPEARED:
		if (strcmp(d->before, "ends normally") == 0)
			return tora_arena_printf(
				arena, "worked before this change and now fails with %s", after);
		return tora_arena_printf(arena, "gave %s before this change and now fails with %s",
		                         before, after);
	case TORA_DIFF_EXCEPTION_GONE:
		if (strcmp(d->after, "ends normally") == 0)
			return tora_arena_printf(
				arena, "failed with %s before this change and now works", before);
		return tora_arena_printf(
			arena, "failed with %s before this change and now gives %s", before, after);
	case TORA_DIFF_EXCEPTION_CHANGED:
	case TORA_DIFF_MESSAGE_ONLY:
		return tora_arena_printf(arena,
		                         "failed with %s before this change and now fails with %s",
		                         before, after);
	case TORA_DIFF_HANG:
		return strcmp(d->after, "does not end") == 0
		               ? tora_arena_printf(
					 arena, "gave %s before this change and now does not end",
					 before)
		               : tora_arena_printf(
					 arena, "did not end before this change and now gives %s",
					 after);
	case TORA_DIFF_ORDER:
	case TORA_DIFF_VALUE:
		if (!*d->after)
			return tora_arena_printf(arena,
			                         "printed %s before this change and now prints "
			                         "nothing there",
			                         before);
		if (!*d->before)
			return tora_arena_printf(arena,
			                         "printed nothing there before this change and "
			                         "now prints %s",
			                         after);
		return tora_arena_printf(arena, "printed %s before this change and prints %s now",
		                         before, after);
	case TORA_DIFF_OUTPUT:
		return tora_arena_printf(
			arena, "wrote %s to its output before this change and writes %s now",
			*before ? before : "nothing", *after ? after : "nothing");
	case TORA_DIFF_WARNING:
		return tora_arena_printf(arena, "showed %s before this change and shows %s now",
		                         before, after);
	case TORA_DIFF_NONE:
		break;
	}
	return "behaves differently";
}

/* Words of a message on one line, wrapped lines joined. */
static const char *quoted(const char *text, struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(4 * QUOTE_MAX);
	const char *ret;

	for (; *text && !out.over; text++) {
		bool blank = strchr(" \t\r\n", *text) != NULL;

		if (!blank)
			tora_str_addc(&out, *text);
		else if (out.len && out.buf[out.len - 1] != ' ')
			tora_str_addc(&out, ' ');
	}
	ret = tora_text_line(arena, tora_str_view(&out), QUOTE_MAX);
	tora_str_free(&out);
	return ret;
}

/* ---- why ---------------------------------------------------------------------------------- */

static const char *what_the_message_says(const struct tora_evidence *e, struct tora_arena *arena)
{
	const char *subject = quoted(e->subject, arena);

	if (!*subject)
		return "no message says why";
	if (e->claims.promises_same)
		return tora_arena_printf(arena, "the message '%s' promises unchanged behaviour",
		                         subject);
	if (e->facts & TORA_FACT(CLAIM_KEEPS))
		return tora_arena_printf(arena, "'%s' does not say that behaviour changes",
		                         subject);
	if (*e->outside && !(e->facts & TORA_FACT(ESCAPED)))
		return tora_arena_printf(arena, "'%s' speaks of %s, and this is none", subject,
		                         e->outside);
	return tora_arena_printf(arena, "the commit says only '%s'", subject);
}

static const char *why_unintended(const struct tora_evidence *e, struct tora_arena *arena)
{
	static const struct {
		tora_facts fact;
		const char *why;
	} reasons[] = {
		{ TORA_FACT(DOC_SAYS_OLD), "the documentation shows the old value" },
		{ TORA_FACT(DOCUMENTED), "a document still shows this input" },
		{ TORA_FACT(READ_ONCE), "the input can be gone through only once" },
		{ TORA_FACT(SWALLOWED), "an error in a `with` block is lost" },
		{ TORA_FACT(NAME_MANGLED), "the name that is looked for is one that nobody gave" },
		{ TORA_FACT(LINE_END_LEFT), "a carriage return is left of a line's end" },
		{ TORA_FACT(MAPPED), "map() fills in the new parameter" },
		{ TORA_FACT(KEY_SPLIT), "a number and its text are two keys where they were one" },
		{ TORA_FACT(AFTER_ERROR), "it comes of an error of the caller's own" },
		{ TORA_FACT(HALF_DONE), "a call that fails leaves something else behind" },
		{ TORA_FACT(LEFT_BEHIND), "a call that only asks leaves it behind" },
		{ TORA_FACT(UNCLOSED), "what it goes through is not closed" },
		{ TORA_FACT(TOLD_EARLY),
		  "who is told of it sees the object as it is at another time" },
		{ TORA_FACT(MIDWAY), "the test changes what it goes through" },
		{ TORA_FACT(SAVED_EMPTY), "what is written as JSON has lost its fields" },
		{ TORA_FACT(NEIGHBOUR_MET), "what differs is a name that is like the one given" },
		{ TORA_FACT(QUOTED_MET), "what differs stood in quotes" },
		{ TORA_FACT(TAKEN), "a caller's own function raised it" },
		{ TORA_FACT(REWRAPPED), "the README names the old error" },
		{ TORA_FACT(ESCAPED),
		  "no `except` clause there catches what the new library raises" },
	};
	const char *said = what_the_message_says(e, arena), *why = NULL;

	for (size_t i = 0; i < sizeof reasons / sizeof *reasons && !why; i++)
		if (e->facts & reasons[i].fact)
			why = reasons[i].why;
	if (!why && e->took_its_test)
		why = "the test that shows it was taken out with it";
	if (!why && (e->facts & TORA_FACT(SILENT)))
		why = "no test or document changed with it";
	return why ? tora_arena_printf(arena, "%s, and %s", said, why) : said;
}

static const char *why_irrelevant(const struct tora_evidence *e)
{
	static const struct {
		tora_facts fact;
		const char *why;
	} reasons[] = {
		{ TORA_FACT(NEW_API), "what the test uses did not exist before" },
		{ TORA_FACT(FLOAT), "only the last digits differ" },
		{ TORA_FACT(NAMED_TUPLE), "it is the same tuple, with names" },
		{ TORA_FACT(WARNING), "only warnings differ" },
		{ TORA_FACT(MESSAGE), "only the text of the error differs" },
		{ TORA_FACT(ILLEGAL), "the input is outside what the function documents" },
		{ TORA_FACT(PRIVATE), "the test reaches into private names" },
		{ TORA_FACT(UNORDERED), "only the order of a mapping differs" },
	};
	size_t i;

	for (i = 0; i < sizeof reasons / sizeof *reasons; i++)
		if (e->facts & reasons[i].fact)
			return reasons[i].why;
	return "it does not matter to callers";
}

static const char *why(const struct tora_evidence *e, enum tora_verdict verdict, const char *quote,
                       struct tora_arena *arena)
{
	switch (verdict) {
	case TORA_VERDICT_INTENDED:
		return tora_arena_printf(arena, "announced by '%s'",
		                         quoted(quote ? quote : "", arena));
	case TORA_VERDICT_COINCIDENTAL_FIX:
		return "no message mentions it, and the new behaviour looks like the right one";
	case TORA_VERDICT_IRRELEVANT:
		return why_irrelevant(e);
	case TORA_VERDICT_UNSURE:
		if (quote)
			return tora_arena_printf(arena, "it may be what '%s' means",
			                         quoted(quote, arena));
		if (e->facts & (TORA_FACT(TEST_ASSERTS) | TORA_FACT(TEST_EXPECTS)))
			return "no message says so, but a changed test expects it";
		if (e->facts & (TORA_FACT(TEST_BROUGHT) | TORA_FACT(TEST_TAKEN)))
			return "no message says so, but the test is one that came or went with it";
		return "no message says so, and little speaks against it either";
	case TORA_VERDICT_UNINTENDED:
		break;
	}
	return why_unintended(e, arena);
}

const char *tora_explain(const struct tora_case *c, const struct tora_evidence *e,
                         enum tora_verdict verdict, const char *quote, size_t *ret_why,
                         struct tora_arena *arena)
{
	const char *what = tora_arena_printf(arena, "%s %s; ", tora_explain_call(c, arena),
	                                     what_happened(c, arena));
	const char *text = tora_arena_printf(arena, "%s%s.", what, why(e, verdict, quote, arena));

	*ret_why = strlen(what);
	return tora_text_line(arena, tora_sv(text), TORA_EXPLAIN_MAX);
}
