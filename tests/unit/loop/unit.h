/* unit.h - what every test of loop/ includes: cmocka, and a loop made and freed around each test. */
#ifndef TORA_UNIT_LOOP_H
#define TORA_UNIT_LOOP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "loop/loop.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define SOON         20000 /* ms; a deadline for what should happen at once, never a pause */

/* A failed row says which one it was. */
#define ROW(label, condition)                                                                      \
	do {                                                                                       \
		if (!(condition))                                                                  \
			fail_msg("%s: %s", (label), #condition);                                   \
	} while (0)

static int with_loop(void **state)
{
	struct tora_err err = TORA_ERR_INIT;

	*state = tora_loop_new(&err);
	return *state ? 0 : -1;
}

static int without_loop(void **state)
{
	tora_loop_free(*state);
	return 0;
}

#define LOOP_TEST(fn) cmocka_unit_test_setup_teardown(fn, with_loop, without_loop)

#endif
