#include "run/common.h"

#include "lang/imports.h"

#include <string.h>

#define TESTS_MIN                                                                                  \
	8 /* that import it, on two sides: four runners try it in a copy and then import it */
#define PART_MIN  20  /* one in so many does */
#define KNOWN_MAX 256 /* modules that are counted */

struct known {
	const char *name;
	size_t tests, last; /* how many, and the last one that counted, from 1 */
};

struct count {
	struct known at[KNOWN_MAX];
	size_t n;
};

static void add(struct count *c, const char *name, size_t test)
{
	size_t i = 0;

	while (i < c->n && strcmp(c->at[i].name, name) != 0)
		i++;
	if (i == KNOWN_MAX)
		return;
	if (i == c->n)
		c->at[c->n++] = (struct known){ .name = name };
	c->at[i].tests += c->at[i].last != test;
	c->at[i].last = test;
}

void tora_common_imports(const struct tora_lang *lang, const struct tora_exec_job *pairs, size_t n,
                         struct tora_arena *arena, struct tora_common *ret)
{
	struct count *count = tora_arena_calloc(arena, 1, sizeof *count);
	const char *names[TORA_IMPORTED_MAX];

	*ret = (struct tora_common){ .modules = { 0 } };
	if (!lang->imports || !lang->imports->read_modules)
		return;
	for (size_t i = 0; i < n; i++) {
		struct tora_sv text = tora_sv(pairs[2 * i].source), row;

		while (tora_sv_line(&text, &row)) {
			size_t m = lang->imports->read_modules(row, arena, names);

			for (size_t k = 0; k < m; k++)
				add(count, names[k], i + 1);
		}
	}
	for (size_t i = 0; i < count->n && ret->modules.n < TORA_COMMON_MAX; i++)
		if (count->at[i].tests >= TESTS_MIN && count->at[i].tests * PART_MIN >= n)
			*tora_vec_push(arena, &ret->modules) = count->at[i].name;
}
