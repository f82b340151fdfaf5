/*
 * record.c - the result of a check, in one transaction.
 */
#include "store/record.h"
#include "model/check.h"
#include "store/brief.h"
#include "store/checks.h"
#include "store/events.h"
#include "store/findings.h"
#include "store/prune.h"
#include "store/repos.h"
#include "store/results.h"
#include "store/sql.h"
#include "tora/clock.h"
#include "tora/hash.h"
#include "tora/json.h"

#include <stdio.h>
#include <string.h>

#define FINDINGS_MAX 500

struct put { /* what one transaction works on */
	struct tora_store *store;
	struct tora_arena *arena;
	const struct tora_record_spec *spec;
	cJSON *record;
	int64_t check, repo;
	const char *common_dir, *branch;
	unsigned place; /* in the record, from 1, of the finding that is put */
};

void tora_record_key(const char *base_tree, const char *head_tree, const char *intent,
                     const char *config, char ret_key[65])
{
	struct tora_hash h;

	tora_hash_init(&h);
	tora_hash_field(&h, tora_sv(base_tree));
	tora_hash_field(&h, tora_sv(head_tree));
	tora_hash_field(&h, tora_sv(intent));
	tora_hash_field(&h, tora_sv(config));
	tora_hash_field(&h, tora_sv(TORA_RESULTS)); /* what we are built from: see the Makefile */
	tora_hash_final(&h, ret_key);
}

static void set_text(cJSON *obj, const char *key, const char *text)
{
	cJSON *value = text ? cJSON_CreateString(text) : cJSON_CreateNull();

	if (cJSON_GetObjectItemCaseSensitive(obj, key))
		cJSON_ReplaceItemInObjectCaseSensitive(obj, key, value);
	else
		cJSON_AddItemToObject(obj, key, value);
}

static const char *id_text(struct tora_arena *arena, char letter, int64_t id)
{
	return tora_arena_printf(arena, "%c%lld", letter, (long long)id);
}

/* Find the row the result belongs to, or make one. */
static int claim_row(struct put *p, struct tora_err *err)
{
	struct tora_check_row row;
	int rc;

	if (p->check == 0) {
		p->common_dir = p->spec->common_dir;
		p->branch = p->spec->branch ? p->spec->branch : "";
		rc = tora_repos_ensure(p->store, p->common_dir, p->spec->work_dir, &p->repo, err);
		if (rc == TORA_OK)
			rc = tora_sql_run(
				p->store, err,
				"INSERT INTO checks(repo, branch, trigger, state, attempts,"
				" queued, started) VALUES (?, ?, ?, 'running', 1, ?4, ?4)",
				"itti", p->repo, p->branch,
				p->spec->trigger ? p->spec->trigger : "ask", tora_clock_wall_ms());
		if (rc == TORA_OK)
			p->check = tora_sql_last_id(p->store);
		return rc;
	}
	rc = tora_checks_get(p->store, p->arena, p->check, &row, err);
	if (rc)
		return rc;
	if (strcmp(row.state, "queued") != 0 && strcmp(row.state, "running") != 0)
		return tora_fail(err, TORA_E_CONFLICT, "check c%lld is %s already",
		                 (long long)p->check, row.state);
	p->repo = row.repo;
	p->common_dir = row.common_dir;
	p->branch = row.branch;
	return TORA_OK;
}

static bool is_shown(const char *verdict)
{
	return strcmp(verdict, "unintended") == 0 || strcmp(verdict, "coincidental-fix") == 0;
}

static int announce(struct put *p, const cJSON *finding, struct tora_err *err)
{
	cJSON *fields = cJSON_CreateObject();

	tora_json_put_text(fields, "branch", p->branch);
	tora_json_put_text(fields, "check", id_text(p->arena, 'c', p->check));
	cJSON_AddItemToObject(fields, "finding", tora_brief(finding));
	return tora_events_put(p->store, "finding.new", p->common_dir, fields, err);
}

