/*
 * test_findings.c - in which order findings come.
 */
#include "kit.h"

#include "store/sql.h"

static cJSON *record_with(const double *confidences, size_t n)
{
	cJSON *record = kit_record("done", ""), *list = NULL;

	cJSON_DeleteItemFromObject(record, "findings");
	list = tora_json_put_list(record, "findings");
	for (size_t i = 0; i < n; i++) {
		cJSON *one = cJSON_CreateObject();
		char fingerprint[8];

		snprintf(fingerprint, sizeof fingerprint, "f%zu", i + 1);
		tora_json_put_text(one, "fingerprint", fingerprint);
		tora_json_put_text(one, "verdict", "unintended");
		tora_json_put_text(one, "function", "p.f");
		if (confidences[i] > 0)
			tora_json_put_num(one, "confidence", confidences[i]);
		cJSON_AddItemToArray(list, one);
	}
	return record;
}

static void order(void **state)
{
	static const struct {
		const char *label;
		bool as_recorded;
		double confidences[4]; /* of K1, K2, ...; 0: has none */
		unsigned limit;
		const char *ids;
	} rows[] = {
		{ "newest first", false, { 0.9, 0.5, 0.7 }, 0, "321" },
		{ "as the check has them", true, { 0.5, 0.9, 0.7 }, 0, "123" },
		{ "the limit cuts the last", true, { 0.5, 0.9, 0.7 }, 2, "12" },
		{ "old: surest first", true, { 0.5, 0.9, 0.7 }, 0, "231" },
		{ "old: as found when equally sure", true, { 0.5, 0.5, 0.5 }, 0, "123" },
		{ "old: without a confidence last", true, { 0, 0.1, 0.2 }, 0, "321" },
		{ "old: the limit cuts the least sure", true, { 0.5, 0.9, 0.7 }, 2, "23" },
	};
	struct kit *kit = *state;
	static const struct tora_record_spec spec = { .common_dir = "/r/.git" };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		int64_t check = kit_enqueue(kit, "topic", "h1");
		struct tora_finding_filter filter = { .check = check,
			                              .as_recorded = rows[i].as_recorded,
			                              .limit = rows[i].limit };
		struct tora_finding_rows found = { 0 };
		cJSON *record = record_with(rows[i].confidences, 3);
		char ids[8] = "";

		ok(kit, tora_record_adopt(kit->store, check, &spec, record, &kit->err));
		if (strncmp(rows[i].label, "old", 3) ==
		    0) /* recorded by a version without places */
			ok(kit,
			   tora_sql_run(kit->store, &kit->err, "UPDATE shown SET place = 0", ""));
		ok(kit, tora_findings_list(kit->store, kit->arena, &filter, &found, &kit->err));
		for (size_t n = 0; n < found.n && n < 7; n++)
			ids[n] = (char)('0' + found.at[n].id);
		if (strcmp(ids, rows[i].ids) != 0)
			fail_msg("%s: %s instead of %s", rows[i].label, ids, rows[i].ids);
		cJSON_Delete(record);
	}
}

/* Another branch's check of the same difference is more or less sure: what a check found keeps its own word. */
static void sure_by_check(void **state)
{
	static const struct tora_record_spec spec = { .common_dir = "/r/.git" };
	static const double sure[] = { 0.8, 0.3 };
	struct kit *kit = *state;
	int64_t check[2];

	for (size_t i = 0; i < 2; i++) {
		cJSON *record = record_with(&sure[i], 1);

		check[i] = kit_enqueue(kit, i ? "other" : "topic", "h1");
		ok(kit, tora_record_adopt(kit->store, check[i], &spec, record, &kit->err));
		cJSON_Delete(record);
	}
	for (size_t i = 0; i < 3; i++) {
		struct tora_finding_filter filter = { .check = check[i % 2] };
		struct tora_finding_rows found = { 0 };

		if (i == 2) /* recorded by a version that kept the last word alone */
			ok(kit, tora_sql_run(kit->store, &kit->err,
			                     "UPDATE shown SET confidence = NULL", ""));
		ok(kit, tora_findings_list(kit->store, kit->arena, &filter, &found, &kit->err));
		assert_int_equal(found.n, 1);
		assert_true(found.at[0].confidence == sure[i ? 1 : 0]);
	}
}

