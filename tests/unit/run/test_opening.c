/* When runners of one check may serve the next: what is part of their key, and what is not. */
#include "run/opening.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "tora/clock.h"

#include <string.h>

struct facts { /* all that a key might depend on */
	const char *dir, *runner, *program, *fingerprint, *root, *site, *module;
	unsigned timeout_ms, memory_mib, line;
	int64_t left_ms;
	bool is_cold;
};

static const struct facts usual = {
	"/b/k1/tree", "/r/1", "/usr/bin/python3", "f1", "src", "/site", "p.u", 5000, 512, 7,
	60000,        false
};

static void key_of(const struct facts *f, char ret[TORA_HASH_HEX])
{
	struct tora_config config = { .test_timeout_ms = f->timeout_ms,
		                      .test_memory_mib = f->memory_mib };
	struct tora_check c = { .arena = tora_arena_new(),
		                .config = &config,
		                .deadline_ms = tora_clock_mono_ms() + f->left_ms };
	struct tora_toolchain toolchain = { .program = f->program, .fingerprint = f->fingerprint };
	struct tora_opening_spec spec = { .check = &c,
		                          .toolchain = &toolchain,
		                          .runner_dir = f->runner,
		                          .side = TORA_HEAD,
		                          .is_warm = !f->is_cold };
	struct tora_opening openings[TORA_OPENING_N];
	struct tora_lines *lines = tora_vec_push(c.arena, &c.change.head_lines);

	lines->file = "p/u.py";
	*tora_vec_push(c.arena, &lines->at) = f->line;
	c.builds[TORA_HEAD].dir = f->dir;
	*tora_vec_push(c.arena, &c.change.roots) = f->root;
	*tora_vec_push(c.arena, &c.change.modules_head) = f->module;
	*tora_vec_push(c.arena, &toolchain.import_path) = f->site;
	tora_opening_make(&spec, openings, ret);
	assert_string_equal(tora_json_text(openings[0].json, "command", ""), "load");
	assert_string_equal(tora_json_text(openings[1].json, "command", ""), "cover");
	for (size_t i = 0; i < TORA_OPENING_N; i++)
		cJSON_Delete(openings[i].json);
	tora_arena_free(c.arena);
}

static void expect(const char *label, const struct facts *f, bool same)
{
	char one[TORA_HASH_HEX], other[TORA_HASH_HEX];

	key_of(&usual, one);
	key_of(f, other);
	if (!*one || !*other || (strcmp(one, other) == 0) != same)
		fail_msg("%s: '%s' and '%s'", label, one, other);
}

#define WITH(field, value)                                                                         \
	do {                                                                                       \
		struct facts f = usual;                                                            \
		f.field = value;                                                                   \
		expect(#field, &f, false);                                                         \
	} while (0)

static void test_what_makes_another_runner(void **state)
{
	(void)state;
	WITH(dir, "/b/k2/tree");
	WITH(runner, "/r/2");
	WITH(program, "/usr/bin/python3.12");
	WITH(fingerprint, "f2");
	WITH(root, "");
	WITH(site, "/other");
	WITH(module, "p.v");
	WITH(timeout_ms, 4000);
	WITH(memory_mib, 300);
	WITH(is_cold, true);
}

/* The lines are asked for each time, and what time is left says only how long loading may take. */
static void test_what_does_not(void **state)
{
	struct facts f = usual;
	(void)state;

	expect("nothing", &f, true);
	f.line = 8;
	f.left_ms = 4000;
	expect("line and time", &f, true);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_what_makes_another_runner),
		                            cmocka_unit_test(test_what_does_not) };

	return cmocka_run_group_tests_name("opening", tests, NULL, NULL);
}