static int write_finding(struct put *p, cJSON *finding, const char *fingerprint,
                         const char *verdict, int64_t id, struct tora_err *err)
{
	struct tora_str text = TORA_STR_INIT(TORA_FINDING_MAX);
	int rc;

	tora_json_print(finding, &text);
	rc = tora_str_check(&text, err);
	if (rc == TORA_OK)
		rc = tora_sql_run(
			p->store, err,
			"INSERT INTO findings(id, repo, fingerprint, verdict, check_id, at, json)"
			" VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT(id) DO UPDATE SET"
			" verdict = excluded.verdict, check_id = excluded.check_id,"
			" at = excluded.at, json = excluded.json",
			"iittiit", id, p->repo, fingerprint, verdict, p->check,
			tora_clock_wall_ms(), text.buf);
	if (rc == TORA_OK)
		rc = tora_sql_run(p->store, err,
		                  "INSERT OR IGNORE INTO shown(check_id, finding, verdict, place,"
		                  " confidence) VALUES (?, ?, ?, ?, ?)",
		                  "iitid", p->check, id, verdict, (int64_t)p->place,
		                  tora_json_num(finding, "confidence", 0));
	tora_str_free(&text);
	return rc;
}

static int put_finding(struct put *p, cJSON *finding, struct tora_err *err)
{
	const char *fingerprint = tora_json_text(finding, "fingerprint", "");
	const char *verdict = tora_json_text(finding, "verdict", ""), *acked = NULL;
	enum tora_verdict parsed;
	bool is_new;
	int64_t id = 0;
	int rc;

	if (!*fingerprint || tora_verdict_parse(verdict, &parsed))
		return tora_fail(err, TORA_E_FORMAT, "a finding without fingerprint or verdict");
	rc = tora_sql_int(p->store, err, &id,
	                  "SELECT id FROM findings WHERE repo = ? AND fingerprint = ?", "it",
	                  p->repo, fingerprint);
	is_new = rc == TORA_E_NOTFOUND;
	if (is_new)
		rc = tora_sql_int(p->store, err, &id,
		                  "SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence"
		                  " WHERE name = 'findings'",
		                  "");
	if (rc == TORA_OK)
		rc = tora_findings_acked(p->store, p->arena, p->repo, fingerprint, &acked, err);
	if (rc == TORA_OK && is_new && !acked)
		rc = tora_findings_take_over(p->store, p->arena, p->repo, fingerprint,
		                             tora_json_text(finding, "likeness", ""), &acked, err);
	if (rc)
		return rc;
	set_text(finding, "id", id_text(p->arena, 'K', id));
	set_text(finding, "acked", acked);
	rc = write_finding(p, finding, fingerprint, verdict, id, err);
	if (rc == TORA_OK && is_new && !acked && is_shown(verdict))
		rc = announce(p, finding, err);
	return rc;
}

/* A record says "" for a commit that was not found out; an event says null. */
static void put_oid(cJSON *fields, const cJSON *record, const char *key)
{
	const char *oid = tora_json_text(record, key, "");

	tora_json_put_text(fields, key, *oid ? oid : NULL);
}

static int write_check(struct put *p, struct tora_err *err)
{
	struct tora_str text = TORA_STR_INIT(TORA_RECORD_MAX);
	const char *state = tora_json_text(p->record, "state", "failed");
	const char *key = strcmp(state, "done") == 0 ? p->spec->key : NULL;
	cJSON *fields;
	int64_t shown = 0;
	int rc;

	tora_json_print(p->record, &text);
	rc = tora_str_check(&text, err);
	if (rc == TORA_OK)
		rc = tora_sql_run(p->store, err,
		                  "UPDATE checks SET state = ?, reason = ?, detail = ?,"
		                  " base = coalesce(?, base), head = coalesce(?, head), key = ?,"
		                  " record = ?, ended = ? WHERE id = ?",
		                  "toooootii", state, tora_json_text(p->record, "reason", NULL),
		                  tora_json_text(p->record, "detail", NULL),
		                  tora_json_text(p->record, "base", NULL),
		                  tora_json_text(p->record, "head", NULL), key, text.buf,
		                  tora_clock_wall_ms(), p->check);
	tora_str_free(&text);
	if (rc == TORA_OK)
		rc = tora_sql_int(p->store, err, &shown,
		                  "SELECT count(*) FROM shown WHERE check_id = ? AND verdict IN"
		                  " ('unintended', 'coincidental-fix')",
		                  "i", p->check);
	if (rc)
		return rc;
	fields = cJSON_CreateObject();
	tora_json_put_text(fields, "check", id_text(p->arena, 'c', p->check));
	tora_json_put_text(fields, "branch", p->branch);
	put_oid(fields, p->record, "base");
	put_oid(fields, p->record, "head");
	tora_json_put_text(fields, "state", state);
	tora_json_put_text(fields, "reason", tora_json_text(p->record, "reason", NULL));
	tora_json_put_text(fields, "detail", tora_json_text(p->record, "detail", NULL));
	tora_json_put_int(fields, "findings", shown);
	return tora_events_put(p->store, "check.done", p->common_dir, fields, err);
}

