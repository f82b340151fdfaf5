#include "judge/locate.h"

#include "judge/text.h"

#include <string.h>

#define ONE_PLACE 3  /* lines from one changed line to the next in the same place */
#define EDITS_MAX 16 /* hunks that are compared with another one of their function */

static bool inside(const struct tora_function *f, bool on_base, const char *file, unsigned line)
{
	unsigned first = on_base ? f->base_first : f->first;
	unsigned last = on_base ? f->base_last : f->last;

	if (!on_base && f->kind == TORA_CHANGE_DELETED)
		return false;
	return first && line >= first && line <= last && strcmp(f->file, file) == 0;
}

/* The smallest changed function around a line: a method, not its class. */
static const struct tora_function *around(const struct tora_change *c, bool on_base,
                                          const char *file, unsigned line)
{
	const struct tora_function *best = NULL;
	size_t i;

	for (i = 0; i < c->functions.n; i++) {
		const struct tora_function *f = &c->functions.at[i];

		if (!inside(f, on_base, file, line))
			continue;
		if (!best || (best->is_class && !f->is_class) ||
		    (best->is_class == f->is_class &&
		     f->last - f->first < best->last - best->first))
			best = f;
	}
	return best;
}

static const struct tora_function *that_raised(const struct tora_change *c,
                                               const struct tora_trial *t, bool on_base)
{
	const struct tora_function *f;
	size_t i;

	if (!t->exception)
		return NULL;
	for (i = t->exception->frames.n; i-- > 0;) {
		const struct tora_frame *frame = &t->exception->frames.at[i];
		const char *path = tora_build_path(frame->file);

		f = path ? around(c, on_base, path, frame->line) : NULL;
		if (f)
			return f;
	}
	return NULL;
}

/* The only changed function of that name, whatever it is a method of. */
static const struct tora_function *called(const struct tora_change *c, struct tora_sv name)
{
	const struct tora_function *ret = NULL;

	for (size_t i = 0; i < c->functions.n; i++) {
		const struct tora_function *f = &c->functions.at[i];

		if (f->is_class || !tora_sv_eq(tora_text_last(f->name), name))
			continue;
		if (ret)
			return NULL;
		ret = f;
	}
	return ret;
}

/* Of the changed functions that a text calls the one that `named` has the name of, else the last. */
static const struct tora_function *called_in(const struct tora_change *c, struct tora_sv text,
                                             struct tora_sv named)
{
	struct tora_token token, name = { .text = tora_sv("") };
	struct tora_scan scan = { .text = text };
	const struct tora_function *f, *ret = NULL;

	for (; tora_scan_solid(&scan, &token); name = token) {
		f = tora_sv_is(token.text, "(") ? called(c, name.text) : NULL;
		if (f && tora_text_has_word(named, name.text, false))
			return f;
		if (f)
			ret = f;
	}
	return ret;
}

/* An error of the test's own line is about what that line calls: a changed function that the message names, else the one
 * that is called last, as "'bool' object is not callable" names none. */
static const struct tora_function *that_was_called(const struct tora_change *c, const char *test,
                                                   const struct tora_trial *t)
{
	const struct tora_exception *x = t->exception;
	const struct tora_frame *own = x && x->frames.n ? &x->frames.at[x->frames.n - 1] : NULL;

	if (!own || !test || !x->message || strcmp(own->file, TORA_TEST_FILE) != 0)
		return NULL;
	return called_in(c, tora_text_nth(tora_sv(test), own->line), tora_sv(x->message));
}

/* The first line in a range of the head that the change wrote; 0: none. */
static unsigned first_written(const struct tora_change *c, const char *file, unsigned first,
                              unsigned last)
{
	const struct tora_file_change *f = tora_change_file(c, file);

	for (size_t k = 0; f && k < f->hunks.n; k++) {
		const struct tora_hunk *h = &f->hunks.at[k];
		unsigned from = h->head_first > first ? h->head_first : first;

		if (h->head_count && from <= last && from < h->head_first + h->head_count)
			return from;
	}
	return 0;
}

/* Marked lines of `f` that ran; *ret_line is the first of them on the head that the change wrote, or else the first. */
static size_t lines_run(const struct tora_change *c, const struct tora_function *f,
                        const struct tora_trial *base, const struct tora_trial *head,
                        unsigned *ret_line)
{
	size_t i, n = 0;
	bool is_written = false;

	*ret_line = 0;
	for (i = 0; i < head->covered.n; i++) {
		const struct tora_lines_hit *hit = &head->covered.at[i];
		bool written;

		if (around(c, false, hit->file, hit->line) != f)
			continue;
		n++;
		written = first_written(c, hit->file, hit->line, hit->line) != 0;
		if (!*ret_line || written > is_written ||
		    (written == is_written && hit->line < *ret_line))
			*ret_line = hit->line;
		is_written |= written;
	}
	for (i = 0; i < base->covered.n; i++)
		n += around(c, true, base->covered.at[i].file, base->covered.at[i].line) == f;
	return n;
}

