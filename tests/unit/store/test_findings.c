/*
 * test_findings.c - in which order findings come.
 */
#include "kit.h"

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
		bool surest_first;
		double confidences[4]; /* of K1, K2, ...; 0: has none */
		unsigned limit;
		const char *ids;
	} rows[] = {
		{ "newest first", false, { 0.9, 0.5, 0.7 }, 0, "321" },
		{ "surest first", true, { 0.5, 0.9, 0.7 }, 0, "231" },
		{ "as found when equally sure", true, { 0.5, 0.5, 0.5 }, 0, "123" },
		{ "without a confidence last", true, { 0, 0.1, 0.2 }, 0, "321" },
		{ "the limit cuts the least sure", true, { 0.5, 0.9, 0.7 }, 2, "23" },
	};
	struct kit *kit = *state;
	static const struct tora_record_spec spec = { .common_dir = "/r/.git" };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		int64_t check = kit_enqueue(kit, "topic", "h1");
		struct tora_finding_filter filter = { .check = check,
			                              .surest_first = rows[i].surest_first,
			                              .limit = rows[i].limit };
		struct tora_finding_rows found = { 0 };
		cJSON *record = record_with(rows[i].confidences, 3);
		char ids[8] = "";

		ok(kit, tora_record_adopt(kit->store, check, &spec, record, &kit->err));
		ok(kit, tora_findings_list(kit->store, kit->arena, &filter, &found, &kit->err));
		for (size_t n = 0; n < found.n && n < 7; n++)
			ids[n] = (char)('0' + found.at[n].id);
		if (strcmp(ids, rows[i].ids) != 0)
			fail_msg("%s: %s instead of %s", rows[i].label, ids, rows[i].ids);
		cJSON_Delete(record);
	}
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(order, kit_up, kit_down),
		cmocka_unit_test_setup_teardown(of_one_cause, kit_up, kit_down),
	};

	return cmocka_run_group_tests_name("findings", tests, NULL, NULL);
}
