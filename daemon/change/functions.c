/*
 * functions.c - see functions.h.
 */
#include "change/functions.h"

#include <stdlib.h>
#include <string.h>

/* A body shorter than this says too little to be recognised under another name. */
#define SHORT_BODY 24

/* One definition that is not the same on both sides. */
struct changed {
	struct tora_source_file *base_file, *head_file; /* NULL: not on that side */
	const struct tora_def *base, *head;
	uint64_t shape;  /* of the side that exists: parameters and body, without the name */
	bool merged;     /* taken as the base of a renamed one */
	bool moved_only; /* same code, in a module of another name */
};

struct finding_functions {
	struct tora_sources *s;
	struct tora_change *change;
	TORA_VEC(struct changed) list;
	size_t *records, cap; /* open addressing: 1 + index in change->functions; cap: power of 2 */
};

/* ---- matching ------------------------------------------------------------------------------ */

static uint64_t code_hash(const struct tora_source *side, const struct tora_def *def)
{
	return tora_syntax_hash(side->syntax, def->start, def->end, def->is_class);
}

static uint64_t shape_hash(const struct tora_source *side, const struct tora_def *def)
{
	return tora_syntax_hash(side->syntax, def->name_at + def->name_len, def->end, false) +
	       def->is_class;
}

struct slot { /* a definition while its partner is looked for */
	const struct tora_def *def;
	uint64_t hash;
	bool taken;
};
struct slots {
	struct slot *at;
	size_t n;
};

static int by_name(const void *a, const void *b)
{
	const struct slot *x = a, *y = b;
	int order = strcmp(x->def->qualname, y->def->qualname);

	if (order)
		return order;
	return x->def->start < y->def->start ? -1 : x->def->start > y->def->start;
}

static struct slots slots_of(struct tora_arena *arena, const struct tora_source *side)
{
	struct slots s = { NULL, tora_source_is_sound(side) ? side->defs.defs.n : 0 };

	s.at = tora_arena_calloc(arena, s.n + 1, sizeof *s.at);
	for (size_t i = 0; i < s.n; i++) {
		s.at[i].def = &side->defs.defs.at[i];
		s.at[i].hash = code_hash(side, s.at[i].def);
	}
	if (s.n)
		qsort(s.at, s.n, sizeof *s.at, by_name);
	return s;
}

static void add(struct finding_functions *f, struct tora_source_file *file,
                const struct tora_def *base, const struct tora_def *head)
{
	struct changed *c = tora_vec_push(f->s->arena, &f->list);

	c->base_file = base ? file : NULL;
	c->head_file = head ? file : NULL;
	c->base = base;
	c->head = head;
	c->shape = head ? shape_hash(&file->side[TORA_HEAD], head)
	                : shape_hash(&file->side[TORA_BASE], base);
}

static bool module_differs(const struct tora_source_file *file)
{
	const char *base = file->side[TORA_BASE].module, *head = file->side[TORA_HEAD].module;

	return file->change->kind == TORA_CHANGE_RENAMED && base && head && strcmp(base, head) != 0;
}

static int by_hash(const void *a, const void *b)
{
	const struct slot *x = *(struct slot *const *)a, *y = *(struct slot *const *)b;

	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	return x->def->start < y->def->start ? -1 : x->def->start > y->def->start;
}

static struct slot **sorted_by_hash(struct tora_arena *arena, struct slots s)
{
	struct slot **at = tora_arena_calloc(arena, s.n + 1, sizeof *at);

	for (size_t i = 0; i < s.n; i++)
		at[i] = &s.at[i];
	qsort(at, s.n, sizeof *at, by_hash);
	return at;
}

/* Equal code is the same definition, in the order of the text. */
static void match_equal(struct finding_functions *f, struct tora_source_file *file,
                        struct slots base, struct slots head)
{
	struct slot **b = sorted_by_hash(f->s->arena, base);
	struct slot **h = sorted_by_hash(f->s->arena, head);

