#include "judge/reduce.h"

#include "judge/edit.h"
#include "lang/syntax.h"

#include <string.h>

#define BATCH_MAX   24 /* candidates of one round; more are left for the next */
#define DEPTH_MAX   6
#define PASSES_MAX  4
#define UNWRAPS_MAX 12

struct reduction {
	const struct tora_reduce_spec *spec;
	struct tora_arena *arena;
	struct tora_err *err;
	const char *source; /* the smallest so far */
	unsigned trials, rounds;
	struct tora_names names; /* of the whole test */
	bool ended;              /* a limit or the time */
};

struct batch { /* candidates of one round, with what each stands for */
	const char *sources[BATCH_MAX];
	size_t what[BATCH_MAX];
	bool keeps[BATCH_MAX];
	size_t n;
};

static int parse(const char *source, const struct tora_lang *lang, struct tora_syntax **ret)
{
	struct tora_err err = TORA_ERR_INIT;

	return tora_syntax_new(lang, tora_sv(source), ret, &err);
}

/* The statements of a source; positions only, so that the tree need not live on. */
static bool statements(const char *source, const struct tora_lang *lang, struct tora_arena *arena,
                       struct tora_stmts *ret)
{
	struct tora_syntax *s = NULL;

	memset(ret, 0, sizeof *ret);
	if (parse(source, lang, &s))
		return false;
	tora_syntax_stmts(s, arena, ret);
	tora_syntax_free(s);
	return ret->stmts.n > 0;
}

/* False: it does not parse. */
static bool names_of(const char *source, const struct tora_lang *lang, struct tora_arena *arena,
                     struct tora_names *ret)
{
	struct tora_syntax *s = NULL;
	bool ok = !parse(source, lang, &s) && !tora_syntax_has_error(s, NULL);

	memset(ret, 0, sizeof *ret);
	if (ok)
		tora_syntax_names(s, arena, ret);
	tora_syntax_free(s);
	return ok;
}

/* Does it define all that it uses, but for what the whole test does not? Else it fails there, and what still differs is another thing. */
static bool defines_its_names(const struct reduction *r, const struct tora_names *names)
{
	for (size_t i = 0; i < names->undefined.n; i++) {
		bool was = false;

		for (size_t k = 0; k < r->names.undefined.n && !was; k++)
			was = strcmp(names->undefined.at[i], r->names.undefined.at[k]) == 0;
		if (!was)
			return false;
	}
	return true;
}

static void offer(struct reduction *r, struct batch *b, const char *source, size_t what)
{
	struct tora_names names;

	if (b->n == BATCH_MAX || !source || strcmp(source, r->source) == 0 ||
	    !names_of(source, r->spec->lang, r->arena, &names) || !defines_its_names(r, &names))
		return;
	b->sources[b->n] = source;
	b->what[b->n++] = what;
}

static int try_batch(struct reduction *r, struct batch *b)
{
	size_t i;

	memset(b->keeps, 0, sizeof b->keeps);
	if (r->trials + b->n > r->spec->trials_max ||
	    (r->spec->expired && r->spec->expired(r->spec->ctx)))
		r->ended = true;
	if (r->ended || !b->n)
		return TORA_OK;
	r->trials += (unsigned)b->n;
	r->rounds++;
	if (r->spec->keeps(r->spec->ctx, b->sources, b->n, b->keeps, r->err)) {
		for (i = 0; i < b->n; i++)
			b->keeps[i] = false;
		return tora_wrap(r->err, "reducing a test");
	}
	return TORA_OK;
}

/* ---- ddmin over one level ----------------------------------------------------------- */

struct level {
	struct tora_stmts stmts; /* of r->source as it was when the level began */
	const char *source;
	bool *removed;
	size_t *units; /* what may still go */
	size_t n;
};

static const char *without_chunk(struct reduction *r, const struct level *l, size_t from, size_t to)
{
	size_t i, bytes = l->stmts.stmts.n * sizeof *l->removed;
	bool *removed = tora_arena_alloc(r->arena, bytes + 1);

	memcpy(removed, l->removed, bytes);
	for (i = from; i < to && i < l->n; i++)
		removed[l->units[i]] = true;
	return tora_edit_without(l->source, &l->stmts, removed, r->arena);
}

