/*
 * context.c - see context.h. Functions come most important first, so what does not fit is the rest.
 */
#include "generate/context.h"
#include "generate/enclosing.h"
#include "generate/marked.h"
#include "generate/touched.h"
#include "generate/trouble.h"
#include "lang/lang.h"

#include <ctype.h>
#include <string.h>

#define USAGE_MAX     4   /* programs shown */
#define USAGE_BYTES   600 /* of one of them: a test with all its helpers shows less than two calls */
#define OBSERVED_MAX  5   /* programs shown with what they printed */
#define OUTPUT_MAX    160 /* bytes of that */
#define PRECEDING_MAX 3
#define MESSAGE_MAX   1000

static const char *finish(struct tora_str *s, struct tora_arena *arena)
{
	const char *text = tora_arena_text(arena, tora_str_view(s));

	tora_str_free(s);
	return text;
}

static void add_function(struct tora_str *out, const struct tora_function *f, bool is_file)
{
	size_t top = strcspn(f->qualname, ".");

	tora_str_adds(out, f->name);
	if (f->signature) {
		const char *open = strchr(f->signature, '(');

		tora_str_adds(out, open ? open : "");
	}
	if (is_file)
		tora_str_addf(out, "  (%.*s%sfrom './%s')", (int)top, f->qualname, top ? " " : "",
		              f->module);
	else if (top)
		tora_str_addf(out, "  (from %s import %.*s)", f->module, (int)top, f->qualname);
	else
		tora_str_addf(out, "  (import %s)", f->module);
	if (f->kind == TORA_CHANGE_DELETED)
		tora_str_adds(out, " - removed by the change");
	if (!f->is_public && f->public_caller)
		tora_str_addf(out, " - private, reached through %s", f->public_caller);
	tora_str_addc(out, '\n');
}

static const char *functions_of(const struct tora_change *change, bool are_files, size_t max,
                                struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(max + 4096);

	for (size_t i = 0; i < change->functions.n && out.len < max; i++)
		if (!change->functions.at[i].is_withheld)
			add_function(&out, &change->functions.at[i], are_files);
	return finish(&out, arena);
}

/* A class that came or went stands for its methods; of one that changed, the methods are shown. */
static bool has_body(const struct tora_change *change, const struct tora_function *f)
{
	size_t dot = strcspn(f->qualname, ".");

	if (f->is_withheld || !*f->qualname || (!f->head_body.len && !f->base_body.len))
		return false;
	if (f->is_class)
		return f->kind == TORA_CHANGE_ADDED || f->kind == TORA_CHANGE_DELETED;
	for (size_t i = 0; f->qualname[dot] && i < change->functions.n; i++) {
		const struct tora_function *g = &change->functions.at[i];

		if (g->is_class && g->kind == f->kind && strlen(g->qualname) == dot &&
		    strncmp(g->qualname, f->qualname, dot) == 0 && strcmp(g->file, f->file) == 0 &&
		    has_body(change, g))
			return false;
	}
	return true;
}

static void add_whole(struct tora_str *out, const struct tora_function *f)
{
	tora_str_add(out, f->head_body);
	if (f->head_body.len && f->head_body.at[f->head_body.len - 1] != '\n')
		tora_str_addc(out, '\n');
}

/* Of each function the class it is a method of; those of one class share a text. */
static const char **classes_of(const struct tora_change *change, struct tora_arena *arena)
{
	const char **ret = tora_arena_calloc(arena, change->functions.n + 1, sizeof *ret);

	for (size_t i = 0; i < change->functions.n; i++) {
		const struct tora_function *f = &change->functions.at[i];

		for (size_t k = 0; k < i && !ret[i]; k++)
			if (*ret[k] && tora_enclosing_is_same(&change->functions.at[k], f))
				ret[i] = ret[k];
		if (!ret[i])
			ret[i] = has_body(change, f)
			                 ? tora_enclosing_class(tora_change_file(change, f->file),
			                                        f, arena)
			                 : "";
	}
	return ret;
}