static bool is_target(const struct tora_function *f, const char *target)
{
	return target && *target &&
	       (strcmp(f->name, target) == 0 || (f->old_name && strcmp(f->old_name, target) == 0) ||
	        (f->public_caller && strcmp(f->public_caller, target) == 0));
}

static const struct tora_function *that_ran(const struct tora_change *c, const char *target,
                                            const struct tora_trial *base,
                                            const struct tora_trial *head)
{
	const struct tora_function *best = NULL, *aimed = NULL;
	size_t i, n, most = 0;
	unsigned line;

	for (i = 0; i < c->functions.n; i++) {
		const struct tora_function *f = &c->functions.at[i];

		n = lines_run(c, f, base, head, &line);
		if (n && is_target(f, target))
			return f;
		if (is_target(f, target))
			aimed = f;
		/* A class body or a module runs with every import: it explains least. */
		if (n && (!best || (best->is_class && !f->is_class) ||
		          (best->is_class == f->is_class && n > most))) {
			best = f;
			most = n;
		}
	}
	return best ? best : aimed;
}

/* What came with the change has no behaviour of its own that could differ: that is its caller's, which the test asks. So
 * is that of which no lines are known. */
static const struct tora_function *that_is_asked(const struct tora_change *c, const char *test,
                                                 const struct tora_function *instead,
                                                 const struct tora_trial *base,
                                                 const struct tora_trial *head)
{
	const struct tora_function *f = test ? called_in(c, tora_sv(test), tora_sv("")) : NULL;
	unsigned line;

	if (!f ||
	    (instead && (f->kind == TORA_CHANGE_ADDED || !lines_run(c, f, base, head, &line))))
		return instead;
	return f;
}

void tora_locate(const struct tora_change *change, const struct tora_candidate *candidate,
                 const struct tora_trial *base, const struct tora_trial *head,
                 struct tora_place *ret)
{
	const struct tora_function *f = that_raised(change, head, false);
	unsigned line = 0, written = 0;

	if (!f)
		f = that_raised(change, base, true);
	if (!f)
		f = that_was_called(change, candidate->source, head);
	if (!f)
		f = that_was_called(change, candidate->source, base);
	if (!f)
		f = that_ran(change, candidate->target, base, head);
	if (!f || f->kind == TORA_CHANGE_ADDED)
		f = that_is_asked(change, candidate->source, f, base, head);
	memset(ret, 0, sizeof *ret);
	ret->function = f;
	ret->file = f ? f->file : "";
	ret->name = f ? f->name : candidate->target ? candidate->target : "";
	if (!f)
		return;
	(void)lines_run(change, f, base, head, &line);
	/* What a class or a module runs itself ran before the test: what ran of it uses what changed. */
	if ((f->is_class || !*f->qualname) && f->kind != TORA_CHANGE_DELETED &&
	    !first_written(change, f->file, line, line))
		written = first_written(change, f->file, f->first, f->last);
	ret->line = written ? written : line ? line : f->first;
}

void tora_locate_step(const struct tora_change *step, const struct tora_change *branch,
                      bool is_first, bool is_last, struct tora_finding *f)
{
	const struct tora_candidate test = { .source = f->test, .target = f->function };
	const struct tora_trial unknown = { 0 };
	const struct tora_function *now;
	struct tora_place place;

	if (tora_change_function(step, f->function))
		return;
	tora_locate(step, &test, is_first ? &f->before : &unknown, is_last ? &f->after : &unknown,
	            &place);
	now = place.function ? tora_change_function(branch, place.name) : NULL;
	if (!now)
		return;
	f->function = now->name;
	f->file = now->file;
	f->line = is_last ? place.line : now->first;
}

static struct tora_sv from_line(struct tora_sv body, unsigned first, unsigned line)
{
	struct tora_sv row;

	while (first < line && tora_sv_line(&body, &row))
		first++;
	return first == line ? body : (struct tora_sv){ "", 0 };
}

/* Are `count` lines of a body, of which line `first` is the first, the same from `a` and from `b` on, but for their indent? */
static bool is_same(struct tora_sv body, unsigned first, unsigned a, unsigned b, unsigned count)
{
	struct tora_sv x = from_line(body, first, a), y = from_line(body, first, b), p, q;

	for (; count; count--)
		if (!tora_sv_line(&x, &p) || !tora_sv_line(&y, &q) ||
		    !tora_sv_eq(tora_sv_trim(p), tora_sv_trim(q)))
			return false;
	return true;
}

static bool is_same_edit(const struct tora_function *f, const struct tora_hunk *a,
                         const struct tora_hunk *b)
{
	return a->base_count == b->base_count && a->head_count == b->head_count &&
	       is_same(f->head_body, f->first, a->head_first, b->head_first, a->head_count) &&
	       is_same(f->base_body, f->base_first, a->base_first, b->base_first, a->base_count);
}

