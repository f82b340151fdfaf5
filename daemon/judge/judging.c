#include "judge/judging.h"

#include "judge/both.h"
#include "lang/lang.h"

#include <string.h>

bool tora_judging_late(const struct tora_check *check)
{
	return tora_check_left_ms(check) < TORA_JUDGE_RESERVE_MS;
}

void tora_judging_say(struct tora_check *check, size_t done, size_t of)
{
	if (check->progress)
		check->progress(check->progress_ctx, "judge", done, of);
}

unsigned tora_judging_seeds(const struct tora_difference *d)
{
	return d->kind == TORA_DIFF_HANG || d->api_missing_base || d->api_missing_head
	               ? 1
	               : TORA_BOTH_SEEDS;
}

struct tora_case tora_judging_case(const struct tora_judging *j, const struct tora_member *m,
                                   const struct tora_difference *difference)
{
	return (struct tora_case){ .intent = &j->check->intent,
		                   .change = &j->check->change,
		                   .said = &j->said,
		                   .function = m->place.function,
		                   .name = m->place.name,
		                   .where = m->candidate->where,
		                   .legality = m->candidate->legality,
		                   .origin = m->candidate->origin,
		                   .difference = difference,
		                   .runs = tora_judging_seeds(difference),
		                   .cluster = 1 };
}

const struct tora_lang *tora_judging_lang(const struct tora_check *check, const char *file)
{
	const struct tora_lang *any = NULL;
	size_t i;

	for (i = 0; i < check->change.files.n; i++) {
		const struct tora_file_change *f = &check->change.files.at[i];

		if (f->lang && strcmp(f->path, file) == 0)
			return f->lang;
		if (f->lang && (!any || f->role == TORA_FILE_SOURCE))
			any = f->lang;
	}
	return any;
}