	for (size_t i = 0, k = 0; i < base.n && k < head.n;) {
		if (b[i]->hash != h[k]->hash) {
			*(b[i]->hash < h[k]->hash ? &i : &k) += 1;
			continue;
		}
		b[i]->taken = h[k]->taken = true;
		if (module_differs(file)) {
			add(f, file, b[i]->def, h[k]->def);
			f->list.at[f->list.n - 1].moved_only = true;
		}
		i++;
		k++;
	}
}

/* Definitions of one name (overloads, property setters): equal code first, then in order. */
static void match_group(struct finding_functions *f, struct tora_source_file *file,
                        struct slots base, struct slots head)
{
	match_equal(f, file, base, head);
	for (size_t h = 0, b = 0; h < head.n; h++) {
		if (head.at[h].taken)
			continue;
		while (b < base.n && base.at[b].taken)
			b++;
		add(f, file, b < base.n ? base.at[b].def : NULL, head.at[h].def);
		if (b < base.n)
			base.at[b].taken = true;
	}
	for (size_t b = 0; b < base.n; b++)
		if (!base.at[b].taken)
			add(f, file, base.at[b].def, NULL);
}

static size_t group_end(struct slots s, size_t from)
{
	size_t to = from;

	while (to < s.n && strcmp(s.at[to].def->qualname, s.at[from].def->qualname) == 0)
		to++;
	return to;
}

static void match_file(struct finding_functions *f, struct tora_source_file *file)
{
	struct slots base = slots_of(f->s->arena, &file->side[TORA_BASE]);
	struct slots head = slots_of(f->s->arena, &file->side[TORA_HEAD]);
	size_t b = 0, h = 0;

	while (b < base.n || h < head.n) {
		int order = b == base.n ? 1
		            : h == head.n
		                    ? -1
		                    : strcmp(base.at[b].def->qualname, head.at[h].def->qualname);
		size_t be = order <= 0 ? group_end(base, b) : b;
		size_t he = order >= 0 ? group_end(head, h) : h;

		match_group(f, file, (struct slots){ base.at + b, be - b },
		            (struct slots){ head.at + h, he - h });
		b = be;
		h = he;
	}
}

/* The first hunk that does not end before a line of a side; they are in order on both. */
static size_t hunk_from(const struct tora_file_change *file, enum tora_side side, unsigned line)
{
	size_t from = 0, to = file->hunks.n;

	while (from < to) {
		size_t mid = from + (to - from) / 2;
		const struct tora_hunk *h = &file->hunks.at[mid];

		if (side == TORA_BASE ? h->base_first + h->base_count <= line
		                      : h->head_first + h->head_count <= line)
			from = mid + 1;
		else
			to = mid;
	}
	return from;
}

/* One side does not parse: what the hunks touch on the other one. */
static void match_touched(struct finding_functions *f, struct tora_source_file *file,
                          enum tora_side side)
{
	const struct tora_source *sound = &file->side[side];

	for (size_t i = 0; i < sound->defs.defs.n; i++) {
		const struct tora_def *def = &sound->defs.defs.at[i];
		for (size_t k = hunk_from(file->change, side, def->first);
		     k < file->change->hunks.n; k++) {
			const struct tora_hunk *hunk = &file->change->hunks.at[k];
			unsigned first = side == TORA_BASE ? hunk->base_first : hunk->head_first;
			unsigned count = side == TORA_BASE ? hunk->base_count : hunk->head_count;
			if (first > def->last)
				break;
			if (count == 0)
				continue;
			if (def->is_class && tora_source_def_on(sound, first) != i)
				continue;
			add(f, file, side == TORA_BASE ? def : NULL,
			    side == TORA_HEAD ? def : NULL);
			break;
		}
	}
}

/* ---- under another name ----------------------------------------------------------------------- */

static const char *last_part(const char *qualname)
{
	const char *dot = strrchr(qualname, '.');

	return dot ? dot + 1 : qualname;
}

static int by_shape(const void *a, const void *b)
{
	const struct changed *x = *(struct changed *const *)a, *y = *(struct changed *const *)b;

	return x->shape < y->shape ? -1 : x->shape > y->shape;
}

