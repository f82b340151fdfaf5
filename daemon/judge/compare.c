#include "judge/compare.h"

#include "judge/manner.h"
#include "judge/noise.h"
#include "judge/normalise.h"
#include "judge/signature.h"
#include "judge/text.h"
#include "lang/lang.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool tora_compare_failed(const struct tora_trial *t)
{
	return t->status != TORA_TRIAL_OK && !(t->status == TORA_TRIAL_EXIT && t->code == 0);
}

static const char *clean_message(const struct tora_exception *e, struct tora_arena *arena)
{
	return tora_arena_text(arena, tora_normalise(tora_sv(e->message), arena));
}

const char *tora_compare_ending(const struct tora_trial *t, struct tora_arena *arena)
{
	const char *message;

	switch (t->status) {
	case TORA_TRIAL_EXCEPTION:
		if (!t->exception)
			return "an exception";
		message = clean_message(t->exception, arena);
		return tora_text_line(arena,
		                      tora_sv(tora_arena_printf(arena, "%s%s%s", t->exception->type,
		                                                *message ? ": " : "", message)),
		                      TORA_EXCERPT_MAX);
	case TORA_TRIAL_EXIT:
		if (tora_lang_waits_in_vain(t))
			return "a promise that is never kept";
		return tora_arena_printf(arena, "exit status %d", t->code);
	case TORA_TRIAL_SIGNAL:
		return tora_arena_printf(arena, "killed by signal %d", t->code);
	case TORA_TRIAL_TIMEOUT:
		return "does not end";
	case TORA_TRIAL_LIMIT:
		return "stopped at a limit";
	case TORA_TRIAL_OK:
		break;
	}
	return "ends normally";
}

/* ---- lines ---------------------------------------------------------------------------- */

struct lines_differ {
	size_t at;          /* index of the first line that differs; SIZE_MAX: none */
	bool noise_only;    /* whatever differs is float noise that was not quite small enough */
	bool dropped_noise; /* some lines differed by rounding only */
	bool past_end;      /* one side has no such line */
};

static struct tora_sv line_at(const struct tora_text_lines *l, size_t i)
{
	return i < l->of.n ? l->of.at[i] : tora_sv("");
}

static struct lines_differ diff_lines(const struct tora_text_lines *b,
                                      const struct tora_text_lines *a, bool both_stopped)
{
	struct lines_differ ret = { .at = SIZE_MAX };
	size_t i, n = b->of.n > a->of.n ? b->of.n : a->of.n;

	/* Where both were stopped, how far each had come is chance, its last line too. */
	if (both_stopped) {
		n = b->of.n < a->of.n ? b->of.n : a->of.n;
		n -= n > 0;
	}

	for (i = 0; i < n; i++) {
		bool past = i >= b->of.n || i >= a->of.n;
		enum tora_noise noise =
			past ? TORA_NOISE_DIFFERS : tora_noise(b->of.at[i], a->of.at[i]);

		if (noise == TORA_NOISE_SAME) {
			ret.dropped_noise |= !tora_sv_eq(b->of.at[i], a->of.at[i]);
			continue;
		}
		if (ret.at == SIZE_MAX || (ret.noise_only && noise == TORA_NOISE_DIFFERS)) {
			ret.at = i;
			ret.noise_only = noise == TORA_NOISE_CLOSE;
			ret.past_end = past;
		}
		if (!ret.noise_only)
			break;
	}
	return ret;
}

static bool same_multiset(struct tora_sv *a, struct tora_sv *b, size_t n)
{
	size_t i;

	qsort(a, n, sizeof *a, tora_text_order);
	qsort(b, n, sizeof *b, tora_text_order);
	for (i = 0; i < n; i++)
		if (!tora_sv_eq(a[i], b[i]))
			return false;
	return true;
}

static bool lines_reordered(const struct tora_text_lines *b, const struct tora_text_lines *a,
                            struct tora_arena *arena)
{
	size_t n = b->of.n;
	struct tora_sv *x, *y;

	if (n != a->of.n || n < 2)
		return false;
	x = tora_arena_calloc(arena, n, sizeof *x);
	y = tora_arena_calloc(arena, n, sizeof *y);
	memcpy(x, b->of.at, n * sizeof *x);
	memcpy(y, a->of.at, n * sizeof *y);
	return same_multiset(x, y, n);
}

#define ORDER_TOKENS 2048

/* The same elements of a container in another order: equal tokens, and brackets around. In the
 * same order they differ in space alone, which is a value. */