/* Take out every chunk that could go alone, together if that works, else as many as do. */
static int accept_chunks(struct reduction *r, struct level *l, const struct batch *tried,
                         size_t chunk)
{
	struct batch grow = { .n = 0 };
	bool *removed = l->removed, *first = NULL, *sets[BATCH_MAX];
	size_t i, j, k, bytes = l->stmts.stmts.n * sizeof *removed;
	int rc;

	for (i = 0; i < tried->n; i++) {
		if (!tried->keeps[i])
			continue;
		removed = memcpy(tora_arena_alloc(r->arena, bytes + 1), removed, bytes);
		for (j = tried->what[i]; j < tried->what[i] + chunk && j < l->n; j++)
			removed[l->units[j]] = true;
		sets[i] = removed;
		if (first) {
			offer(r, &grow, tora_edit_without(l->source, &l->stmts, removed, r->arena),
			      i);
			continue;
		}
		first = l->removed = removed; /* known to do: it was tried alone */
		r->source = tried->sources[i];
	}
	if (!first)
		return TORA_OK;
	rc = try_batch(r, &grow);
	for (k = 0; k < grow.n; k++)
		if (grow.keeps[k]) {
			r->source = grow.sources[k];
			l->removed = sets[grow.what[k]];
		}
	for (i = j = 0; i < l->n; i++)
		if (!l->removed[l->units[i]])
			l->units[j++] = l->units[i];
	l->n = j;
	return rc;
}

static int minimise(struct reduction *r, struct level *l)
{
	size_t chunk = (l->n + 1) / 2, left = 0, before;
	int rc = TORA_OK;

	while (l->n && chunk && !r->ended && !rc) {
		struct batch b = { .n = 0 };

		before = l->n;
		/* From the end: later statements are needed by fewer others. */
		for (left = left ? left : (l->n + chunk - 1) / chunk; left && b.n < BATCH_MAX;
		     left--)
			offer(r, &b, without_chunk(r, l, (left - 1) * chunk, left * chunk),
			      (left - 1) * chunk);
		rc = try_batch(r, &b);
		if (!rc)
			rc = accept_chunks(r, l, &b, chunk);
		if (l->n != before) {
			chunk = chunk > l->n ? l->n : chunk;
			left = 0;
		} else if (!left && chunk == 1) {
			break;
		} else if (!left) {
			chunk = (chunk + 1) / 2;
		}
	}
	return rc;
}

static int reduce_levels(struct reduction *r)
{
	unsigned depth;
	int rc = TORA_OK;

	for (depth = 0; depth < DEPTH_MAX && !r->ended && !rc; depth++) {
		struct level l = { .source = r->source };
		size_t i;

		if (!statements(r->source, r->spec->lang, r->arena, &l.stmts))
			break;
		l.removed = tora_arena_calloc(r->arena, l.stmts.stmts.n, sizeof *l.removed);
		l.units = tora_arena_calloc(r->arena, l.stmts.stmts.n, sizeof *l.units);
		for (i = 0; i < l.stmts.stmts.n; i++)
			if (l.stmts.stmts.at[i].depth == depth)
				l.units[l.n++] = i;
		if (!l.n)
			break;
		rc = minimise(r, &l);
	}
	return rc;
}

/* ---- what deleting alone cannot do --------------------------------------------------- */

static int unwrap_blocks(struct reduction *r)
{
	struct tora_stmts stmts;
	size_t i, done;
	int rc = TORA_OK;

	for (done = 0; done < UNWRAPS_MAX && !r->ended && !rc; done++) {
		struct batch b = { .n = 0 };

		if (!statements(r->source, r->spec->lang, r->arena, &stmts))
			break;
		for (i = 0; i < stmts.stmts.n; i++) {
			offer(r, &b, tora_edit_unwrap(r->source, &stmts, i, true, r->arena), i);
			offer(r, &b, tora_edit_unwrap(r->source, &stmts, i, false, r->arena), i);
		}
		rc = try_batch(r, &b);
		for (i = 0; i < b.n && !b.keeps[i];)
			i++;
		if (i == b.n)
			break;
		r->source = b.sources[i];
	}
	return rc;
}

/* One observation: what else is printed may be needed as a call, not as output. */
static int unprint(struct reduction *r)
{
	struct tora_stmts stmts;
	struct batch b;
	size_t i, prints;
	int rc = TORA_OK;

	do {
		b.n = prints = 0;
		if (!statements(r->source, r->spec->lang, r->arena, &stmts))
			break;
		for (i = 0; i < stmts.stmts.n; i++) {
			prints += tora_edit_prints(r->source, &stmts.stmts.at[i]);
			offer(r, &b, tora_edit_unprint(r->source, &stmts.stmts.at[i], r->arena), i);
		}
		/* The only one is the observation. */
		if (prints < 2)
			break;
		rc = try_batch(r, &b);
		for (i = 0; i < b.n && !b.keeps[i];)
			i++;
		if (i < b.n)
			r->source = b.sources[i];
	} while (i < b.n && !r->ended && !rc);
	return rc;
}

