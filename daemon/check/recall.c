#include "check/recall.h"

#include "check/stages.h"
#include "git/repo.h"
#include "store/findings.h"
#include "store/store.h"
#include "tora/answers.h"
#include "tora/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* "K7" or "7". */
static int parse_id(const char *text, int64_t *ret, struct tora_err *err)
{
	char *end;

	if (!text)
		return tora_fail(err, TORA_E_USAGE, "name a finding, like K7");
	errno = 0;
	*ret = strtoll(text + (*text == 'K'), &end, 10);
	if (errno || *end || end == text + (*text == 'K') || *ret <= 0)
		return tora_fail(err, TORA_E_USAGE, "'%s' is no finding's name; they look like K7",
		                 text);
	return TORA_OK;
}

static int load_finding(const char *name, struct tora_arena *arena, struct tora_finding_row *ret,
                        struct tora_err *err)
{
	struct tora_store *store = NULL;
	struct tora_paths paths;
	struct tora_store_spec spec = { .path = paths.store };
	int64_t id = 0;
	int rc = parse_id(name, &id, err);

	if (rc == TORA_OK)
		rc = tora_paths_init(&paths, err);
	if (rc == TORA_OK)
		rc = tora_answers(paths.state, TORA_ANSWERS_MS, err);
	if (rc == TORA_OK)
		rc = tora_store_new(&spec, &store, err);
	if (rc == TORA_OK)
		rc = tora_findings_get(store, arena, id, true, ret, err);
	tora_store_free(store);
	return rc;
}

static bool is_of(const char *path, const char *common_dir)
{
	struct tora_repo *repo = NULL;
	struct tora_err ignored;
	bool is_same = tora_repo_open(path, &repo, &ignored) == TORA_OK &&
	               strcmp(tora_repo_common_dir(repo), common_dir) == 0;

	tora_repo_free(repo);
	return is_same;
}

/* The work tree a person is in; else where the repository was last checked, if that is still there. */
static const char *place_of(const char *asked, const struct tora_finding_row *row)
{
	if (is_of(asked, row->common_dir))
		return asked;
	return row->work_dir && is_of(row->work_dir, row->common_dir) ? row->work_dir
	                                                              : row->common_dir;
}

/* The repository, base and head of the finding become those of the options. */
static int recall(struct tora_check_options *options, struct tora_arena *arena,
                  struct tora_finding *ret, struct tora_err *err)
{
	struct tora_finding_row row = { .id = 0 };
	cJSON *json = NULL;
	int rc = load_finding(options->finding, arena, &row, err);

	if (rc)
		return rc;
	options->repo = place_of(options->repo, &row);
	options->base = row.base;
	options->head = row.head;
	rc = tora_json_parse(tora_sv(row.json), TORA_FINDING_MAX, &json, err);
	if (rc == TORA_OK)
		rc = tora_finding_parse(json, arena, ret, err);
	cJSON_Delete(json);
	return rc;
}

static int on_both_builds(const struct tora_check_options *options, tora_recall_fn *work,
                          struct tora_finding *finding, cJSON **ret, struct tora_err *err)
{
	struct tora_session s = { .log_fd = -1 };
	int rc = tora_session_open(options, &s, err);

	if (rc == TORA_OK)
		rc = tora_session_pair(&s, err);
	if (rc == TORA_OK)
		rc = tora_stages_prepare(&s.check, err);
	if (rc == TORA_OK)
		rc = work(&s, finding, ret, err);
	tora_stages_close(&s.check);
	tora_session_close(&s);
	return rc;
}

int tora_recall_command(int argc, char **argv, const char *key, tora_recall_fn *work)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_check_options options;
	struct tora_finding finding;
	struct tora_err err = TORA_ERR_INIT;
	cJSON *answer = NULL;
	int rc = tora_check_options_parse(argc, argv, &options, &err);

	if (rc == TORA_OK)
		rc = recall(&options, arena, &finding, &err);
	if (rc == TORA_OK)
		rc = on_both_builds(&options, work, &finding, &answer, &err);
	rc = tora_session_answer(key, answer, rc, &err);
	tora_arena_free(arena);
	return rc;
}