static bool elements_reordered(struct tora_sv b, struct tora_sv a, struct tora_arena *arena)
{
	struct tora_tokens tb, ta;
	struct tora_sv *x, *y;
	bool moved = false;
	size_t i;

	tora_text_tokens(b, ORDER_TOKENS, arena, &tb);
	tora_text_tokens(a, ORDER_TOKENS, arena, &ta);
	if (tb.of.n != ta.of.n || tb.of.n < 4 || tb.of.n >= ORDER_TOKENS)
		return false;
	if (!memchr(b.at, '[', b.len) && !memchr(b.at, '{', b.len) && !memchr(b.at, '(', b.len))
		return false;
	x = tora_arena_calloc(arena, tb.of.n, sizeof *x);
	y = tora_arena_calloc(arena, ta.of.n, sizeof *y);
	for (i = 0; i < tb.of.n; i++) {
		x[i] = tb.of.at[i].text;
		y[i] = ta.of.at[i].text;
		moved |= !tora_sv_eq(x[i], y[i]);
	}
	return moved && same_multiset(x, y, tb.of.n);
}

static bool was_stopped(const struct tora_trial *t)
{
	return t->cut || t->status == TORA_TRIAL_TIMEOUT || t->status == TORA_TRIAL_LIMIT;
}

/* ---- the questions, in order --------------------------------------------------------- */

struct sides { /* what every question below looks at */
	const struct tora_trial *base, *head;
	struct tora_text_lines before, after;
	struct lines_differ lines;
	struct tora_arena *arena;
};

static void set_signature(struct sides *s, struct tora_difference *d, const char *what,
                          const struct tora_trial *framed)
{
	const char *text =
		tora_arena_printf(s->arena, "%s|%s|%s", tora_difference_name(d->kind), what,
	                          framed ? tora_signature_frame(framed, s->arena) : "");

	d->signature = tora_text_line(s->arena, tora_sv(text), TORA_SIGNATURE_MAX);
}

static const char *failure_class(const struct sides *s, const struct tora_trial *t)
{
	if (t->status != TORA_TRIAL_EXCEPTION || !t->exception)
		return tora_compare_ending(t, s->arena);
	return tora_arena_printf(
		s->arena, "%s: %s", t->exception->type,
		tora_signature_template(tora_sv(clean_message(t->exception, s->arena)), s->arena));
}

/* The line a failing side did not get to print, or how the other side ended. */
static const char *instead(const struct sides *s, const struct tora_text_lines *mine,
                           const struct tora_text_lines *failed, const struct tora_trial *t)
{
	struct tora_sv line = line_at(mine, failed->of.n);

	if (failed->of.n < mine->of.n && tora_sv_trim(line).len)
		return tora_text_line(s->arena, line, TORA_EXCERPT_MAX);
	return tora_compare_ending(t, s->arena);
}

static bool is_missing(const struct tora_trial *t)
{
	return t->status == TORA_TRIAL_EXCEPTION && t->exception &&
	       tora_lang_lacks_name(t->exception);
}

static void note_missing(const struct sides *s, struct tora_difference *d)
{
	bool base = is_missing(s->base), head = is_missing(s->head);

	d->api_missing_base = base && !head;
	d->api_missing_head = head && !base;
}

/* Where one side lacks the name, what the other does with it is no part of the difference:
 * else one new class shows in as many ways as it can fail. NULL: neither lacks it. */
static const struct tora_trial *lacking(const struct sides *s, const struct tora_difference *d)
{
	return d->api_missing_base ? s->base : d->api_missing_head ? s->head : NULL;
}

static bool compare_hang(struct sides *s, struct tora_difference *d)
{
	bool base = s->base->status == TORA_TRIAL_TIMEOUT,
	     head = s->head->status == TORA_TRIAL_TIMEOUT;

	if (base == head)
		return false;
	d->kind = TORA_DIFF_HANG;
	d->before = base ? "does not end" : instead(s, &s->before, &s->after, s->base);
	d->after = head ? "does not end" : instead(s, &s->after, &s->before, s->head);
	note_missing(s, d);
	set_signature(s, d, head ? "head" : "base", head ? s->base : s->head);
	return true;
}

static bool compare_limit(struct sides *s, struct tora_difference *d)
{
	bool base = s->base->status == TORA_TRIAL_LIMIT, head = s->head->status == TORA_TRIAL_LIMIT;

	if (base == head)
		return false;
	d->kind = TORA_DIFF_OUTPUT;
	d->before = base ? "stopped at a limit" : instead(s, &s->before, &s->after, s->base);
	d->after = head ? "stopped at a limit" : instead(s, &s->after, &s->before, s->head);
	note_missing(s, d);
	set_signature(s, d, head ? "limit-head" : "limit-base", head ? s->base : s->head);
	return true;
}