/* With `near` unchanged lines on each side of a change. False: not all of them are in it whole. */
static bool add_bodies(struct tora_str *out, const struct tora_change *change, const char **classes,
                       unsigned near, bool is_whole)
{
	bool all = true;

	for (size_t i = 0; i < change->functions.n; i++) {
		const struct tora_function *f = &change->functions.at[i];
		struct tora_str one = TORA_STR_INIT(out->max);

		if (has_body(change, f)) {
			tora_str_addf(&one, "# %s\n", f->name);
			if (!tora_sv_has(tora_str_view(out), classes[i]))
				tora_str_adds(&one, classes[i]);
			if (is_whole)
				add_whole(&one, f);
			else
				tora_marked_add(&one, tora_change_file(change, f->file), f, near);
		}
		/* One that is too long leaves room for the next; the first is cut rather than left out. */
		if (!one.over && out->len + one.len <= out->max)
			tora_str_add(out, tora_str_view(&one));
		else
			all = false;
		if (!all && !out->len)
			tora_str_add_clip(out, tora_str_view(&one));
		tora_str_free(&one);
	}
	return all;
}

/* What changed in every function says more than what stands round the first of them. */
static const char *bodies_of(const struct tora_change *change, size_t max, bool is_whole,
                             struct tora_arena *arena)
{
	static const unsigned near[] = { 12, 4, 1 };
	const char **classes = classes_of(change, arena);
	struct tora_str out = TORA_STR_INIT(max);

	for (size_t i = 0; i < sizeof near / sizeof *near; i++) {
		tora_str_free(&out);
		out = (struct tora_str)TORA_STR_INIT(max);
		if (add_bodies(&out, change, classes, near[i], is_whole))
			break;
	}
	return finish(&out, arena);
}

/* Is this line of that side in a function that is shown? */
static bool is_shown(const struct tora_change *change, const char *path, enum tora_side side,
                     unsigned line)
{
	for (size_t i = 0; i < change->functions.n; i++) {
		const struct tora_function *f = &change->functions.at[i];
		bool own = side == TORA_HEAD || f->kind == TORA_CHANGE_DELETED;
		unsigned first = own ? f->first : f->base_first;
		unsigned last = own ? f->last : f->base_last;

		if (side == TORA_HEAD && f->kind == TORA_CHANGE_DELETED)
			continue;
		if (line >= first && line <= last && strcmp(f->file, path) == 0 &&
		    has_body(change, f))
			return true;
	}
	return false;
}

static void add_lines(struct tora_str *out, const struct tora_change *change,
                      const struct tora_file_change *file, const struct tora_hunk *h,
                      enum tora_side side)
{
	bool head = side == TORA_HEAD;
	struct tora_sv text = head ? file->head_text : file->base_text, row;
	unsigned first = head ? h->head_first : h->base_first;
	unsigned count = head ? h->head_count : h->base_count;

	for (unsigned i = 1; i < first + count && tora_sv_line(&text, &row); i++) {
		if (i < first || !tora_sv_trim(row).len || is_shown(change, file->path, side, i))
			continue;
		tora_str_addc(out, head ? '+' : '-');
		tora_str_add_clip(out, row);
		tora_str_addc(out, '\n');
	}
}

/* Constants, class bodies, imports: hunks of source files outside of the functions shown. */
static const char *rest_of(const struct tora_change *change, size_t max, struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(max);

	for (size_t i = 0; i < change->files.n; i++) {
		const struct tora_file_change *file = &change->files.at[i];

		if (file->is_withheld && out.len + 400 < max)
			tora_str_addf(&out, "# %.300s (contents withheld)\n", file->path);
		if (file->role != TORA_FILE_SOURCE || file->is_withheld || file->comments_only)
			continue;
		for (size_t k = 0; k < file->hunks.n && out.len + 400 < max; k++) {
			add_lines(&out, change, file, &file->hunks.at[k], TORA_BASE);
			add_lines(&out, change, file, &file->hunks.at[k], TORA_HEAD);
		}
	}
	return finish(&out, arena);
}

