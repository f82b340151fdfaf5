/*
 * faults.c - see faults.h.
 */
#include "generate/faults.h"
#include "generate/touched.h"

#include <limits.h>
#include <string.h>

#define TRIES      16           /* each is parsed with the whole file */
#define FILE_MAX   (256u << 10) /* bytes of one that may take that long */
#define PLACES_MAX 16           /* files that are looked at */
#define UNDONE_MAX 2            /* hunks that are taken back; the others are faults of syntax */
#define UNDO_TRIES 6
#define LINES_MAX  30 /* of one: more is another function, or half of one */
#define SHOWN      60 /* bytes of what becomes what */
#define ROW_MAX    160

/* All that could be put into one file. */
struct place {
	const struct tora_file_change *file;
	struct tora_faults faults;
	struct tora_stmts stmts;
	struct tora_defs defs;
	bool *used;
	bool is_broken; /* it does not parse as it is: then nothing says whether a fault does */
	uint64_t hash;
};

struct pick {
	const struct tora_change *change;
	struct tora_arena *arena;
	uint64_t seed;
	unsigned tries, undo_tries;
	struct place places[PLACES_MAX];
	size_t n_places;
	struct tora_faults_put *ret;
};

/* ---- what could be put where ------------------------------------------------------------------ */

static bool has_faults(const struct tora_file_change *file)
{
	return file->role == TORA_FILE_SOURCE && file->lang && file->lang->faults_query[0] &&
	       !file->is_withheld && !file->too_large && !file->comments_only &&
	       file->head_text.len && file->head_text.len <= FILE_MAX &&
	       !strchr(file->path, '\\'); /* a name that is not UTF-8 is told escaped */
}

static bool parse(const struct tora_file_change *file, struct tora_sv text,
                  struct tora_syntax **ret)
{
	struct tora_err ignored = TORA_ERR_INIT;

	return tora_syntax_new(file->lang, text, ret, &ignored) == TORA_OK;
}

static void fill_place(struct place *place, struct tora_arena *arena)
{
	struct tora_syntax *s = NULL;

	place->is_broken = true;
	if (!parse(place->file, place->file->head_text, &s))
		return;
	place->is_broken = tora_syntax_has_error(s, NULL);
	place->hash = tora_syntax_hash(s, 0, SIZE_MAX, false);
	tora_syntax_faults(s, arena, &place->faults);
	tora_syntax_stmts(s, arena, &place->stmts);
	tora_syntax_defs(s, arena, &place->defs);
	place->used = tora_arena_calloc(arena, place->faults.at.n + 1, sizeof(bool));
	tora_syntax_free(s);
}

/* Parsed when it is first asked for. NULL: it has none, or too many files were looked at. */
static struct place *place_of(struct pick *p, const char *path)
{
	const struct tora_file_change *file = tora_change_file(p->change, path);

	for (size_t i = 0; i < p->n_places; i++)
		if (strcmp(p->places[i].file->path, path) == 0)
			return &p->places[i];
	if (!file || p->n_places == PLACES_MAX || !has_faults(file))
		return NULL;
	p->places[p->n_places] = (struct place){ .file = file };
	fill_place(&p->places[p->n_places], p->arena);
	return &p->places[p->n_places++];
}

static bool is_there(const struct tora_function *f)
{
	return f->kind != TORA_CHANGE_DELETED && !f->is_withheld;
}

/* Has it a body that a test runs again? */
static bool is_code(const struct tora_function *f)
{
	return is_there(f) && !f->is_class && *f->qualname;
}

/* It parses, and is another program. */
static bool is_fair(const struct place *place, const struct tora_fault_put *put,
                    struct tora_arena *arena)
{
	struct tora_syntax *s = NULL;
	bool is_fair;

	if (place->is_broken || !parse(place->file, tora_faults_text(put, arena), &s))
		return false;
	is_fair = !tora_syntax_has_error(s, NULL) &&
	          tora_syntax_hash(s, 0, SIZE_MAX, false) != place->hash;
	tora_syntax_free(s);
	return is_fair;
}

static void put(struct pick *p, const struct place *place, const struct tora_fault *fault,
                unsigned first, unsigned last)
{
	struct tora_fault_put one = { place->file, *fault, first, last };

	if (p->ret->n < TORA_FAULTS_MAX && is_fair(place, &one, p->arena))
		p->ret->at[p->ret->n++] = one;
}

/* ---- faults of syntax -------------------------------------------------------------------------- */

