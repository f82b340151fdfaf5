/* Two versions of a source file, "u.py\fbefore\fafter": what is said to have changed lies inside them. */
#include "change/callers.h"
#include "change/functions.h"
#include "change/lines.h"
#include "lang/lang.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#define FUNCTIONS_MAX 60

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct tora_sv cut(struct tora_sv *rest)
{
	const char *end = rest->len ? memchr(rest->at, '\f', rest->len) : NULL;
	struct tora_sv part = { rest->at, end ? (size_t)(end - rest->at) : rest->len };

	rest->at += part.len + (end != NULL);
	rest->len -= part.len + (end != NULL);
	return part;
}

static unsigned lines_of(struct tora_sv text)
{
	struct tora_sv line;
	unsigned n = 0;

	while (tora_sv_line(&text, &line))
		n++;
	return n;
}

static void look_at_function(const struct tora_function *f, const struct tora_file_change *file)
{
	unsigned base = lines_of(file->base_text), head = lines_of(file->head_text);

	assert(f->name && f->module && f->qualname && f->signature);
	assert(f->first <= f->last && (f->last <= head || f->last <= base));
	assert(f->base_first <= f->base_last && f->base_last <= base);
	assert(f->changed_lines <= file->base_text.len + file->head_text.len);
	assert(f->base_body.len <= file->base_text.len && f->head_body.len <= file->head_text.len);
	assert((f->kind == TORA_CHANGE_RENAMED) == (f->old_name != NULL));
}

static void look_at_lines(const struct tora_lines *lines, struct tora_sv text)
{
	for (size_t i = 0; i < lines->at.n; i++) {
		assert(lines->at.at[i] > 0 && lines->at.at[i] <= lines_of(text));
		assert(i == 0 || lines->at.at[i - 1] < lines->at.at[i]);
	}
}

static void look_at(const struct tora_change *change)
{
	const struct tora_file_change *file = &change->files.at[0];

	assert(change->functions.n <= FUNCTIONS_MAX);
	for (size_t i = 0; i < change->functions.n; i++)
		look_at_function(&change->functions.at[i], file);
	assert(change->base_lines.n <= 1 && change->head_lines.n <= 1);
	for (size_t i = 0; i < change->base_lines.n; i++)
		look_at_lines(&change->base_lines.at[i], file->base_text);
	for (size_t i = 0; i < change->head_lines.n; i++)
		look_at_lines(&change->head_lines.at[i], file->head_text);
}

/* All lines of both are one hunk: what is the same in them is found by what it says. */
static void compare(struct tora_file_change *file, struct tora_arena *arena)
{
	struct tora_change change = { 0 };
	struct tora_sources sources;
	unsigned base = lines_of(file->base_text), head = lines_of(file->head_text);

	*tora_vec_push(arena, &change.roots) = "";
	*tora_vec_push(arena, &file->hunks) = (struct tora_hunk){ base > 0, base, head > 0, head };
	*tora_vec_push(arena, &change.files) = *file;
	tora_sources_init(&sources, &change, arena);
	tora_functions_find(&sources, &change);
	tora_functions_rank(&change, FUNCTIONS_MAX);
	tora_callers_find(&sources, &change);
	tora_lines_find(&sources, &change);
	look_at(&change);
	tora_sources_done(&sources);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tora_sv rest = { (const char *)data, size };
	struct tora_arena *arena = tora_arena_new();
	struct tora_file_change file = { .kind = TORA_CHANGE_MODIFIED, .role = TORA_FILE_SOURCE };

	file.path = file.old_path = tora_arena_text(arena, cut(&rest));
	file.base_text = tora_arena_sv(arena, cut(&rest));
	file.head_text = tora_arena_sv(arena, rest);
	file.lang = tora_lang_for_path(file.path);
	if (file.lang)
		compare(&file, arena);
	tora_arena_free(arena);
	return 0;
}
