/* What of old checks is forgotten, and what stays whatever its age. */
#include "store/prune.h"
#include "tests/unit/store/kit.h"

#define KEPT 5

static int64_t finish(struct kit *kit, const char *branch, const char *state, const char *prints)
{
	int64_t id = kit_enqueue(kit, branch, "h1");
	struct tora_record_spec spec = { .key = "k" };
	cJSON *record = kit_record(state, prints);

	ok(kit, tora_record_adopt(kit->store, id, &spec, record, &kit->err));
	cJSON_Delete(record);
	return id;
}

static void age(struct kit *kit, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		(void)finish(kit, "busy", "done", "");
	ok(kit, tora_prune_checks(kit->store, kit->repo, KEPT, &kit->err));
}

/* 0: gone, 1: without its record, 2: whole */
static int what_is_left(struct kit *kit, int64_t id)
{
	struct tora_check_row row;
	int rc = tora_checks_get(kit->store, kit->arena, id, &row, &kit->err);

	assert_true(rc == TORA_OK || rc == TORA_E_NOTFOUND);
	return rc ? 0 : row.record ? 2 : 1;
}

static void put_tip(struct kit *kit, const char *branch)
{
	ok(kit, tora_tips_set(kit->store, kit->repo, branch, "h1", &kit->err));
}

static void only_the_newest_are_kept(void **state)
{
	struct kit *kit = *state;
	struct tora_check_filter all = { .repo = kit->repo };
	struct tora_check_rows rows = { 0 };
	int64_t first = finish(kit, "busy", "done", "");

	age(kit, KEPT - 1);
	assert_int_equal(what_is_left(kit, first), 2);
	age(kit, 2);
	assert_int_equal(what_is_left(kit, first), 0);
	ok(kit, tora_checks_list(kit->store, kit->arena, &all, &rows, &kit->err));
	assert_int_equal(rows.n, KEPT);
}

static void what_a_branch_needs_stays(void **state)
{
	struct kit *kit = *state;
	int64_t older = finish(kit, "quiet", "done", ""), done, failed, gone, waiting;

	done = finish(kit, "quiet", "done", "");
	failed = finish(kit, "quiet", "failed", "");
	gone = finish(kit, "gone", "done", "");
	waiting = kit_enqueue(kit, "gone", "h2");
	age(kit, KEPT + 1);
	assert_int_equal(what_is_left(kit, older), 0);
	assert_int_equal(what_is_left(kit, done), 2);
	assert_int_equal(what_is_left(kit, failed), 2);
	assert_int_equal(what_is_left(kit, gone), 2); /* nobody knows that it is */
	put_tip(kit, "quiet");
	age(kit, 0);
	assert_int_equal(what_is_left(kit, done), 2);
	assert_int_equal(what_is_left(kit, gone), 0);
	assert_int_equal(what_is_left(kit, waiting), 1); /* it is not over */
}

static void what_findings_need_stays(void **state)
{
	struct kit *kit = *state;
	struct tora_finding_row row;
	const char *acked = NULL;
	int64_t older = finish(kit, "a", "done", "f1 f2"), newest = finish(kit, "a", "done", "f1");

	put_tip(kit, "busy");
	age(kit, KEPT + 1);
	assert_int_equal(what_is_left(kit, older), 1); /* it is the newest of f2 */
	assert_int_equal(what_is_left(kit, newest), 1);
	ok(kit, tora_findings_get(kit->store, kit->arena, 1, true, &row, &kit->err));
	assert_int_equal(row.check, newest);
	ok(kit, tora_findings_ack(kit->store, 1, "dismiss", &kit->err));
	age(kit, 1);
	ok(kit, tora_findings_acked(kit->store, kit->arena, kit->repo, "f1", &acked, &kit->err));
	assert_string_equal(acked, "dismiss");
}

/* Of an unsure finding nobody was told: it goes with its check, unless somebody spoke of it. */
static void what_nobody_was_told_goes(void **state)
{
	struct kit *kit = *state;
	struct tora_finding_row row;
	int64_t quiet = kit_enqueue(kit, "a", "h1"), spoken = kit_enqueue(kit, "b", "h1");
	const int64_t both[] = { quiet, spoken };
	struct tora_record_spec spec = { 0 };

	for (size_t i = 0; i < 2; i++) {
		cJSON *record = kit_record("done", i ? "f2" : "f1");

		cJSON_ReplaceItemInObject(tora_json_list(record, "findings")->child, "verdict",
		                          cJSON_CreateString("unsure"));
		ok(kit, tora_record_adopt(kit->store, both[i], &spec, record, &kit->err));
		cJSON_Delete(record);
	}
	ok(kit, tora_findings_ack(kit->store, 2, "ack", &kit->err));
	put_tip(kit, "busy");
	age(kit, KEPT + 1);
	assert_int_equal(what_is_left(kit, quiet), 0);
	assert_int_equal(what_is_left(kit, spoken), 1);
	assert_int_equal(tora_findings_get(kit->store, kit->arena, 1, true, &row, &kit->err),
	                 TORA_E_NOTFOUND);
	ok(kit, tora_findings_get(kit->store, kit->arena, 2, true, &row, &kit->err));
	(void)finish(kit, "a", "done", "f3"); /* K1 and K2 were seen: the next is K3 */
	ok(kit, tora_findings_get(kit->store, kit->arena, 3, true, &row, &kit->err));
	assert_string_equal(row.fingerprint, "f3");
}

/* Every result prunes, so that no process of its own has to. */
static void a_result_prunes(void **state)
{
	struct kit *kit = *state;
	int64_t first = finish(kit, "busy", "done", "");

	for (unsigned i = 0; i < TORA_CHECKS_KEPT; i++)
		(void)kit_enqueue(kit, "busy", "h2");
	assert_int_equal(what_is_left(kit, first), 2);
	(void)finish(kit, "busy", "done", "");
	assert_int_equal(what_is_left(kit, first), 0);
}

static void other_repositories_are_left_alone(void **state)
{
	struct kit *kit = *state;
	int64_t first = finish(kit, "x", "done", ""), own = kit->repo;

	(void)finish(kit, "x", "done", "");
	ok(kit, tora_repos_add(kit->store, "/q/.git", "/q", &kit->repo, NULL, &kit->err));
	age(kit, KEPT + 1);
	assert_int_equal(what_is_left(kit, first), 2);
	kit->repo = own;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(only_the_newest_are_kept, kit_up, kit_down),
		cmocka_unit_test_setup_teardown(what_a_branch_needs_stays, kit_up, kit_down),
		cmocka_unit_test_setup_teardown(what_findings_need_stays, kit_up, kit_down),
		cmocka_unit_test_setup_teardown(what_nobody_was_told_goes, kit_up, kit_down),
		cmocka_unit_test_setup_teardown(a_result_prunes, kit_up, kit_down),
		cmocka_unit_test_setup_teardown(other_repositories_are_left_alone, kit_up,
		                                kit_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
