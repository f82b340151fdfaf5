/* Of which builds tests agreed: for a day, and of no more than so many. */
#include "kit.h"
#include "store/agreed.h"
#include "store/sql.h"

#include <stdio.h>

#define NOW 1000000000000

static void test_for_a_day(void **state)
{
	struct kit *kit = *state;

	assert_false(tora_agreed_is(kit->store, "k1", NOW));
	ok(kit, tora_agreed_put(kit->store, "k1", NOW, &kit->err));
	assert_true(tora_agreed_is(kit->store, "k1", NOW));
	assert_false(tora_agreed_is(kit->store, "k2", NOW));
	assert_true(tora_agreed_is(kit->store, "k1", NOW + TORA_AGREED_MS - 1));
	assert_false(tora_agreed_is(kit->store, "k1", NOW + TORA_AGREED_MS));
	assert_false(tora_agreed_is(kit->store, "k1", NOW - 1)); /* the clock was set back */
	ok(kit, tora_agreed_put(kit->store, "k1", NOW + TORA_AGREED_MS, &kit->err));
	assert_true(tora_agreed_is(kit->store, "k1", NOW + TORA_AGREED_MS));
}

static void test_the_oldest_go(void **state)
{
	struct kit *kit = *state;
	int64_t n = 0;
	char key[20];

	for (int i = 0; i <= TORA_AGREED_MAX; i++) {
		(void)snprintf(key, sizeof key, "k%d", i);
		ok(kit, tora_agreed_put(kit->store, key, NOW + i, &kit->err));
	}
	ok(kit, tora_sql_int(kit->store, &kit->err, &n, "SELECT count(*) FROM agreed", ""));
	assert_int_equal(n, TORA_AGREED_MAX);
	assert_false(tora_agreed_is(kit->store, "k0", NOW + 2000));
	assert_true(tora_agreed_is(kit->store, "k1", NOW + 2000));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_for_a_day, kit_up, kit_down),
		cmocka_unit_test_setup_teardown(test_the_oldest_go, kit_up, kit_down)
	};

	return cmocka_run_group_tests_name("agreed", tests, NULL, NULL);
}
