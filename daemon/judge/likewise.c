#include "judge/likewise.h"

#include "judge/text.h"

#include <ctype.h>

#define LONG_MAX  200 /* of what is put in or taken out */
#define LINES_MAX 400 /* edited lines of tests that are looked at */

/* The one place where two texts differ, and the characters around it; '\0' at an end. */
struct edit {
	struct tora_sv out, in;
	char left, right;
};

static size_t common_end(struct tora_sv a, struct tora_sv b)
{
	size_t n = 0;

	while (n < a.len && n < b.len && a.at[a.len - n - 1] == b.at[b.len - n - 1])
		n++;
	return n;
}

static struct tora_sv middle(struct tora_sv text, size_t head, size_t tail)
{
	return (struct tora_sv){ text.at + head, text.len - head - tail };
}

static struct edit edit_of(struct tora_sv before, struct tora_sv after)
{
	size_t head = tora_text_common(before, after), tail;

	tail = common_end(middle(before, head, 0), middle(after, head, 0));
	return (struct edit){ .out = middle(before, head, tail),
		              .in = middle(after, head, tail),
		              .left = head ? before.at[head - 1] : '\0',
		              .right = tail ? before.at[before.len - tail] : '\0' };
}

/* Letters and digits alone are another word or number, and those are another every time. */
static bool has_mark(struct tora_sv text)
{
	for (size_t i = 0; i < text.len; i++)
		if (ispunct((unsigned char)text.at[i]))
			return true;
	return false;
}

static bool is_telling(const struct edit *e)
{
	return e->out.len <= LONG_MAX && e->in.len <= LONG_MAX &&
	       (has_mark(e->out) || has_mark(e->in));
}

static bool is_near(char a, char b)
{
	return a == b && a != '\0' && !isspace((unsigned char)a);
}

static bool is_same(const struct edit *a, const struct edit *b)
{
	return tora_sv_eq(a->out, b->out) && tora_sv_eq(a->in, b->in) &&
	       (is_near(a->left, b->left) || is_near(a->right, b->right));
}

/* As the value of a literal has it: `\\` is one. */
static struct tora_sv unescaped(struct tora_sv line, struct tora_arena *arena)
{
	char *text = tora_arena_calloc(arena, line.len + 1, 1);
	size_t n = 0;

	for (size_t i = 0; i < line.len; i++) {
		text[n++] = line.at[i];
		i += line.at[i] == '\\' && i + 1 < line.len && line.at[i + 1] == '\\';
	}
	return (struct tora_sv){ text, n };
}

static bool is_in_file(const struct tora_file_change *f, const struct edit *wanted, size_t *tried,
                       struct tora_arena *arena)
{
	struct tora_text_lines was, is;

	tora_text_split(f->base_text, arena, &was);
	tora_text_split(f->head_text, arena, &is);
	for (size_t i = 0; i < f->hunks.n; i++) {
		const struct tora_hunk *h = &f->hunks.at[i];

		for (size_t k = 0; k < h->base_count && k < h->head_count; k++) {
			struct edit e;

			if (h->base_first + k > was.of.n || h->head_first + k > is.of.n ||
			    (*tried)++ >= LINES_MAX)
				return false;
			e = edit_of(unescaped(was.of.at[h->base_first + k - 1], arena),
			            unescaped(is.of.at[h->head_first + k - 1], arena));
			if (is_same(&e, wanted))
				return true;
		}
	}
	return false;
}

bool tora_likewise(const struct tora_change *change, struct tora_sv before, struct tora_sv after,
                   struct tora_arena *arena)
{
	struct edit wanted = edit_of(before, after);
	size_t tried = 0;

	if (!is_telling(&wanted))
		return false;
	for (size_t i = 0; i < change->files.n; i++)
		if (change->files.at[i].role == TORA_FILE_TEST &&
		    is_in_file(&change->files.at[i], &wanted, &tried, arena))
			return true;
	return false;
}
