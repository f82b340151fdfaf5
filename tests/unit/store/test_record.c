/*
 * test_record.c - results, ids that stay, acks that follow the fingerprint, reuse, spending.
 */
#include "kit.h"

#include "model/check.h"
#include "store/brief.h"
#include "store/memory.h"
#include "store/sql.h"

static const struct tora_record_spec spec = { .common_dir = "/r/.git", .key = "key" };

static const char *id_of(const cJSON *record, int at)
{
	return tora_json_text(cJSON_GetArrayItem(tora_json_list(record, "findings"), at), "id", "");
}

static cJSON *adopt(struct kit *kit, int64_t check, const char *fingerprints)
{
	cJSON *record = kit_record("done", fingerprints);

	ok(kit, tora_record_adopt(kit->store, check, &spec, record, &kit->err));
	return record;
}

static size_t open_findings(struct kit *kit, int64_t check)
{
	struct tora_finding_filter filter = { .check = check, .open_only = true };
	struct tora_finding_rows rows;

	ok(kit, tora_findings_list(kit->store, kit->arena, &filter, &rows, &kit->err));
	return rows.n;
}

static void ids_stay_and_acks_follow(void **state)
{
	struct kit *kit = *state;
	int64_t one = kit_enqueue(kit, "topic", "h1"), two = kit_enqueue(kit, "topic", "h2");
	cJSON *a = adopt(kit, one, "f1 f2"), *b;
	struct tora_finding_row row;

	assert_string_equal(id_of(a, 0), "K1");
	assert_string_equal(id_of(a, 1), "K2");
	ok(kit, tora_findings_ack(kit->store, 1, "ack", &kit->err));
	b = adopt(kit, two, "f3 f1"); /* after an amend: f1 is the same finding */
	assert_string_equal(id_of(b, 0), "K3");
	assert_string_equal(id_of(b, 1), "K1");
	assert_string_equal(
		tora_json_text(cJSON_GetArrayItem(tora_json_list(b, "findings"), 1), "acked", ""),
		"ack");
	assert_int_equal(open_findings(kit, one), 1);
	assert_int_equal(open_findings(kit, two), 1);
	ok(kit, tora_findings_ack(kit->store, 1, NULL, &kit->err));
	assert_int_equal(open_findings(kit, two), 2);
	ok(kit, tora_findings_get(kit->store, kit->arena, 1, true, &row, &kit->err));
	assert_int_equal(row.check, two);
	assert_int_equal(tora_findings_ack(kit->store, 99, "ack", &kit->err), TORA_E_NOTFOUND);
	assert_int_equal(kit_events(kit, "finding.new"), 3);
	assert_int_equal(kit_events(kit, "finding.changed"), 2);
	assert_int_equal(kit_events(kit, "check.done"), 2);
	cJSON_Delete(a);
	cJSON_Delete(b);
}

static void all_or_nothing(void **state)
{
	static const char *const bad[] = {
		"{\"state\":\"done\",\"findings\":[{\"fingerprint\":\"g\",\"verdict\":"
		"\"unintended\"},"
		"{\"verdict\":\"unintended\"}]}",
		"{\"state\":\"done\",\"findings\":[{\"fingerprint\":\"g\",\"verdict\":\"odd\"}]}",
		"{\"state\":\"running\"}",
		"{}",
		"[]",
	};
	struct kit *kit = *state;
	int64_t id = kit_enqueue(kit, "topic", "h1");
	struct tora_finding_filter filter = { .check = id, .verdict = "*" };
	struct tora_finding_rows found;
	struct tora_check_row row;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		cJSON *record = cJSON_Parse(bad[i]);

		if (tora_record_adopt(kit->store, id, &spec, record, &kit->err) != TORA_E_FORMAT)
			fail_msg("taken: %s", bad[i]);
		cJSON_Delete(record);
	}
	ok(kit, tora_checks_get(kit->store, kit->arena, id, &row, &kit->err));
	assert_string_equal(row.state, "queued");
	ok(kit, tora_findings_list(kit->store, kit->arena, &filter, &found, &kit->err));
	assert_int_equal(found.n, 0);
	assert_int_equal(kit_events(kit, "finding.new"), 0);
}

static void model_check_goes_in(void **state)
{
	struct kit *kit = *state;
	struct tora_check check = { .arena = kit->arena, .id = "", .repo_path = "/other" };
	struct tora_record_spec other = { .common_dir = "/other/.git", .branch = "b" };
	struct tora_finding *f = tora_vec_push(kit->arena, &check.findings);
	struct tora_check_row row;
	struct tora_repo_row repo;
	struct tora_spend sum;
	cJSON *record = NULL;

	f->fingerprint = "fp";
	f->test = "print(1)";
	f->difference.kind = TORA_DIFF_VALUE;
	check.cost.requests = 3;
	check.cost.tokens_in = 5;
	ok(kit, tora_record_put(kit->store, &check, &other, &record, &kit->err));
	assert_string_equal(check.id, "c1");
	assert_string_equal(check.findings.at[0].id, "K1");
	assert_string_equal(tora_json_text(record, "check", ""), "c1");
	ok(kit, tora_checks_get(kit->store, kit->arena, 1, &row, &kit->err));
	assert_string_equal(row.state, "done");
	assert_string_equal(row.trigger, "ask");
	assert_int_equal(row.findings, 1);
	/* Every request was counted when it was made; a check that dies has spent as much. */
	ok(kit, tora_spend_today(kit->store, NULL, NULL, &sum, &kit->err));
	assert_int_equal(sum.requests, 0);
	ok(kit, tora_repos_find(kit->store, kit->arena, "/other/.git", &repo, &kit->err));
	assert_false(repo.watched);
	cJSON_Delete(record);
}

