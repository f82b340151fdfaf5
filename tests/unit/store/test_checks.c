/*
 * test_checks.c - the states of a check on disk, and what a killed supervisor leaves.
 */
#include "kit.h"

enum step { START, END, REQUEUE, REQUEUE_FREE, PUT };

static int take(struct kit *kit, int64_t id, enum step step)
{
	struct tora_record_spec spec = { .common_dir = "/r/.git" };
	cJSON *record;
	int rc = 0;

	switch (step) {
	case START:
		return tora_checks_start(kit->store, id, &kit->err);
	case END:
		return tora_checks_end(kit->store, id, "failed", TORA_REASON_CRASHED, "why",
		                       &kit->err);
	case REQUEUE:
		return tora_checks_requeue(kit->store, id, false, &kit->err);
	case REQUEUE_FREE:
		return tora_checks_requeue(kit->store, id, true, &kit->err);
	case PUT:
		record = kit_record("done", "");
		rc = tora_record_adopt(kit->store, id, &spec, record, &kit->err);
		cJSON_Delete(record);
		return rc;
	}
	return rc;
}

static const struct {
	const char *label;
	enum step steps[5];
	size_t n;
	int rc; /* of the last step */
	const char *state;
	unsigned attempts;
} rows[] = {
	{ "started", { START }, 1, 0, "running", 1 },
	{ "started twice", { START, START }, 2, TORA_E_CONFLICT, "running", 1 },
	{ "requeue of a queued one", { REQUEUE }, 1, TORA_E_CONFLICT, "queued", 0 },
	{ "requeued", { START, REQUEUE }, 2, 0, "queued", 1 },
	{ "requeued free of charge", { START, REQUEUE_FREE }, 2, 0, "queued", 0 },
	{ "second attempt", { START, REQUEUE, START }, 3, 0, "running", 2 },
	{ "ended while queued", { END }, 1, 0, "failed", 0 },
	{ "ended twice", { START, END, END }, 3, TORA_E_CONFLICT, "failed", 1 },
	{ "result", { START, PUT }, 2, 0, "done", 1 },
	{ "result of one that was queued again", { START, REQUEUE, PUT }, 3, 0, "done", 1 },
	{ "a second result", { START, PUT, PUT }, 3, TORA_E_CONFLICT, "done", 1 },
	{ "end after the result", { START, PUT, END }, 3, TORA_E_CONFLICT, "done", 1 },
	{ "start after the result", { PUT, START }, 2, TORA_E_CONFLICT, "done", 0 },
};

static void states(void **state)
{
	struct kit *kit = *state;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		int64_t id = kit_enqueue(kit, "b", "h");
		struct tora_check_row row;
		int rc = 0;

		for (size_t s = 0; s < rows[i].n; s++)
			rc = take(kit, id, rows[i].steps[s]);
		ok(kit, tora_checks_get(kit->store, kit->arena, id, &row, &kit->err));
		if (rc != rows[i].rc || strcmp(row.state, rows[i].state) != 0 ||
		    row.attempts != rows[i].attempts)
			fail_msg("%s: rc %d, state %s, attempts %u", rows[i].label, rc, row.state,
			         row.attempts);
	}
}

static void recover(void **state)
{
	struct kit *kit = *state;
	int64_t waiting = kit_enqueue(kit, "a", "1"), once = kit_enqueue(kit, "b", "2");
	int64_t twice = kit_enqueue(kit, "c", "3");
	unsigned requeued = 9, failed = 9;
	struct tora_check_row row;

	(void)waiting;
	ok(kit, take(kit, once, START));
	ok(kit, take(kit, twice, START));
	ok(kit, take(kit, twice, REQUEUE));
	ok(kit, take(kit, twice, START));
	ok(kit, tora_checks_recover(kit->store, &requeued, &failed, &kit->err));
	assert_int_equal(requeued, 1);
	assert_int_equal(failed, 1);
	ok(kit, tora_checks_get(kit->store, kit->arena, twice, &row, &kit->err));
	assert_string_equal(row.state, "failed");
	assert_string_equal(row.reason, "crashed");
	assert_non_null(row.detail);
	ok(kit, tora_checks_recover(kit->store, &requeued, &failed, &kit->err));
	assert_int_equal(requeued + failed, 0);
}

