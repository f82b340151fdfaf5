#include "judge/stable.h"

#include "judge/compare.h"
#include "judge/normalise.h"
#include "judge/text.h"

#include <stdint.h>
#include <string.h>

#define MASK_LINE UINT64_MAX /* the whole line; single bits are its first 63 tokens */
#define CHANCE    4 /* masked tokens of one line: with so many the others may agree by chance */

struct masked {                       /* one side */
	struct tora_text_lines lines; /* of the first run, normalised */
	uint64_t *mask;               /* by line */
	bool all;                     /* the runs do not even agree on the number of lines */
	bool any;
};

static bool same_ending(const struct tora_trial *a, const struct tora_trial *b)
{
	if (a->status != b->status || a->code != b->code)
		return false;
	if (!a->exception || !b->exception)
		return !a->exception == !b->exception;
	return strcmp(a->exception->type, b->exception->type) == 0;
}

/* Which tokens of two versions of a line differ; all of it when their number differs. */
static uint64_t mask_line(struct tora_sv a, struct tora_sv b)
{
	struct tora_scan x = { .text = a }, y = { .text = b };
	struct tora_token s, t;
	uint64_t mask = 0;
	unsigned i;

	for (i = 0;; i++) {
		bool more = tora_scan_next(&x, &s);

		if (more != tora_scan_next(&y, &t))
			return MASK_LINE;
		if (!more)
			return mask;
		if (tora_sv_eq(s.text, t.text))
			continue;
		if (i >= 63)
			return MASK_LINE;
		mask |= (uint64_t)1 << i;
	}
}

/* What is shuffled stays in its place now and then: of a line of which most varies nothing is known. */
static uint64_t with_chance(struct tora_sv line, uint64_t mask)
{
	struct tora_scan scan = { .text = line };
	struct tora_token t;
	unsigned n = 0, masked = 0;

	if (mask == MASK_LINE || !mask)
		return mask;
	for (; tora_scan_next(&scan, &t); n++)
		masked += n < 63 && (mask >> n & 1);
	return masked >= CHANCE && 2 * masked > n ? MASK_LINE : mask;
}

static void mask_side(const struct tora_trial *runs, size_t n, struct tora_arena *arena,
                      struct masked *ret)
{
	struct tora_text_lines other;
	size_t i, k;

	memset(ret, 0, sizeof *ret);
	tora_text_split(tora_normalise(runs[0].out, arena), arena, &ret->lines);
	ret->mask = tora_arena_calloc(arena, ret->lines.of.n + 1, sizeof *ret->mask);
	for (k = 1; k < n; k++) {
		tora_text_split(tora_normalise(runs[k].out, arena), arena, &other);
		if (other.of.n != ret->lines.of.n) {
			ret->all = ret->any = true;
			return;
		}
		for (i = 0; i < other.of.n; i++) {
			ret->mask[i] |= mask_line(ret->lines.of.at[i], other.of.at[i]);
			ret->any |= ret->mask[i] != 0;
		}
	}
	for (i = 0; i < ret->lines.of.n; i++)
		ret->mask[i] = with_chance(ret->lines.of.at[i], ret->mask[i]);
}

/* What is noise on one side is noise on the other, as far as their lines correspond. */
static void share_masks(struct masked *a, struct masked *b)
{
	size_t i, n = a->lines.of.n < b->lines.of.n ? a->lines.of.n : b->lines.of.n;

	for (i = 0; i < n; i++)
		a->mask[i] = b->mask[i] = a->mask[i] | b->mask[i];
}

static void add_masked(struct tora_sv line, uint64_t mask, struct tora_str *out)
{
	struct tora_scan scan = { .text = line };
	struct tora_token t;
	unsigned i;

	if (mask == MASK_LINE) {
		tora_str_adds(out, TORA_STABLE_MASK);
		return;
	}
	for (i = 0; tora_scan_next(&scan, &t); i++) {
		if (i < 63 && (mask >> i & 1))
			tora_str_adds(out, TORA_STABLE_MASK);
		else
			tora_str_add(out, t.text);
	}
}

static struct tora_sv masked_text(const struct masked *m, bool all, struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(2 * (size_t)TORA_NORMALISE_MAX);
	struct tora_sv ret;
	size_t i;

	if (all)
		return TORA_SV(TORA_STABLE_MASK "\n");
	for (i = 0; i < m->lines.of.n; i++) {
		add_masked(m->lines.of.at[i], m->mask[i], &out);
		tora_str_addc(&out, '\n');
	}
	ret = tora_arena_sv(arena, tora_str_view(&out));
	tora_str_free(&out);
	return ret;
}