/* Arguments that the project's own test kept in a list, and names that nobody uses. */
static int unname(struct reduction *r)
{
	struct tora_stmts stmts;
	struct batch b = { .n = 0 };
	size_t i;
	int rc;

	if (!statements(r->source, r->spec->lang, r->arena, &stmts))
		return TORA_OK;
	for (i = 0; i < stmts.stmts.n; i++) {
		offer(r, &b, tora_edit_spread(r->source, &stmts.stmts.at[i], r->arena), i);
		offer(r, &b, tora_edit_unbind(r->source, &stmts.stmts.at[i], r->arena), i);
	}
	rc = try_batch(r, &b);
	for (i = 0; i < b.n && !b.keeps[i];)
		i++;
	if (i < b.n)
		r->source = b.sources[i];
	return rc;
}

static const char *drop_unused_names(const char *source, const struct tora_lang *lang,
                                     struct tora_arena *arena)
{
	struct tora_syntax *s = NULL;
	struct tora_names names;
	struct tora_stmts stmts;
	size_t i, j;

	if (parse(source, lang, &s))
		return source;
	tora_syntax_names(s, arena, &names);
	tora_syntax_free(s);
	for (i = 0; i < names.unused_imports.n; i++) {
		if (!statements(source, lang, arena, &stmts))
			break;
		for (j = 0; j < stmts.stmts.n; j++) {
			const char *cut =
				!stmts.stmts.at[j].is_import
					? NULL
					: tora_edit_drop_name(source, &stmts.stmts.at[j],
			                                      names.unused_imports.at[i], arena);

			if (!cut || !tora_syntax_parses(lang, tora_sv(cut)))
				continue;
			source = cut;
			break;
		}
	}
	return source;
}

/* Imports sorted in front, comments and needless blank lines gone: only layout and order. */
static const char *tidied(const char *source, const struct tora_lang *lang,
                          struct tora_arena *arena)
{
	struct tora_stmts stmts;
	const char *tidy;

	if (!statements(source, lang, arena, &stmts))
		return source;
	tidy = tora_edit_tidy(source, &stmts, arena);
	return tidy && tora_syntax_parses(lang, tora_sv(tidy)) ? tidy : source;
}

static int finish(struct reduction *r)
{
	struct batch b = { .n = 0 };
	const char *lean = drop_unused_names(r->source, r->spec->lang, r->arena);
	size_t i;
	int rc;

	offer(r, &b, tidied(lean, r->spec->lang, r->arena), 0);
	offer(r, &b, lean, 1);
	offer(r, &b, tidied(r->source, r->spec->lang, r->arena), 2);
	/* These few are worth it even where the search was cut short. */
	r->ended = r->spec->expired && r->spec->expired(r->spec->ctx);
	if (r->trials + b.n > r->spec->trials_max)
		b.n = 0;
	rc = try_batch(r, &b);
	for (i = 0; i < b.n; i++)
		if (b.keeps[i]) {
			r->source = b.sources[i];
			break;
		}
	return rc;
}

int tora_reduce(const char *source, const struct tora_reduce_spec *spec, struct tora_arena *arena,
                struct tora_reduced *ret, struct tora_err *err)
{
	struct tora_reduce_spec search = *spec;
	struct reduction r = { .spec = &search, .arena = arena, .err = err, .source = source };
	bool ended = false;
	unsigned pass;
	int rc = TORA_OK;

	search.trials_max = spec->trials_max > 3 ? spec->trials_max - 3 : 0;
	if (names_of(source, spec->lang, arena, &r.names)) {
		for (pass = 0; pass < PASSES_MAX && !rc && !r.ended; pass++) {
			const char *before = r.source;

			rc = reduce_levels(&r);
			if (!rc && !r.ended)
				rc = unwrap_blocks(&r);
			if (!rc && !r.ended)
				rc = unprint(&r);
			if (!rc && !r.ended)
				rc = unname(&r);
			if (r.source == before)
				break;
		}
		ended = r.ended;
		search.trials_max = spec->trials_max;
		if (!rc)
			rc = finish(&r);
	}
	*ret = (struct tora_reduced){ .source = r.source,
		                      .trials = r.trials,
		                      .rounds = r.rounds,
		                      .complete = !ended && !rc };
	return rc;
}