static bool is_short(const struct tora_def *def)
{
	return def->body_end - def->body_start < SHORT_BODY;
}

/* The best deleted definition for an added one: same last name, else any with a body that tells. */
static struct changed *partner(struct changed *const *gone, size_t n, const struct changed *fresh)
{
	struct changed *best = NULL;

	for (size_t i = 0; i < n; i++) {
		bool same = strcmp(last_part(gone[i]->base->qualname),
		                   last_part(fresh->head->qualname)) == 0;
		if (gone[i]->merged || gone[i]->base->is_class != fresh->head->is_class)
			continue;
		if (same)
			return gone[i];
		if (!best && !is_short(fresh->head))
			best = gone[i];
	}
	return best;
}

static void merge(struct changed *fresh, struct changed *gone)
{
	gone->merged = true;
	fresh->base = gone->base;
	fresh->base_file = gone->base_file;
}

static int full_name_order(const char *module, const char *qualname, const struct changed *gone)
{
	const char *other = gone->base_file->side[TORA_BASE].module;
	int order = strcmp(module, other ? other : "");

	return order ? order : strcmp(qualname, gone->base->qualname);
}

static int by_full_name(const void *a, const void *b)
{
	const struct changed *x = *(struct changed *const *)a, *y = *(struct changed *const *)b;
	const char *module = x->base_file->side[TORA_BASE].module;

	return full_name_order(module ? module : "", x->base->qualname, y);
}

/* A file moved without its name in the language changing ("p/u.py" to "src/p/u.py"). */
static void match_moved(struct finding_functions *f, struct changed **gone, size_t n)
{
	if (n)
		qsort(gone, n, sizeof *gone, by_full_name);
	for (size_t i = 0; i < f->list.n; i++) {
		struct changed *fresh = &f->list.at[i];
		const char *module;
		size_t from = 0, to = n;
		if (fresh->base || n == 0)
			continue;
		module = fresh->head_file->side[TORA_HEAD].module;
		while (module && from < to) {
			size_t mid = from + (to - from) / 2;
			if (full_name_order(module, fresh->head->qualname, gone[mid]) > 0)
				from = mid + 1;
			else
				to = mid;
		}
		while (module && from < n && gone[from]->merged &&
		       full_name_order(module, fresh->head->qualname, gone[from]) == 0)
			from++;
		if (module && from < n &&
		    full_name_order(module, fresh->head->qualname, gone[from]) == 0)
			merge(fresh, gone[from]);
	}
}

static void match_renamed(struct finding_functions *f)
{
	struct changed **gone = tora_arena_calloc(f->s->arena, f->list.n + 1, sizeof(void *));
	size_t n = 0;

	for (size_t i = 0; i < f->list.n; i++)
		if (!f->list.at[i].head)
			gone[n++] = &f->list.at[i];
	match_moved(f, gone, n);
	if (n)
		qsort(gone, n, sizeof *gone, by_shape);
	for (size_t i = 0; i < f->list.n; i++) {
		struct changed *fresh = &f->list.at[i], *found;
		size_t from = 0, to = n;
		if (fresh->base || n == 0)
			continue;
		while (from < to) {
			size_t mid = from + (to - from) / 2;
			if (gone[mid]->shape < fresh->shape)
				from = mid + 1;
			else
				to = mid;
		}
		while (to < n && gone[to]->shape == fresh->shape)
			to++;
		found = partner(gone + from, to - from, fresh);
		if (!found)
			continue;
		merge(fresh, found);
	}
}

/* ---- weights ----------------------------------------------------------------------------------- */

static unsigned overlap(unsigned first, unsigned last, unsigned from, unsigned count)
{
	unsigned lo = first > from ? first : from;
	unsigned hi = count == 0 ? 0 : from + count - 1 < last ? from + count - 1 : last;

	return count && hi >= lo ? hi - lo + 1 : 0;
}

