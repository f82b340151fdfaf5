#include "run/canary.h"

#include <ctype.h>
#include <string.h>

void tora_canary_pick(const struct tora_exec_job *jobs, size_t n_pairs, bool is_base_known,
                      struct tora_canary *ret)
{
	size_t n = n_pairs < TORA_CANARY_MAX ? n_pairs : TORA_CANARY_MAX;

	ret->n = 0;
	for (size_t i = 0; i < n; i++) {
		size_t job = 2 * (i * n_pairs / n) + i % 2;

		if (is_base_known && n > 1 && jobs[job].side == TORA_BASE)
			continue;
		ret->warm[ret->n] = job;
		ret->at[ret->n] = jobs[job];
		ret->at[ret->n].cold = true;
		ret->at[ret->n++].cover = false;
	}
}

/* How long the address at the front is: 0x and what follows; 0: there is none. */
static size_t address(struct tora_sv text)
{
	size_t n = 2;

	if (text.len < 3 || text.at[0] != '0' || text.at[1] != 'x')
		return 0;
	while (n < text.len && isxdigit((unsigned char)text.at[n]))
		n++;
	return n > 2 ? n : 0;
}

static struct tora_sv without(struct tora_sv text, size_t n)
{
	return (struct tora_sv){ text.at + n, text.len - n };
}

static bool is_alike(struct tora_sv a, struct tora_sv b)
{
	while (a.len && b.len) {
		size_t m = address(a), n = address(b);

		if (!m != !n || (!m && *a.at != *b.at))
			return false;
		a = without(a, m ? m : 1);
		b = without(b, n ? n : 1);
	}
	return a.len == b.len;
}

/* Lines that only `cold` has, in front of all others, are those of the import. */
static bool is_alike_later(struct tora_sv warm, struct tora_sv cold)
{
	for (;;) {
		const char *end;

		if (is_alike(warm, cold))
			return true;
		end = cold.len ? memchr(cold.at, '\n', cold.len) : NULL;
		if (!end)
			return false;
		cold = without(cold, (size_t)(end - cold.at) + 1);
	}
}

bool tora_canary_says_nothing(const struct tora_trial *t)
{
	return t->status == TORA_TRIAL_TIMEOUT || t->status == TORA_TRIAL_LIMIT || t->cut;
}

static bool is_same_exception(const struct tora_exception *a, const struct tora_exception *b)
{
	if (!a || !b)
		return a == b;
	return strcmp(a->type, b->type) == 0 && is_alike(tora_sv(a->message ? a->message : ""),
	                                                 tora_sv(b->message ? b->message : ""));
}

static bool ended_alike(const struct tora_trial *a, const struct tora_trial *b)
{
	return a->status == b->status && a->code == b->code &&
	       is_same_exception(a->exception, b->exception);
}

bool tora_canary_agrees(const struct tora_trial *warm, const struct tora_trial *cold)
{
	if (tora_canary_says_nothing(warm) || tora_canary_says_nothing(cold))
		return true;
	return ended_alike(warm, cold) && is_alike_later(warm->out, cold->out) &&
	       is_alike_later(warm->err, cold->err);
}

static bool is_stable(const struct tora_trial twice[2])
{
	return ended_alike(&twice[0], &twice[1]) && is_alike(twice[0].out, twice[1].out) &&
	       is_alike(twice[0].err, twice[1].err);
}

bool tora_canary_tells(const struct tora_trial warm[2], const struct tora_trial cold[2])
{
	return !tora_canary_agrees(&warm[0], &cold[0]) && !tora_canary_agrees(&warm[1], &cold[1]) &&
	       is_stable(warm) && is_stable(cold);
}
