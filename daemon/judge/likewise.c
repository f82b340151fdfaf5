#include "judge/likewise.h"

#include "judge/text.h"

#include <ctype.h>
#include <string.h>

#define CUT       "..." /* where a long value ends */
#define SURE_MIN  8 /* bytes put in and taken out that two texts do not have in common by chance */
#define LONG_MAX  200 /* of what is put in or taken out */
#define LINES_MAX 400 /* edited lines that are looked at, of tests and as many of documents */
#define WIDE_MAX  500 /* bytes of one of them */

static struct tora_sv middle(struct tora_sv text, size_t head, size_t tail)
{
	return (struct tora_sv){ text.at + head, text.len - head - tail };
}

static struct tora_edit_made edit_of(struct tora_sv before, struct tora_sv after)
{
	size_t head = tora_text_common(before, after), tail;

	tail = tora_text_common_end(middle(before, head, 0), middle(after, head, 0));
	return (struct tora_edit_made){ .out = middle(before, head, tail),
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

static bool is_small(const struct tora_edit_made *e)
{
	return e->out.len <= LONG_MAX && e->in.len <= LONG_MAX;
}

static bool is_near(char a, char b)
{
	return a == b && a != '\0' && !isspace((unsigned char)a);
}

static bool is_same(const struct tora_edit_made *a, const struct tora_edit_made *b)
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

static void read_file(const struct tora_file_change *f, size_t *tried, struct tora_arena *arena,
                      struct tora_likewise *ret)
{
	struct tora_text_lines was, is;

	tora_text_split(f->base_text, arena, &was);
	tora_text_split(f->head_text, arena, &is);
	for (size_t i = 0; i < f->hunks.n; i++) {
		const struct tora_hunk *h = &f->hunks.at[i];

		for (size_t k = 0; k < h->base_count && k < h->head_count; k++) {
			struct tora_sv a, b;
			struct tora_edit_made e;

			if (h->base_first + k > was.of.n || h->head_first + k > is.of.n ||
			    (*tried)++ >= LINES_MAX)
				return;
			a = was.of.at[h->base_first + k - 1];
			b = is.of.at[h->head_first + k - 1];
			if (a.len > WIDE_MAX || b.len > WIDE_MAX)
				continue;
			e = edit_of(unescaped(a, arena), unescaped(b, arena));
			e.is_of_test = f->role == TORA_FILE_TEST;
			if (is_small(&e))
				*tora_vec_push(arena, &ret->of) = e;
		}
	}
}

static void read_all(const struct tora_change *change, enum tora_file_role role,
                     struct tora_arena *arena, struct tora_likewise *ret)
{
	size_t tried = 0;

	for (size_t i = 0; i < change->files.n && tried < LINES_MAX; i++)
		if (change->files.at[i].role == role)
			read_file(&change->files.at[i], &tried, arena, ret);
}

void tora_likewise_read(const struct tora_change *change, struct tora_arena *arena,
                        struct tora_likewise *ret)
{
	*ret = (struct tora_likewise){ .of = { 0 } };
	read_all(change, TORA_FILE_TEST, arena, ret);
	read_all(change, TORA_FILE_DOC, arena, ret);
}

bool tora_likewise(const struct tora_likewise *made, struct tora_sv before, struct tora_sv after)
{
	struct tora_edit_made wanted = edit_of(before, after);

	if (!has_mark(wanted.out) && !has_mark(wanted.in))
		return false;
	for (size_t i = 0; i < made->of.n; i++)
		if (made->of.at[i].is_of_test && is_same(&made->of.at[i], &wanted))
			return true;
	return false;
}

/* Was it cut? Then what was there before that. */
static bool take_cut(struct tora_sv *value)
{
	bool ret = tora_sv_ends(*value, CUT);

	value->len -= ret ? strlen(CUT) : 0;
	return ret;
}

/* The one is the other, up to where one was cut. */
static bool is_rest(struct tora_sv a, struct tora_sv b)
{
	bool a_cut = take_cut(&a), b_cut = take_cut(&b);
	size_t same = tora_text_common(a, b);

	return (same == a.len && (a_cut || same == b.len)) || (same == b.len && b_cut);
}

/* The first place where the two differ is this edit, and where there are others, each of them is. */
static bool is_all(const struct tora_edit_made *e, struct tora_sv before, struct tora_sv after)
{
	size_t head = tora_text_common(before, after);
	struct tora_sv was = middle(before, head, 0), is = middle(after, head, 0);
	char left = head ? before.at[head - 1] : '\0';
	char right = was.len > e->out.len ? was.at[e->out.len] : '\0';
	bool any_is_solid = !isspace((unsigned char)left) || !isspace((unsigned char)right);

	if (!left || !right || is.len <= e->in.len || e->left != left || e->right != right ||
	    !any_is_solid || !tora_sv_eq(e->out, (struct tora_sv){ was.at, e->out.len }) ||
	    !tora_sv_eq(e->in, (struct tora_sv){ is.at, e->in.len }))
		return false;
	was = middle(was, e->out.len, 0);
	is = middle(is, e->in.len, 0);
	return is_rest(was, is) ||
	       is_all(e, was, is); /* of values that are shown: some hundred bytes */
}

bool tora_likewise_shown(const struct tora_likewise *made, struct tora_sv before,
                         struct tora_sv after)
{
	for (size_t i = 0; i < made->of.n; i++)
		if (made->of.at[i].out.len + made->of.at[i].in.len >= SURE_MIN &&
		    is_all(&made->of.at[i], before, after))
			return true;
	return false;
}
