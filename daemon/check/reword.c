#include "check/reword.h"

#include "change/change.h"
#include "check/key.h"
#include "git/diff.h"
#include "git/repo.h"
#include "git/rev.h"
#include "judge/judge.h"
#include "store/record.h"
#include "tora/clock.h"
#include "tora/json.h"

#include <string.h>

#define LOOK_BACK 20 /* checks of the repository */

static bool is_document(const struct tora_diff_file *f)
{
	const char *old = f->raw_old_path ? f->raw_old_path : f->raw_path;

	return (!f->has_base || f->base_kind == TORA_ENTRY_FILE) &&
	       (!f->has_head || f->head_kind == TORA_ENTRY_FILE) &&
	       tora_change_is_document(f->raw_path) && tora_change_is_document(old);
}

/* What the change stage takes for no change of behaviour either. A comment moves the lines that findings name. */
static bool are_same_but_documents(struct tora_check *c, const struct tora_oid *tree)
{
	struct tora_diff diff = { .files = { 0 } };
	struct tora_err ignored;

	if (tora_repo_diff_list(c->repo, tree, &c->head_tree, c->arena, &diff, &ignored))
		return false;
	for (size_t i = 0; i < diff.files.n; i++)
		if (!is_document(&diff.files.at[i]))
			return false;
	return true;
}

/* Has it the key of a check of these two commits, the second of which has this tree, as things are today? */
static bool has_key_of(struct tora_check *c, const struct tora_record_row *row,
                       const struct tora_oid *base, const struct tora_oid *head,
                       const struct tora_oid *head_tree)
{
	struct tora_history said = { .title = NULL };
	struct tora_oid own = c->head_tree;
	struct tora_err ignored;
	char key[65];
	int rc;

	c->head_tree = *head_tree;
	rc = tora_key_of(c, base, head, &said, key, &ignored);
	c->head_tree = own;
	return rc == TORA_OK && strcmp(key, row->key) == 0;
}

/* The same trees, but for documents; and the key shows that nothing else is different but the words. Commits that are gone are no proof. */
static bool is_same_but_words(struct tora_check *c, const struct tora_record_row *row)
{
	struct tora_commit base, head;
	struct tora_oid base_oid, head_oid;
	struct tora_err ignored;

	return tora_oid_parse(tora_sv(row->base), &base_oid) &&
	       tora_oid_parse(tora_sv(row->head), &head_oid) &&
	       tora_repo_commit(c->repo, &base_oid, c->arena, &base, &ignored) == TORA_OK &&
	       tora_repo_commit(c->repo, &head_oid, c->arena, &head, &ignored) == TORA_OK &&
	       tora_oid_eq(&base.tree, &c->base_tree) && are_same_but_documents(c, &head.tree) &&
	       has_key_of(c, row, &base_oid, &head_oid, &head.tree);
}

/* What was noted was of that check: which commit it was not known of, what was dismissed. Only one without is taken. */
static bool is_plain(const cJSON *record)
{
	return record && !cJSON_GetArraySize(tora_json_list(record, "notes")) &&
	       !tora_json_text(record, "reason", NULL);
}

static bool read_findings(struct tora_check *c, const cJSON *record, struct tora_finding *ret)
{
	const cJSON *one;
	struct tora_err ignored;

	cJSON_ArrayForEach(one, tora_json_list(record, "findings"))
	{
		if (tora_finding_parse(one, c->arena, ret, &ignored) || ret->judged_by_model ||
		    ret->from_model)
			return false;
		ret->id = ret->acked = NULL;
		ret->commit = c->head;
		ret->commit_subject = NULL;
		memset(&ret->steps, 0, sizeof ret->steps);
		ret++;
	}
	return true;
}

static void read_counts(const cJSON *record, struct tora_counts *ret)
{
	const cJSON *o = tora_json_obj(record, "tests");
	const struct {
		const char *name;
		size_t *at;
	} counts[] = {
		{ "generated", &ret->generated },
		{ "valid", &ret->valid },
		{ "screened", &ret->screened },
		{ "run", &ret->run },
		{ "reached_change", &ret->reached },
		{ "differing", &ret->differing },
		{ "flaky", &ret->flaky },
		{ "unconfirmed", &ret->unconfirmed },
		{ "both_failed", &ret->both_failed },
		{ "cold", &ret->cold },
	};

	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
		*counts[i].at = (size_t)tora_json_int(o, counts[i].name, 0);
}

/* The messages and the diff are read anew, and each finding is judged by them. */
static bool take(struct tora_check *c, const struct tora_record_row *row)
{
	struct tora_finding *findings;
	struct tora_err err;
	cJSON *record = NULL;
	bool done = false;
	int n;

	if (tora_record_read(c->store, c->arena, tora_repo_common_dir(c->repo), row->key, &record,
	                     &err))
		return false;
	n = cJSON_GetArraySize(tora_json_list(record, "findings"));
	findings = tora_arena_calloc(c->arena, (size_t)n + 1, sizeof *findings);
	if (!is_plain(record) || !read_findings(c, record, findings))
		goto out;
	done = true;
	read_counts(record, &c->tests);
	c->reused = tora_arena_dup(
		c->arena, tora_json_text(record, "reused", tora_json_text(record, "check", "")));
	if (tora_stage_change(c, &err))
		tora_check_stop(c, TORA_REASON_INTERNAL, "%s", err.msg);
	if (c->reason != TORA_REASON_NONE)
		goto out;
	for (int i = 0; i < n; i++)
		*tora_vec_push(c->arena, &c->findings) = findings[i];
	for (size_t i = 0; i < c->findings.n && c->intent.messages.n == 1; i++)
		c->findings.at[i].commit = c->intent.messages.at[0].commit;
	tora_judge_again(c);
	tora_judge_sort(c);
out:
	cJSON_Delete(record);
	return done;
}

bool tora_reword(struct tora_check *c)
{
	struct tora_record_row *rows = NULL;
	int64_t began = tora_clock_mono_ms();
	struct tora_err ignored;
	size_t n = 0;

	if (c->no_cache || !c->store || c->model ||
	    tora_record_recent(c->store, c->arena, tora_repo_common_dir(c->repo), LOOK_BACK, &rows,
	                       &n, &ignored))
		return false;
	for (size_t i = 0; i < n; i++)
		if (is_same_but_words(c, &rows[i]) && take(c, &rows[i])) {
			c->stage_ms[TORA_STAGE_JUDGE] += tora_clock_mono_ms() - began;
			tora_log(c->log, TORA_LOG_INFO, "check",
			         "in other words: judged anew, tests of %s, findings=%zu",
			         c->reused, c->findings.n);
			return true;
		}
	return false;
}