static void listing(void **state)
{
	struct kit *kit = *state;
	struct tora_check_filter filter = { .branch = "a", .limit = 2 };
	struct tora_check_rows list;
	int64_t first = kit_enqueue(kit, "a", "1"), other = kit_enqueue(kit, "b", "2");
	int64_t second = kit_enqueue(kit, "a", "3"), third = kit_enqueue(kit, "a", "4");

	(void)other;
	ok(kit, tora_checks_list(kit->store, kit->arena, &filter, &list, &kit->err));
	assert_int_equal(list.n, 2);
	assert_int_equal(list.at[0].id, third);
	filter.before = second;
	ok(kit, tora_checks_list(kit->store, kit->arena, &filter, &list, &kit->err));
	assert_int_equal(list.n, 1);
	assert_int_equal(list.at[0].id, first);
	filter = (struct tora_check_filter){ .head = "2" };
	ok(kit, tora_checks_list(kit->store, kit->arena, &filter, &list, &kit->err));
	assert_int_equal(list.n, 1);
	assert_string_equal(list.at[0].work_dir, "/r");
	assert_int_equal(kit_events(kit, "check.queued"), 4);
}

static void ids(void **state)
{
	static const struct {
		const char *text;
		char letter;
		int64_t id;
	} cases[] = { { "c17", 'c', 17 }, { "K7", 'K', 7 },  { "K7", 'c', 0 },
		      { "c", 'c', 0 },    { "c1x", 'c', 0 }, { NULL, 'c', 0 },
		      { "c-1", 'c', 0 },  { "17", 'c', 0 },  { "c99999999999999999999", 'c', 0 } };

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		if (tora_store_id(cases[i].text, cases[i].letter) != cases[i].id)
			fail_msg("%s as %c", cases[i].text, cases[i].letter);
}

static void events_are_numbered_and_capped(void **state)
{
	struct kit *kit = *state;
	struct tora_event_rows list;
	int64_t oldest = 0, newest = 0, before, bytes = -1;

	ok(kit, tora_events_range(kit->store, &oldest, &before, &kit->err));
	ok(kit, tora_store_begin(kit->store, &kit->err));
	for (int i = 0; i < TORA_EVENTS_KEPT + 500; i++)
		ok(kit, tora_events_put(kit->store, "daemon.resumed", NULL, NULL, &kit->err));
	ok(kit, tora_store_end(kit->store, 0, &kit->err));
	ok(kit, tora_events_range(kit->store, &oldest, &newest, &kit->err));
	assert_int_equal(newest, before + TORA_EVENTS_KEPT + 500);
	assert_in_range(newest - oldest + 1, TORA_EVENTS_KEPT, TORA_EVENTS_KEPT * 101 / 100);
	ok(kit, tora_events_since(kit->store, kit->arena, newest - 3, 2, &list, &kit->err));
	assert_int_equal(list.n, 2);
	assert_int_equal(list.at[0].seq, newest - 2);
	assert_int_equal(strncmp(list.at[0].json, "{\"seq\":", 7), 0);
	assert_non_null(strstr(list.at[0].json, "\"kind\":\"daemon.resumed\"}"));
	ok(kit, tora_events_bytes(kit->store, newest - 2, &bytes, &kit->err));
	assert_in_range(bytes, 2 * 40, 2 * 80); /* {"at":1763626000123,"kind":"daemon.resumed"} */
	ok(kit, tora_events_bytes(kit->store, newest, &bytes, &kit->err));
	assert_int_equal(bytes, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(states, kit_up, kit_down),
		cmocka_unit_test_setup_teardown(recover, kit_up, kit_down),
		cmocka_unit_test_setup_teardown(listing, kit_up, kit_down),
		cmocka_unit_test(ids),
		cmocka_unit_test_setup_teardown(events_are_numbered_and_capped, kit_up, kit_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
