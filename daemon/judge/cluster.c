#include "judge/cluster.h"

#include "judge/plain.h"
#include "judge/text.h"
#include "judge/signature.h"
#include "lang/lang.h"

#include <stdlib.h>
#include <string.h>

static int by_key(const struct tora_member *a, const struct tora_member *b)
{
	int c = strcmp(a->difference.signature, b->difference.signature);

	if (!c)
		c = strcmp(a->place.name, b->place.name);
	if (!c)
		c = a->importing - b->importing;
	if (!c)
		c = (a->difference.beside > b->difference.beside) -
		    (a->difference.beside < b->difference.beside);
	if (!c)
		c = a->unsaid - b->unsaid;
	return c ? c : a->announced - b->announced;
}

bool tora_cluster_importing(const char *test, const struct tora_trial *head)
{
	const struct tora_exception *x = head->exception;
	struct tora_sv line;

	if (!x || !x->frames.n || strcmp(x->frames.at[0].file, TORA_TEST_FILE) != 0)
		return false;
	line = tora_text_nth(tora_sv(test), x->frames.at[0].line);
	return tora_sv_starts(line, "import ") || tora_sv_starts(line, "from ");
}

static int compare_size(size_t a, size_t b)
{
	return (a > b) - (a < b);
}

static struct tora_plain_input input_of(const struct tora_candidate *c)
{
	return (struct tora_plain_input){ c->legality, c->origin, tora_sv(c->source) };
}

static int by_merit(const struct tora_member *a, const struct tora_member *b)
{
	struct tora_plain_input x = input_of(a->candidate), y = input_of(b->candidate);
	int c = tora_plain_order(&x, &y);

	return c ? c : compare_size(a->pair, b->pair);
}

static int by_key_and_merit(const void *x, const void *y)
{
	const struct tora_member *const *a = x, *const *b = y;
	int c = by_key(*a, *b);

	return c ? c : by_merit(*a, *b);
}

/* Legal inputs first, then the most telling kind, then the larger cluster. */
static int by_worth(const void *x, const void *y)
{
	const struct tora_cluster *a = x, *b = y;
	const struct tora_member *p = a->members.at[0], *q = b->members.at[0];
	bool illegal_a = p->candidate->legality == TORA_LEGAL_ILLEGAL;
	bool illegal_b = q->candidate->legality == TORA_LEGAL_ILLEGAL;

	if (illegal_a != illegal_b)
		return illegal_a - illegal_b;
	if (p->announced != q->announced)
		return p->announced - q->announced;
	if (p->difference.kind != q->difference.kind)
		return p->difference.kind < q->difference.kind ? -1 : 1;
	if (a->members.n != b->members.n)
		return compare_size(b->members.n, a->members.n);
	return by_key_and_merit(&p, &q);
}

static bool is_one(unsigned bits)
{
	return bits && !(bits & (bits - 1));
}

/* Members of one key, best first: those that ran one place only lead clusters, the others follow. */
static void split(const struct tora_member *const *order, size_t n, struct tora_arena *arena,
                  struct tora_clusters *ret)
{
	const struct tora_wrote *wrote = &order[0]->wrote;
	struct tora_cluster *cluster;
	unsigned alone = 0;
	size_t first = ret->of.n;

	for (size_t i = 0; i < n; i++)
		alone |= is_one(order[i]->wrote.ran) ? order[i]->wrote.ran : 0;
	alone &= (1u << wrote->n) - 1; /* of two functions with one name, each has its own */
	for (size_t k = 0; k < wrote->n; k++)
		if (alone & 1u << k)
			tora_vec_push(arena, &ret->of)->spot = wrote->at[k];
	if (ret->of.n == first)
		(void)tora_vec_push(arena, &ret->of);
	for (size_t i = 0; i < n; i++) {
		unsigned of = order[i]->wrote.ran & alone;

		cluster = &ret->of.at[first];
		for (size_t k = 0; of && !(of & 1u << k); k++)
			cluster += (alone & 1u << k) != 0;
		*tora_vec_push(arena, &cluster->members) = order[i];
	}
}

void tora_cluster(const struct tora_member *members, size_t n, struct tora_arena *arena,
                  struct tora_clusters *ret)
{
	const struct tora_member **order = tora_arena_calloc(arena, n + 1, sizeof *order);
	size_t i, from = 0;

	memset(ret, 0, sizeof *ret);
	for (i = 0; i < n; i++)
		order[i] = &members[i];
	qsort(order, n, sizeof *order, by_key_and_merit);
	for (i = 0; i < n; i++) {
		if (i + 1 < n && by_key(order[i], order[i + 1]) == 0)
			continue;
		split(order + from, i + 1 - from, arena, ret);
		from = i + 1;
	}
	if (ret->of.n)
		qsort(ret->of.at, ret->of.n, sizeof *ret->of.at, by_worth);
}

