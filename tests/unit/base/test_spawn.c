#include "tora/spawn.h"

#include "tests/unit/base/unit.h"
#include "tora/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SH(script)                                                                                 \
	(const char *const[])                                                                      \
	{                                                                                          \
		"/bin/sh", "-c", script, NULL                                                      \
	}

static const struct {
	const char *label, *script;
	unsigned budget_ms;
	size_t out_max;
	enum tora_spawn_end how;
	int code;
	const char *out, *err;
	bool cut;
} ends[] = {
	{ "exit 0", "echo a; echo b >&2", 9000, 99, TORA_SPAWN_EXIT, 0, "a\n", "b\n", false },
	{ "exit 7", "exit 7", 9000, 99, TORA_SPAWN_EXIT, 7, "", "", false },
	{ "own signal", "kill -SEGV $$", 9000, 99, TORA_SPAWN_SIGNAL, SIGSEGV, "", "", false },
	{ "own TERM is a signal", "kill -TERM $$", 9000, 99, TORA_SPAWN_SIGNAL, SIGTERM, "", "",
	  false },
	{ "budget", "echo x; exec sleep 60", 60, 99, TORA_SPAWN_TIMEOUT, 0, "x\n", "", false },
	{ "budget, clean exit", "exec 2>/dev/null; trap 'exit 0' TERM; while :; do sleep .01; done",
	  60, 99, TORA_SPAWN_TIMEOUT, 0, "", "", false },
	{ "cut", "printf 123456789", 9000, 4, TORA_SPAWN_EXIT, 0, "1234", "", true },
	{ "exactly full", "printf 1234", 9000, 4, TORA_SPAWN_EXIT, 0, "1234", "", false },
	{ "no input", "cat; echo end", 9000, 99, TORA_SPAWN_EXIT, 0, "end\n", "", false },
};

static void test_ends(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(ends); i++) {
		struct tora_spawn_spec spec = { .argv = SH(ends[i].script),
			                        .budget_ms = ends[i].budget_ms,
			                        .out_max = ends[i].out_max };
		struct tora_spawn_result r;
		struct tora_err err = TORA_ERR_INIT;

		ROW(ends[i].label, tora_spawn_run(&spec, &r, &err) == TORA_OK);
		ROW(ends[i].label, r.how == ends[i].how);
		ROW(ends[i].label, r.code == ends[i].code);
		ROW(ends[i].label, r.cut == ends[i].cut);
		ROW(ends[i].label, strcmp(r.out.buf, ends[i].out) == 0);
		ROW(ends[i].label, strcmp(r.err.buf, ends[i].err) == 0);
		tora_spawn_done(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
