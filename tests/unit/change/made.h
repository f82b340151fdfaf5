/*
 * made.h - a change made of two texts a file, without a repository: what the tests of the
 * pure parts need. Hunks are one a file: what is left without the common first and last lines.
 */
#ifndef TORA_TESTS_MADE_H
#define TORA_TESTS_MADE_H

#include "tests/unit/unit.h"

#include "change/sources.h"
#include "lang/lang.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct made_file {
	const char *path;
	const char *base, *head; /* NULL: not on that side */
	const char *old_path;    /* or NULL */
};

struct made {
	struct tora_arena *arena;
	struct tora_change change;
	struct tora_sources sources;
};

static inline size_t made_split(const char *text, struct tora_sv *lines, size_t max)
{
	struct tora_sv rest = tora_sv(text);
	size_t n = 0;

	while (n < max && tora_sv_line(&rest, &lines[n]))
		n++;
	return n;
}

static inline void made_hunk(struct tora_arena *arena, struct tora_file_change *f, const char *base,
                             const char *head)
{
	struct tora_sv b[400], h[400];
	size_t nb = made_split(base ? base : "", b, COUNT(b));
	size_t nh = made_split(head ? head : "", h, COUNT(h)), from = 0, cut = 0;

	while (from < nb && from < nh && tora_sv_eq(b[from], h[from]))
		from++;
	while (cut < nb - from && cut < nh - from && tora_sv_eq(b[nb - 1 - cut], h[nh - 1 - cut]))
		cut++;
	nb -= from + cut;
	nh -= from + cut;
	if (nb || nh)
		*tora_vec_push(arena, &f->hunks) =
			(struct tora_hunk){ (unsigned)(nb ? from + 1 : from), (unsigned)nb,
			                    (unsigned)(nh ? from + 1 : from), (unsigned)nh };
}

static inline void made_add(struct made *m, const struct made_file *in)
{
	struct tora_file_change *f = tora_vec_push(m->arena, &m->change.files);

	f->path = in->path;
	f->old_path = in->old_path ? in->old_path : in->path;
	f->kind = in->old_path ? TORA_CHANGE_RENAMED
	          : !in->base  ? TORA_CHANGE_ADDED
	          : !in->head  ? TORA_CHANGE_DELETED
	                       : TORA_CHANGE_MODIFIED;
	f->base_text = tora_sv(in->base);
	f->head_text = tora_sv(in->head);
	f->lang = tora_lang_for_path(in->path);
	f->role = f->lang ? f->lang->role(in->path, tora_sv(in->head ? in->head : in->base))
	                  : TORA_FILE_OTHER;
	made_hunk(m->arena, f, in->base, in->head);
}

/* Root "" and "src"; ended by made_done(). */
static inline struct made made_change(const struct made_file *files, size_t n)
{
	struct made m = { .arena = tora_arena_new() };

	*tora_vec_push(m.arena, &m.change.roots) = "src";
	*tora_vec_push(m.arena, &m.change.roots) = "";
	for (size_t i = 0; i < n && files[i].path; i++)
		made_add(&m, &files[i]);
	tora_sources_init(&m.sources, &m.change, m.arena);
	return m;
}

static inline void made_done(struct made *m)
{
	tora_sources_done(&m->sources);
	tora_arena_free(m->arena);
}

static inline void made_check(const char *label, const char *got, const char *want)
{
	if (strcmp(got, want) != 0)
		fail_msg("row '%s':\n  got  '%s'\n  want '%s'", label, got, want);
}

#endif
