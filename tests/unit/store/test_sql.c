/*
 * test_sql.c - statements are kept prepared: who has one open keeps it, and what failed is as good as new.
 */
#include "kit.h"

#include "store/db.h"
#include "store/sql.h"

static struct tora_store *open_memory(void)
{
	struct tora_store_spec spec = { 0 };
	struct tora_store *store = NULL;
	struct tora_err err;

	assert_int_equal(tora_store_new(&spec, &store, &err), TORA_OK);
	assert_int_equal(tora_sql_run(store, &err, "CREATE TABLE t (x INTEGER PRIMARY KEY)", ""),
	                 TORA_OK);
	for (int64_t i = 1; i <= 3; i++)
		assert_int_equal(tora_sql_run(store, &err, "INSERT INTO t VALUES (?)", "i", i),
		                 TORA_OK);
	return store;
}

static size_t kept(const struct tora_store *store)
{
	size_t n = 0;

	for (sqlite3_stmt *s = NULL; (s = sqlite3_next_stmt(store->db, s));)
		n++;
	return n;
}

static struct sqlite3_stmt *open_rows(struct tora_store *store)
{
	struct sqlite3_stmt *stmt = NULL;
	struct tora_err err;

	assert_int_equal(tora_sql_open(store, &err, &stmt,
	                               "SELECT x FROM t WHERE x >= ? ORDER BY x", "i", INT64_C(1)),
	                 TORA_OK);
	return stmt;
}

static void the_same_is_prepared_once(void **state)
{
	struct tora_store *store = open_memory();
	struct sqlite3_stmt *first = open_rows(store), *again;
	size_t before;

	(void)state;
	tora_sql_close(store, first);
	before = kept(store);
	again = open_rows(store);
	assert_ptr_equal(first, again);
	tora_sql_close(store, again);
	assert_int_equal(kept(store), before);
	tora_store_free(store);
}

/* In the middle of its rows the same question is asked again: both see all of them. */
static void one_that_is_open_is_not_shared(void **state)
{
	struct tora_store *store = open_memory();
	struct sqlite3_stmt *outer = open_rows(store), *inner;
	struct tora_err err;

	(void)state;
	for (int64_t i = 1; i <= 3; i++) {
		assert_int_equal(tora_sql_step(store, outer, &err), 1);
		assert_int_equal(tora_sql_col_int(outer, 0), i);
		inner = open_rows(store);
		assert_ptr_not_equal(inner, outer);
		for (int64_t j = 1; j <= 3; j++) {
			assert_int_equal(tora_sql_step(store, inner, &err), 1);
			assert_int_equal(tora_sql_col_int(inner, 0), j);
		}
		tora_sql_close(store, inner);
	}
	assert_int_equal(tora_sql_step(store, outer, &err), 0);
	tora_sql_close(store, outer);
	tora_store_free(store);
}

static void more_than_are_kept_work_and_are_let_go(void **state)
{
	struct tora_store *store = open_memory();
	struct sqlite3_stmt *open[TORA_DB_STATEMENTS + 10];
	struct tora_err err;
	size_t n = sizeof open / sizeof *open;

	(void)state;
	for (size_t i = 0; i < n; i++)
		open[i] = open_rows(store);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(tora_sql_step(store, open[i], &err), 1);
		tora_sql_close(store, open[i]);
	}
	assert_int_equal(kept(store), TORA_DB_STATEMENTS);
	for (int i = 0; i < 100; i++) {
		int64_t got = 0;
		char sql[64];

		snprintf(sql, sizeof sql, "SELECT %d + x FROM t WHERE x = ?", i);
		assert_int_equal(tora_sql_int(store, &err, &got, sql, "i", INT64_C(2)), TORA_OK);
		assert_int_equal(got, i + 2);
	}
	assert_int_equal(kept(store), TORA_DB_STATEMENTS);
	tora_store_free(store);
}

static void what_failed_is_as_good_as_new(void **state)
{
	struct tora_store *store = open_memory();
	struct tora_err err;
	int64_t n = 0;

	(void)state;
	assert_true(tora_sql_run(store, &err, "INSERT INTO t VALUES (?)", "i", INT64_C(2)) < 0);
	assert_int_equal(tora_sql_run(store, &err, "INSERT INTO t VALUES (?)", "i", INT64_C(4)),
	                 TORA_OK);
	assert_int_equal(tora_sql_int(store, &err, &n, "SELECT count(*) FROM t", ""), TORA_OK);
	assert_int_equal(n, 4);
	/* the table is another one behind a statement that is kept */
	assert_int_equal(tora_sql_run(store, &err, "ALTER TABLE t ADD COLUMN y", ""), TORA_OK);
	assert_int_equal(tora_sql_int(store, &err, &n, "SELECT count(*) FROM t", ""), TORA_OK);
	assert_int_equal(n, 4);
	tora_store_free(store);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_is_prepared_once),
		cmocka_unit_test(one_that_is_open_is_not_shared),
		cmocka_unit_test(more_than_are_kept_work_and_are_let_go),
		cmocka_unit_test(what_failed_is_as_good_as_new),
	};

	return cmocka_run_group_tests_name("sql", tests, NULL, NULL);
}
