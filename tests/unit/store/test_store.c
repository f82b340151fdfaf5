/*
 * test_store.c - opening: new, old, newer, damaged, unwritable; transactions.
 */
#include "kit.h"

#include "store/schema.h"
#include "store/sql.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char dir[64], path[96];

static int dir_up(void **state)
{
	(void)state;
	snprintf(dir, sizeof dir, "/tmp/tora-test-store.XXXXXX");
	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof path, "%s/tora.db", dir);
	return 0;
}

static int dir_down(void **state)
{
	static const char *const names[] = { "tora.db", "tora.db-wal", "tora.db-shm",
		                             "tora.db-journal" };
	char name[160];

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(name, sizeof name, "%s/%s", dir, names[i]);
		(void)unlink(name);
	}
	assert_int_equal(rmdir(dir), 0);
	return 0;
}

static struct tora_store *open_at(const char *file, int want, struct tora_err *err)
{
	struct tora_store_spec spec = { .path = file, .busy_ms = 50 };
	struct tora_store *store = NULL;

	assert_int_equal(tora_store_new(&spec, &store, err), want);
	assert_true((store == NULL) == (want != 0));
	return store;
}

static void write_file(const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static void is_private_and_versioned(void **state)
{
	struct tora_err err;
	struct stat st;
	int64_t version = 0;
	struct tora_store *store;

	(void)state;
	store = open_at(path, TORA_OK, &err);
	assert_int_equal(tora_sql_int(store, &err, &version, "PRAGMA user_version", ""), 0);
	assert_int_equal(version, tora_schema_count);
	assert_string_equal(tora_store_journal(store), "wal");
	tora_store_free(store);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	tora_store_free(open_at(path, TORA_OK, &err)); /* again: nothing to apply */
}

static void refuses_what_is_not_ours(void **state)
{
	struct tora_err err;
	struct tora_store *store;

	(void)state;
	write_file(
		"this is not a database, and it is longer than a header of one hundred bytes, so "
		"that the library looks at it as such.\n");
	(void)open_at(path, TORA_E_FORMAT, &err);
	assert_non_null(strstr(err.msg, "damaged"));
	assert_non_null(strstr(err.msg, path)); /* it is what has to go */
	assert_int_equal(unlink(path), 0);

	store = open_at(path, TORA_OK, &err);
	assert_int_equal(tora_sql_run(store, &err, "PRAGMA user_version=999", ""), 0);
	tora_store_free(store);
	(void)open_at(path, TORA_E_UNSUPPORTED, &err);
	assert_non_null(strstr(err.msg, "newer"));

	(void)open_at("/proc/tora-no-such-folder/tora.db", TORA_E_DENIED, &err);
}

static void transactions_nest(void **state)
{
	struct kit *kit = *state;
	int64_t n = 0, id;
	int rc;

	ok(kit, tora_store_begin(kit->store, &kit->err));
	ok(kit, tora_repos_add(kit->store, "/a", NULL, &id, NULL, &kit->err));
	ok(kit, tora_store_begin(kit->store, &kit->err));
	assert_int_equal(tora_store_end(kit->store, TORA_E_LIMIT, &kit->err), TORA_E_LIMIT);
	rc = tora_store_end(kit->store, TORA_OK, &kit->err);
	assert_int_equal(rc, TORA_E_CONFLICT); /* an inner part failed: nothing of it stays */
	ok(kit, tora_sql_int(kit->store, &kit->err, &n, "SELECT count(*) FROM repos", ""));
	assert_int_equal(n, 1);
	ok(kit, tora_repos_add(kit->store, "/b", NULL, &id, NULL, &kit->err));
	ok(kit, tora_sql_int(kit->store, &kit->err, &n, "SELECT count(*) FROM repos", ""));
	assert_int_equal(n, 2);
}

static void second_writer_times_out(void **state)
{
	struct tora_err err;
	struct tora_store *one, *two;
	int64_t id;

	(void)state;
	one = open_at(path, TORA_OK, &err);
	two = open_at(path, TORA_OK, &err);
	assert_int_equal(tora_store_begin(one, &err), 0);
	assert_int_equal(tora_repos_add(two, "/a", NULL, &id, NULL, &err), TORA_E_TIMEOUT);
	assert_int_equal(tora_store_end(one, 0, &err), 0);
	assert_int_equal(tora_repos_add(two, "/a", NULL, &id, NULL, &err), 0);
	tora_store_free(two);
	tora_store_free(one);
}

static void full_disk_is_said_and_survived(void **state)
{
	struct tora_err err;
	struct tora_store *store;
	int64_t id, pages = 0, n = 0;
	char pragma[64];
	int rc = 0;

	(void)state;
	store = open_at(path, TORA_OK, &err);
	assert_int_equal(tora_sql_int(store, &err, &pages, "PRAGMA page_count", ""), 0);
	snprintf(pragma, sizeof pragma, "PRAGMA max_page_count=%d", (int)pages + 2);
	assert_int_equal(tora_sql_int(store, &err, &n, pragma, ""), 0);
	for (int i = 0; i < 1000 && rc == 0; i++) {
		char name[32];

		snprintf(name, sizeof name, "/repo-%d", i);
		rc = tora_repos_add(store, name, NULL, &id, NULL, &err);
	}
	assert_int_equal(rc, TORA_E_SYS);
	assert_non_null(strstr(err.msg, "disk is full"));
	snprintf(pragma, sizeof pragma, "PRAGMA max_page_count=%d", (int)pages + 200);
	assert_int_equal(tora_sql_int(store, &err, &n, pragma, ""), 0);
	assert_int_equal(tora_repos_add(store, "/after", NULL, &id, NULL, &err), 0);
	tora_store_free(store);
}

static void repos_and_tips(void **state)
{
	struct kit *kit = *state;
	struct tora_repo_row row;
	struct tora_repo_rows rows;
	struct tora_tips tips;
	int64_t id;
	bool is_new = true;

	ok(kit, tora_repos_add(kit->store, "/r/.git", NULL, &id, &is_new, &kit->err));
	assert_int_equal(id, kit->repo);
	assert_false(is_new);
	ok(kit, tora_repos_find(kit->store, kit->arena, "/r", &row, &kit->err));
	assert_string_equal(row.common_dir, "/r/.git");
	assert_string_equal(row.work_dir, "/r"); /* NULL left it */
	ok(kit, tora_repos_ensure(kit->store, "/r/.git", "/linked", &id, &kit->err));
	ok(kit, tora_repos_find(kit->store, kit->arena, "/r/.git", &row, &kit->err));
	assert_string_equal(row.work_dir, "/r"); /* so did a check in a linked work tree */
	assert_int_equal(tora_repos_find(kit->store, kit->arena, "/x", &row, &kit->err),
	                 TORA_E_NOTFOUND);
	ok(kit, tora_tips_set(kit->store, id, "b", "1", &kit->err));
	ok(kit, tora_tips_set(kit->store, id, "a", "2", &kit->err));
	ok(kit, tora_tips_set(kit->store, id, "b", "3", &kit->err));
	ok(kit, tora_tips_list(kit->store, kit->arena, id, &tips, &kit->err));
	assert_int_equal(tips.n, 2);
	assert_string_equal(tips.at[1].head, "3");
	ok(kit, tora_tips_set(kit->store, id, "a", NULL, &kit->err));
	ok(kit, tora_tips_list(kit->store, kit->arena, id, &tips, &kit->err));
	assert_int_equal(tips.n, 1);
	ok(kit, tora_repos_remove(kit->store, id, false, &kit->err));
	ok(kit, tora_repos_list(kit->store, kit->arena, true, &rows, &kit->err));
	assert_int_equal(rows.n, 0);
	ok(kit, tora_repos_list(kit->store, kit->arena, false, &rows, &kit->err));
	assert_int_equal(rows.n, 1);
	assert_int_equal(kit_events(kit, "repo.added"), 1);
	assert_int_equal(kit_events(kit, "repo.removed"), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(is_private_and_versioned, dir_up, dir_down),
		cmocka_unit_test_setup_teardown(refuses_what_is_not_ours, dir_up, dir_down),
		cmocka_unit_test_setup_teardown(transactions_nest, kit_up, kit_down),
		cmocka_unit_test_setup_teardown(second_writer_times_out, dir_up, dir_down),
		cmocka_unit_test_setup_teardown(full_disk_is_said_and_survived, dir_up, dir_down),
		cmocka_unit_test_setup_teardown(repos_and_tips, kit_up, kit_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
