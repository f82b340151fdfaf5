/*
 * marked.c - see marked.h.
 */
#include "generate/marked.h"
#include "generate/touched.h"

struct text {
	struct tora_sv rest;
	unsigned next; /* line number of what `rest` begins with */
};

static struct tora_sv line_at(struct text *t, unsigned line)
{
	struct tora_sv row = { "", 0 };

	while (t->next <= line && tora_sv_line(&t->rest, &row))
		t->next++;
	return row;
}

static void put(struct tora_str *out, char mark, struct tora_sv row)
{
	tora_str_addc(out, mark);
	tora_str_add(out, row);
	tora_str_addc(out, '\n');
}

static void put_old(struct tora_str *out, struct text *base, const struct tora_hunk *h,
                    const struct tora_function *f)
{
	for (unsigned i = h->base_first; i < h->base_first + h->base_count; i++) {
		struct tora_sv row = line_at(base, i);

		if (!f->base_last || (i >= f->base_first && i <= f->base_last))
			put(out, '-', row);
	}
}

/* Behind which head line a hunk's old lines stand: for a pure deletion git names the line before. */
static unsigned place_of(const struct tora_hunk *h)
{
	return h->head_count ? h->head_first : h->head_first + 1;
}

static bool is_near(const struct tora_file_change *file, unsigned line, unsigned near)
{
	for (size_t i = 0; i < file->hunks.n; i++) {
		const struct tora_hunk *h = &file->hunks.at[i];

		if (line + near >= place_of(h) && line < place_of(h) + h->head_count + near)
			return true;
	}
	return false;
}

/* Old lines of the hunks that stand before this line; a hunk that began before the function is told at
 * its first line. */
static void put_old_at(struct tora_str *out, const struct tora_file_change *file, struct text *base,
                       const struct tora_function *f, unsigned line)
{
	for (size_t i = 0; i < file->hunks.n; i++) {
		const struct tora_hunk *h = &file->hunks.at[i];
		unsigned place = place_of(h);

		if (place == line ||
		    (line == f->first && place < line && place + h->head_count > line))
			put_old(out, base, h, f);
	}
}

static void put_head(struct tora_str *out, const struct tora_file_change *file,
                     const struct tora_function *f, unsigned near)
{
	struct text head = { file->head_text, 1 }, base = { file->base_text, 1 };
	bool skipped = false;

	for (unsigned i = f->first; i <= f->last; i++) {
		struct tora_sv row = line_at(&head, i);

		put_old_at(out, file, &base, f, i);
		if (!is_near(file, i, near)) {
			if (!skipped)
				tora_str_adds(out, " ...\n");
			skipped = true;
			continue;
		}
		skipped = false;
		put(out, tora_touched_line(file, i) ? '+' : ' ', row);
	}
	put_old_at(out, file, &base, f, f->last + 1);
}

void tora_marked_add(struct tora_str *out, const struct tora_file_change *file,
                     const struct tora_function *f, unsigned near)
{
	struct tora_sv rest = f->kind == TORA_CHANGE_DELETED ? f->base_body : f->head_body, row;
	bool is_split = f->kind == TORA_CHANGE_MODIFIED || f->kind == TORA_CHANGE_RENAMED;

	if (is_split && file && file->head_text.len) {
		put_head(out, file, f, near);
		return;
	}
	while (tora_sv_line(&rest, &row))
		put(out,
		    f->kind == TORA_CHANGE_DELETED ? '-'
		    : f->kind == TORA_CHANGE_ADDED ? '+'
		                                   : ' ',
		    row);
}
