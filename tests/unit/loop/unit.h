/* unit.h - what every test of loop/ includes: cmocka, and a loop made and freed around each test. */
#ifndef TORA_UNIT_LOOP_H
#define TORA_UNIT_LOOP_H

#include "tests/unit/unit.h"

#include "loop/loop.h"

#define SOON 20000 /* ms; a deadline for what should happen at once, never a pause */

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
