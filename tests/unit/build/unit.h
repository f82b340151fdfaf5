/* unit.h - what every test of build/ includes, in the order cmocka wants it. */
#ifndef TORA_UNIT_BUILD_H
#define TORA_UNIT_BUILD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/unit/fixture.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A failed row says which one it was. */
#define ROW(label, condition)                                                                      \
	do {                                                                                       \
		if (!(condition))                                                                  \
			fail_msg("%s: %s", (label), #condition);                                   \
	} while (0)

#define OK(call, err)                                                                              \
	do {                                                                                       \
		if ((call) != 0)                                                                   \
			fail_msg("%s: %s", #call, (err).msg);                                      \
	} while (0)

#endif