static bool compare_one_failed(struct sides *s, struct tora_difference *d)
{
	bool base = tora_compare_failed(s->base), head = tora_compare_failed(s->head);

	if (base == head)
		return false;
	d->kind = head ? TORA_DIFF_EXCEPTION_APPEARED : TORA_DIFF_EXCEPTION_GONE;
	d->before = base ? tora_compare_ending(s->base, s->arena)
	                 : instead(s, &s->before, &s->after, s->base);
	d->after = head ? tora_compare_ending(s->head, s->arena)
	                : instead(s, &s->after, &s->before, s->head);
	note_missing(s, d);
	set_signature(s, d, failure_class(s, head ? s->head : s->base), head ? s->head : s->base);
	return true;
}

static bool same_failure_kind(const struct sides *s)
{
	const struct tora_trial *b = s->base, *h = s->head;

	if (b->status != h->status || b->code != h->code)
		return false;
	if (b->status != TORA_TRIAL_EXCEPTION || !b->exception || !h->exception)
		return true;
	return strcmp(b->exception->type, h->exception->type) == 0;
}

/* The line of the test that raised, from its outermost frame; 0 when unknown. A module that is not there has no frames in
 * JavaScript, and is asked for first. */
static unsigned raised_at(const struct tora_trial *t)
{
	const struct tora_exception *e = t->exception;

	if (is_missing(t) && !e->frames.n)
		return 1;
	if (t->status != TORA_TRIAL_EXCEPTION || !e || !e->frames.n ||
	    strcmp(e->frames.at[0].file, TORA_TEST_FILE) != 0)
		return 0;
	return e->frames.at[0].line;
}

/* Both raise, but one of them in an earlier statement, where the other still printed: that is
 * what happened first, and what the other raises further down is another story. */
static bool compare_failed_first(struct sides *s, struct tora_difference *d)
{
	unsigned base_at = raised_at(s->base), head_at = raised_at(s->head);
	bool head = s->after.of.n < s->before.of.n;
	const struct tora_trial *first = head ? s->head : s->base;

	if (s->lines.at == SIZE_MAX || !s->lines.past_end || !base_at || !head_at ||
	    (head ? head_at >= base_at : base_at >= head_at))
		return false;
	d->kind = head ? TORA_DIFF_EXCEPTION_APPEARED : TORA_DIFF_EXCEPTION_GONE;
	d->before = head ? instead(s, &s->before, &s->after, s->base)
	                 : tora_compare_ending(s->base, s->arena);
	d->after = head ? tora_compare_ending(s->head, s->arena)
	                : instead(s, &s->after, &s->before, s->head);
	d->api_missing_base = !head && is_missing(first);
	d->api_missing_head = head && is_missing(first);
	set_signature(s, d, failure_class(s, first), first);
	return true;
}

/* Both failed. A printed line that differs before that tells more than the failures do. */
static bool compare_both_failed(struct sides *s, struct tora_difference *d)
{
	const struct tora_trial *missing;

	if (!tora_compare_failed(s->base) || (s->lines.at != SIZE_MAX && !s->lines.past_end))
		return false;
	d->before = tora_compare_ending(s->base, s->arena);
	d->after = tora_compare_ending(s->head, s->arena);
	if (!same_failure_kind(s)) {
		d->kind = TORA_DIFF_EXCEPTION_CHANGED;
		note_missing(s, d);
		missing = lacking(s, d);
		set_signature(s, d,
		              missing ? failure_class(s, missing)
		                      : tora_arena_printf(s->arena, "%s -> %s",
		                                          failure_class(s, s->base),
		                                          failure_class(s, s->head)),
		              missing ? missing : s->head);
		return true;
	}
	if (s->lines.past_end || strcmp(d->before, d->after) == 0)
		return false;
	d->kind = TORA_DIFF_MESSAGE_ONLY;
	set_signature(s, d,
	              tora_arena_printf(s->arena, "%s -> %s", failure_class(s, s->base),
	                                failure_class(s, s->head)),
	              s->head);
	return true;
}

/* Tests often catch what a call raises and print it: that is the same difference as an
 * exception nobody caught, and is typed alike. */
static const char *type_caught(struct sides *s, struct tora_difference *d, struct tora_sv b,
                               struct tora_sv a)
{
	struct tora_caught before, after;
	bool was = tora_signature_caught(b, &before), is = tora_signature_caught(a, &after);