static unsigned changed_between(const struct tora_source_file *file, enum tora_side side,
                                unsigned first, unsigned last)
{
	unsigned n = 0;

	for (size_t i = hunk_from(file->change, side, first); i < file->change->hunks.n; i++) {
		const struct tora_hunk *h = &file->change->hunks.at[i];
		if ((side == TORA_BASE ? h->base_first : h->head_first) > last)
			break;
		n += side == TORA_BASE ? overlap(first, last, h->base_first, h->base_count)
		                       : overlap(first, last, h->head_first, h->head_count);
	}
	return n;
}

/* Several definitions may share a line: it is taken away once for each. */
static unsigned without(unsigned n, unsigned theirs)
{
	return n > theirs ? n - theirs : 0;
}

/* Changed lines of a definition; those inside the methods of a class are the methods'. */
static unsigned weight(const struct tora_source_file *file, enum tora_side side,
                       const struct tora_def *def)
{
	const struct tora_source *source = &file->side[side];
	size_t self = (size_t)(def - source->defs.defs.at);
	unsigned n = changed_between(file, side, def->first, def->last);

	for (size_t i = self + 1; def->is_class && i < source->defs.defs.n; i++) {
		const struct tora_def *inner = &source->defs.defs.at[i];
		if (inner->start >= def->end)
			break;
		if (inner->parent == self)
			n = without(n, changed_between(file, side, inner->first, inner->last));
	}
	return n;
}

/* ---- the record ------------------------------------------------------------------------------------ */

static bool parts_are_public(const struct tora_lang *lang, const char *dotted,
                             struct tora_arena *arena)
{
	char *copy = tora_arena_dup(arena, dotted), *dot;

	for (; copy; copy = dot) {
		dot = strchr(copy, '.');
		if (dot)
			*dot++ = '\0';
		if (lang->is_private(copy))
			return false;
	}
	return true;
}

static const char *full_name(struct tora_arena *arena, const char *module, const char *qualname)
{
	return qualname[0] ? tora_arena_printf(arena, "%s.%s", module, qualname) : module;
}

static struct tora_sv text_of(const struct tora_source *side, const struct tora_def *def)
{
	return (struct tora_sv){ side->text.at + def->start, def->end - def->start };
}

static void fill_base(struct tora_function *fn, const struct changed *c)
{
	fn->base_first = c->base->first;
	fn->base_last = c->base->last;
	fn->base_body = text_of(&c->base_file->side[TORA_BASE], c->base);
	fn->changed_lines += weight(c->base_file, TORA_BASE, c->base);
	fn->base_doc = c->base->doc;
}

static void fill_head(struct tora_function *fn, const struct changed *c)
{
	fn->first = c->head->first;
	fn->last = c->head->last;
	fn->head_body = text_of(&c->head_file->side[TORA_HEAD], c->head);
	fn->changed_lines += weight(c->head_file, TORA_HEAD, c->head);
	fn->doc = c->head->doc;
}

static enum tora_change_kind kind_of(const struct changed *c, const char *old_name)
{
	if (!c->head)
		return c->base_file->side[TORA_HEAD].error_line ? TORA_CHANGE_MODIFIED
		                                                : TORA_CHANGE_DELETED;
	if (!c->base)
		return c->head_file->side[TORA_BASE].error_line ? TORA_CHANGE_MODIFIED
		                                                : TORA_CHANGE_ADDED;
	return old_name ? TORA_CHANGE_RENAMED : TORA_CHANGE_MODIFIED;
}

/* Where the record of a name in a file is, or will be. */
static size_t *record_slot(struct finding_functions *f, const char *file, const char *qualname)
{
	uint64_t hash = 0xcbf29ce484222325u;
	size_t at;

	for (const char *c = qualname; *c; c++)
		hash = (hash ^ (unsigned char)*c) * 0x100000001b3u;
	for (at = (size_t)(hash ^ hash >> 32) & (f->cap - 1); f->records[at];
	     at = (at + 1) & (f->cap - 1)) {
		const struct tora_function *fn = &f->change->functions.at[f->records[at] - 1];
		if (strcmp(fn->qualname, qualname) == 0 && strcmp(fn->file, file) == 0)
			break;
	}
	return &f->records[at];
}