/* What is shown of a finding is all of one check: the newest one, though another's result may have come later. */
static void as_one_check_found_it(void **state)
{
	static const struct tora_record_spec spec = { .common_dir = "/r/.git" };
	static const double sure[] = { 0.8, 0.3 };
	struct kit *kit = *state;
	int64_t check[2] = { kit_enqueue(kit, "topic", "h1"), kit_enqueue(kit, "other", "h1") };

	for (size_t i = 2; i-- > 0;) {
		cJSON *record = record_with(&sure[i], 1);

		ok(kit, tora_record_adopt(kit->store, check[i], &spec, record, &kit->err));
		cJSON_Delete(record);
	}
	for (size_t i = 0; i < 2; i++) {
		struct tora_finding_row found;
		cJSON *json = NULL;

		if (i == 1) /* its record is kept no more: then as it was last found */
			ok(kit, tora_sql_run(kit->store, &kit->err,
			                     "UPDATE checks SET record = NULL", ""));
		ok(kit, tora_findings_get(kit->store, kit->arena, 1, true, &found, &kit->err));
		assert_int_equal(found.check, check[1]);
		ok(kit, tora_json_parse(tora_sv(found.json), 1 << 16, &json, &kit->err));
		assert_true(tora_json_num(json, "confidence", 0) == sure[i ? 0 : 1]);
		cJSON_Delete(json);
	}
	/* to say something of it no record is read, which may have 16 MiB */
	ok(kit, tora_sql_run(kit->store, &kit->err, "UPDATE checks SET record = '{'", ""));
	ok(kit, tora_findings_ack(kit->store, 1, "ack", &kit->err));
}

static cJSON *one_finding(const char *fingerprint, const char *function, const char *kind,
                          const char *verdict)
{
	cJSON *one = cJSON_CreateObject();

	tora_json_put_text(one, "fingerprint", fingerprint);
	tora_json_put_text(one, "verdict", verdict);
	if (function)
		tora_json_put_text(one, "function", function);
	tora_json_put_text(one, "difference", kind);
	return one;
}

static void of_one_cause(void **state)
{
	static const struct {
		const char *fingerprint, *function, *kind, *verdict, *alike;
	} rows[] = {
		{ "f1", "p.f", "value", "unintended", "27" },
		{ "f2", "p.f", "value", "unintended", "17" },
		{ "f3", "p.f", "order", "unintended", "" },
		{ "f4", "p.g", "value", "unintended", "" },
		{ "f5", "", "value", "unintended", "" }, /* of no function: no likeness */
		{ "f6", "", "value", "unintended", "" },
		{ "f7", "p.f", "value", "coincidental-fix", "12" },
		{ "f8", "p.f", "value", "unsure", "127" }, /* nobody is shown it: covers, is not covered */
	};
	static const struct tora_record_spec spec = { .common_dir = "/r/.git" };
	struct kit *kit = *state;
	int64_t check = kit_enqueue(kit, "topic", "h1"), other = kit_enqueue(kit, "topic", "h2");
	cJSON *record = kit_record("done", ""), *list;
	size_t n = sizeof rows / sizeof *rows, i, k;

	cJSON_DeleteItemFromObject(record, "findings");
	list = tora_json_put_list(record, "findings");
	for (i = 0; i < n; i++)
		cJSON_AddItemToArray(list, one_finding(rows[i].fingerprint, rows[i].function,
		                                       rows[i].kind, rows[i].verdict));
	ok(kit, tora_record_adopt(kit->store, check, &spec, record, &kit->err));
	for (i = 0; i < n; i++) {
		struct tora_finding_rows found = { 0 };
		const char *want = rows[i].alike;
		char ids[16] = "";

		ok(kit,
		   tora_findings_alike(kit->store, kit->arena, (int64_t)i + 1, &found, &kit->err));
		for (k = 0; k < found.n && k < 15; k++)
			ids[k] = (char)('0' + found.at[k].id);
		if (strcmp(ids, want) != 0)
			fail_msg("%s: '%s' instead of '%s'", rows[i].fingerprint, ids, want);
	}
	cJSON_Delete(record);
	/* Only what the newest check with it shows. */
	record = kit_record("done", "");
	cJSON_DeleteItemFromObject(record, "findings");
	list = tora_json_put_list(record, "findings");
	cJSON_AddItemToArray(list, one_finding("f1", "p.f", "value", "unintended"));
	ok(kit, tora_record_adopt(kit->store, other, &spec, record, &kit->err));
	{
		struct tora_finding_rows found = { 0 };

		ok(kit, tora_findings_alike(kit->store, kit->arena, 1, &found, &kit->err));
		assert_int_equal(found.n, 0);
	}
	cJSON_Delete(record);
}

