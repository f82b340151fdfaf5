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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(order, kit_up, kit_down),
	};

	return cmocka_run_group_tests_name("findings", tests, NULL, NULL);
}