static int put_all(struct put *p, struct tora_err *err)
{
	cJSON *finding;
	int rc = claim_row(p, err);

	if (rc)
		return rc;
	set_text(p->record, "check", id_text(p->arena, 'c', p->check));
	cJSON_ArrayForEach(finding, tora_json_list(p->record, "findings"))
	{
		if (++p->place > FINDINGS_MAX)
			return tora_fail(err, TORA_E_LIMIT, "more than %d findings", FINDINGS_MAX);
		rc = put_finding(p, finding, err);
		if (rc)
			return rc;
	}
	rc = write_check(p, err);
	return rc ? rc : tora_prune_checks(p->store, p->repo, TORA_CHECKS_KEPT, err);
}

static bool is_final(const char *state)
{
	static const char *const states[] = { "done", "skipped", "failed", "canceled" };

	for (size_t i = 0; i < sizeof states / sizeof *states; i++)
		if (strcmp(state, states[i]) == 0)
			return true;
	return false;
}

/* One transaction; *ret_check is the row's id. */
static int put_record(struct tora_store *store, int64_t check, const struct tora_record_spec *spec,
                      cJSON *record, int64_t *ret_check, struct tora_err *err)
{
	struct put p = { .store = store, .spec = spec, .record = record, .check = check };
	int rc;

	if (!cJSON_IsObject(record) || !is_final(tora_json_text(record, "state", "")))
		return tora_fail(err, TORA_E_FORMAT, "not a check's record");
	rc = tora_store_begin(store, err);
	if (rc)
		return rc;
	p.arena = tora_arena_new();
	rc = tora_store_end(store, put_all(&p, err), err);
	if (rc == TORA_OK)
		*ret_check = p.check;
	tora_arena_free(p.arena);
	return rc;
}

int tora_record_adopt(struct tora_store *store, int64_t check, const struct tora_record_spec *spec,
                      struct cJSON *record, struct tora_err *err)
{
	int64_t id;

	return put_record(store, check, spec, record, &id, err);
}

int tora_record_put(struct tora_store *store, struct tora_check *check,
                    const struct tora_record_spec *spec, struct cJSON **ret_record,
                    struct tora_err *err)
{
	cJSON *record = tora_check_json(check), *finding;
	int64_t id = 0;
	size_t i = 0;
	int rc = put_record(store, tora_store_id(check->id, 'c'), spec, record, &id, err);

	if (rc) {
		cJSON_Delete(record);
		return rc;
	}
	check->id = id_text(check->arena, 'c', id);
	cJSON_ArrayForEach(finding, tora_json_list(record, "findings"))
	{
		struct tora_finding *f = &check->findings.at[i++];

		f->id = tora_arena_dup(check->arena, tora_json_text(finding, "id", NULL));
		f->acked = tora_arena_dup(check->arena, tora_json_text(finding, "acked", NULL));
	}
	*ret_record = record;
	return TORA_OK;
}

int tora_record_read(struct tora_store *store, struct tora_arena *arena, const char *common_dir,
                     const char *key, struct cJSON **ret, struct tora_err *err)
{
	const char *text = NULL;
	int rc;

	rc = tora_sql_text(store, err, arena, &text,
	                   "SELECT c.record FROM checks c JOIN repos r ON r.id = c.repo"
	                   " WHERE r.common_dir = ? AND c.key = ? AND c.state = 'done'"
	                   " ORDER BY c.id DESC LIMIT 1",
	                   "tt", common_dir, key);
	if (rc)
		return rc;
	return tora_json_parse(tora_sv(text), TORA_RECORD_LINE_MAX, ret, err);
}