static const char *said_of(struct kit *kit, const char *fingerprint)
{
	const char *kind = NULL;

	ok(kit, tora_findings_acked(kit->store, kit->arena, 1, fingerprint, &kind, &kit->err));
	return kind ? kind : "nothing";
}

static void show(struct kit *kit, const char *head, const char *fingerprint, const char *likeness)
{
	static const struct tora_record_spec spec = { .common_dir = "/r/.git" };
	int64_t check = kit_enqueue(kit, "topic", head);
	cJSON *record = kit_record("done", ""), *list;
	cJSON *one = one_finding(fingerprint, "p.f", "value", "unintended");

	cJSON_DeleteItemFromObject(record, "findings");
	list = tora_json_put_list(record, "findings");
	if (likeness)
		tora_json_put_text(one, "likeness", likeness);
	cJSON_AddItemToArray(list, one);
	ok(kit, tora_record_adopt(kit->store, check, &spec, record, &kit->err));
	cJSON_Delete(record);
}

/* What was said of a difference holds when another test shows it, and of nothing else. */
static void the_same_by_another_test(void **state)
{
	struct kit *kit = *state;

	show(kit, "h1", "f1", "like");
	show(kit, "h1", "f2", "like"); /* before anything was said: said of one, not of the other */
	ok(kit, tora_findings_ack(kit->store, 1, "dismiss", &kit->err));
	assert_string_equal(said_of(kit, "f1"), "dismiss");
	show(kit, "h2", "f2", "like");
	assert_string_equal(said_of(kit, "f2"), "nothing");
	show(kit, "h2", "f3", "like");
	assert_string_equal(said_of(kit, "f3"), "dismiss");
	show(kit, "h2", "f4", "another");
	show(kit, "h2", "f5", "");
	show(kit, "h2", "f6", NULL);
	assert_string_equal(said_of(kit, "f4"), "nothing");
	assert_string_equal(said_of(kit, "f5"), "nothing");
	assert_string_equal(said_of(kit, "f6"), "nothing");
	/* Taken back it is of all, or the next check would bring it again. */
	ok(kit, tora_findings_ack(kit->store, 3, NULL, &kit->err));
	assert_string_equal(said_of(kit, "f1"), "nothing");
	assert_string_equal(said_of(kit, "f3"), "nothing");
	show(kit, "h3", "f7", "like");
	assert_string_equal(said_of(kit, "f7"), "nothing");
	/* Two that nobody knows the likeness of have none. */
	ok(kit, tora_findings_ack(kit->store, 5, "ack", &kit->err));
	ok(kit, tora_findings_ack(kit->store, 6, "ack", &kit->err));
	ok(kit, tora_findings_ack(kit->store, 6, NULL, &kit->err));
	assert_string_equal(said_of(kit, "f5"), "ack");
	show(kit, "h3", "f8", "");
	assert_string_equal(said_of(kit, "f8"), "nothing");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(order, kit_up, kit_down),
		cmocka_unit_test_setup_teardown(sure_by_check, kit_up, kit_down),
		cmocka_unit_test_setup_teardown(as_one_check_found_it, kit_up, kit_down),
		cmocka_unit_test_setup_teardown(of_one_cause, kit_up, kit_down),
		cmocka_unit_test_setup_teardown(the_same_by_another_test, kit_up, kit_down),
	};

	return cmocka_run_group_tests_name("findings", tests, NULL, NULL);
}
