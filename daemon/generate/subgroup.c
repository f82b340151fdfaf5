/*
 * subgroup.c - see subgroup.h.
 */
#include "generate/subgroup.h"

#include "tora/str.h"

#include <stdint.h>

#define WORDS_MAX 8192 /* different ones; what comes after so many is in no group for it */
#define SLOTS     (2 * WORDS_MAX)
#define FEW       4 /* programs: so many more have to differ than if the word said nothing */

struct word {
	struct tora_sv text;
	size_t seen;           /* the row that has it, plus 1: of one row it counts once */
	unsigned rows, differ; /* of those that are left */
};

struct table {
	struct word *words;
	uint32_t *slots; /* of a word its place plus 1; 0: free */
	uint32_t n;
};

/* Which words each row has. */
struct index {
	struct table table;
	TORA_VEC(uint32_t) ids;
	size_t *ends; /* of each row, in ids */
};

/* FNV-1a (Fowler, Noll, Vo). */
static uint32_t hash_of(struct tora_sv text)
{
	uint32_t h = 2166136261u;

	for (size_t i = 0; i < text.len; i++)
		h = (h ^ (unsigned char)text.at[i]) * 16777619u;
	return h;
}

/* NULL: it is one too many. */
static struct word *word_of(struct table *t, struct tora_sv text)
{
	uint32_t slot = hash_of(text) % SLOTS;

	while (t->slots[slot] && !tora_sv_eq(t->words[t->slots[slot] - 1].text, text))
		slot = (slot + 1) % SLOTS;
	if (!t->slots[slot]) {
		if (t->n == WORDS_MAX)
			return NULL;
		t->words[t->n].text = text;
		t->slots[slot] = ++t->n;
	}
	return &t->words[t->slots[slot] - 1];
}

static void read_rows(struct index *x, const struct tora_subgroup_row *rows, size_t n,
                      struct tora_arena *arena)
{
	for (size_t i = 0; i < n; i++) {
		struct tora_sv rest = tora_sv(rows[i].source), text;

		while ((text = tora_sv_word(&rest, tora_of_name)).len) {
			struct word *w = word_of(&x->table, text);

			if (!w || w->seen == i + 1)
				continue;
			w->seen = i + 1;
			*tora_vec_push(arena, &x->ids) = (uint32_t)(w - x->table.words);
		}
		x->ends[i] = x->ids.n;
	}
}

/* The word by which most more differ than without it, of the rows that are in no group; NULL: there is none. */
static const struct word *best_word(struct index *x, const struct tora_subgroup_row *rows, size_t n)
{
	const struct word *best = NULL;
	double most = FEW, differ = 0, left = 0;

	for (uint32_t k = 0; k < x->table.n; k++)
		x->table.words[k].rows = x->table.words[k].differ = 0;
	for (size_t i = 0; i < n; i++) {
		if (rows[i].group)
			continue;
		left++;
		differ += rows[i].differs;
		for (size_t at = i ? x->ends[i - 1] : 0; at < x->ends[i]; at++) {
			struct word *w = &x->table.words[x->ids.at[at]];

			w->rows++;
			w->differ += rows[i].differs;
		}
	}
	for (uint32_t k = 0; k < x->table.n; k++) {
		const struct word *w = &x->table.words[k];
		double more = w->differ - w->rows * differ / left;

		if (w->differ * 2 >= w->rows && more >= most) {
			best = w;
			most = more;
		}
	}
	return best;
}

void tora_subgroups(struct tora_subgroup_row *rows, size_t n, struct tora_arena *arena)
{
	struct index x = { .table = { .words = tora_arena_calloc(arena, WORDS_MAX,
		                                                 sizeof(struct word)),
		                      .slots = tora_arena_calloc(arena, SLOTS, sizeof(uint32_t)) },
		           .ends = tora_arena_calloc(arena, n + 1, sizeof(size_t)) };
	const struct word *w;

	for (size_t i = 0; i < n; i++)
		rows[i].group = 0;
	read_rows(&x, rows, n, arena);
	for (unsigned group = 1; group <= TORA_SUBGROUPS_MAX && (w = best_word(&x, rows, n));
	     group++) {
		uint32_t id = (uint32_t)(w - x.table.words);

		for (size_t i = 0; i < n; i++)
			for (size_t at = i ? x.ends[i - 1] : 0; at < x.ends[i] && !rows[i].group;
			     at++)
				rows[i].group = x.ids.at[at] == id ? group : 0;
	}
	for (size_t i = 0; i < n; i++)
		if (!rows[i].differs)
			rows[i].group = 0;
}
