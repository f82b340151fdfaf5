/* Settings: the table, git's levels, the project's file, and trust. */
#include "tests/unit/unit.h"
#include "tests/unit/fixture.h"

#include "git/config.h"
#include "git/rev.h"

static const struct {
	const char *label, *key, *value;
	int rc;
} values[] = {
	{ "true by presence", "tora.enabled", NULL, TORA_OK },
	{ "on", "tora.enabled", "ON", TORA_OK },
	{ "a number that is one", "tora.enabled", "2", TORA_OK },
	{ "no boolean", "tora.enabled", "maybe", TORA_E_FORMAT },
	{ "count", "tora.jobs", "8", TORA_OK },
	{ "count too large", "tora.jobs", "1000", TORA_E_FORMAT },
	{ "count negative", "tora.jobs", "-1", TORA_E_FORMAT },
	{ "count with a unit", "tora.test.memory", "2k", TORA_OK },
	{ "count with a word", "tora.test.memory", "2 GiB", TORA_E_FORMAT },
	{ "count huge", "tora.test.memory", "99999999999999999999", TORA_E_FORMAT },
	{ "count missing", "tora.test.memory", NULL, TORA_E_FORMAT },
	{ "count empty", "tora.test.memory", "", TORA_E_FORMAT },
	{ "half a second", "tora.test.timeout", "0.5", TORA_OK },
	{ "four decimals", "tora.test.timeout", "0.1234", TORA_E_FORMAT },
	{ "two points", "tora.test.timeout", "1.2.3", TORA_E_FORMAT },
	{ "too short", "tora.test.timeout", "0.05", TORA_E_FORMAT },
	{ "engine", "tora.engine", "LLM", TORA_OK },
	{ "no engine", "tora.engine", "steam", TORA_E_FORMAT },
	{ "money", "tora.llm.budgetUsd", "2.50", TORA_OK },
	{ "money with a sign", "tora.llm.budgetUsd", "$2", TORA_E_FORMAT },
	{ "big", "tora.llm.budgetTokens", "10m", TORA_OK },
	{ "big overflow", "tora.llm.budgetTokens", "9999999999999g", TORA_E_FORMAT },
	{ "text missing", "tora.main", NULL, TORA_E_FORMAT },
	{ "unknown", "tora.colour", "red", TORA_E_NOTFOUND },
};

static void values_are_checked(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_config c;

	(void)state;
	tora_settings_default(&c);
	for (size_t i = 0; i < COUNT(values); i++) {
		struct tora_setting s = { values[i].key, values[i].value, "file:/etc/x" };
		struct tora_err err = TORA_ERR_INIT;
		int rc = tora_settings_apply(&s, arena, &c, &err);

		ROW(values[i].label, rc == values[i].rc);
		if (rc == TORA_E_FORMAT) {
			ROW(values[i].label, strcasestr(err.msg, values[i].key) != NULL);
			ROW(values[i].label, strstr(err.msg, "/etc/x") != NULL);
			ROW(values[i].label, strstr(err.msg, "expected") != NULL);
		}
	}
	assert_int_equal(c.test_timeout_ms, 500);
	assert_int_equal(c.test_memory_mib, 2048);
	assert_int_equal(c.jobs, 8);
	assert_int_equal(c.engine, TORA_ENGINE_LLM);
	assert_true(c.llm_budget_usd > 2.49 && c.llm_budget_usd < 2.51);
	assert_int_equal(c.llm_budget_tokens, 10 << 20);
	tora_arena_free(arena);
}

/* ---- repositories -------------------------------------------------------------------- */

struct world {
	struct fixture f;
	struct tora_arena *arena;
	struct tora_repo *repo;
	struct tora_oid tree;
};

static void world_new(struct world *w, const char *script)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_commit c;
	struct tora_oid head;

	fixture_repo(&w->f);
	fixture_sh(&w->f, script);
	w->arena = tora_arena_new();
	OK(tora_repo_open(w->f.repo, &w->repo, &err), err);
	OK(tora_repo_resolve(w->repo, "HEAD", &head, &err), err);
	OK(tora_repo_commit(w->repo, &head, w->arena, &c, &err), err);
	w->tree = c.tree;
}

static void world_free(struct world *w)
{
	tora_repo_free(w->repo);
	tora_arena_free(w->arena);
	fixture_free(&w->f);
}

static void defaults(void **state)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_config_spec spec = { .base_tree = NULL };
	struct tora_config_facts facts;
	struct tora_config c;
	struct world w;

	(void)state;
	world_new(&w, "true");
	spec.base_tree = &w.tree;
	OK(tora_repo_config(w.repo, &spec, w.arena, &c, &facts, &err), err);
	assert_true(c.enabled);
	assert_null(c.main);
	assert_int_equal(c.check_timeout_s, 300);
	assert_int_equal(c.test_timeout_ms, 5000);
	assert_int_equal(c.push_sure, 72);
	assert_int_equal(c.tests_max, 400);
	assert_int_equal(c.provider, TORA_PROVIDER_NONE);
	assert_true(c.llm_budget_usd < 0);
	assert_false(c.needs_trust);
	assert_string_equal(facts.trust_hash, "");
	assert_int_equal(facts.notes.n, 0);
	world_free(&w);
}