static uint64_t drawn(uint64_t seed, size_t at)
{
	uint64_t h = (seed ^ (uint64_t)at) * 0x9e3779b97f4a7c15u;

	h ^= h >> 29;
	return h * 0xbf58476d1ce4e5b9u;
}

/* Of one kind in the changed lines of a function, the one that is drawn; SIZE_MAX: none is left. */
static size_t draw(const struct pick *p, const struct place *place, const struct tora_function *f,
                   enum tora_fault_kind kind)
{
	size_t best = SIZE_MAX;

	for (size_t i = 0; i < place->faults.at.n; i++) {
		const struct tora_fault *one = &place->faults.at.at[i];

		if (place->used[i] || one->kind != kind || one->first < f->first ||
		    one->last > f->last || !tora_touched_line(place->file, one->first))
			continue;
		if (best == SIZE_MAX ||
		    drawn(p->seed, one->start) < drawn(p->seed, place->faults.at.at[best].start))
			best = i;
	}
	return best;
}

/* A constant of a module or a class, a default. */
static bool runs_once(const struct place *place, const struct tora_fault *fault)
{
	for (size_t i = 0; i < place->defs.defs.n; i++) {
		const struct tora_def *d = &place->defs.defs.at[i];

		if (!d->is_class && fault->start >= d->body_start && fault->end <= d->body_end)
			return false;
	}
	return true;
}

/* Which line of a statement counts as run is the runner's to say: any of the innermost one that has the fault. */
static void put_in_statement(struct pick *p, const struct place *place,
                             const struct tora_fault *fault)
{
	unsigned first = fault->first, last = fault->last;
	size_t least = SIZE_MAX;

	if (runs_once(place, fault)) { /* lines that use it stand in for it: model/change.h */
		put(p, place, fault, 1, UINT_MAX);
		return;
	}

	for (size_t i = 0; i < place->stmts.stmts.n; i++) {
		const struct tora_stmt *s = &place->stmts.stmts.at[i];

		if (s->start > fault->start || s->end < fault->end || s->end - s->start >= least)
			continue;
		least = s->end - s->start;
		first = s->first;
		last = s->last;
	}
	put(p, place, fault, first, last);
}

/* One more into a function: of the kinds in turn, from `first` on. False: there is no other. */
static bool put_one(struct pick *p, const struct tora_function *f, unsigned first)
{
	struct place *place = is_there(f) ? place_of(p, f->file) : NULL;

	for (unsigned k = 0; place && k < TORA_FAULT_UNDONE; k++) {
		enum tora_fault_kind kind = (enum tora_fault_kind)((first + k) % TORA_FAULT_UNDONE);
		size_t n = p->ret->n, i;

		while ((i = draw(p, place, f, kind)) != SIZE_MAX && p->tries++ < TRIES) {
			const struct tora_fault *one = &place->faults.at.at[i];

			place->used[i] = true;
			put_in_statement(p, place, one);
			if (p->ret->n > n)
				return true;
		}
	}
	return false;
}

static void put_faults(struct pick *p)
{
	bool any = true;

	for (unsigned round = 0; any && p->ret->n < TORA_FAULTS_MAX; round++) {
		any = false;
		for (size_t i = 0; i < p->change->functions.n && p->tries < TRIES; i++)
			any |= put_one(p, &p->change->functions.at[i], round);
	}
}

/* ---- hunks taken back ---------------------------------------------------------------------------- */

/* Where line `first` begins; past the last one, the end. */
static size_t offset_of(struct tora_sv text, unsigned line)
{
	struct tora_sv rest = text, row;

	for (unsigned i = 1; i < line; i++)
		if (!tora_sv_line(&rest, &row))
			return text.len;
	return text.len - rest.len;
}

static struct tora_sv lines_of(struct tora_sv text, unsigned first, unsigned count)
{
	size_t from = offset_of(text, first), to = offset_of(text, first + count);

	return (struct tora_sv){ text.at + from, count ? to - from : 0 };
}

static const struct tora_function *function_at(const struct tora_change *change, const char *path,
                                               unsigned line)
{
	for (size_t i = 0; i < change->functions.n; i++) {
		const struct tora_function *f = &change->functions.at[i];

		if (is_code(f) && strcmp(f->file, path) == 0 && line >= f->first && line <= f->last)
			return f;
	}
	return NULL;
}

