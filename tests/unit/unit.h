/* unit.h - what tests of tables need: cmocka, with what it wants before it, and loops that say which row failed. */
#ifndef TORA_UNIT_H
#define TORA_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A failed row says which one it was. */
#define ROW(label, condition)                                                                      \
	do {                                                                                       \
		if (!(condition))                                                                  \
			fail_msg("%s: %s", (label), #condition);                                   \
	} while (0)

/* A failed call says why. */
#define OK(call, err)                                                                              \
	do {                                                                                       \
		if ((call) != 0)                                                                   \
			fail_msg("%s: %s", #call, (err).msg);                                      \
	} while (0)

#endif
