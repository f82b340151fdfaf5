/*
 * test_refs.c - for-each-ref's output, and which branches moved.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "watch/refs.h"

#include <string.h>

#define A "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define B "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
#define C "cccccccccccccccccccccccccccccccccccccccc"

static void parse(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_refs refs;
	struct tora_err err;

	(void)state;
	assert_int_equal(tora_refs_parse(TORA_SV(B " refs/heads/z \0\n" A
	                                           " refs/heads/a/b /home/a b/tree\0\n" C
	                                           " refs/heads/b /home/a\n" A " refs/heads/c\0\n"),
	                                 arena, &refs, &err),
	                 0);
	assert_int_equal(refs.n, 3);
	assert_string_equal(refs.at[1].worktree, "/home/a\n" A " refs/heads/c");
	assert_string_equal(refs.at[0].branch, "a/b");
	assert_string_equal(refs.at[0].worktree, "/home/a b/tree");
	assert_string_equal(refs.at[2].head, B);
	assert_null(refs.at[2].worktree);
	assert_int_equal(tora_refs_parse(tora_sv(""), arena, &refs, &err), 0);
	assert_int_equal(refs.n, 0);
	tora_arena_free(arena);
}

static void parse_refuses(void **state)
{
	static const char *const bad[] = { "warning: something\n", "123 refs/heads/x \n",
		                           A " refs/tags/x \n", A "\n" };
	struct tora_arena *arena = tora_arena_new();
	struct tora_refs refs;
	struct tora_err err;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (tora_refs_parse(tora_sv(bad[i]), arena, &refs, &err) != TORA_E_FORMAT)
			fail_msg("taken: %s", bad[i]);
	tora_arena_free(arena);
}

/* Tips and refs as words "branch=oid", in refs with "*" checked out and "!" held. */
static const struct {
	const char *label;
	const char *known, *seen;
	const char *moves; /* "branch" checked, "(branch)" only known, "-branch" deleted */
} rows[] = {
	{ "nothing moved", "m=1 t=2", "m=1* t=2", "" },
	{ "a commit", "m=1 t=2", "m=1 t=3*", "t" },
	{ "first sight checks what is checked out", "", "m=1 t=2* u=3", "(m) t (u)" },
	{ "two work trees at first sight", "", "m=1* t=2*", "m t" },
	{ "first branch of an empty repository", "", "m=1*", "m" },
	{ "a new branch at a known commit", "m=1", "m=1 t=1*", "(t)" },
	{ "a new branch with a new commit", "m=1", "m=1 t=2", "t" },
	{ "renamed", "m=1 old=2", "m=1 young=2*", "-old (young)" },
	{ "deleted", "m=1 t=2", "m=1", "-t" },
	{ "reset to where another branch is", "m=1 t=2", "m=1 t=1*", "(t)" },
	{ "held while a series is applied", "m=1 t=2", "m=1 t=3*!", "" },
	{ "another branch moves meanwhile", "m=1 t=2", "m=4 t=3*!", "m" },
	{ "all gone", "m=1", "", "-m" },
};

static char *cut(char **rest)
{
	char *word = *rest + strspn(*rest, " "), *end;

	if (!*word)
		return NULL;
	end = word + strcspn(word, " ");
	*rest = *end ? end + 1 : end;
	*end = '\0';
	return word;
}

static void diff_row(size_t i, struct tora_arena *arena)
{
	TORA_VEC(struct tora_tip) tips = { 0 };
	TORA_VEC(struct tora_ref) refs = { 0 };
	char *rest = tora_arena_dup(arena, rows[i].known), *word;
	struct tora_str got = TORA_STR_INIT(1000);
	struct tora_moves moves;

	while ((word = cut(&rest))) {
		char *eq = strchr(word, '=');

		*eq = '\0';
		*tora_vec_push(arena, &tips) = (struct tora_tip){ word, eq + 1 };
	}
	rest = tora_arena_dup(arena, rows[i].seen);
	while ((word = cut(&rest))) {
		char *eq = strchr(word, '=');
		struct tora_ref *ref = tora_vec_push(arena, &refs);

		*eq = '\0';
		ref->branch = word;
		ref->worktree = strchr(eq + 1, '*') ? "/w" : NULL;
		ref->is_held = strchr(eq + 1, '!') != NULL;
		eq[2] = '\0';
		ref->head = eq + 1;
	}
	tora_refs_diff(&(struct tora_tips){ tips.at, tips.n },
	               &(struct tora_refs){ refs.at, refs.n }, arena, &moves);
	for (size_t m = 0; m < moves.n; m++) {
		const struct tora_move *move = &moves.at[m];

		tora_str_addf(&got,
		              !move->head        ? "%s-%s"
		              : move->is_checked ? "%s%s"
		                                 : "%s(%s)",
		              m ? " " : "", move->branch);
	}
	if (strcmp(got.buf, rows[i].moves) != 0)
		fail_msg("%s: '%s', not '%s'", rows[i].label, got.buf, rows[i].moves);
	tora_str_free(&got);
}

static void diffs(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		diff_row(i, arena);
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parse),
		cmocka_unit_test(parse_refuses),
		cmocka_unit_test(diffs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