static void undo(struct pick *p, const struct place *place, const struct tora_hunk *h)
{
	const struct tora_file_change *file = place->file;
	unsigned at = h->head_count ? h->head_first : h->head_first + 1; /* git: after that line */
	const struct tora_function *f = function_at(p->change, file->path, at);
	struct tora_sv now = lines_of(file->head_text, at, h->head_count);
	struct tora_fault fault = { .kind = TORA_FAULT_UNDONE,
		                    .start = offset_of(file->head_text, at),
		                    .first = at,
		                    .last = h->head_count ? at + h->head_count - 1 : at,
		                    .with = tora_arena_text(p->arena,
		                                            lines_of(file->base_text, h->base_first,
		                                                     h->base_count)) };

	fault.end = fault.start + now.len;
	if (!f || h->base_count > LINES_MAX || (at == f->first && !h->head_count) ||
	    p->undo_tries++ >= UNDO_TRIES)
		return;
	if (at == f->first || !h->head_count) /* no test runs that line again */
		put(p, place, &fault, f->first, f->last);
	else
		put(p, place, &fault, fault.first, fault.last);
}

/* Where it is one of several: all of them taken back are the base. */
static void undo_some(struct pick *p)
{
	const struct tora_change *change = p->change;
	size_t all = 0;

	for (size_t i = 0; i < change->files.n; i++)
		all += has_faults(&change->files.at[i]) ? change->files.at[i].hunks.n : 0;
	for (size_t i = 0; i < change->files.n && all > 1; i++) {
		const struct tora_file_change *file = &change->files.at[i];

		for (size_t k = 0;
		     k < file->hunks.n && p->ret->n < UNDONE_MAX && p->undo_tries < UNDO_TRIES;
		     k++) {
			const struct place *place = place_of(p, file->path);

			if (!place)
				break;
			undo(p, place, &file->hunks.at[k]);
		}
	}
}

void tora_faults_pick(const struct tora_change *change, uint64_t seed, struct tora_arena *arena,
                      struct tora_faults_put *ret)
{
	struct pick p = { .change = change, .arena = arena, .seed = seed, .ret = ret };

	ret->n = 0;
	undo_some(&p);
	put_faults(&p);
}

uint32_t tora_faults_doubtful(const struct tora_faults_put *all)
{
	uint32_t ret = 0;

	for (size_t i = 0; i < all->n; i++)
		if (all->at[i].fault.kind == TORA_FAULT_UNDONE)
			ret |= 1u << i;
	return ret;
}

/* ---- words ----------------------------------------------------------------------------------------- */

struct tora_sv tora_faults_text(const struct tora_fault_put *one, struct tora_arena *arena)
{
	struct tora_sv text = one->file->head_text;
	size_t with = strlen(one->fault.with), tail = text.len - one->fault.end;
	char *out = tora_arena_alloc(arena, one->fault.start + with + tail + 1);

	memcpy(out, text.at, one->fault.start);
	memcpy(out + one->fault.start, one->fault.with, with);
	memcpy(out + one->fault.start + with, text.at + one->fault.end, tail);
	out[one->fault.start + with + tail] = '\0';
	return (struct tora_sv){ out, one->fault.start + with + tail };
}

/* At most `max` bytes of it, and whole characters. */
static struct tora_sv cut_at(struct tora_sv text, size_t max)
{
	size_t len = text.len < max ? text.len : max;

	while (len && len < text.len && ((unsigned char)text.at[len] & 0xc0) == 0x80)
		len--;
	return (struct tora_sv){ text.at, len };
}

/* On one line, cut where it is long. */
static void add_quoted(struct tora_str *out, struct tora_sv text)
{
	size_t len = 0;
	struct tora_sv row;

	text = tora_sv_trim(text);
	tora_str_addc(out, '`');
	while (tora_sv_line(&text, &row) && len <= SHOWN) {
		row = tora_sv_trim(row);
		tora_str_adds(out, len ? " " : "");
		tora_str_add(out, cut_at(row, SHOWN));
		len += row.len + 1;
		if (len > SHOWN || row.len > SHOWN)
			tora_str_adds(out, "...");
	}
	tora_str_addc(out, '`');
}

const char *tora_faults_words(const struct tora_fault_put *one, struct tora_arena *arena)
{
	const struct tora_fault *f = &one->fault;
	struct tora_sv was = { one->file->head_text.at + f->start, f->end - f->start };
	struct tora_str out = TORA_STR_INIT((size_t)16 * SHOWN);
	bool is_gone = !tora_sv_trim(was).len, is_empty = !tora_sv_trim(tora_sv(f->with)).len;
	const char *text;

	if (is_gone)
		tora_str_adds(&out, "as before the change, with ");
	else
		add_quoted(&out, was);
	if (!is_gone)
		tora_str_adds(&out, is_empty ? " is taken out again" : " becomes ");
	if (!is_empty)
		add_quoted(&out, tora_sv(f->with));
	text = tora_arena_text(arena, tora_str_view(&out));
	tora_str_free(&out);
	return text;
}

