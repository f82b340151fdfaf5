/*
 * tokens.c - brackets and assertions of a program, also of one that does not parse.
 *
 * In a broken text the parser still tells a bracket of the program from one in a string or a comment:
 * that is why they are looked for in its leaves and not in the bytes.
 */
#include "lang/syntax_private.h"

#include <string.h>

struct brackets {
	struct tora_arena *arena;
	struct tora_brackets *found;
};

/* "(" and its like; "${" of a template opens what "}" closes. */
static char bracket_of(const char *type)
{
	if (strcmp(type, "${") == 0)
		return '{';
	return type[0] && !type[1] && strchr("([{)]}", type[0]) ? type[0] : '\0';
}

static bool bracket_enter(void *ctx, TSNode node)
{
	struct brackets *b = ctx;
	char is = ts_node_child_count(node) ? '\0' : bracket_of(ts_node_type(node));

	if (is && !ts_node_is_missing(node))
		*tora_vec_push(b->arena, &b->found->at) =
			(struct tora_bracket){ .at = ts_node_start_byte(node),
			                       .line = ts_node_start_point(node).row + 1,
			                       .is = is };
	return true;
}

void tora_syntax_brackets(const struct tora_syntax *s, struct tora_arena *arena,
                          struct tora_brackets *ret)
{
	struct brackets b = { arena, ret };

	tora_syntax_walk(s, &(struct tora_visit){ .enter = bracket_enter, .ctx = &b });
}

/* ---- assertions ------------------------------------------------------------------------------ */

struct claims {
	struct tora_arena *arena;
	struct tora_claims *found;
};

static void take_claim(void *ctx, const struct tora_hit *hit)
{
	struct claims *c = ctx;
	struct tora_claim claim = { 0 };

	for (size_t i = 0; i < hit->n; i++) {
		size_t start = ts_node_start_byte(hit->at[i].node);
		size_t end = ts_node_end_byte(hit->at[i].node);

		if (hit->at[i].role == ROLE_CLAIM) {
			claim.start = start;
			claim.end = end;
		} else if (hit->at[i].role == ROLE_VALUE) {
			claim.value_start = start;
			claim.value_end = end;
		}
	}
	for (size_t i = 0; i < c->found->at.n; i++)
		if (c->found->at.at[i].start == claim.start) { /* the later pattern wins */
			c->found->at.at[i] = claim;
			return;
		}
	*tora_vec_push(c->arena, &c->found->at) = claim;
}

void tora_syntax_claims(const struct tora_syntax *s, struct tora_arena *arena,
                        struct tora_claims *ret)
{
	struct claims c = { arena, ret };

	if (s->lang->claims_query[0])
		tora_query_run(s, &(struct tora_query_run){ QUERY_CLAIMS, take_claim, NULL, &c });
}