/* Messages that vary from run to run are masked the same way as lines. */
static void mask_messages(const struct tora_stable_runs *runs, struct tora_trial *base,
                          struct tora_trial *head, struct tora_arena *arena, bool *ret_any)
{
	struct tora_trial *sides[2] = { base, head };
	const struct tora_trial *of[2] = { runs->base, runs->head };
	size_t i, k;

	for (i = 0; i < 2; i++) {
		struct tora_exception *copy;
		struct tora_str out = TORA_STR_INIT(TORA_NORMALISE_MAX);
		uint64_t mask = 0;

		if (!of[i][0].exception)
			continue;
		for (k = 1; k < runs->n; k++)
			mask |= mask_line(
				tora_normalise(tora_sv(of[i][0].exception->message), arena),
				tora_normalise(tora_sv(of[i][k].exception->message), arena));
		if (!mask)
			continue;
		*ret_any = true;
		add_masked(tora_normalise(tora_sv(of[i][0].exception->message), arena), mask, &out);
		copy = tora_arena_alloc(arena, sizeof *copy);
		*copy = *of[i][0].exception;
		copy->message = tora_arena_dup(arena, out.buf);
		sides[i]->exception = copy;
		tora_str_free(&out);
	}
}

static bool agrees(const struct tora_trial *runs, size_t n)
{
	size_t k;

	for (k = 1; k < n; k++)
		if (!same_ending(&runs[0], &runs[k]))
			return false;
	return true;
}

/* Streams nobody masks line by line: when a side varies there, they say nothing. */
static bool side_channel_varies(const struct tora_trial *runs, size_t n, struct tora_arena *arena)
{
	struct tora_difference d;
	struct tora_trial a, b;
	size_t k;

	for (k = 1; k < n; k++) {
		a = runs[0];
		b = runs[k];
		a.out = b.out = tora_sv("");
		tora_compare(&a, &b, arena, &d);
		if (d.kind == TORA_DIFF_OUTPUT || d.kind == TORA_DIFF_WARNING)
			return true;
	}
	return false;
}

static bool channels_vary(const struct tora_trial *side, const struct tora_stable_runs *runs,
                          struct tora_arena *arena)
{
	return side_channel_varies(side, runs->n_fresh, arena) ||
	       side_channel_varies(side + runs->n_fresh, runs->n - runs->n_fresh, arena);
}

static void drop_side_channels(struct tora_trial *t)
{
	t->err = tora_sv("");
	memset(&t->warnings, 0, sizeof t->warnings);
}

static bool as_expected(const struct tora_difference *seen, const struct tora_difference *expect,
                        bool masked)
{
	if (!expect)
		return true;
	return seen->kind == expect->kind && seen->beside == expect->beside &&
	       (masked || strcmp(seen->signature, expect->signature) == 0);
}

enum tora_stable tora_stable_decide(const struct tora_stable_runs *runs,
                                    const struct tora_difference *expect, struct tora_arena *arena,
                                    struct tora_difference *ret, struct tora_trial *ret_base,
                                    struct tora_trial *ret_head)
{
	struct tora_trial base = runs->base[0], head = runs->head[0];
	struct tora_difference seen;
	struct masked b, h;
	bool any;

	if (!agrees(runs->base, runs->n) || !agrees(runs->head, runs->n))
		return TORA_STABLE_FLAKY;
	mask_side(runs->base, runs->n, arena, &b);
	mask_side(runs->head, runs->n, arena, &h);
	any = b.any || h.any;
	share_masks(&b, &h);
	if (any) {
		base.out = masked_text(&b, b.all || h.all, arena);
		head.out = masked_text(&h, b.all || h.all, arena);
	}
	mask_messages(runs, &base, &head, arena, &any);
	if (channels_vary(runs->base, runs, arena) || channels_vary(runs->head, runs, arena)) {
		drop_side_channels(&base);
		drop_side_channels(&head);
		any = true;
	}
	tora_compare_beside(&base, &head, expect ? expect->beside : 0, arena, &seen);
	if (seen.kind == TORA_DIFF_NONE)
		return any ? TORA_STABLE_FLAKY : TORA_STABLE_GONE;
	if (!as_expected(&seen, expect, any))
		return TORA_STABLE_GONE;
	*ret = seen;
	*ret_base = base;
	*ret_head = head;
	return TORA_STABLE_CONFIRMED;
}
