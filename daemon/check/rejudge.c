/*
 * rejudge.c - `torad rejudge RECORD --repo R`: a check's findings, judged by the rules of today.
 *
 * RECORD is a file with what `torad check` printed, or the record alone. The change is looked at
 * again (messages, diff, functions); nothing is built, generated or run. Printed is {"record":…}
 * with the same findings, new verdicts, and the facts that led to them. For developing the rules (tests/README.md).
 */
#include "change/change.h"
#include "check/check.h"
#include "check/infile.h"
#include "check/session.h"
#include "judge/judge.h"
#include "tora/json.h"

#define FILE_MAX (64u << 20)

static int read_findings(const cJSON *record, struct tora_check *check, struct tora_err *err)
{
	const cJSON *one;
	int rc;

	cJSON_ArrayForEach(one, tora_json_list(record, "findings"))
	{
		struct tora_finding f;

		rc = tora_finding_parse(one, check->arena, &f, err);
		if (rc)
			return rc;
		*tora_vec_push(check->arena, &check->findings) = f;
	}
	return TORA_OK;
}

/* What each verdict was reached from, for rows of `tora eval`. */
static void put_facts(const struct tora_check *check, cJSON *record)
{
	const struct tora_finding *f = check->findings.at;
	cJSON *one;

	cJSON_ArrayForEach(one, tora_json_list(record, "findings"))
	{
		cJSON *facts = tora_json_put_list(one, "facts");

		for (size_t i = 0; i < f->facts.n; i++)
			cJSON_AddItemToArray(facts, cJSON_CreateString(f->facts.at[i]));
		f++;
	}
}

static int rejudge(struct tora_session *s, struct tora_check_options *options, const cJSON *record,
                   struct tora_err *err)
{
	struct tora_check *check = &s->check;
	cJSON *answer;
	int rc;

	options->base = tora_json_text(record, "base", NULL);
	options->head = tora_json_text(record, "head", NULL);
	rc = tora_session_open(options, s, err);
	if (rc == TORA_OK)
		rc = tora_session_range(s, err);
	if (rc == TORA_OK)
		rc = tora_session_config(s, err);
	if (rc == TORA_OK && check->reason == TORA_REASON_NONE)
		rc = tora_stage_change(check, err);
	if (rc == TORA_OK && check->reason != TORA_REASON_NONE)
		rc = tora_fail(err, TORA_E_NOTFOUND, "%s", check->reason_detail);
	if (rc == TORA_OK)
		rc = read_findings(record, check, err);
	if (rc)
		return rc;
	tora_judge_again(check);
	answer = tora_check_json(check);
	put_facts(check, answer);
	tora_session_say("record", answer);
	return TORA_OK;
}

/* The last line that is a record: progress goes before it. */
static int read_record(struct tora_sv text, cJSON **ret, struct tora_err *err)
{
	struct tora_sv line;
	int rc = TORA_OK;

	while (rc == TORA_OK && tora_sv_line(&text, &line)) {
		if (!tora_sv_starts(line, "{") || tora_sv_starts(line, "{\"progress\""))
			continue;
		cJSON_Delete(*ret);
		rc = tora_json_parse(line, FILE_MAX, ret, err);
	}
	return rc || *ret ? rc : tora_fail(err, TORA_E_FORMAT, "there is no record in the file");
}

int tora_rejudge_command(int argc, char **argv)
{
	struct tora_session session = { .log_fd = -1 };
	struct tora_check_options options;
	struct tora_str text = TORA_STR_INIT(FILE_MAX);
	struct tora_err err = TORA_ERR_INIT;
	const cJSON *inner;
	cJSON *record = NULL;
	int rc = tora_check_options_parse(argc, argv, &options, &err);

	if (rc == TORA_OK && !options.finding)
		rc = tora_fail(&err, TORA_E_USAGE, "usage: torad rejudge RECORD.json --repo PATH");
	options.no_store = true;
	if (rc == TORA_OK)
		rc = tora_infile_read(options.finding, &text, &err);
	if (rc == TORA_OK)
		rc = read_record(tora_str_view(&text), &record, &err);
	if (rc == TORA_OK) {
		inner = tora_json_obj(record, "record");
		rc = rejudge(&session, &options, inner ? inner : record, &err);
		tora_session_close(&session);
	}
	cJSON_Delete(record);
	tora_str_free(&text);
	if (rc)
		tora_session_complain(&err);
	return !rc ? 0 : rc == TORA_E_USAGE ? 3 : 2;
}
