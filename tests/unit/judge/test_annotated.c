/* What is handed over and is not what the annotation says. */
#include "trials.h"

#include "judge/annotated.h"

#define THREE "problems(lines: Tuple[str, str, str], known=None)"

#define MAPS "look(env: Mapping[str, str])"
#define TEN  "a, a, a, a, a, a, a, a, a, a, "
#define FAR  "(" TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN "), "

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
	{ "None in a mapping of texts", "h.look", MAPS, "look({'a': 'b', 'c:d': None})", true },
	{ "in one with a name", "h.look", MAPS, "env = {'a': None}\nlook(env)", true },
	{ "a text", "h.look", MAPS, "look({'a': 'b: None'})", false },
	{ "a key", "h.look", MAPS, "look({None: 'b'})", false },
	{ "where None is allowed", "h.look", "look(env: Mapping[str, str | None])",
	  "look({'a': None})", false },
	{ "of anything", "h.look", "look(env: dict[str, Any])", "look({'a': None})", false },
	{ "of no said values", "h.look", "look(env: dict)", "look({'a': None})", false },
	{ "of numbers", "h.look", "look(env: Dict[str, int])", "look({'a': None})", true },
	{ "what is more than one", "h.look", MAPS, "look({'a': None} | b)", false },
	{ "another function", "h.problems", THREE, "check(('a', 'b'))", false },
	{ "another argument", "h.problems", THREE, "problems(lines, ('a', 'b'))", false },
	{ "behind the rest", "h.problems", THREE, "problems(*x, ('a', 'b'))", false },
	{ "a call that does not end", "h.problems", THREE, "problems(('a', 'b')", false },
	{ "a bracket too many", "h.problems", THREE, ")problems(('a', 'b'))", true },
	{ "no call at all", "h.problems", THREE, "print(problems)", false },
	{ "of a method", "h.Card.lay", "lay(self, at: tuple[int, int])", "card.lay((1, 2, 3))",
	  true },
	{ "of what makes an object", "h.Card.__init__", "__init__(self, at: tuple[int, int])",
	  "Card((1, 2, 3))", true },
	{ "by its name", "h.lay", "lay(x, /, y: int = 0, *, at: tuple[int, int])",
	  "lay(1, at=(1,))", true },
	{ "by its name, two", "h.lay", "lay(x, /, y: int = 0, *, at: tuple[int, int])",
	  "lay(1, at=(1, 2))", false },
	{ "by another name", "h.lay", "lay(at: tuple[int, int] = (0, 0), to=())", "lay(to=(1,))",
	  false },
	{ "behind a slash", "h.lay", "lay(x, /, at: tuple[int, int])", "lay(1, (1,))", true },
	{ "grown on the way", "h.problems", THREE, "a = []\na.append('x')\nproblems(a)", false },
	{ "set on the way", "h.problems", THREE, "a = ['x']\na[0:0] = b\nproblems(a)", false },
	{ "as lists have it, too", "h.Card.update", "update(self, at: tuple[int, int])",
	  "d.update((1, 2, 3))", false },
	{ "far", "h.problems", THREE, "problems(" FAR FAR FAR ")", false },
	{ "of its second argument", "h.lay", "lay(x: int = 1, at: typing.Tuple[int, int] = (0, 0))",
	  "lay(3, (1,))", true },
	{ "any number", "h.lay", "lay(at: tuple[int, ...])", "lay((1,))", false },
	{ "an empty one", "h.lay", "lay(at: tuple[()])", "lay((1, 2))", false },
	{ "or nothing", "h.lay", "lay(at: tuple[int, int] | None)", "lay((1,))", false },
	{ "a list of them", "h.lay", "lay(at: list[tuple[int, int]])", "lay([1])", true },
	{ "no annotation", "h.lay", "lay(at=(1, 2))", "lay((1,))", false },
	{ "all of them", "h.lay", "lay(*at: tuple[int, int])", "lay((1,))", false },
	{ "of another class", "h.lay", "lay(at: ntuple[int, int])", "lay((1,))", false },
	{ "a number among pairs", "h.T.__init__",
	  "__init__(self, rows: Iterable[tuple[float, int]])", "T([1])", true },
	{ "a list of one among pairs", "h.T.__init__",
	  "__init__(self, rows: list[tuple[float, int]])", "T([(1.5, 2), [20]])", true },
	{ "pairs", "h.T.__init__", "__init__(self, rows: Sequence[tuple[float, int]])",
	  "T([(1.5, 2), [20, 1], row])", false },
	{ "a fraction", "h.lay", "lay(minutes: int)", "lay(55.5)", true },
	{ "one that is whole", "h.lay", "lay(x, minutes: int = 1)", "lay(1, minutes=2.0)", true },
	{ "by a name", "h.lay", "lay(minutes: int)", "minutes = 55.5\nlay(minutes)", true },
	{ "a whole number", "h.lay", "lay(minutes: int)", "lay(55)", false },
	{ "a text", "h.lay", "lay(minutes: int)", "lay('5.5')", false },
	{ "a fraction of a float", "h.lay", "lay(minutes: float)", "lay(55.5)", false },
	{ "of either", "h.lay", "lay(minutes: int | float)", "lay(55.5)", false },
	{ "counted on", "h.lay", "lay(minutes: int)", "lay(1.5 * 2)", false },
	{ "numbers of no pairs", "h.T.__init__", "__init__(self, rows: Iterable[float])", "T([1])",
	  false },
	{ "an iterator for a list", "h.lay", "lay(runs: list[Run])", "lay(iter([1, 2]))", true },
	{ "by a name", "h.lay", "lay(runs: typing.Sequence[Run] = ())", "it = iter([])\nlay(it)",
	  true },
	{ "bare", "h.lay", "lay(runs: dict)", "lay(iter({}))", true },
	{ "it says so", "h.lay", "lay(runs: Iterable[Run])", "lay(iter([1, 2]))", false },
	{ "one of both", "h.lay", "lay(runs: list[Run] | Iterator[Run])", "lay(iter([1, 2]))",
	  false },
	{ "or nothing at all", "h.lay", "lay(runs: list[Run] | None = None)", "lay(iter([1, 2]))",
	  true },
	{ "another name", "h.lay", "lay(runs: Listing)", "lay(iter([1, 2]))", false },
	{ "of a word with such a beginning", "h.lay", "lay(runs: settings)", "lay(iter([1, 2]))",
	  false },
	{ "a list for a list", "h.lay", "lay(runs: list[Run])", "lay(list(iter([1, 2])))", false },
	{ "no signature", "h.lay", NULL, "lay((1,))", false },
	{ "no brackets", "h.lay", "lay", "lay((1,))", false },
	{ "brackets that do not end", "h.lay", "lay(at: tuple[int, int", "lay((1,))", false },
};

static void test_annotated(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_change change = { 0 };
	struct tora_function *f = tora_vec_push(arena, &change.functions);

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_case c = { .change = &change, .test = rows[i].test };

		*f = (struct tora_function){
			.name = rows[i].name,
			.signature = "f(head: tuple[int])",
			.base_body = tora_sv(
				rows[i].signature
					? tora_arena_printf(arena, "@cached(1)\ndef %s:\n    pass",
			                                    rows[i].signature)
					: NULL)
		};
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