static unsigned first_of(const struct tora_hunk *h, bool on_base)
{
	return on_base ? h->base_first : h->head_first;
}

static unsigned count_of(const struct tora_hunk *h, bool on_base)
{
	return on_base ? h->base_count : h->head_count;
}

/* `line`, or where the first edit of `f` that takes away and adds the same as that of `line` has it; 0: it is of none. */
static unsigned edit_of(const struct tora_change *c, const struct tora_file_change *in,
                        const struct tora_function *f, bool on_base, unsigned line)
{
	const struct tora_hunk *all = in->hunks.at;
	size_t at = 0;

	while (at < in->hunks.n &&
	       first_of(&all[at], on_base) + count_of(&all[at], on_base) <= line)
		at++;
	if (at == in->hunks.n || first_of(&all[at], on_base) > line)
		return 0;
	for (size_t i = at > EDITS_MAX ? at - EDITS_MAX : 0; i < at; i++)
		if (around(c, on_base, f->file, first_of(&all[i], on_base)) == f &&
		    is_same_edit(f, &all[i], &all[at]))
			return first_of(&all[i], on_base) + (line - first_of(&all[at], on_base));
	return line;
}

unsigned tora_locate_edit(const struct tora_change *change, enum tora_side side,
                          const struct tora_lines_hit *hit)
{
	bool on_base = side == TORA_BASE;
	const struct tora_function *f = around(change, on_base, hit->file, hit->line);
	const struct tora_file_change *in = f ? tora_change_file(change, f->file) : NULL;
	unsigned line = in ? edit_of(change, in, f, on_base, hit->line) : 0;

	return line ? line : hit->line;
}

/* Hunks that stand nearly together are one place, and so is the same edit in several branches. */
static void find_places(const struct tora_change *c, const struct tora_file_change *in,
                        const struct tora_function *f, struct tora_wrote *ret)
{
	unsigned end = 0;

	for (unsigned line = f->first; (line = first_written(c, f->file, line, f->last)); line++) {
		if (around(c, false, f->file, line) != f)
			continue;
		if ((!end || line - end > ONE_PLACE) && edit_of(c, in, f, false, line) == line) {
			if (ret->n == TORA_WROTE_MAX) {
				ret->n = 0;
				return;
			}
			ret->at[ret->n++] = line;
		}
		end = line;
	}
	if (ret->n == 1)
		ret->n = 0;
}

struct tora_wrote tora_locate_wrote(const struct tora_change *change,
                                    const struct tora_place *place, const struct tora_trial *head)
{
	const struct tora_function *f = place->function;
	const struct tora_file_change *in = f ? tora_change_file(change, f->file) : NULL;
	struct tora_wrote ret = { .n = 0 };

	if (in)
		find_places(change, in, f, &ret);
	for (size_t i = 0; ret.n && i < head->covered.n; i++) {
		const struct tora_lines_hit *hit = &head->covered.at[i];
		bool is_own = around(change, false, hit->file, hit->line) == f;
		unsigned line = is_own ? edit_of(change, in, f, false, hit->line) : 0;
		size_t k = ret.n - 1;

		if (!line)
			continue;
		while (k && ret.at[k] > line)
			k--;
		ret.ran |= 1u << k;
	}
	return ret;
}

static bool names(const char *text, const char *function)
{
	const char *dot = strrchr(function, '.');
	struct tora_sv last = tora_text_last(function), owner;

	if (!last.len)
		return false;
	if (last.len > 2 && tora_text_has_word(tora_sv(text), last, false))
		return true;
	if (!dot)
		return false;
	owner = (struct tora_sv){ function, (size_t)(dot - function) };
	while (memchr(owner.at, '.', owner.len)) {
		const char *next = memchr(owner.at, '.', owner.len);

		owner.len -= (size_t)(next + 1 - owner.at);
		owner.at = next + 1;
	}
	/* A class, as its capital letter tells; a module's name is too common a word. */
	return owner.len > 2 && owner.at[0] >= 'A' && owner.at[0] <= 'Z' &&
	       tora_text_has_word(tora_sv(text), owner, false);
}

struct tora_oid tora_locate_commit(const struct tora_intent *intent, const char *function,
                                   const struct tora_oid *head)
{
	const struct tora_message *found = NULL;
	size_t i;

	if (intent->messages.n == 1 && !tora_oid_is_none(&intent->messages.at[0].commit))
		return intent->messages.at[0].commit;
	for (i = 0; i < intent->messages.n; i++) {
		if (!names(intent->messages.at[i].text, function))
			continue;
		if (found)
			return *head; /* two name it: either may be the one */
		found = &intent->messages.at[i];
	}
	return found && !tora_oid_is_none(&found->commit) ? found->commit : *head;
}