/* A string as print() shows it: its pattern is about words and numbers inside. */
static bool is_plain(const char *value)
{
	return *value && strcmp(tora_signature_type(tora_sv(value)), "text") == 0;
}

/* Patterns of signature.h that say little but how far apart two numbers, or two texts, are. */
static const char *family_of(const struct tora_difference *d, const struct tora_lang *lang)
{
	struct tora_sv pattern = tora_signature_part(d);
	static const char *const numbers[] = { "one-more",    "one-less",      "number-up",
		                               "number-down", "int-elements",  "float-elements",
		                               "sign",        "number-format", NULL };
	static const char *const texts[] = { "text", "text-longer", "text-shorter",
		                             "case", "space",       NULL };
	size_t i;

	if (is_plain(d->before) && is_plain(d->after))
		return "text";
	for (i = 0; numbers[i]; i++)
		if (tora_sv_is(pattern, numbers[i]))
			return "number";
	if (lang && lang->has_one_number &&
	    (tora_sv_is(pattern, "int->float") || tora_sv_is(pattern, "float->int")))
		return "number";
	for (i = 0; texts[i]; i++)
		if (tora_sv_is(pattern, texts[i]))
			return "text";
	return NULL;
}

/* Did a trial run what `hit` is a line of, there or where the same edit is made in another branch? */
static bool ran(const struct tora_change *c, enum tora_side side, const struct tora_trial *t,
                const struct tora_lines_hit *hit)
{
	const struct tora_lines_hit *all = t->covered.at;
	unsigned line;
	size_t i;

	for (i = 0; i < t->covered.n; i++)
		if (all[i].line == hit->line && strcmp(all[i].file, hit->file) == 0)
			return true;
	line = tora_locate_edit(c, side, hit);
	for (i = 0; i < t->covered.n; i++)
		if (strcmp(all[i].file, hit->file) == 0 &&
		    tora_locate_edit(c, side, &all[i]) == line)
			return true;
	return false;
}

static bool ran_all(const struct tora_change *c, enum tora_side side, const struct tora_trial *t,
                    const struct tora_trial *of)
{
	size_t i;

	for (i = 0; i < of->covered.n; i++)
		if (!ran(c, side, t, &of->covered.at[i]))
			return false;
	return true;
}

bool tora_cluster_ran_same(const struct tora_change *c, const struct tora_pair *a,
                           const struct tora_pair *b)
{
	return ran_all(c, TORA_BASE, &a->base, &b->base) &&
	       ran_all(c, TORA_BASE, &b->base, &a->base) &&
	       ran_all(c, TORA_HEAD, &a->head, &b->head) &&
	       ran_all(c, TORA_HEAD, &b->head, &a->head);
}

/* Where in the project an exception came from; NULL: it did not, or the test raised it itself. */
static const struct tora_frame *raised_at(const struct tora_trial *t)
{
	const struct tora_exception *x = t->exception;
	const struct tora_frame *last = x && x->frames.n ? &x->frames.at[x->frames.n - 1] : NULL;

	return last && strcmp(last->file, TORA_TEST_FILE) != 0 ? last : NULL;
}

static unsigned edit_of(const struct tora_change *c, const struct tora_frame *frame)
{
	const char *path = tora_build_path(frame->file);
	struct tora_lines_hit hit = { path ? path : frame->file, frame->line };

	return tora_locate_edit(c, TORA_HEAD, &hit);
}

/* In the same line, or where the same edit is made in another branch. */
static bool raised_the_same(const struct tora_change *c, const struct tora_trial *a,
                            const struct tora_trial *b)
{
	const struct tora_frame *x = raised_at(a), *y = raised_at(b);

	return x && y && strcmp(x->file, y->file) == 0 &&
	       strcmp(a->exception->type, b->exception->type) == 0 &&
	       edit_of(c, x) == edit_of(c, y);
}

bool tora_cluster_alike(const struct tora_difference *a, const struct tora_pair *a_pair,
                        const struct tora_difference *b, const struct tora_pair *b_pair,
                        const struct tora_change *change, const struct tora_lang *lang)
{
	const char *family, *other;

	if (a->beside != b->beside)
		return false;
	if (a->kind == TORA_DIFF_EXCEPTION_APPEARED && b->kind == a->kind)
		return raised_the_same(change, &a_pair->head, &b_pair->head);
	if (a->kind == TORA_DIFF_OUTPUT && b->kind == a->kind)
		return tora_cluster_ran_same(change, a_pair, b_pair);
	family = family_of(a, lang);
	other = family_of(b, lang);
	return a->kind == TORA_DIFF_VALUE && b->kind == TORA_DIFF_VALUE && family && other &&
	       strcmp(family, other) == 0 && tora_cluster_ran_same(change, a_pair, b_pair);
}