static struct tora_sv line_at(struct tora_sv text, unsigned line)
{
	return cut_at(tora_sv_trim(lines_of(text, line, 1)), ROW_MAX);
}

const char *tora_faults_rows(const struct tora_faults_put *all, uint32_t which, size_t max,
                             struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT((max + 1) * (ROW_MAX + 16 * SHOWN + 4200));
	const char *text;
	size_t n = 0;

	for (size_t i = 0; i < all->n && n < max; i++) {
		const struct tora_fault_put *one = &all->at[i];

		if (!(which & 1u << i))
			continue;
		n++;
		tora_str_addf(&out, "%.4000s:%u: ", one->file->path, one->fault.first);
		tora_str_add(&out, line_at(one->file->head_text, one->fault.first));
		tora_str_addf(&out, "  <- %s\n", tora_faults_words(one, arena));
	}
	text = tora_arena_text(arena, tora_str_view(&out));
	tora_str_free(&out);
	return text;
}

/* ---- who notices what ------------------------------------------------------------------------------- */

uint32_t tora_faults_reached(const struct tora_faults_put *all, const struct tora_trial *head)
{
	uint32_t ret = 0;

	for (size_t i = 0; i < all->n; i++)
		for (size_t k = 0; k < head->covered.n; k++)
			if (head->covered.at[k].line >= all->at[i].first &&
			    head->covered.at[k].line <= all->at[i].last &&
			    strcmp(head->covered.at[k].file, all->at[i].file->path) == 0)
				ret |= 1u << i;
	return ret;
}

static bool is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Past the "0x7f..." of "<C at 0x7f...>" at `at`, or `at` itself: a mask or a checksum is a value. */
static size_t past_address(struct tora_sv text, size_t at)
{
	size_t end = at + 2;

	if (at < 4 || end >= text.len || memcmp(text.at + at - 4, " at 0x", 6) != 0)
		return at;
	while (end < text.len && is_hex(text.at[end]))
		end++;
	return end;
}

static bool is_alike(struct tora_sv a, struct tora_sv b)
{
	size_t i = 0, k = 0;

	while (i < a.len && k < b.len) {
		size_t past_i = past_address(a, i), past_k = past_address(b, k);

		if (past_i > i && past_k > k) {
			i = past_i;
			k = past_k;
		} else if (a.at[i++] != b.at[k++]) {
			return false;
		}
	}
	return i == a.len && k == b.len;
}

static bool warn_alike(const struct tora_trial *a, const struct tora_trial *b)
{
	for (size_t i = 0; i < a->warnings.n && a->warnings.n == b->warnings.n; i++)
		if (strcmp(a->warnings.at[i].category, b->warnings.at[i].category) != 0 ||
		    !is_alike(tora_sv(a->warnings.at[i].message),
		              tora_sv(b->warnings.at[i].message)))
			return false;
	return a->warnings.n == b->warnings.n;
}

bool tora_faults_tells(const struct tora_trial *head, const struct tora_trial *with)
{
	if (head->status != with->status || head->code != with->code ||
	    !is_alike(head->out, with->out) || !is_alike(head->err, with->err) ||
	    !warn_alike(head, with))
		return true;
	if (!head->exception || !with->exception)
		return head->exception || with->exception;
	return strcmp(head->exception->type, with->exception->type) != 0 ||
	       !is_alike(tora_sv(head->exception->message), tora_sv(with->exception->message));
}

static unsigned count(uint32_t set)
{
	return (unsigned)__builtin_popcount(set);
}

void tora_faults_rank(const uint32_t *sees, size_t n, size_t *ret)
{
	uint32_t noticed = 0;

	for (size_t i = 0; i < n; i++)
		ret[i] = i;
	for (size_t i = 0; i < n; i++) {
		size_t best = i, at;

		for (size_t k = i + 1; k < n; k++) {
			unsigned fresh = count(sees[ret[k]] & ~noticed);
			unsigned most = count(sees[ret[best]] & ~noticed);

			if (fresh > most ||
			    (fresh == most && count(sees[ret[k]]) > count(sees[ret[best]])))
				best = k;
		}
		at = ret[best];
		memmove(&ret[i + 1], &ret[i], (best - i) * sizeof *ret);
		ret[i] = at;
		noticed |= sees[at];
	}
}
