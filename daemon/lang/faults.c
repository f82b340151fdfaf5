/*
 * faults.c - small faults that somebody could have made: syntax.h.
 */
#include "lang/syntax_private.h"
#include "tora/str.h"

#include <string.h>

#define NUMBER_DIGITS 15   /* more of them are no count that somebody gets wrong by one */
#define TEXT_MAX      2000 /* bytes of a condition or a string that is written anew */

struct search {
	const struct tora_syntax *s;
	struct tora_arena *arena;
	struct tora_marks marks;
	struct tora_faults *ret;
};

static const char *other_of(const struct tora_lang *lang, struct tora_sv token)
{
	for (const char *const(*pair)[2] = lang->swaps; (*pair)[0]; pair++)
		if (tora_sv_is(token, (*pair)[0]))
			return (*pair)[1];
	return NULL;
}

static const char *one_more(struct tora_sv text, struct tora_arena *arena)
{
	long long value = 0;

	if (text.len > NUMBER_DIGITS)
		return NULL;
	for (size_t i = 0; i < text.len; i++) {
		if (text.at[i] < '0' || text.at[i] > '9')
			return NULL;
		value = 10 * value + (text.at[i] - '0');
	}
	return tora_arena_printf(arena, "%lld", value + 1);
}

/* `with` with its '@' replaced. */
static const char *fill(const char *with, struct tora_sv text, struct tora_arena *arena)
{
	const char *at = strchr(with, '@');

	return tora_arena_printf(arena, "%.*s%.*s%s", (int)(at - with), with, (int)text.len,
	                         text.at, at + 1);
}

/* What would stand there, and what kind of mistake that is; NULL: nothing is known to be wrong there. */
static const char *replaced(const struct search *f, enum tora_role role, struct tora_sv text,
                            enum tora_fault_kind *ret_kind)
{
	const struct tora_lang *lang = f->s->lang;

	switch ((int)role) {
	case ROLE_OPERATOR:
		*ret_kind = TORA_FAULT_OPERATOR;
		return other_of(lang, text);
	case ROLE_CONDITION:
		*ret_kind = TORA_FAULT_CONDITION;
		return fill(lang->negated, text, f->arena);
	case ROLE_NUMBER:
		*ret_kind = TORA_FAULT_CONSTANT;
		return one_more(text, f->arena);
	case ROLE_TEXT:
		*ret_kind = TORA_FAULT_CONSTANT;
		return fill("@~", text, f->arena); /* of "utf8_" nobody would notice */
	case ROLE_RESULT:
		*ret_kind = TORA_FAULT_RESULT;
		return tora_sv_is(text, lang->no_result) ? NULL : lang->no_result;
	}
	return NULL;
}

static bool enter(void *ctx, TSNode node)
{
	struct search *f = ctx;
	const struct tora_mark *mark = tora_marks_at(&f->marks, node);
	struct tora_sv text = tora_syntax_text(f->s, node);
	enum tora_fault_kind kind = TORA_FAULT_OPERATOR;
	const char *with;

	if (mark && mark->role == ROLE_IGNORE)
		return false;
	with = mark && text.len && text.len <= TEXT_MAX
	               ? replaced(f, (enum tora_role)mark->role, text, &kind)
	               : NULL;
	if (with)
		*tora_vec_push(f->arena, &f->ret->at) =
			(struct tora_fault){ .kind = kind,
			                     .start = ts_node_start_byte(node),
			                     .end = ts_node_end_byte(node),
			                     .first = ts_node_start_point(node).row + 1,
			                     .last = ts_node_end_point(node).row + 1,
			                     .with = with };
	return true;
}

void tora_syntax_faults(const struct tora_syntax *s, struct tora_arena *arena,
                        struct tora_faults *ret)
{
	struct search f = { .s = s, .arena = arena, .ret = ret };

	memset(ret, 0, sizeof *ret);
	if (!s->lang->faults_query[0])
		return;
	tora_marks_add(s, QUERY_FAULTS, &f.marks);
	tora_syntax_walk(s, &(struct tora_visit){ .enter = enter, .ctx = &f });
	tora_marks_done(&f.marks);
}