static void make_room(struct finding_functions *f)
{
	for (f->cap = 64; f->cap < 2 * f->list.n;)
		f->cap *= 2;
	f->records = tora_arena_calloc(f->s->arena, f->cap, sizeof *f->records);
}

/* A second definition of the name: one record stands for both. */
static void add_twin(struct tora_function *fn, const struct changed *c, const char *old_name)
{
	if (fn->kind != kind_of(c, old_name))
		fn->kind = fn->old_name ? TORA_CHANGE_RENAMED : TORA_CHANGE_MODIFIED;
	fn->changed_lines += c->head ? weight(c->head_file, TORA_HEAD, c->head) : 0;
	fn->changed_lines += c->base ? weight(c->base_file, TORA_BASE, c->base) : 0;
}

static void record(struct finding_functions *f, const struct changed *c)
{
	struct tora_arena *arena = f->s->arena;
	struct tora_source_file *file = c->head ? c->head_file : c->base_file;
	const struct tora_source *side = &file->side[c->head ? TORA_HEAD : TORA_BASE];
	const struct tora_def *def = c->head ? c->head : c->base;
	const struct tora_lang *lang = file->change->lang;
	const char *old_name = NULL;
	struct tora_function *fn;
	size_t *slot;

	if (!side->module || c->merged)
		return;
	if (c->head && c->base) {
		const char *module = c->base_file->side[TORA_BASE].module;
		old_name = module ? full_name(arena, module, c->base->qualname) : NULL;
		if (old_name &&
		    strcmp(old_name, full_name(arena, side->module, def->qualname)) == 0)
			old_name = NULL;
	}
	slot = record_slot(f, file->change->path, def->qualname);
	if (*slot) {
		add_twin(&f->change->functions.at[*slot - 1], c, old_name);
		return;
	}
	fn = tora_vec_push(arena, &f->change->functions);
	*slot = f->change->functions.n;
	fn->file = file->change->path;
	fn->module = side->module;
	fn->qualname = def->qualname;
	fn->name = full_name(arena, side->module, def->qualname);
	fn->kind = kind_of(c, old_name);
	fn->old_name = old_name;
	fn->is_class = def->is_class;
	fn->is_public = parts_are_public(lang, fn->name, arena) &&
	                !tora_source_is_nested(side, (size_t)(def - side->defs.defs.at));
	fn->signature = def->signature;
	if (c->base)
		fill_base(fn, c);
	if (c->head)
		fill_head(fn, c);
	if (!c->head) {
		fn->first = fn->base_first;
		fn->last = fn->base_last;
	}
}

/* A new function's inner functions are part of it; a changed one's are named too. */
static bool is_part_of_new(const struct changed *c)
{
	const struct tora_source_file *file = c->head ? c->head_file : c->base_file;
	enum tora_side side = c->head ? TORA_HEAD : TORA_BASE;

	return (!c->head || !c->base) &&
	       tora_source_is_nested(&file->side[side], (size_t)((c->head ? c->head : c->base) -
	                                                         file->side[side].defs.defs.at));
}

/* The same code under the same full name, in a file that lies elsewhere. */
static bool is_unchanged(const struct changed *c)
{
	const struct tora_source *base, *head;

	if (!c->base || !c->head || c->base_file == c->head_file)
		return false;
	base = &c->base_file->side[TORA_BASE];
	head = &c->head_file->side[TORA_HEAD];
	return base->module && head->module && strcmp(base->module, head->module) == 0 &&
	       strcmp(c->base->qualname, c->head->qualname) == 0 &&
	       code_hash(base, c->base) == code_hash(head, c->head);
}