	if (!was && !is)
		return NULL;
	if (is && !was) {
		d->kind = TORA_DIFF_EXCEPTION_APPEARED;
		return tora_arena_printf(s->arena, "%.*s: %s", (int)after.type.len, after.type.at,
		                         tora_signature_template(after.message, s->arena));
	}
	if (was && !is) {
		d->kind = TORA_DIFF_EXCEPTION_GONE;
		return tora_arena_printf(s->arena, "%.*s: %s", (int)before.type.len, before.type.at,
		                         tora_signature_template(before.message, s->arena));
	}
	d->kind = tora_sv_eq(before.type, after.type) ? TORA_DIFF_MESSAGE_ONLY
	                                              : TORA_DIFF_EXCEPTION_CHANGED;
	return tora_arena_printf(s->arena, "%s -> %s", tora_signature_template(b, s->arena),
	                         tora_signature_template(a, s->arena));
}

/* Whole lines were put in before others that are as they were: a debugging print() that was left behind. The first of them. */
static bool puts_in(const struct tora_text_lines *less, const struct tora_text_lines *more,
                    size_t at, struct tora_sv *ret)
{
	size_t by = more->of.n - less->of.n;
	int open = 0;

	if (more->of.n <= less->of.n || at >= less->of.n)
		return false;
	for (size_t i = 0; i < at; i++)
		open += tora_text_opened(less->of.at[i]);
	if (open > 0) /* an object that is printed on several lines */
		return false;
	for (size_t i = at; i < less->of.n; i++)
		if (!tora_sv_eq(less->of.at[i], more->of.at[i + by]))
			return false;
	*ret = more->of.at[at];
	return true;
}

/* However the line looks that stands where another one stood. */
static const char *lines_between(struct sides *s)
{
	struct tora_sv line;

	if (puts_in(&s->before, &s->after, s->lines.at, &line))
		return tora_arena_printf(s->arena, "lines-put-in: %s",
		                         tora_signature_template(line, s->arena));
	if (puts_in(&s->after, &s->before, s->lines.at, &line))
		return tora_arena_printf(s->arena, "lines-taken-out: %s",
		                         tora_signature_template(line, s->arena));
	return NULL;
}

static bool compare_stdout(struct sides *s, struct tora_difference *d)
{
	struct tora_sv b, a;
	const char *pattern;

	if (s->lines.at == SIZE_MAX)
		return false;
	b = line_at(&s->before, s->lines.at);
	a = line_at(&s->after, s->lines.at);
	d->line = (unsigned)s->lines.at + 1;
	d->before = tora_text_window(s->arena, b, a, TORA_EXCERPT_MAX);
	d->after = tora_text_window(s->arena, a, b, TORA_EXCERPT_MAX);
	d->float_noise = s->lines.noise_only;
	d->kind = lines_reordered(&s->before, &s->after, s->arena) ||
	                          elements_reordered(b, a, s->arena)
	                  ? TORA_DIFF_ORDER
	                  : TORA_DIFF_VALUE;
	pattern = type_caught(s, d, b, a);
	if (!pattern && d->kind == TORA_DIFF_VALUE)
		pattern = lines_between(s);
	if (!pattern)
		pattern = d->float_noise ? "last-digits" : tora_signature_pattern(b, a, s->arena);
	/* What the test raises further down is no part of the line that differs. */
	set_signature(s, d, pattern, NULL);
	return true;
}

static bool compare_stderr(struct sides *s, struct tora_difference *d)
{
	struct tora_text_lines before, after;
	struct lines_differ lines;
	struct tora_sv b, a;

	tora_text_split(tora_normalise(s->base->err, s->arena), s->arena, &before);
	tora_text_split(tora_normalise(s->head->err, s->arena), s->arena, &after);
	lines = diff_lines(&before, &after, was_stopped(s->base) && was_stopped(s->head));
	if (lines.at == SIZE_MAX && s->base->cut == s->head->cut)
		return false;
	b = line_at(&before, lines.at);
	a = line_at(&after, lines.at);
	d->kind = TORA_DIFF_OUTPUT;
	d->before = tora_text_window(s->arena, b, a, TORA_EXCERPT_MAX);
	d->after = tora_text_window(s->arena, a, b, TORA_EXCERPT_MAX);
	set_signature(s, d,
	              lines.at == SIZE_MAX
	                      ? "cut"
	                      : tora_arena_printf(s->arena, "%s -> %s",
	                                          tora_signature_template(b, s->arena),
	                                          tora_signature_template(a, s->arena)),
	              s->head);
	return true;
}

static struct tora_sv warning_line(const struct tora_warning *w, struct tora_arena *arena)
{
	return tora_normalise(
		tora_sv(tora_arena_printf(arena, "%s: %s%s", w->category, w->message,
	                                  w->is_hidden ? " (hidden by default)" : "")),
		arena);
}