static void reuse(void **state)
{
	struct kit *kit = *state;
	struct tora_check check = { .arena = kit->arena, .id = "" };
	struct tora_record_spec other = { .common_dir = "/r/.git", .key = "another" };
	int64_t one = kit_enqueue(kit, "topic", "h1");
	cJSON *first = adopt(kit, one, "f1"), *again = NULL;
	struct tora_check_row row;
	int64_t ended;

	assert_int_equal(tora_record_reuse(kit->store, &check, &other, &again, &kit->err),
	                 TORA_E_NOTFOUND);
	snprintf(check.head.hex, sizeof check.head.hex, "h9");
	ok(kit, tora_record_reuse(kit->store, &check, &spec, &again, &kit->err));
	assert_string_equal(check.id, "c2");
	assert_string_equal(tora_json_text(again, "reused", ""), "c1");
	assert_string_equal(tora_json_text(again, "head", ""), "h9");
	assert_string_equal(id_of(again, 0), "K1");
	assert_int_equal(open_findings(kit, 2), 1);
	assert_int_equal(kit_events(kit, "finding.new"), 1); /* nothing new was found */
	ok(kit, tora_checks_get(kit->store, kit->arena, 2, &row, &kit->err));
	assert_string_equal(row.head, "h9");
	ok(kit, tora_checks_get(kit->store, kit->arena, one, &row, &kit->err));
	ended = row.ended;
	assert_int_equal(tora_json_int(again, "remembered_from", 0), ended);
	cJSON_Delete(first);
	cJSON_Delete(again);
	/* From memory once more: of the check that ran the tests all the same. */
	ok(kit, tora_sql_run(kit->store, &kit->err, "UPDATE checks SET ended = ? WHERE id = 2", "i",
	                     (int64_t)1));
	check.id = "";
	ok(kit, tora_record_reuse(kit->store, &check, &spec, &again, &kit->err));
	assert_int_equal(tora_json_int(again, "remembered_from", 0), ended);
	cJSON_Delete(again);
}

static void keys_differ(void **state)
{
	char a[65], b[65], c[65];

	(void)state;
	tora_record_key("t1", "t2", "i", "c", a);
	tora_record_key("t1", "t2", "i", "c", b);
	tora_record_key("t1t", "2", "i", "c", c);
	assert_string_equal(a, b);
	assert_string_not_equal(a, c);
}

static void answers_and_money(void **state)
{
	struct kit *kit = *state;
	struct tora_spend one = { 1, 10, 0.5 }, sum;
	struct tora_spend_rows rows;
	const char *answer = NULL;

	assert_int_equal(tora_answers_get(kit->store, kit->arena, "k", &answer, &kit->err),
	                 TORA_E_NOTFOUND);
	ok(kit, tora_answers_put(kit->store, "k", "m", "old", &kit->err));
	ok(kit, tora_answers_put(kit->store, "k", "m", "new", &kit->err));
	ok(kit, tora_answers_prune(kit->store, 1, &kit->err));
	ok(kit, tora_answers_get(kit->store, kit->arena, "k", &answer, &kit->err));
	assert_string_equal(answer, "new");
	ok(kit, tora_spend_add(kit->store, "/r", "a", "judge", &one, &kit->err));
	ok(kit, tora_spend_add(kit->store, "/r", "a", "judge", &one, &kit->err));
	ok(kit, tora_spend_add(kit->store, "/r", "b", "judge", &one, &kit->err));
	ok(kit, tora_spend_today(kit->store, "/r", "a", &sum, &kit->err));
	assert_int_equal(sum.requests, 2);
	one = (struct tora_spend){ 1, 500, 0 };
	ok(kit, tora_spend_add(kit->store, "/s", "", "judge", &one, &kit->err));
	ok(kit, tora_spend_rows(kit->store, kit->arena, &rows, &kit->err));
	assert_int_equal(rows.of.n, 3);
	assert_int_equal(strlen(rows.day), 10);
	assert_string_equal(rows.of.at[0].common_dir, "/s"); /* the dearest first */
	assert_string_equal(rows.of.at[0].branch, "");
	assert_int_equal(rows.of.at[0].spend.tokens, 500);
	assert_string_equal(rows.of.at[1].branch, "a");
	assert_int_equal(rows.of.at[1].spend.requests, 2);
	assert_true(rows.of.at[2].spend.usd > 0.49 && rows.of.at[2].spend.usd < 0.51);
	one = (struct tora_spend){ -1, -500, 0 };
	ok(kit, tora_spend_add(kit->store, "/s", "", "judge", &one, &kit->err));
	ok(kit, tora_spend_today(kit->store, NULL, NULL, &sum, &kit->err));
	assert_int_equal(sum.tokens, 30);
	assert_true(sum.usd > 1.49 && sum.usd < 1.51);
}

