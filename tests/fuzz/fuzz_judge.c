/* What two runs printed, "before\fafter": normalised once and for all, compared alike from both sides. */
#include "judge/compare.h"
#include "judge/dump.h"
#include "judge/normalise.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look_at_text(struct tora_sv text, struct tora_arena *arena)
{
	struct tora_sv once = tora_normalise(text, arena);
	struct tora_sv twice = tora_normalise(once, arena);

	assert(tora_sv_eq(once, twice));
}

static void look_at_difference(const struct tora_difference *d)
{
	assert((d->kind == TORA_DIFF_NONE) == !(d->signature && *d->signature));
	if (d->kind == TORA_DIFF_NONE)
		return;
	assert(strlen(d->before) <= TORA_EXCERPT_MAX && !strchr(d->before, '\n'));
	assert(strlen(d->after) <= TORA_EXCERPT_MAX && !strchr(d->after, '\n'));
}

static void compare(const struct tora_trial *base, const struct tora_trial *head,
                    struct tora_arena *arena)
{
	struct tora_difference there, back, none;

	tora_compare(base, head, arena, &there);
	tora_compare(head, base, arena, &back);
	tora_compare(base, base, arena, &none);
	look_at_difference(&there);
	look_at_difference(&back);
	assert(none.kind == TORA_DIFF_NONE);
	assert(there.line == back.line && there.float_noise == back.float_noise);
	assert((there.kind == TORA_DIFF_NONE) == (back.kind == TORA_DIFF_NONE));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tora_arena *arena = tora_arena_new();
	const char *middle = size ? memchr(data, '\f', size) : NULL;
	size_t first = middle ? (size_t)(middle - (const char *)data) : size;
	struct tora_trial base = { .out = { (const char *)data, first } };
	struct tora_trial head = { .out = { middle ? middle + 1 : "",
		                            middle ? size - first - 1 : 0 } };

	look_at_text(base.out, arena);
	compare(&base, &head, arena);
	(void)tora_dump_more(base.out, head.out);
	(void)tora_dump_private(base.out, head.out);
	(void)tora_dump_large(base.out, head.out);
	(void)tora_dump_in_mapping(base.out, head.out);
	tora_arena_free(arena);
	return 0;
}
