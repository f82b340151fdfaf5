/* What is counted as shown, acknowledged and dismissed, and what goes quiet. */
#include "kit.h"
#include "store/stats.h"

static void add_finding(cJSON *list, const char *fingerprint, const char *verdict,
                        const char *difference, const char *rule)
{
	cJSON *one = cJSON_CreateObject(), *answers, *side;
	char commit[48];

	tora_json_put_text(one, "fingerprint", fingerprint);
	tora_json_put_text(one, "verdict", verdict);
	tora_json_put_text(one, "difference", difference);
	tora_json_put_text(one, "test", "print(1)\n");
	(void)snprintf(commit, sizeof commit, "%040d", fingerprint[0] == 'x' ? 0 : fingerprint[1]);
	tora_json_put_text(one, "commit", commit);
	for (int i = 0; i < 2; i++) {
		side = tora_json_put_obj(one, i ? "after" : "before");
		tora_json_put_text(side, "status", "ok");
	}
	answers = tora_json_put_obj(one, "answers");
	tora_json_put_text(answers, "score", "+2.0");
	tora_json_put_text(answers, "against-it", "-0.4");
	tora_json_put_text(answers, rule, "+1.1");
	cJSON_AddItemToArray(list, one);
}

/* Finding K1.. of the rows below, said of as the rows say. */
static const struct {
	const char *fingerprint, *verdict, *difference, *rule, *said;
} shown[] = {
	{ "f1", "unintended", "value", "legal-value-differs", "dismiss" },
	{ "f2", "unintended", "value", "legal-value-differs", "dismiss" },
	{ "f3", "unintended", "value", "plausible-value-differs", "dismiss" },
	{ "f4", "unintended", "value", "plausible-value-differs", "ack" },
	{ "f5", "coincidental-fix", "hang", "hangs-or-dies", NULL },
	{ "f6", "intended", "value", "legal-value-differs", "dismiss" }, /* never shown */
	{ "f7", "unintended", "order", "order-differs", NULL },
	{ "x1", "unintended", "output", "output-differs", "dismiss" }, /* three of one commit */
	{ "x2", "unintended", "output", "output-differs", "dismiss" },
	{ "x3", "unintended", "output", "output-differs", "dismiss" },
};
#define SHOWN (sizeof shown / sizeof *shown)

static void put_all(struct kit *kit)
{
	static const struct tora_record_spec spec = { .common_dir = "/r/.git" };
	cJSON *record = kit_record("done", ""), *tests;
	cJSON *list;

	cJSON_DeleteItemFromObject(record, "findings");
	list = tora_json_put_list(record, "findings");
	for (size_t i = 0; i < SHOWN; i++)
		add_finding(list, shown[i].fingerprint, shown[i].verdict, shown[i].difference,
		            shown[i].rule);
	cJSON_DeleteItemFromObject(record, "tests");
	tests = tora_json_put_obj(record, "tests");
	tora_json_put_int(tests, "run", 40);
	tora_json_put_int(tests, "differing", 9);
	tora_json_put_int(tests, "flaky", 2);
	tora_json_put_int(tests, "unconfirmed", 1);
	ok(kit, tora_record_adopt(kit->store, kit_enqueue(kit, "topic", "h1"), &spec, record,
	                          &kit->err));
	cJSON_Delete(record);
	for (size_t i = 0; i < SHOWN; i++)
		if (shown[i].said)
			ok(kit,
			   tora_findings_ack(kit->store, (int64_t)i + 1, shown[i].said, &kit->err));
}

static void counts(void **state)
{
	struct kit *kit = *state;
	static const struct tora_record_spec spec = { .common_dir = "/r/.git" };
	cJSON *again = kit_record("done", "");
	struct tora_stats s;

	put_all(kit);
	tora_json_put_text(again, "reused", "c1");
	ok(kit,
	   tora_record_adopt(kit->store, kit_enqueue(kit, "topic", "h2"), &spec, again, &kit->err));
	cJSON_Delete(again);
	ok(kit, tora_stats_get(kit->store, kit->arena, kit->repo, 0, &s, &kit->err));
	assert_int_equal(s.done, 2);
	assert_int_equal(s.recalled, 1);
	assert_int_equal(s.run, 40);
	assert_int_equal(s.differing, 9);
	assert_int_equal(s.flaky, 2);
	assert_int_equal(s.unconfirmed, 1);
	assert_int_equal(s.shown, 9);
	assert_int_equal(s.acked, 1);
	assert_int_equal(s.dismissed, 6);
	assert_int_equal(s.rows.at[0].by, TORA_STAT_KIND);
	assert_string_equal(s.rows.at[0].name, "value");
	assert_null(tora_stats_find(&s, TORA_STAT_KIND, "exception-gone"));
	/* of another repository, and later than everything: nothing */
	ok(kit, tora_stats_get(kit->store, kit->arena, kit->repo + 1, 0, &s, &kit->err));
	assert_int_equal(s.shown + s.done, 0);
	ok(kit, tora_stats_get(kit->store, kit->arena, 0, INT64_MAX, &s, &kit->err));
	assert_int_equal(s.shown + s.done, 0);
}

static void quiet(void **state)
{
	static const struct {
		enum tora_stat_by by;
		const char *name;
		unsigned shown, acked, dismissed;
		bool quiet;
	} rows[] = {
		{ TORA_STAT_KIND, "value", 4, 1, 3, true },
		{ TORA_STAT_KIND, "hang", 1, 0, 0, false },
		{ TORA_STAT_KIND, "output", 3, 0, 3, false },
		{ TORA_STAT_RULE, "legal-value-differs", 2, 0, 2, false }, /* too few to tell */
		{ TORA_STAT_RULE, "plausible-value-differs", 2, 1, 1, false },
		{ TORA_STAT_RULE, "order-differs", 1, 0, 0, false },
	};
	static const struct tora_stat_row torn = {
		.shown = 9, .acked = 4, .dismissed = 4, .commits = { .n = 4 }
	};
	struct kit *kit = *state;
	struct tora_stats s;

	put_all(kit);
	ok(kit, tora_stats_get(kit->store, kit->arena, 0, 0, &s, &kit->err));
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct tora_stat_row *r = tora_stats_find(&s, rows[i].by, rows[i].name);

		if (!r || r->shown != rows[i].shown || r->acked != rows[i].acked ||
		    r->dismissed != rows[i].dismissed || tora_stat_is_quiet(r) != rows[i].quiet)
			fail_msg("%s", rows[i].name);
	}
	assert_false(tora_stat_is_quiet(&torn));
	/* taking a dismissal back ends it */
	ok(kit, tora_findings_ack(kit->store, 1, NULL, &kit->err));
	ok(kit, tora_stats_get(kit->store, kit->arena, 0, 0, &s, &kit->err));
	assert_false(tora_stat_is_quiet(tora_stats_find(&s, TORA_STAT_KIND, "value")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(counts, kit_up, kit_down),
		cmocka_unit_test_setup_teardown(quiet, kit_up, kit_down),
	};

	return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