/* When the check with that record was over, in ms; 0 if that cannot be said. */
static int64_t ended_at(struct tora_store *store, const struct tora_record_spec *spec)
{
	struct tora_err ignored;
	int64_t at = 0;

	if (tora_sql_int(store, &ignored, &at,
	                 "SELECT c.ended FROM checks c JOIN repos r ON r.id = c.repo"
	                 " WHERE r.common_dir = ? AND c.key = ? AND c.state = 'done'"
	                 " ORDER BY c.id DESC LIMIT 1",
	                 "tt", spec->common_dir, spec->key))
		return 0;
	return at;
}

/* The one commit with this first line; NULL: none, or several. The words of both ranges are the same. */
static const struct tora_message *said_by(const struct tora_record_spec *spec, const char *subject)
{
	const struct tora_message *found = NULL;

	for (size_t i = 0; i < spec->n_messages; i++) {
		if (strcmp(spec->messages[i].subject, subject) != 0)
			continue;
		if (found)
			return NULL;
		found = &spec->messages[i];
	}
	return found;
}

/* Make the old record the record of this check: same trees, perhaps other commits. */
static void renew(cJSON *record, const struct tora_check *check,
                  const struct tora_record_spec *spec)
{
	cJSON *cost, *finding;

	cJSON_ArrayForEach(finding, tora_json_list(record, "findings"))
	{
		const struct tora_message *m =
			said_by(spec, tora_json_text(finding, "commit_subject", ""));

		if (m)
			set_text(finding, "commit", m->commit.hex);
	}

	if (!tora_json_text(record, "reused", NULL))
		set_text(record, "reused", tora_json_text(record, "check", NULL));
	if (*check->base.hex)
		set_text(record, "base", check->base.hex);
	if (*check->head.hex)
		set_text(record, "head", check->head.hex);
	cJSON_DeleteItemFromObjectCaseSensitive(record, "cost");
	cost = tora_json_put_obj(record, "cost");
	tora_json_put_int(cost, "requests", 0);
	tora_json_put_int(cost, "tokens_in", 0);
	tora_json_put_int(cost, "tokens_out", 0);
	tora_json_put_num(cost, "usd", 0);
	tora_json_put_int(cost, "cached", 0);
}

int tora_record_reuse(struct tora_store *store, struct tora_check *check,
                      const struct tora_record_spec *spec, struct cJSON **ret_record,
                      struct tora_err *err)
{
	cJSON *record = NULL;
	int64_t id = 0;
	int rc = tora_record_read(store, check->arena, spec->common_dir, spec->key, &record, err);

	if (rc)
		return rc;
	renew(record, check, spec);
	if (!tora_json_int(record, "remembered_from",
	                   0)) /* else the check that ran them is older still */
		tora_json_put_int(record, "remembered_from", ended_at(store, spec));
	rc = put_record(store, tora_store_id(check->id, 'c'), spec, record, &id, err);
	if (rc) {
		cJSON_Delete(record);
		return rc;
	}
	check->id = id_text(check->arena, 'c', id);
	*ret_record = record;
	return TORA_OK;
}

int tora_record_recent(struct tora_store *store, struct tora_arena *arena, const char *common_dir,
                       size_t max, struct tora_record_row **ret, size_t *ret_n,
                       struct tora_err *err)
{
	struct tora_record_row *rows = tora_arena_calloc(arena, max + 1, sizeof *rows);
	struct sqlite3_stmt *stmt = NULL;
	size_t n = 0;
	int rc = tora_sql_open(
		store, err, &stmt,
		"SELECT c.base, c.head, c.key FROM checks c JOIN repos r ON r.id = c.repo"
		" WHERE r.common_dir = ? AND c.key IS NOT NULL AND c.state = 'done'"
		" AND c.base IS NOT NULL AND c.head IS NOT NULL ORDER BY c.id DESC LIMIT ?",
		"ti", common_dir, (int64_t)max);

	if (rc)
		return rc;
	while ((rc = tora_sql_step(store, stmt, err)) == 1 && n < max)
		rows[n++] = (struct tora_record_row){ tora_sql_col(stmt, 0, arena),
			                              tora_sql_col(stmt, 1, arena),
			                              tora_sql_col(stmt, 2, arena) };
	tora_sql_close(store, stmt);
	if (rc < 0)
		return rc;
	*ret = rows;
	*ret_n = n;
	return TORA_OK;
}
