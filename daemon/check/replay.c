/*
 * replay.c - `torad replay FILE.jsonl --repo R`: labelled tests, run again on both versions.
 *
 * Each line names two commits, a test and whether its behaviour differs between them. The
 * answer is a line {"id","expected","differs","kind"} each, and {"replay":{"right","of"}} at
 * the end. Lines of the same pair of commits share builds and runners. For developing tora:
 * the comparison is held against data that people labelled (tests/README.md).
 */
#include "check/check.h"
#include "check/infile.h"
#include "check/session.h"
#include "check/stages.h"
#include "judge/judge.h"
#include "tora/json.h"

#include <stdio.h>
#include <string.h>

#define FILE_MAX (64u << 20)

struct replay {
	struct tora_check_options options;
	struct tora_session session;
	bool open;
	char before[65], after[65]; /* the pair the session is open for */
	size_t right, of;
};

static void close_pair(struct replay *r)
{
	if (!r->open)
		return;
	tora_stages_close(&r->session.check);
	tora_session_close(&r->session);
	r->open = false;
}

static int open_pair(struct replay *r, const char *before, const char *after, struct tora_err *err)
{
	int rc;

	if (r->open && strcmp(r->before, before) == 0 && strcmp(r->after, after) == 0)
		return TORA_OK;
	close_pair(r);
	(void)snprintf(r->before, sizeof r->before, "%s", before);
	(void)snprintf(r->after, sizeof r->after, "%s", after);
	r->options.base = r->before;
	r->options.head = r->after;
	rc = tora_session_open(&r->options, &r->session, err);
	r->open = true;
	if (rc == TORA_OK)
		rc = tora_session_pair(&r->session, err);
	return rc ? rc : tora_stages_prepare(&r->session.check, err);
}

static int replay_line(struct replay *r, const cJSON *entry, struct tora_err *err)
{
	bool expected = tora_json_bool(entry, "difference", false), differs = false;
	struct tora_difference difference = { .kind = TORA_DIFF_NONE };
	cJSON *line;
	int rc = open_pair(r, tora_json_text(entry, "before", ""),
	                   tora_json_text(entry, "after", ""), err);

	if (rc == TORA_OK)
		rc = tora_judge_replay(&r->session.check, tora_json_text(entry, "test", ""),
		                       &differs, &difference, err);
	if (rc)
		return tora_wrap(err, "%s", tora_json_text(entry, "id", "?"));
	r->of++;
	r->right += differs == expected;
	line = cJSON_CreateObject();
	tora_json_put_text(line, "id", tora_json_text(entry, "id", ""));
	tora_json_put_bool(line, "expected", expected);
	tora_json_put_bool(line, "differs", differs);
	tora_json_put_text(line, "kind", tora_difference_name(difference.kind));
	tora_session_say("entry", line);
	return TORA_OK;
}

static int replay_file(struct replay *r, struct tora_sv text, struct tora_err *err)
{
	struct tora_sv line;
	int rc = TORA_OK;

	while (rc == TORA_OK && tora_sv_line(&text, &line)) {
		cJSON *entry = NULL;

		if (!line.len)
			continue;
		rc = tora_json_parse(line, FILE_MAX, &entry, err);
		if (rc == TORA_OK)
			rc = replay_line(r, entry, err);
		cJSON_Delete(entry);
	}
	return rc;
}

int tora_replay_command(int argc, char **argv)
{
	struct replay r = { .session = { .log_fd = -1 } };
	struct tora_str text = TORA_STR_INIT(FILE_MAX);
	struct tora_err err = TORA_ERR_INIT;
	cJSON *total;
	int rc = tora_check_options_parse(argc, argv, &r.options, &err);

	if (rc == TORA_OK && !r.options.finding)
		rc = tora_fail(&err, TORA_E_USAGE, "usage: torad replay FILE.jsonl --repo PATH");
	r.options.no_store = true;
	if (rc == TORA_OK)
		rc = tora_infile_read(r.options.finding, &text, &err);
	if (rc == TORA_OK)
		rc = replay_file(&r, tora_str_view(&text), &err);
	close_pair(&r);
	tora_str_free(&text);
	if (rc) {
		tora_session_complain(&err);
		return rc == TORA_E_USAGE ? 3 : 2;
	}
	total = cJSON_CreateObject();
	tora_json_put_int(total, "right", (int64_t)r.right);
	tora_json_put_int(total, "of", (int64_t)r.of);
	tora_session_say("replay", total);
	return r.right == r.of ? 0 : 1;
}
