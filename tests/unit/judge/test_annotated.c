/* What is handed over and is not what the annotation says. */
#include "trials.h"

#include "judge/annotated.h"

#define THREE "problems(lines: Tuple[str, str, str], known=None)"

static const struct {
	const char *label, *name, *signature, *test;
	bool left;
} rows[] = {
	{ "none", "h.problems", THREE, "print(problems(()))", true },
	{ "two", "h.problems", THREE, "print(problems(('a', 'b')))", true },
	{ "three", "h.problems", THREE, "print(problems(('a', f(1, 2), {'c': [1, 2]})))", false },
	{ "four", "h.problems", THREE, "print(problems(('a', 'b', 'c', 'd',)))", true },
	{ "a list of two", "h.problems", THREE, "problems(['a', 'b'])", true },
	{ "commas of a text", "h.problems", THREE, "problems(('a,', ',,', ')'))", false },
	{ "one", "h.problems", THREE, "problems(('a',))", true },
	{ "brackets around a name", "h.problems", THREE, "problems((lines))", false },
	{ "a name", "h.problems", THREE, "lines = ()\nprint(problems(lines))", true },
	{ "a name for three", "h.problems", THREE, "lines = ('a', 'b', 'c')\nproblems(lines)",
	  false },
	{ "a name that nobody knows", "h.problems", THREE, "problems(lines)", false },
	{ "a name that is compared", "h.problems", THREE, "lines == ()\nproblems(lines)", false },
	{ "what has a tuple at its beginning", "h.problems", THREE, "problems(('a',) * 3)", false },
	{ "the rest of one", "h.problems", THREE, "problems(('a', *b))", false },
	{ "a comprehension", "h.problems", THREE, "problems([a for a in b])", false },
	{ "another function", "h.problems", THREE, "check(('a', 'b'))", false },
	{ "another argument", "h.problems", THREE, "problems(lines, ('a', 'b'))", false },
	{ "behind the rest", "h.problems", THREE, "problems(*x, ('a', 'b'))", false },
	{ "a call that does not end", "h.problems", THREE, "problems(('a', 'b')", false },
	{ "a bracket too many", "h.problems", THREE, ")problems(('a', 'b'))", true },
	{ "no call at all", "h.problems", THREE, "print(problems)", false },
	{ "of a method", "h.Card.put", "put(self, at: tuple[int, int])", "card.put((1, 2, 3))",
	  true },
	{ "of its second argument", "h.put", "put(x: int = 1, at: typing.Tuple[int, int] = (0, 0))",
	  "put(3, (1,))", true },
	{ "any number", "h.put", "put(at: tuple[int, ...])", "put((1,))", false },
	{ "an empty one", "h.put", "put(at: tuple[()])", "put((1, 2))", false },
	{ "or nothing", "h.put", "put(at: tuple[int, int] | None)", "put((1,))", false },
	{ "a list of them", "h.put", "put(at: list[tuple[int, int]])", "put([1])", false },
	{ "no annotation", "h.put", "put(at=(1, 2))", "put((1,))", false },
	{ "all of them", "h.put", "put(*at: tuple[int, int])", "put((1,))", false },
	{ "of another class", "h.put", "put(at: ntuple[int, int])", "put((1,))", false },
	{ "an iterator for a list", "h.put", "put(runs: list[Run])", "put(iter([1, 2]))", true },
	{ "by a name", "h.put", "put(runs: typing.Sequence[Run] = ())", "it = iter([])\nput(it)",
	  true },
	{ "bare", "h.put", "put(runs: dict)", "put(iter({}))", true },
	{ "it says so", "h.put", "put(runs: Iterable[Run])", "put(iter([1, 2]))", false },
	{ "one of both", "h.put", "put(runs: list[Run] | Iterator[Run])", "put(iter([1, 2]))",
	  false },
	{ "or nothing at all", "h.put", "put(runs: list[Run] | None = None)", "put(iter([1, 2]))",
	  true },
	{ "another name", "h.put", "put(runs: Listing)", "put(iter([1, 2]))", false },
	{ "of a word with such a beginning", "h.put", "put(runs: settings)", "put(iter([1, 2]))",
	  false },
	{ "a list for a list", "h.put", "put(runs: list[Run])", "put(list(iter([1, 2])))", false },
	{ "no signature", "h.put", NULL, "put((1,))", false },
	{ "no brackets", "h.put", "put", "put((1,))", false },
	{ "brackets that do not end", "h.put", "put(at: tuple[int, int", "put((1,))", false },
};

static void test_annotated(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_change change = { 0 };
	struct tora_function *f = tora_vec_push(arena, &change.functions);

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_case c = { .change = &change, .test = rows[i].test };

		*f = (struct tora_function){ .name = rows[i].name, .signature = rows[i].signature };
		row_int(rows[i].label, tora_annotated_left(&c), rows[i].left);
		c.change = NULL;
		assert_false(tora_annotated_left(&c));
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_annotated) };

	return cmocka_run_group_tests_name("annotated", tests, NULL, NULL);
}
