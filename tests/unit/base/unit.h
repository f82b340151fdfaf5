/* unit.h - what every test of base/ includes, in the order cmocka wants it. */
#ifndef TORA_UNIT_BASE_H
#define TORA_UNIT_BASE_H

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

#endif
