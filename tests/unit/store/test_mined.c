/* What was mined of files: by blob and miner, and no more than a limit of it. */
#include "kit.h"
#include "store/mined.h"
#include "store/sql.h"

static const char *got(struct kit *kit, const char *miner, const char *blob)
{
	const char *facts = NULL;
	int rc = tora_mined_get(kit->store, kit->arena, miner, blob, &facts, &kit->err);

	assert_true(rc == TORA_OK || rc == TORA_E_NOTFOUND);
	return rc ? NULL : facts;
}

static void test_by_blob_and_miner(void **state)
{
	struct kit *kit = *state;

	assert_null(got(kit, "m1", "b1"));
	ok(kit, tora_mined_put(kit->store, "m1", "b1", "{\"a\":1}", &kit->err));
	assert_string_equal(got(kit, "m1", "b1"), "{\"a\":1}");
	assert_null(got(kit, "m2", "b1")); /* another version says other things */
	assert_null(got(kit, "m1", "b2"));
	ok(kit, tora_mined_put(kit->store, "m1", "b1", "{}", &kit->err));
	assert_string_equal(got(kit, "m1", "b1"), "{}");
}

static void test_least_used_go_first(void **state)
{
	struct kit *kit = *state;
	int64_t files, bytes;

	ok(kit, tora_mined_put(kit->store, "m", "old", "{\"a\":10}", &kit->err));
	ok(kit, tora_mined_put(kit->store, "m", "asked", "{\"a\":11}", &kit->err));
	ok(kit, tora_sql_run(kit->store, &kit->err, "UPDATE mined SET used = used - 3", ""));
	assert_non_null(got(kit, "m", "asked"));
	ok(kit, tora_mined_put(kit->store, "m", "new", "{\"a\":12}", &kit->err));
	ok(kit, tora_mined_sum(kit->store, &files, &bytes, &kit->err));
	assert_int_equal(files, 3);
	assert_int_equal(bytes, 24);
	ok(kit, tora_mined_trim(kit->store, 24, &kit->err));
	assert_non_null(got(kit, "m", "old"));
	ok(kit, tora_sql_run(kit->store, &kit->err,
	                     "UPDATE mined SET used = used - 3 WHERE blob = 'old'", ""));
	ok(kit, tora_mined_trim(kit->store, 23, &kit->err));
	assert_null(got(kit, "m", "old"));
	assert_non_null(got(kit, "m", "asked"));
	assert_non_null(got(kit, "m", "new"));
	ok(kit, tora_mined_trim(kit->store, 0, &kit->err));
	ok(kit, tora_mined_sum(kit->store, &files, &bytes, &kit->err));
	assert_int_equal(files + bytes, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_by_blob_and_miner, kit_up, kit_down),
		cmocka_unit_test_setup_teardown(test_least_used_go_first, kit_up, kit_down)
	};

	return cmocka_run_group_tests_name("mined", tests, NULL, NULL);
}
