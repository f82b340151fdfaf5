/*
 * trust.c - `torad trust`: what the project's .toraconfig wants to run, and the name of exactly that.
 *
 * Read from the base commit, as a check reads it: a branch cannot change what it asks approval for. A check
 * of another range, and a suite, read it elsewhere, and say of which commit it is to be approved.
 * Approving is the client's: it writes the name to git config tora.trusted.
 */
#include "check/check.h"
#include "check/session.h"
#include "git/config.h"
#include "git/rev.h"
#include "tora/json.h"

static cJSON *facts_json(const struct tora_config *config, const struct tora_config_facts *facts)
{
	cJSON *o = cJSON_CreateObject(), *wants;

	tora_json_put_text(o, "hash", facts->trust_hash);
	tora_json_put_bool(o, "needs_trust", config->needs_trust);
	wants = tora_json_put_list(o, "wants");
	for (size_t i = 0; i < facts->wants.n; i++) {
		cJSON *one = cJSON_CreateObject();

		tora_json_put_text(one, "key", facts->wants.at[i].key);
		tora_json_put_text(one, "value", facts->wants.at[i].value);
		cJSON_AddItemToArray(wants, one);
	}
	return o;
}

/* The tree of the commit that was named, else that of the base. */
static int find_tree(struct tora_session *s, struct tora_oid *ret, struct tora_err *err)
{
	struct tora_check *c = &s->check;
	struct tora_commit commit;
	struct tora_oid oid;
	int rc;

	if (!s->options->finding) {
		rc = tora_session_range(s, err);
		if (rc == TORA_OK && c->reason != TORA_REASON_NONE)
			rc = tora_fail(err, TORA_E_NOTFOUND, "%s", c->reason_detail);
		*ret = c->base_tree;
		return rc;
	}
	rc = tora_repo_resolve(c->repo, s->options->finding, &oid, err);
	if (rc == TORA_OK)
		rc = tora_repo_commit(c->repo, &oid, c->arena, &commit, err);
	if (rc == TORA_OK)
		*ret = commit.tree;
	return rc;
}

static int trust(struct tora_session *s, cJSON **ret, struct tora_err *err)
{
	struct tora_config_facts facts = { .trust_hash = "" };
	struct tora_check *c = &s->check;
	struct tora_oid tree;
	struct tora_config_spec spec = { .base_tree = &tree };
	int rc = find_tree(s, &tree, err);

	if (rc == TORA_OK)
		rc = tora_repo_config(c->repo, &spec, c->arena, &s->config, &facts, err);
	if (rc == TORA_OK)
		*ret = facts_json(&s->config, &facts);
	return rc;
}

int tora_trust_command(int argc, char **argv)
{
	struct tora_check_options options;
	struct tora_session s = { .log_fd = -1 };
	struct tora_err err = TORA_ERR_INIT;
	cJSON *facts = NULL;
	int rc = tora_check_options_parse(argc, argv, &options, &err);

	options.no_store = true;
	if (rc == TORA_OK)
		rc = tora_session_open(&options, &s, &err);
	if (rc == TORA_OK)
		rc = trust(&s, &facts, &err);
	rc = tora_session_answer("trust", facts, rc, &err);
	tora_session_close(&s);
	return rc;
}