/* The first warning of `of` that `other` has fewer of; empty when there is none. */
static struct tora_sv extra_warning(const struct tora_trial *of, const struct tora_trial *other,
                                    struct tora_arena *arena)
{
	bool *used = tora_arena_calloc(arena, other->warnings.n + 1, sizeof *used);
	size_t i, j;

	for (i = 0; i < of->warnings.n; i++) {
		struct tora_sv line = warning_line(&of->warnings.at[i], arena);

		for (j = 0; j < other->warnings.n; j++)
			if (!used[j] &&
			    tora_sv_eq(line, warning_line(&other->warnings.at[j], arena)))
				break;
		if (j == other->warnings.n)
			return line;
		used[j] = true;
	}
	return tora_sv("");
}

static bool compare_warnings(struct sides *s, struct tora_difference *d)
{
	struct tora_sv b = extra_warning(s->base, s->head, s->arena);
	struct tora_sv a = extra_warning(s->head, s->base, s->arena);

	if (!b.len && !a.len)
		return false;
	d->kind = TORA_DIFF_WARNING;
	d->before = b.len ? tora_text_line(s->arena, b, TORA_EXCERPT_MAX) : "no warning";
	d->after = a.len ? tora_text_line(s->arena, a, TORA_EXCERPT_MAX) : "no warning";
	set_signature(s, d,
	              tora_arena_printf(s->arena, "%s -> %s", tora_signature_template(b, s->arena),
	                                tora_signature_template(a, s->arena)),
	              s->head);
	return true;
}

/* The first line that differs otherwise than in the ways of `known`; SIZE_MAX: none. Lines are pairs only where there are as many. */
static size_t line_beside(const struct sides *s, unsigned known)
{
	for (size_t i = 0; i < s->before.of.n && s->before.of.n == s->after.of.n; i++) {
		struct tora_sv b = s->before.of.at[i], a = s->after.of.at[i];

		if (tora_noise(b, a) == TORA_NOISE_DIFFERS && !(tora_manner(b, a) & known))
			return i;
	}
	return SIZE_MAX;
}

void tora_compare_beside(const struct tora_trial *base, const struct tora_trial *head,
                         unsigned known, struct tora_arena *arena, struct tora_difference *ret)
{
	struct sides s = { .base = base, .head = head, .arena = arena };
	struct tora_difference d = { .signature = "" };

	tora_compare(base, head, arena, ret);
	if (!known || ret->kind != TORA_DIFF_VALUE)
		return;
	tora_text_split(tora_normalise(base->out, arena), arena, &s.before);
	tora_text_split(tora_normalise(head->out, arena), arena, &s.after);
	s.lines.at = line_beside(&s, known);
	if (compare_stdout(&s, &d) && d.line != ret->line) {
		*ret = d;
		ret->beside = known;
	}
}

unsigned tora_compare_manners(const struct tora_trial *base, const struct tora_trial *head,
                              bool all, struct tora_arena *arena)
{
	struct sides s = { .base = base, .head = head, .arena = arena };
	unsigned ret = 0;

	tora_text_split(tora_normalise(base->out, arena), arena, &s.before);
	tora_text_split(tora_normalise(head->out, arena), arena, &s.after);
	for (size_t i = 0; i < s.before.of.n || i < s.after.of.n; i++) {
		struct tora_sv b = line_at(&s.before, i), a = line_at(&s.after, i);

		if (tora_noise(b, a) == TORA_NOISE_DIFFERS)
			ret |= tora_manner(b, a);
		if (ret && !all)
			break;
	}
	return ret;
}

void tora_compare(const struct tora_trial *base, const struct tora_trial *head,
                  struct tora_arena *arena, struct tora_difference *ret)
{
	static bool (*const questions[])(struct sides *, struct tora_difference *) = {
		compare_hang,        compare_limit,  compare_one_failed, compare_failed_first,
		compare_both_failed, compare_stdout, compare_stderr,     compare_warnings,
	};
	struct sides s = { .base = base, .head = head, .arena = arena };
	size_t i;

	memset(ret, 0, sizeof *ret);
	ret->before = ret->after = ret->signature = "";
	if (!tora_trial_was_run(base) || !tora_trial_was_run(head))
		return;
	tora_text_split(tora_normalise(base->out, arena), arena, &s.before);
	tora_text_split(tora_normalise(head->out, arena), arena, &s.after);
	s.lines = diff_lines(&s.before, &s.after, was_stopped(base) && was_stopped(head));
	for (i = 0; i < sizeof questions / sizeof *questions; i++)
		if (questions[i](&s, ret))
			return;
	ret->float_noise = s.lines.dropped_noise;
}