static void levels_includes_and_the_project(void **state)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_config_spec spec = { .base_tree = NULL };
	struct tora_config_facts facts;
	struct tora_config c;
	struct world w;

	(void)state;
	world_new(&w,
	          "printf '[tora]\\n\\tmain = dev\\n\\tjobs = 2\\n[tora \"tests\"]\\n\\tmax = 7\\n"
	          "[tora \"change\"]\\n\\tmax = 9\\n[tora \"llm\"]\\n\\turl = http://evil\\n"
	          "[tora \"test\"]\\n\\tmemory = 65536\\n\\toutput = 4096\\n"
	          "[tora]\\n\\tcolour = red\\n[core]\\n\\teditor = boo\\n"
	          "[include]\\n\\tpath = /etc/passwd\\n"
	          "[tora \"build\"]\\n\\tcommand\\n' > repo/.toraconfig\n"
	          "cd repo; git add -A; git commit -qm x\n"
	          "printf '[tora \"tests\"]\\n\\tmax = 70\\n[tora \"test\"]\\n\\toutput = "
	          "2048\\n[tora \"llm\"]\\n"
	          "\\tprovider = openai\\n\\tkeyFile = ~/key\\n' > ../extra\n"
	          "git config include.path ../../extra; git config tora.jobs 3\n"
	          "printf '[tora \"test\"]\\n\\ttimeout = 2\\n' > $HOME/.gitconfig");
	spec.base_tree = &w.tree;
	OK(tora_repo_config(w.repo, &spec, w.arena, &c, &facts, &err), err);
	assert_string_equal(c.main, "dev");
	assert_int_equal(c.jobs, 3);               /* the repository's, not the project's */
	assert_int_equal(c.tests_max, 70);         /* an include of the repository's wins */
	assert_int_equal(c.change_max, 9);         /* the project's */
	assert_int_equal(c.test_timeout_ms, 2000); /* ~/.gitconfig */
	assert_int_equal(c.provider, TORA_PROVIDER_OPENAI);
	assert_null(c.llm_url);
	assert_true(c.llm_key_file[0] == '/');
	assert_int_equal(c.test_memory_mib, 4096); /* no repository gets all of it */
	assert_int_equal(c.test_output_kib, 2048); /* but its user does */
	/* jobs, llm.url, colour, core.editor, include.path; a command that is none; memory and
	 * output over the cap */
	assert_int_equal(facts.notes.n, 8);
	assert_int_equal(facts.wants.n, 0);
	world_free(&w);
}

static void a_key_that_is_none_is_named_with_the_nearest(void **state)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_config_spec spec = { .base_tree = NULL };
	struct tora_config_facts facts;
	struct tora_config c;
	struct world w;

	(void)state;
	world_new(&w, "git -C repo config tora.push.wiat 3");
	OK(tora_repo_config(w.repo, &spec, w.arena, &c, &facts, &err), err);
	assert_non_null(strstr(c.unknown, "'tora.push.wiat' (tora.push.wait?) in "));
	fixture_sh(&w.f,
	           "git -C repo config --unset tora.push.wiat; git -C repo config tora.colour red");
	OK(tora_repo_config(w.repo, &spec, w.arena, &c, &facts, &err), err);
	assert_non_null(strstr(c.unknown, "'tora.colour' in "));
	world_free(&w);
}

static void the_users_files_may_be_elsewhere(void **state)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_config_spec spec = { .base_tree = NULL };
	struct tora_config_facts facts;
	struct tora_config c;
	struct world w;
	char path[128];

	(void)state;
	world_new(&w, "printf '[tora]\\n\\tjobs = 5\\n' > elsewhere\n"
	              "printf '[tora]\\n\\tjobs = 4\\n' > $HOME/.gitconfig");
	(void)snprintf(path, sizeof(path), "%s/elsewhere", w.f.dir);
	OK(tora_repo_config(w.repo, &spec, w.arena, &c, &facts, &err), err);
	assert_int_equal(c.jobs, 4);
	assert_int_equal(setenv("GIT_CONFIG_GLOBAL", path, 1), 0);
	OK(tora_repo_config(w.repo, &spec, w.arena, &c, &facts, &err), err);
	assert_int_equal(unsetenv("GIT_CONFIG_GLOBAL"), 0);
	assert_int_equal(c.jobs, 5);
	world_free(&w);
}

static bool yes(void *ctx, const char *hash)
{
	return strcmp(ctx, hash) == 0;
}

