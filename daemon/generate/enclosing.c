/*
 * enclosing.c - see enclosing.h.
 */
#include "generate/enclosing.h"

#include "lang/syntax.h"

#include <ctype.h>
#include <string.h>

#define HEAD_MAX 200 /* bytes of a class line with its decorators: the rest has room too */
#define ROW_MAX  120

struct place { /* a class, in the text of its file */
	struct tora_sv text;
	const struct tora_defs *defs;
	size_t at; /* index of the class */
};

/* The name of the class, "Outer.Inner" of "Outer.Inner.put"; 0: there is none. */
static size_t class_len(const struct tora_function *f)
{
	const char *dot = strrchr(f->qualname, '.');

	return dot && !f->is_class ? (size_t)(dot - f->qualname) : 0;
}

bool tora_enclosing_is_same(const struct tora_function *a, const struct tora_function *b)
{
	size_t n = class_len(a);

	return n == class_len(b) && strncmp(a->qualname, b->qualname, n) == 0 &&
	       strcmp(a->file, b->file) == 0;
}

static void add_row(struct tora_str *out, const char *before, struct tora_sv row, bool is_cut)
{
	bool cut = is_cut || row.len > ROW_MAX;

	if (row.len > ROW_MAX) /* a whole character is the last one */
		for (row.len = ROW_MAX; row.len && ((unsigned char)row.at[row.len] & 0xc0) == 0x80;)
			row.len--;
	if (out->len + strlen(before) + row.len + 6 > out->max)
		return;
	tora_str_adds(out, before);
	tora_str_add(out, row);
	tora_str_adds(out, cut ? " ...\n" : "\n");
}

/* From the decorators to where the body begins. */
static void add_head(struct tora_str *out, const struct place *p)
{
	const struct tora_def *class = &p->defs->defs.at[p->at];
	struct tora_sv head = { p->text.at + class->start, class->body_start - class->start }, row;

	while (tora_sv_line(&head, &row) && out->len < HEAD_MAX)
		if (tora_sv_trim(row).len)
			add_row(out, "# ", tora_sv_trim(row), false);
}

/* The first line with a word in it. */
static void add_doc(struct tora_str *out, const char *doc)
{
	struct tora_sv rest = tora_sv(doc), row;

	while (tora_sv_line(&rest, &row))
		for (size_t i = 0; i < row.len; i++)
			if (isalnum((unsigned char)row.at[i])) {
				add_row(out, "#     (", tora_sv_trim(row), false);
				if (out->len && out->buf[out->len - 1] == '\n') {
					out->buf[out->len - 1] = ')';
					tora_str_addc(out, '\n');
				}
				return;
			}
}

static bool is_maker(const struct tora_lang *lang, const struct place *p, const struct tora_def *d)
{
	return lang->constructor && d->parent == p->at &&
	       d->name_len == strlen(lang->constructor) &&
	       memcmp(p->text.at + d->name_at, lang->constructor, d->name_len) == 0;
}

/* A statement of the class itself: in no method, and in no other statement of the body. */
static bool is_field(const struct place *p, const struct tora_stmts *stmts, size_t i)
{
	const struct tora_def *class = &p->defs->defs.at[p->at];
	const struct tora_stmt *s = &stmts->stmts.at[i];

	if (s->is_doc || s->start < class->body_start || s->end > class->body_end ||
	    (s->parent != SIZE_MAX && stmts->stmts.at[s->parent].start >= class->body_start))
		return false;
	for (size_t k = p->at + 1; k < p->defs->defs.n; k++)
		if (p->defs->defs.at[k].start < s->end && p->defs->defs.at[k].end > s->start)
			return false;
	return true;
}

static void add_fields(struct tora_str *out, const struct place *p, const struct tora_stmts *stmts)
{
	for (size_t i = 0; i < stmts->stmts.n; i++) {
		const struct tora_stmt *s = &stmts->stmts.at[i];
		struct tora_sv rest = { p->text.at + s->start, s->end - s->start }, row;

		if (is_field(p, stmts, i) && tora_sv_line(&rest, &row))
			add_row(out, "#     ", row, rest.len > 0);
	}
}

static void add_class(struct tora_str *out, const struct tora_lang *lang,
                      const struct tora_syntax *s, const struct place *p,
                      const struct tora_function *f, struct tora_arena *arena)
{
	const struct tora_def *class = &p->defs->defs.at[p->at];
	struct tora_stmts stmts;

	tora_syntax_stmts(s, arena, &stmts);
	add_head(out, p);
	if (class->doc)
		add_doc(out, class->doc);
	/* Before the fields: of them, what there is room for is shown. */
	for (size_t k = p->at + 1; k < p->defs->defs.n; k++)
		if (is_maker(lang, p, &p->defs->defs.at[k]) &&
		    strcmp(p->defs->defs.at[k].qualname, f->qualname) != 0)
			add_row(out, "#     ", tora_sv(p->defs->defs.at[k].signature), false);
	add_fields(out, p, &stmts);
}

const char *tora_enclosing_class(const struct tora_file_change *file, const struct tora_function *f,
                                 struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(TORA_ENCLOSING_MAX);
	const char *ret;
	struct tora_syntax *s = NULL;
	struct tora_defs defs;
	struct tora_err ignored;
	size_t n = class_len(f);
	struct place p = { .defs = &defs };

	if (!n || !file || !file->lang || file->is_withheld)
		return "";
	p.text = file->head_text.len ? file->head_text : file->base_text;
	if (tora_syntax_new(file->lang, p.text, &s, &ignored))
		return "";
	tora_syntax_defs(s, arena, &defs);
	for (; p.at < defs.defs.n; p.at++)
		if (defs.defs.at[p.at].is_class && strlen(defs.defs.at[p.at].qualname) == n &&
		    strncmp(defs.defs.at[p.at].qualname, f->qualname, n) == 0)
			break;
	if (p.at < defs.defs.n)
		add_class(&out, file->lang, s, &p, f, arena);
	ret = tora_arena_text(arena, tora_str_view(&out));
	tora_str_free(&out);
	tora_syntax_free(s);
	return ret;
}