/* The two tables `tora budget` shows never tell two stories. */
static void a_request_is_in_both_tables_or_in_none(void **state)
{
	struct kit *kit = *state;
	struct tora_spend one = { 1, 10, 0.5 }, sum;
	struct tora_spend_rows rows;

	ok(kit, tora_spend_add(kit->store, "/r", "a", "judge", &one, &kit->err));
	ok(kit, tora_spend_rows_by(kit->store, kit->arena, NULL, 1, &rows, &kit->err));
	assert_int_equal(rows.of.n, 1);
	assert_string_equal(rows.of.at[0].branch, "judge");
	ok(kit, tora_sql_run(kit->store, &kit->err, "DROP TABLE spend_by", ""));
	assert_int_not_equal(tora_spend_add(kit->store, "/r", "a", "judge", &one, &kit->err), 0);
	ok(kit, tora_spend_today(kit->store, NULL, NULL, &sum, &kit->err));
	assert_int_equal(sum.requests, 1);
}

static void briefs(void **state)
{
	static const struct {
		const char *label, *json, *before, *after;
	} cases[] = {
		{ "pieces", "{\"value_before\":\"1\",\"value_after\":\"2\"}", "1", "2" },
		{ "first line that differs",
		  "{\"before\":{\"stdout\":\"a\\nb\\n\"},\"after\":{\"stdout\":\"a\\nc\\n\"}}", "b",
		  "c" },
		{ "one side ended",
		  "{\"before\":{\"stdout\":\"a\\n\"},\"after\":{\"stdout\":\"\"}}", "a", "" },
		{ "an exception, on one line",
		  "{\"before\":{\"stdout\":\"a\\n\"},\"after\":{\"exception\":{\"type\":\"E\","
		  "\"message\":\"x\\ny\"}}}",
		  "a", "E: x y" },
		{ "nothing", "{}", "", "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		cJSON *in = cJSON_Parse(cases[i].json), *out = tora_brief(in);

		if (strcmp(tora_json_text(out, "before", "?"), cases[i].before) != 0 ||
		    strcmp(tora_json_text(out, "after", "?"), cases[i].after) != 0)
			fail_msg("%s: '%s' '%s'", cases[i].label,
			         tora_json_text(out, "before", "?"),
			         tora_json_text(out, "after", "?"));
		cJSON_Delete(in);
		cJSON_Delete(out);
	}
}

static void brief_is_cut_between_characters(void **state)
{
	char json[1200] = "{\"value_before\":\"";
	cJSON *in, *out;

	(void)state;
	strncat(json, "x", sizeof json - strlen(json) - 1);
	for (int i = 0; i < 150; i++)
		strncat(json, "\xc3\xa9", sizeof json - strlen(json) - 1);
	strncat(json, "\"}", sizeof json - strlen(json) - 1);
	in = cJSON_Parse(json);
	out = tora_brief(in);
	assert_int_equal(strlen(tora_json_text(out, "before", "")), 199);
	cJSON_Delete(in);
	cJSON_Delete(out);
}

static void brief_has_the_steps(void **state)
{
	cJSON *in = cJSON_Parse("{\"steps\":[{\"commit\":\"12\",\"commit_subject\":\"Tidy\","
	                        "\"before\":\"0\",\"after\":\"490\",\"more\":\"x\"}]}");
	cJSON *out = tora_brief(in), *none = cJSON_CreateObject(), *plain = tora_brief(none);

	(void)state;
	cJSON_DeleteItemFromObject(tora_json_list(in, "steps")->child, "more");
	assert_true(cJSON_Compare(tora_json_list(in, "steps"), tora_json_list(out, "steps"), true));
	assert_null(tora_json_list(plain, "steps"));
	cJSON_Delete(in);
	cJSON_Delete(out);
	cJSON_Delete(none);
	cJSON_Delete(plain);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(ids_stay_and_acks_follow, kit_up, kit_down),
		cmocka_unit_test_setup_teardown(all_or_nothing, kit_up, kit_down),
		cmocka_unit_test_setup_teardown(model_check_goes_in, kit_up, kit_down),
		cmocka_unit_test_setup_teardown(reuse, kit_up, kit_down),
		cmocka_unit_test(keys_differ),
		cmocka_unit_test_setup_teardown(answers_and_money, kit_up, kit_down),
		cmocka_unit_test_setup_teardown(a_request_is_in_both_tables_or_in_none, kit_up,
		                                kit_down),
		cmocka_unit_test(briefs),
		cmocka_unit_test(brief_is_cut_between_characters),
		cmocka_unit_test(brief_has_the_steps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
