#include "check/recall.h"

#include "store/findings.h"
#include "store/store.h"
#include "tora/json.h"

#include <errno.h>
#include <stdlib.h>

#define FINDING_JSON_MAX (8u << 20)

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
		rc = tora_store_new(&spec, &store, err);
	if (rc == TORA_OK)
		rc = tora_findings_get(store, arena, id, ret, err);
	tora_store_free(store);
	if (rc == TORA_E_NOTFOUND)
		return tora_fail(err, rc, "there is no finding %s", name);
	return rc;
}

int tora_recall(struct tora_check_options *options, struct tora_arena *arena,
                struct tora_finding *ret, struct tora_err *err)
{
	struct tora_finding_row row = { .id = 0 };
	cJSON *json = NULL;
	int rc = load_finding(options->finding, arena, &row, err);

	if (rc)
		return rc;
	options->repo = row.work_dir ? row.work_dir : row.common_dir;
	options->base = row.base;
	options->head = row.head;
	rc = tora_json_parse(tora_sv(row.json), FINDING_JSON_MAX, &json, err);
	if (rc == TORA_OK)
		rc = tora_finding_parse(json, arena, ret, err);
	cJSON_Delete(json);
	return rc;
}