/* What the bodies do not show already; then what the change says in documents. */
static const char *docs_of(const struct tora_check *check, size_t max)
{
	const struct tora_change *change = &check->change;
	const struct tora_intent *intent = &check->intent;
	struct tora_str out = TORA_STR_INIT(max);

	for (size_t i = 0; i < change->functions.n; i++) {
		const struct tora_function *f = &change->functions.at[i];
		struct tora_sv first, doc = tora_sv(f->doc ? f->doc : "");

		if (f->is_withheld || !tora_sv_line(&doc, &first) || !first.len ||
		    out.len + strlen(f->doc) + 200 > max)
			continue;
		if (!tora_sv_has(f->head_body, tora_arena_text(check->arena, tora_sv_trim(first))))
			tora_str_addf(&out, "%s:\n%s\n", f->name, f->doc);
	}
	for (size_t i = 0; i < intent->changelog.n && out.len + 300 < max; i++)
		tora_str_addf(&out, "+ %.200s\n", intent->changelog.at[i]);
	for (size_t i = 0; i < intent->docs.n && out.len + 300 < max; i++)
		tora_str_addf(&out, "+ %.200s\n", intent->docs.at[i]);
	return finish(&out, check->arena);
}

/* As much as fits, in whole words. */
static void add_words(struct tora_str *out, const char *text, size_t max)
{
	struct tora_sv words = tora_sv_trim(tora_sv(text));

	if (words.len <= max) {
		tora_str_add(out, words);
	} else {
		words.len = max;
		while (words.len && !isspace((unsigned char)words.at[words.len]))
			words.len--;
		tora_str_add(out, tora_sv_trim(words));
		tora_str_adds(out, " ...");
	}
	tora_str_addc(out, '\n');
}

static const char *messages_of(const struct tora_intent *intent, size_t max,
                               struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(max);

	for (size_t i = 0; i < intent->messages.n && out.len + MESSAGE_MAX + 100 < max; i++)
		add_words(&out, intent->messages.at[i].text, MESSAGE_MAX);
	for (size_t i = 0; i < intent->preceding.n && i < PRECEDING_MAX && out.len + 200 < max;
	     i++) {
		tora_str_adds(&out, "earlier, about these lines: ");
		add_words(&out, intent->preceding.at[i].subject, 120);
	}
	return finish(&out, arena);
}

/* A program says what the code it calls does: it is withheld where it stands in, is aimed at, or ran
 * what is withheld. */
static bool is_withheld(const struct tora_change *change, const struct tora_candidate *c)
{
	for (size_t i = 0; c->target && *c->target && i < change->functions.n; i++)
		if (change->functions.at[i].is_withheld &&
		    strcmp(change->functions.at[i].name, c->target) == 0)
			return true;
	return tora_withhold_place(&change->withhold, c->where) ||
	       (c->tried && (tora_withhold_trial(change, &c->tried->base) ||
	                     tora_withhold_trial(change, &c->tried->head)));
}

/* A few real calls: one of each test function or document, shortest idea of how it is used. */
static const char *usage_of(const struct tora_change *change, const struct tora_candidates *mined,
                            size_t max, struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(max);
	const char *last = "";

	for (size_t i = 0, n = 0; mined && i < mined->all.n && n < USAGE_MAX; i++) {
		const struct tora_candidate *c = &mined->all.at[i];

		if (c->legality != TORA_LEGAL_SEEN || c->tried || is_withheld(change, c) ||
		    strcmp(c->where, last) == 0 || strlen(c->source) > USAGE_BYTES ||
		    out.len + strlen(c->source) + 200 > max)
			continue;
		tora_str_addf(&out, "# %s\n%s\n", c->where, c->source);
		last = c->where;
		n++;
	}
	return finish(&out, arena);
}

static void add_outcome(struct tora_str *out, const char *side, const struct tora_trial *t)
{
	struct tora_sv printed = tora_sv_trim(t->out);

	tora_str_addf(out, "# %s: ", side);
	if (t->status == TORA_TRIAL_EXCEPTION && t->exception)
		tora_str_addf(out, "%.60s: %.100s", t->exception->type, t->exception->message);
	else if (t->status != TORA_TRIAL_OK)
		tora_str_adds(out, tora_trial_status_name(t->status));
	if (t->status != TORA_TRIAL_OK && printed.len)
		tora_str_adds(out, "; before that ");
	printed.len = printed.len > OUTPUT_MAX ? OUTPUT_MAX : printed.len;
	for (size_t i = 0; i < printed.len; i++) /* on the line of the comment */
		tora_str_addc(out, printed.at[i] == '\n' ? ' ' : printed.at[i]);
	tora_str_addc(out, '\n');
}