static bool is_kept(const struct finding_functions *f, const struct changed *c)
{
	if (is_part_of_new(c) || is_unchanged(c))
		return false;
	if (!c->moved_only)
		return true;
	/* The code is the same, the name is not: only what somebody may import is worth a line. */
	return parts_are_public(c->head_file->change->lang, c->head->qualname, f->s->arena) &&
	       !tora_source_is_nested(
		       &c->head_file->side[TORA_HEAD],
		       (size_t)(c->head - c->head_file->side[TORA_HEAD].defs.defs.at));
}

/* ---- a module's own code ------------------------------------------------------------------------------ */

struct module_code {
	uint64_t imports, rest;
	bool any;
	unsigned first, last;
};

static struct module_code module_code(const struct tora_source *side)
{
	struct module_code m = { 0 };

	for (size_t i = 0; side->syntax && i < side->stmts.stmts.n; i++) {
		const struct tora_stmt *stmt = &side->stmts.stmts.at[i];
		size_t def = tora_source_def_at(side, stmt->start);
		uint64_t hash;
		if (stmt->parent != SIZE_MAX || stmt->is_doc || def != SIZE_MAX)
			continue;
		hash = tora_syntax_hash(side->syntax, stmt->start, stmt->end, true);
		if (stmt->is_import) {
			m.imports = (m.imports ^ hash) * 0x9e3779b97f4a7c15u;
			continue;
		}
		m.rest = (m.rest ^ hash) * 0x9e3779b97f4a7c15u;
		m.any = true;
		m.first = m.first ? m.first : stmt->first;
		m.last = stmt->last;
	}
	return m;
}

static unsigned module_weight(const struct tora_source_file *file, enum tora_side side)
{
	const struct tora_source *source = &file->side[side];
	unsigned n = changed_between(file, side, 1, source->lines);

	for (size_t i = 0; i < source->defs.defs.n; i++)
		if (source->defs.defs.at[i].parent == SIZE_MAX)
			n = without(n, changed_between(file, side, source->defs.defs.at[i].first,
			                               source->defs.defs.at[i].last));
	return n;
}

/* The same module in another file of the change: its folder moved, its name did not. */
static const struct tora_source *counterpart(const struct tora_sources *s,
                                             const struct tora_source_file *file,
                                             enum tora_side side)
{
	const char *module = file->side[!side].module;

	for (size_t i = 0; module && i < s->files.n; i++) {
		const struct tora_source_file *other = &s->files.at[i];
		if (other != file && other->side[side].syntax && !other->side[!side].syntax &&
		    other->side[side].module && strcmp(other->side[side].module, module) == 0)
			return &other->side[side];
	}
	return NULL;
}

static bool module_is_changed(const struct module_code *b, const struct module_code *h,
                              bool one_sided, bool others_found)
{
	if (one_sided)
		return b->any || h->any || (b->imports + h->imports && !others_found);
	return b->rest != h->rest || (b->imports != h->imports && !others_found);
}

static void record_module(struct finding_functions *f, struct tora_source_file *file,
                          bool others_found)
{
	const struct tora_source *base = &file->side[TORA_BASE], *head = &file->side[TORA_HEAD];
	const struct tora_source *side = tora_source_is_sound(head) ? head : base;
	struct module_code b, h = module_code(head);
	bool moved = module_differs(file);
	struct tora_function *fn;

	if (!head->syntax && counterpart(f->s, file, TORA_HEAD))
		return; /* the other file speaks for both */
	if (!base->syntax && counterpart(f->s, file, TORA_BASE))
		base = counterpart(f->s, file, TORA_BASE);
	b = module_code(base);
	if (!side->module ||
	    (base->syntax && head->syntax &&
	     tora_source_is_sound(base) != tora_source_is_sound(head)) ||
	    (!moved && !module_is_changed(&b, &h, !base->syntax || !head->syntax, others_found)))
		return;
	fn = tora_vec_push(f->s->arena, &f->change->functions);
	fn->file = file->change->path;
	fn->name = fn->module = side->module;
	fn->qualname = "";
	fn->signature = "";
	fn->kind = !base->syntax   ? TORA_CHANGE_ADDED
	           : !head->syntax ? TORA_CHANGE_DELETED
	           : moved         ? TORA_CHANGE_RENAMED
	                           : TORA_CHANGE_MODIFIED;
	fn->old_name = moved ? base->module : NULL;
	fn->is_public = parts_are_public(file->change->lang, fn->name, f->s->arena);
	fn->first = side == head ? h.first : b.first;
	fn->last = side == head ? h.last : b.last;
	fn->base_first = b.first;
	fn->base_last = b.last;
	fn->changed_lines = module_weight(file, TORA_BASE) + module_weight(file, TORA_HEAD);
}

