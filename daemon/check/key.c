#include "check/key.h"

#include "git/diff.h"
#include "lang/found.h"
#include "llm/model.h"
#include "store/record.h"
#include "tora/hash.h"

/* Hash of everything the developer said: another message may turn a verdict. */
static int intent_hash(struct tora_check *c, const struct tora_oid *base,
                       const struct tora_oid *head, struct tora_history *ret_said, char ret[65],
                       struct tora_err *err)
{
	struct tora_hash hash;
	int rc = tora_repo_history(c->repo, base, head, c->arena, ret_said, err);

	if (rc)
		return rc;
	tora_hash_init(&hash);
	for (size_t i = 0; i < ret_said->messages.n; i++)
		tora_hash_field(&hash, tora_sv(ret_said->messages.at[i].text));
	tora_hash_final(&hash, ret);
	return TORA_OK;
}

static bool is_in(const struct tora_diff *diff, const struct tora_lang *lang)
{
	for (size_t i = 0; i < diff->files.n; i++) {
		const struct tora_file_change *f = &diff->files.at[i].change;

		if (tora_lang_for_path(f->path) == lang ||
		    (f->old_path && tora_lang_for_path(f->old_path) == lang))
			return true;
	}
	return false;
}

/*
 * Interpreters and what is installed for them: an upgraded dependency is another result. Of the languages of the
 * change alone: each look starts an interpreter.
 */
static void add_toolchains(struct tora_check *c, struct tora_str *text)
{
	size_t n = 0;
	const struct tora_lang *const *all = tora_lang_all(&n);
	struct tora_diff diff = { .files = { 0 } };
	struct tora_err err = TORA_ERR_INIT;
	int rc = tora_repo_diff_list(c->repo, &c->base_tree, &c->head_tree, c->arena, &diff, &err);

	for (size_t i = 0; i < n; i++) {
		struct tora_toolchain t = { .fingerprint = NULL };

		if (rc == TORA_OK && !is_in(&diff, all[i]))
			continue;
		tora_str_addf(text, " %s '%s'", all[i]->name,
		              tora_found_toolchain(c, all[i], &t, &err) ? "none" : t.fingerprint);
	}
}

/* Hash of the settings a result depends on, and of who is asked how much: the environment may name the model. */
static void config_hash(struct tora_check *c, char ret[65])
{
	const struct tora_config *f = c->config;
	struct tora_str text = TORA_STR_INIT(16384);
	char model[TORA_HASH_HEX] = "";

	if (c->model) {
		tora_model_identity(c->model, model);
		tora_str_addf(&text, "asks %lld %lld ", (long long)f->llm_check_requests,
		              (long long)f->llm_check_tokens);
	}
	tora_str_addf(&text,
	              "engine %d provider %d tests %u timeout %u memory %u output %u change %u",
	              c->engine, f->provider, f->tests_max, f->test_timeout_ms, f->test_memory_mib,
	              f->test_output_kib, f->change_max);
	tora_str_addf(&text, " build '%s' python '%s' model '%s'",
	              f->build_command ? f->build_command : "",
	              f->python_interpreter ? f->python_interpreter : "", model);
	tora_str_addf(&text, " c '%s'", f->c_flags ? f->c_flags : "");
	add_toolchains(c, &text);
	tora_hash_hex(tora_str_view(&text), ret);
	tora_str_free(&text);
}

int tora_key_of(struct tora_check *c, const struct tora_oid *base, const struct tora_oid *head,
                struct tora_history *ret_said, char ret[65], struct tora_err *err)
{
	char intent[65], config[65];
	int rc = intent_hash(c, base, head, ret_said, intent, err);

	if (rc)
		return rc;
	config_hash(c, config);
	tora_record_key(c->base_tree.hex, c->head_tree.hex, intent, config, ret);
	return TORA_OK;
}