static void running_needs_trust(void **state)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_config_spec spec = { .base_tree = NULL };
	struct tora_config_facts facts, again;
	struct tora_config c;
	struct world w;
	char script[256];

	(void)state;
	world_new(&w, "cd repo; git config -f .toraconfig tora.build.command 'make all'\n"
	              "git config -f .toraconfig tora.python.interpreter ./py\n"
	              "git config -f .toraconfig tora.tests.max 5; git add -A; git commit -qm x");
	spec.base_tree = &w.tree;
	OK(tora_repo_config(w.repo, &spec, w.arena, &c, &facts, &err), err);
	assert_true(c.needs_trust);
	assert_null(c.build_command);
	assert_null(c.python_interpreter);
	assert_int_equal(c.tests_max, 5);
	assert_int_equal(strlen(facts.trust_hash), 64);
	assert_int_equal(facts.wants.n, 2);
	/* by the caller */
	spec.is_trusted = yes;
	spec.ctx = tora_arena_dup(w.arena, facts.trust_hash);
	OK(tora_repo_config(w.repo, &spec, w.arena, &c, &again, &err), err);
	assert_false(c.needs_trust);
	assert_string_equal(c.build_command, "make all");
	assert_string_equal(c.python_interpreter, "./py");
	/* by git configuration */
	spec.is_trusted = NULL;
	(void)snprintf(script, sizeof(script), "git -C repo config --add tora.trusted %s",
	               facts.trust_hash);
	fixture_sh(&w.f, script);
	OK(tora_repo_config(w.repo, &spec, w.arena, &c, &again, &err), err);
	assert_false(c.needs_trust);
	world_free(&w);
}

static void trust_follows_what_runs(void **state)
{
	static const struct {
		const char *label, *script;
		bool same, needs;
	} rows[] = {
		{ "the same", "true", true, true },
		{ "another limit", "git config -f .toraconfig tora.tests.max 6", true, true },
		{ "a comment", "echo '# hello' >> .toraconfig", true, true },
		{ "another command", "git config -f .toraconfig tora.build.command 'make evil'",
		  false, true },
		{ "one more thing to run", "git config -f .toraconfig tora.python.interpreter ./py",
		  false, true },
		{ "the user's own command wins", "git config tora.build.command mine", false,
		  false },
	};
	char first[65] = "";

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct tora_err err = TORA_ERR_INIT;
		struct tora_config_spec spec = { .base_tree = NULL };
		struct tora_config_facts facts;
		struct tora_config c;
		struct world w;
		char script[512];

		(void)snprintf(
			script, sizeof(script),
			"cd repo; git config -f .toraconfig tora.build.command 'make all'\n%s\n"
			"git add -A; git commit -qm x",
			rows[i].script);
		world_new(&w, script);
		spec.base_tree = &w.tree;
		OK(tora_repo_config(w.repo, &spec, w.arena, &c, &facts, &err), err);
		if (i == 0)
			(void)snprintf(first, sizeof(first), "%s", facts.trust_hash);
		ROW(rows[i].label, !strcmp(first, facts.trust_hash) == rows[i].same);
		ROW(rows[i].label, c.needs_trust == rows[i].needs);
		if (!rows[i].needs)
			ROW(rows[i].label, !strcmp(c.build_command, "mine"));
		world_free(&w);
	}
}

static void bad_input_is_named(void **state)
{
	static const struct {
		const char *label, *script;
		int rc;
		const char *says;
	} rows[] = {
		{ "value in the repository", "git config tora.jobs many", TORA_E_FORMAT,
		  ".git/config" },
		{ "value in the project",
		  "git config -f .toraconfig tora.tests.max many; git add -A", TORA_E_FORMAT,
		  ".toraconfig" },
		{ "no configuration at all", "echo 'hello world [' > .toraconfig; git add -A",
		  TORA_E_FORMAT, "line 1" },
		{ "too large", "head -c 70000 /dev/zero | tr '\\0' '#' > .toraconfig; git add -A",
		  TORA_E_LIMIT, ".toraconfig" },
		{ "a link", "ln -s /etc/passwd .toraconfig; git add -A", TORA_OK, NULL },
		{ "empty", ": > .toraconfig; git add -A", TORA_OK, NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct tora_err err = TORA_ERR_INIT;
		struct tora_config_spec spec = { .base_tree = NULL };
		struct tora_config_facts facts;
		struct tora_config c;
		struct world w;
		char script[512];
		int rc;

		(void)snprintf(script, sizeof(script),
		               "cd repo; %s; git commit -q --allow-empty -m x", rows[i].script);
		world_new(&w, script);
		spec.base_tree = &w.tree;
		rc = tora_repo_config(w.repo, &spec, w.arena, &c, &facts, &err);
		if (rc != rows[i].rc || (rc && !strstr(err.msg, rows[i].says)))
			fail_msg("%s: %d %s", rows[i].label, rc, err.msg);
		world_free(&w);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_checked),
		cmocka_unit_test(defaults),
		cmocka_unit_test(levels_includes_and_the_project),
		cmocka_unit_test(a_key_that_is_none_is_named_with_the_nearest),
		cmocka_unit_test(the_users_files_may_be_elsewhere),
		cmocka_unit_test(running_needs_trust),
		cmocka_unit_test(trust_follows_what_runs),
		cmocka_unit_test(bad_input_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
