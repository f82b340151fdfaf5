#include "tora/err.h"

#include "tests/unit/unit.h"

#include <errno.h>
#include <string.h>

static void test_fail(void **state)
{
	struct tora_err err = TORA_ERR_INIT;

	(void)state;
	assert_int_equal(tora_fail(&err, TORA_E_FORMAT, "line %d is '%s'", 3, "x"), TORA_E_FORMAT);
	assert_int_equal(err.rc, TORA_E_FORMAT);
	assert_int_equal(err.sys, 0);
	assert_string_equal(err.msg, "line 3 is 'x'");
}

static void test_fail_sys(void **state)
{
	struct tora_err err = TORA_ERR_INIT;

	(void)state;
	errno = ENOSPC;
	assert_int_equal(tora_fail_sys(&err, "writing '%s'", "a"), TORA_E_SYS);
	assert_int_equal(err.sys, ENOSPC);
	assert_string_equal(err.msg, "writing 'a': No space left on device");
}

static void test_wrap(void **state)
{
	struct tora_err err = TORA_ERR_INIT;

	(void)state;
	(void)tora_fail(&err, TORA_E_LIMIT, "too long");
	assert_int_equal(tora_wrap(&err, "file '%s'", "f"), TORA_E_LIMIT);
	assert_int_equal(tora_wrap(&err, "reading"), TORA_E_LIMIT);
	assert_string_equal(err.msg, "reading: file 'f': too long");
}

/* However long the parts are, the text ends inside its buffer and shows that it was cut. */
static void test_cut(void **state)
{
	struct tora_err err = TORA_ERR_INIT;
	char big[1000];

	(void)state;
	memset(big, 'a', sizeof(big) - 1);
	big[sizeof(big) - 1] = '\0';
	for (int i = 0; i < 4; i++) {
		errno = EIO;
		switch (i) {
		case 0:
			(void)tora_fail(&err, TORA_E_LIMIT, "%s", big);
			break;
		case 1:
			(void)tora_wrap(&err, "b");
			break;
		case 2:
			(void)tora_wrap(&err, "%s", big);
			break;
		case 3:
			(void)tora_fail_sys(&err, "%s", big);
			break;
		}
		assert_int_equal(strlen(err.msg), sizeof(err.msg) - 1);
		assert_string_equal(err.msg + sizeof(err.msg) - 4, "...");
	}
}

static void test_nobody_asks(void **state)
{
	(void)state;
	errno = EIO;
	assert_int_equal(tora_fail(NULL, TORA_E_USAGE, "x"), TORA_E_USAGE);
	assert_int_equal(tora_fail_sys(NULL, "x"), TORA_E_SYS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fail),        cmocka_unit_test(test_fail_sys),
		cmocka_unit_test(test_wrap),        cmocka_unit_test(test_cut),
		cmocka_unit_test(test_nobody_asks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
