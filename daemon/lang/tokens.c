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
	const struct tora_syntax *s;
	struct tora_arena *arena;
	struct tora_claims *found;
	TORA_VEC(uint32_t) ranks; /* pattern that gave each; a later one wins */
};

static void take_claim(void *ctx, const struct tora_hit *hit)
{
	struct claims *c = ctx;
	struct tora_claim claim = { .look = TORA_LOOK_VALUE };
	size_t at = c->found->at.n;

	for (size_t i = 0; i < hit->n; i++) {
		size_t start = ts_node_start_byte(hit->at[i].node);
		size_t end = ts_node_end_byte(hit->at[i].node);
		enum tora_role role = hit->at[i].role;

		if (role == ROLE_CLAIM) {
			claim.start = start;
			claim.end = end;
		} else if (role == ROLE_VALUE || role == ROLE_CALL || role == ROLE_PROMISE) {
			claim.value_start = start;
			claim.value_end = end;
			claim.look = role == ROLE_CALL      ? TORA_LOOK_CALL
			             : role == ROLE_PROMISE ? TORA_LOOK_PROMISE
			                                    : TORA_LOOK_VALUE;
		} else if (role == ROLE_BY) {
			claim.by =
				tora_arena_text(c->arena, tora_syntax_text(c->s, hit->at[i].node));
		}
	}
	while (at && c->found->at.at[at - 1].start > claim.start)
		at--;
	if (at && c->found->at.at[at - 1].start == claim.start) {
		if (hit->pattern >= c->ranks.at[at - 1]) {
			c->found->at.at[at - 1] = claim;
			c->ranks.at[at - 1] = hit->pattern;
		}
		return;
	}
	(void)tora_vec_push(c->arena, &c->found->at);
	(void)tora_vec_push(c->arena, &c->ranks);
	for (size_t i = c->found->at.n - 1; i > at; i--) {
		c->found->at.at[i] = c->found->at.at[i - 1];
		c->ranks.at[i] = c->ranks.at[i - 1];
	}
	c->found->at.at[at] = claim;
	c->ranks.at[at] = hit->pattern;
}

void tora_syntax_claims(const struct tora_syntax *s, struct tora_arena *arena,
                        struct tora_claims *ret)
{
	struct claims c = { .s = s, .arena = arena, .found = ret };

	if (s->lang->claims_query[0])
		tora_query_run(s, &(struct tora_query_run){ QUERY_CLAIMS, take_claim, NULL, &c });
}