/* ---- all of it ------------------------------------------------------------------------------------------ */

static void find_in_file(struct finding_functions *f, struct tora_source_file *file)
{
	bool base = tora_source_is_sound(&file->side[TORA_BASE]);
	bool head = tora_source_is_sound(&file->side[TORA_HEAD]);
	bool both = file->side[TORA_BASE].syntax && file->side[TORA_HEAD].syntax;

	if (both && base != head)
		match_touched(f, file, head ? TORA_HEAD : TORA_BASE);
	else
		match_file(f, file);
}

void tora_functions_find(struct tora_sources *s, struct tora_change *change)
{
	struct finding_functions f = { .s = s, .change = change };

	for (size_t i = 0; i < s->files.n; i++) {
		struct tora_source_file *file = &s->files.at[i];
		bool importable = file->side[TORA_HEAD].module || file->side[TORA_BASE].module;
		if (file->change->comments_only)
			continue;
		if (importable)
			find_in_file(&f, file);
		else
			*tora_vec_push(s->arena, &s->notes) = tora_arena_printf(
				s->arena, "%s: no module that can be imported, not tested",
				file->change->path);
	}
	match_renamed(&f);
	make_room(&f);
	for (size_t i = 0; i < f.list.n; i++)
		if (is_kept(&f, &f.list.at[i]))
			record(&f, &f.list.at[i]);
	for (size_t i = 0; i < s->files.n; i++) {
		bool others = false;
		if (s->files.at[i].change->comments_only)
			continue;
		for (size_t k = 0; k < change->functions.n && !others; k++)
			others = strcmp(change->functions.at[k].file,
			                s->files.at[i].change->path) == 0;
		record_module(&f, &s->files.at[i], others);
	}
}

/* ---- order ---------------------------------------------------------------------------------------------- */

static int kind_rank(enum tora_change_kind kind)
{
	switch (kind) {
	case TORA_CHANGE_MODIFIED:
		return 0;
	case TORA_CHANGE_RENAMED:
		return 1;
	case TORA_CHANGE_DELETED:
		return 2;
	case TORA_CHANGE_ADDED:
		return 3;
	}
	return 4;
}

static int by_importance(const void *a, const void *b)
{
	const struct tora_function *x = a, *y = b;
	bool x_code = !x->is_class && x->qualname[0], y_code = !y->is_class && y->qualname[0];
	int order;

	if (x->is_public != y->is_public)
		return x->is_public ? -1 : 1;
	/* Moved without a change says least of all. */
	if ((x->changed_lines == 0) != (y->changed_lines == 0))
		return x->changed_lines ? -1 : 1;
	/* A function can be called; a class's or module's own code only has effects. */
	if (x_code != y_code)
		return x_code ? -1 : 1;
	if (kind_rank(x->kind) != kind_rank(y->kind))
		return kind_rank(x->kind) - kind_rank(y->kind);
	if (x->changed_lines != y->changed_lines)
		return x->changed_lines > y->changed_lines ? -1 : 1;
	order = strcmp(x->file, y->file);
	if (order)
		return order;
	return x->first < y->first ? -1 : x->first > y->first;
}

void tora_functions_rank(struct tora_change *change, size_t max)
{
	if (change->functions.n)
		qsort(change->functions.at, change->functions.n, sizeof *change->functions.at,
		      by_importance);
	change->functions_shed = 0;
	if (change->functions.n > max) {
		change->functions_shed = change->functions.n - max;
		change->functions.n = max;
	}
}