/*
 * A hash of the source without what stands in it as text and numbers: programs with the same one call the same
 * things with other values.
 */
static uint64_t shape_of(const char *source)
{
	uint64_t hash = 1469598103934665603u; /* FNV-1a */

	for (const char *p = source; *p; p++) {
		char c = *p;

		if (c == '"' || c == '\'') {
			while (p[1] && p[1] != c && p[1] != '\n')
				p += p[1] == '\\' && p[2] ? 2 : 1;
			p += p[1] == c;
		}
		while (isdigit((unsigned char)c) && (isdigit((unsigned char)p[1]) || p[1] == '.'))
			p++;
		hash = (hash ^ (unsigned char)(isdigit((unsigned char)c) ? '0' : c)) *
		       1099511628211u;
	}
	return hash;
}

static bool was_shown(const uint64_t *shapes, size_t n, uint64_t shape)
{
	while (n && shapes[n - 1] != shape)
		n--;
	return n > 0;
}

static void add_observed(struct tora_str *out, const struct tora_candidate *c, bool alike)
{
	tora_str_adds(out, c->source);
	if (alike) {
		add_outcome(out, "both", &c->tried->base);
	} else {
		add_outcome(out, "before", &c->tried->base);
		add_outcome(out, "after", &c->tried->head);
	}
	tora_str_addc(out, '\n');
}

/* What differs says most, then what ends well; of those that differ in their values alone, one. */
static const char *observed_of(const struct tora_change *change,
                               const struct tora_candidates *mined, size_t max,
                               struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(max);
	uint64_t shapes[OBSERVED_MAX];
	size_t n = 0;

	for (int pass = 0; pass < 3; pass++)
		for (size_t i = 0; mined && i < mined->all.n && n < OBSERVED_MAX; i++) {
			const struct tora_candidate *c = &mined->all.at[i];
			uint64_t shape = shape_of(c->source);
			bool alike, good;

			if (!c->tried || !c->tried->reached || is_withheld(change, c) ||
			    (strlen(c->source) > USAGE_BYTES && pass) ||
			    out.len + strlen(c->source) + 2 * OUTPUT_MAX + 400 > max)
				continue;
			alike = tora_trouble_is_alike(&c->tried->base, &c->tried->head);
			good = c->tried->head.status == TORA_TRIAL_OK;
			if (pass != (!alike ? 0 : good ? 1 : 2) || was_shown(shapes, n, shape))
				continue;
			add_observed(&out, c, alike);
			shapes[n++] = shape;
		}
	return finish(&out, arena);
}

/* The share of what is left that a block may take; what it takes is gone. */
static size_t share(size_t left, unsigned percent)
{
	size_t most = TORA_CONTEXT_BYTES * percent / 100;

	return left < most ? left : most;
}

static const char *take(const char *text, size_t *left)
{
	size_t n = strlen(text);

	*left -= n < *left ? n : *left;
	return text;
}

void tora_context_make(const struct tora_check *check, const struct tora_lang *lang,
                       const struct tora_candidates *mined, struct tora_context *ret)
{
	const struct tora_change *c = &check->change;
	bool are_files = lang->modules_are_files;
	struct tora_arena *arena = check->arena;
	size_t left = TORA_CONTEXT_BYTES;

	*ret = (struct tora_context){ .project = tora_lang_project(c, check->repo_path, arena),
		                      .language = lang->title,
		                      .nothing = lang->nothing,
		                      .shown = lang->shown };
	ret->functions = take(functions_of(c, are_files, share(left, 20), arena), &left);
	ret->bodies =
		take(bodies_of(c, share(left, 50), tora_check_is_one_tree(check), arena), &left);
	ret->rest = "";
	if (!tora_oid_eq(&check->base_tree, &check->head_tree)) /* else nothing changed */
		ret->rest = take(rest_of(c, share(left, 30), arena), &left);
	ret->messages = take(messages_of(&check->intent, share(left, 15), arena), &left);
	ret->docs = take(docs_of(check, share(left, 15)), &left);
	ret->observed = take(observed_of(c, mined, share(left, 25), arena), &left);
	ret->usage = take(usage_of(c, mined, share(left, 15), arena), &left);
}
