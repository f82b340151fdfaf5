#include "judge/documented.h"

#include "judge/text.h"

#include <stdlib.h>
#include <string.h>

#define TEXT_MIN 4    /* bytes of a text that nobody has by chance */
#define TEXT_MAX 2048 /* and of one that is looked for */

/* What a quoted text stands for: tabs and ends of lines are read, other escapes are not. */
static bool read_text(struct tora_sv quoted, struct tora_str *ret)
{
	tora_str_reset(ret);
	for (size_t i = 0; i < quoted.len; i++) {
		char c = quoted.at[i];

		if (c == '\\' && i + 1 < quoted.len) {
			c = quoted.at[++i];
			if (!tora_one_of(c, "tn\\'\""))
				return false;
			c = c == 't' ? '\t' : c == 'n' ? '\n' : c;
		}
		tora_str_addc(ret, c);
	}
	return !ret->over;
}

static bool is_blank_to(const char *from, const char *to)
{
	for (; from < to; from++)
		if (!tora_one_of(*from, " \t\r"))
			return false;
	return true;
}

/* Whole, but for what indents it and blanks at its end. */
static bool is_line_of(struct tora_sv page, struct tora_sv wanted)
{
	const char *from = page.at, *end = page.at + page.len, *at;

	while (wanted.len && tora_one_of(wanted.at[wanted.len - 1], " \t\r"))
		wanted.len--;
	while (wanted.len && (at = memmem(from, (size_t)(end - from), wanted.at, wanted.len))) {
		const char *line = memrchr(page.at, '\n', (size_t)(at - page.at));
		const char *behind = at + wanted.len;
		const char *next = memchr(behind, '\n', (size_t)(end - behind));

		if (is_blank_to(line ? line + 1 : page.at, at) &&
		    is_blank_to(behind, next ? next : end))
			return true;
		from = next ? next : end; /* what comes later in the line is no whole one */
	}
	return false;
}

static bool has_lines(struct tora_sv page, struct tora_sv text)
{
	struct tora_sv line;

	while (tora_sv_line(&text, &line))
		if (tora_sv_trim(line).len && !is_line_of(page, line))
			return false;
	return true;
}

/* The file as it is now; NULL: the change leaves it as it was. */
static const struct tora_file_change *changed_page(const struct tora_change *change,
                                                   struct tora_sv path)
{
	for (size_t i = 0; i < change->files.n; i++)
		if (tora_sv_is(path, change->files.at[i].old_path))
			return &change->files.at[i];
	return NULL;
}

static bool passes_shown_text(const struct tora_case *c)
{
	const struct tora_file_change *page =
		c->change->readme.len ? changed_page(c->change, tora_sv(c->change->readme_path))
				      : NULL;
	struct tora_scan scan = { .text = tora_sv(c->test) };
	struct tora_str text = TORA_STR_INIT(TEXT_MAX);
	struct tora_token t;
	bool ret = false;

	while (!ret && c->change->readme.len && tora_scan_solid(&scan, &t)) {
		if (t.kind != TORA_TOKEN_STRING || !read_text(tora_token_content(t), &text) ||
		    tora_sv_trim(tora_str_view(&text)).len < TEXT_MIN)
			continue;
		ret = has_lines(c->change->readme, tora_str_view(&text)) &&
		      (!page || has_lines(page->head_text, tora_str_view(&text)));
	}
	tora_str_free(&text);
	return ret;
}

/* "README.md:12" */
static bool is_shown_example(const struct tora_case *c)
{
	const char *colon = c->where ? strrchr(c->where, ':') : NULL;
	const struct tora_file_change *page;
	unsigned long line;

	if (c->origin != TORA_ORIGIN_DOC || !colon)
		return false;
	page = changed_page(c->change, (struct tora_sv){ c->where, (size_t)(colon - c->where) });
	line = strtoul(colon + 1, NULL, 10);
	return !page ||
	       (line && is_line_of(page->head_text,
	                           tora_sv_trim(tora_text_nth(page->base_text, (unsigned)line))));
}

bool tora_documented(const struct tora_case *c)
{
	return c->change && (is_shown_example(c) || passes_shown_text(c));
}
