/*
 * refs.c - parse and compare.
 */
#include "watch/refs.h"
#include "model/oid.h"

#include <stdlib.h>
#include <string.h>

#define PREFIX "refs/heads/"

static struct tora_sv word(struct tora_sv *rest)
{
	size_t n = 0;
	struct tora_sv w;

	while (n < rest->len && rest->at[n] != ' ')
		n++;
	w = (struct tora_sv){ rest->at, n };
	if (n < rest->len)
		n++;
	rest->at += n;
	rest->len -= n;
	return w;
}

static int by_branch(const void *a, const void *b)
{
	return strcmp(((const struct tora_ref *)a)->branch, ((const struct tora_ref *)b)->branch);
}

/* Up to "\0\n". */
static bool next(struct tora_sv *rest, struct tora_sv *ret)
{
	const char *end = rest->len ? memchr(rest->at, '\0', rest->len) : NULL;
	size_t n = end ? (size_t)(end - rest->at) : rest->len;

	*ret = (struct tora_sv){ rest->at, n };
	if (end && n + 1 < rest->len && end[1] == '\n')
		n += 2;
	else
		n = rest->len;
	rest->at += n;
	rest->len -= n;
	return ret->len > 0;
}

int tora_refs_parse(struct tora_sv text, struct tora_arena *arena, struct tora_refs *ret,
                    struct tora_err *err)
{
	TORA_VEC(struct tora_ref) refs = { 0 };
	struct tora_sv line;

	while (next(&text, &line)) {
		struct tora_sv oid = word(&line), name = word(&line);
		struct tora_ref *ref;
		struct tora_oid parsed;

		if (!tora_oid_parse(oid, &parsed) || !tora_sv_starts(name, PREFIX))
			return tora_fail(err, TORA_E_FORMAT, "git for-each-ref: unexpected line");
		name.at += sizeof PREFIX - 1;
		name.len -= sizeof PREFIX - 1;
		ref = tora_vec_push(arena, &refs);
		ref->head = tora_arena_text(arena, oid);
		ref->branch = tora_arena_text(arena, name);
		/* The rest of it: a path may have blanks in it. */
		ref->worktree = line.len ? tora_arena_text(arena, line) : NULL;
	}
	if (refs.n)
		qsort(refs.at, refs.n, sizeof *refs.at, by_branch);
	ret->at = refs.at;
	ret->n = refs.n;
	return TORA_OK;
}

static int compare_heads(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sorted: thousands may have moved among thousands. */
static const char **heads_of(const struct tora_tips *known, struct tora_arena *arena)
{
	const char **heads = tora_arena_calloc(arena, known->n + 1, sizeof *heads);

	for (size_t i = 0; i < known->n; i++)
		heads[i] = known->at[i].head;
	if (known->n)
		qsort(heads, known->n, sizeof *heads, compare_heads);
	return heads;
}

void tora_refs_diff(const struct tora_tips *known, const struct tora_refs *seen,
                    struct tora_arena *arena, struct tora_moves *ret)
{
	TORA_VEC(struct tora_move) moves = { 0 };
	const char **heads = heads_of(known, arena);
	bool first = known->n == 0;
	size_t k = 0, s = 0;

	/* Both are sorted by branch: walk them side by side. */
	while (k < known->n || s < seen->n) {
		const struct tora_tip *old = k < known->n ? &known->at[k] : NULL;
		const struct tora_ref *now = s < seen->n ? &seen->at[s] : NULL;
		int side = !old ? 1 : !now ? -1 : strcmp(old->branch, now->branch);
		struct tora_move move = { 0 };

		k += side <= 0;
		s += side >= 0;
		if (side >= 0 && now->is_held)
			continue;
		if (side == 0 && strcmp(old->head, now->head) == 0)
			continue;
		move.branch = side < 0 ? old->branch : now->branch;
		move.head = side < 0 ? NULL : now->head;
		move.old = side > 0 ? NULL : old->head;
		if (move.head)
			move.is_checked = first ? now->worktree != NULL
			                        : !bsearch(&move.head, heads, known->n,
			                                   sizeof *heads, compare_heads);
		*tora_vec_push(arena, &moves) = move;
	}
	ret->at = moves.at;
	ret->n = moves.n;
}
