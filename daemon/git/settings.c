#include "git/settings.h"

#include "tora/gitvalue.h"
#include "tora/near.h"
#include "tora/wire.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum type {
	T_BOOL,
	T_TEXT,
	T_PATH,   /* a leading ~/ is the home folder */
	T_COUNT,  /* unsigned; k, m, g as in git */
	T_MILLI,  /* seconds in the file, with up to three decimals; milliseconds here */
	T_BIG,    /* int64_t; the same */
	T_MONEY,  /* double */
	T_CHOICE, /* an enum, by name */
};

static const char *const engines[] = { "auto", "offline", "llm", NULL };
static const char *const providers[] = { "none", "openai", "anthropic", "command", NULL };

static const struct key {
	const char *name;
	enum type type;
	enum tora_setting_class class;
	size_t offset;
	int64_t min, max; /* of what is stored */
	const char *const *names;
	const char *expected;
} keys[] = {
#define AT(field) offsetof(struct tora_config, field)
	{ "tora.enabled", T_BOOL, TORA_SETTING_USER, AT(enabled), 0, 1, NULL, "true or false" },
	{ "tora.main", T_TEXT, TORA_SETTING_PROJECT, AT(main), 0, 250, NULL, "a branch" },
	{ "tora.engine", T_CHOICE, TORA_SETTING_USER, AT(engine), 0, 0, engines,
	  "auto, offline or llm" },
	{ "tora.push.wait", T_COUNT, TORA_SETTING_USER, AT(push_wait_s), 0, 3600, NULL,
	  "seconds, 0 to 3600" },
	{ "tora.push.sure", T_COUNT, TORA_SETTING_USER, AT(push_sure), 0, 100, NULL,
	  "percent, 0 to 100" },
	{ "tora.push.block", T_BOOL, TORA_SETTING_USER, AT(push_block), 0, 1, NULL,
	  "true or false" },
	{ "tora.build.command", T_TEXT, TORA_SETTING_EXECUTABLE, AT(build_command), 0, 4000, NULL,
	  "a command" },
	{ "tora.python.interpreter", T_PATH, TORA_SETTING_EXECUTABLE, AT(python_interpreter), 0,
	  1000, NULL, "a program" },
	{ "tora.c.flags", T_TEXT, TORA_SETTING_EXECUTABLE, AT(c_flags), 0, 2000, NULL,
	  "options of a compiler" },
	{ "tora.check.timeout", T_COUNT, TORA_SETTING_PROJECT, AT(check_timeout_s), 1, 86400, NULL,
	  "seconds, 1 to 86400" },
	{ "tora.test.timeout", T_MILLI, TORA_SETTING_PROJECT, AT(test_timeout_ms), 100, 600000,
	  NULL, "seconds, 0.1 to 600" },
	{ "tora.test.memory", T_COUNT, TORA_SETTING_PROJECT, AT(test_memory_mib), 64, 65536, NULL,
	  "MiB, 64 to 65536" },
	{ "tora.test.output", T_COUNT, TORA_SETTING_PROJECT, AT(test_output_kib), 1, 4096, NULL,
	  "KiB, 1 to 4096" },
	{ "tora.tests.max", T_COUNT, TORA_SETTING_PROJECT, AT(tests_max), 1, 10000, NULL,
	  "a number, 1 to 10000" },
	{ "tora.change.max", T_COUNT, TORA_SETTING_PROJECT, AT(change_max), 1, 10000, NULL,
	  "a number, 1 to 10000" },
	{ "tora.jobs", T_COUNT, TORA_SETTING_USER, AT(jobs), 0, 256, NULL, "a number, 0 to 256" },
	{ "tora.cache.quota", T_BIG, TORA_SETTING_USER, AT(cache_quota), 0, INT64_C(1) << 50, NULL,
	  "bytes, like 500m or 5g" },
	{ "tora.llm.provider", T_CHOICE, TORA_SETTING_USER, AT(provider), 0, 0, providers,
	  "none, openai, anthropic or command" },
	{ "tora.llm.url", T_TEXT, TORA_SETTING_USER, AT(llm_url), 0, 2000, NULL, "a URL" },
	{ "tora.llm.model", T_TEXT, TORA_SETTING_USER, AT(llm_model), 0, 200, NULL, "a name" },
	{ "tora.llm.keycommand", T_TEXT, TORA_SETTING_USER, AT(llm_key_command), 0, 4000, NULL,
	  "a command" },
	{ "tora.llm.keyfile", T_PATH, TORA_SETTING_USER, AT(llm_key_file), 0, 1000, NULL,
	  "a file" },
	{ "tora.llm.command", T_TEXT, TORA_SETTING_USER, AT(llm_command), 0, 4000, NULL,
	  "a command" },
	{ "tora.llm.commandenv", T_TEXT, TORA_SETTING_USER, AT(llm_command_env), 0, 1000, NULL,
	  "names of variables" },
	{ "tora.llm.timeout", T_COUNT, TORA_SETTING_USER, AT(llm_timeout_s), 1, 3600, NULL,
	  "seconds, 1 to 3600" },
	{ "tora.llm.budgetusd", T_MONEY, TORA_SETTING_USER, AT(llm_budget_usd), 0, 1000000, NULL,
	  "dollars a day, like 2.50" },
	{ "tora.llm.budgettokens", T_BIG, TORA_SETTING_USER, AT(llm_budget_tokens), 0,
	  INT64_C(1) << 50, NULL, "tokens a day" },
	{ "tora.llm.budgetrequests", T_BIG, TORA_SETTING_USER, AT(llm_budget_requests), 0,
	  INT64_C(1) << 50, NULL, "requests a day" },
	{ "tora.llm.repobudgetusd", T_MONEY, TORA_SETTING_USER, AT(llm_repo.usd), 0, 1000000, NULL,
	  "dollars a day, like 2.50" },
	{ "tora.llm.repobudgettokens", T_BIG, TORA_SETTING_USER, AT(llm_repo.tokens), 0,
	  INT64_C(1) << 50, NULL, "tokens a day" },
	{ "tora.llm.repobudgetrequests", T_BIG, TORA_SETTING_USER, AT(llm_repo.requests), 0,
	  INT64_C(1) << 50, NULL, "requests a day" },
	{ "tora.llm.branchbudgetusd", T_MONEY, TORA_SETTING_USER, AT(llm_branch.usd), 0, 1000000,
	  NULL, "dollars a day, like 2.50" },
	{ "tora.llm.branchbudgettokens", T_BIG, TORA_SETTING_USER, AT(llm_branch.tokens), 0,
	  INT64_C(1) << 50, NULL, "tokens a day" },
	{ "tora.llm.branchbudgetrequests", T_BIG, TORA_SETTING_USER, AT(llm_branch.requests), 0,
	  INT64_C(1) << 50, NULL, "requests a day" },
	{ "tora.llm.checkrequests", T_BIG, TORA_SETTING_USER, AT(llm_check_requests), 0, 1000000,
	  NULL, "requests a check" },
	{ "tora.llm.checktokens", T_BIG, TORA_SETTING_USER, AT(llm_check_tokens), 0,
	  INT64_C(1) << 50, NULL, "tokens a check" },
	{ "tora.llm.pricein", T_MONEY, TORA_SETTING_USER, AT(llm_price_in), 0, 1000000, NULL,
	  "dollars a million tokens, like 0.15" },
	{ "tora.llm.priceout", T_MONEY, TORA_SETTING_USER, AT(llm_price_out), 0, 1000000, NULL,
	  "dollars a million tokens, like 0.60" },
	{ "tora.llm.allowhttp", T_BOOL, TORA_SETTING_USER, AT(llm_allow_http), 0, 1, NULL,
	  "true or false" },
	{ "tora.llm.prompts", T_PATH, TORA_SETTING_USER, AT(llm_prompts), 0, 1000, NULL,
	  "a folder" },
#undef AT
};

void tora_settings_default(struct tora_config *ret)
{
	*ret = (struct tora_config){
		.enabled = true,
		.engine = TORA_ENGINE_AUTO,
		.check_timeout_s = 300,
		.test_timeout_ms = 5000,
		.test_memory_mib = 1024,
		.test_output_kib = 256,
		.push_sure = TORA_PUSH_SURE,
		.tests_max = 400,
		.change_max = 60,
		.cache_quota = INT64_C(5) << 30,
		.provider = TORA_PROVIDER_NONE,
		.llm_timeout_s = 60,
		.llm_budget_usd = -1,
		.llm_budget_tokens = -1,
		.llm_budget_requests = -1,
		.llm_repo = { -1, -1, -1 },
		.llm_branch = { -1, -1, -1 },
		.llm_check_requests = 6,
		.llm_check_tokens = 9440,
	};
}

static const struct key *find_key(const char *name)
{
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (strcasecmp(keys[i].name, name) == 0)
			return &keys[i];
	return NULL;
}

enum tora_setting_class tora_settings_class(const char *key)
{
	const struct key *k = find_key(key);

	return k ? k->class : TORA_SETTING_UNKNOWN;
}

const char *tora_settings_near(const char *key)
{
	const char *near = NULL;
	size_t i, ours = sizeof "tora." - 1; /* which all of them have */

	if (strncasecmp(key, "tora.", ours) != 0)
		return NULL;
	for (i = 0; i < sizeof keys / sizeof *keys; i++)
		near = tora_near(key + ours, keys[i].name + ours, near);
	return near ? near - ours : NULL;
}

/* ---- values -------------------------------------------------------------------------- */

/* "12", "0.5", "2.50": whole part and up to `places` decimals, as one number of the smallest. */
static bool read_decimal(const char *text, int places, int64_t *ret)
{
	int64_t n = 0;
	int seen = -1; /* decimals so far; -1: before the point */

	if (!text || !isdigit((unsigned char)*text))
		return false;
	for (; *text; text++) {
		if (*text == '.' && seen < 0) {
			seen = 0;
			continue;
		}
		if (!isdigit((unsigned char)*text) || seen == places || n > INT64_MAX / 20)
			return false;
		n = n * 10 + (*text - '0');
		if (seen >= 0)
			seen++;
	}
	for (int i = seen < 0 ? 0 : seen; i < places; i++) {
		if (n > INT64_MAX / 20)
			return false;
		n *= 10;
	}
	*ret = n;
	return true;
}

static int choice_of(const char *text, const char *const *names)
{
	for (int i = 0; text && names[i]; i++)
		if (strcasecmp(text, names[i]) == 0)
			return i;
	return -1;
}

static const char *read_path(const char *text, struct tora_arena *arena)
{
	const char *home = getenv("HOME");

	if (text[0] == '~' && text[1] == '/' && home)
		return tora_arena_printf(arena, "%s%s", home, text + 1);
	return tora_arena_dup(arena, text);
}

static bool in_range(const struct key *k, int64_t n)
{
	return n >= k->min && n <= k->max;
}

static bool is_text(const struct key *k, const char *text)
{
	return text && strlen(text) <= (size_t)k->max;
}

static bool store(const struct key *k, const char *text, struct tora_arena *arena, void *field)
{
	int64_t n = -1;

	switch (k->type) {
	case T_BOOL:
		return tora_gitvalue_bool(text, field);
	case T_TEXT:
	case T_PATH:
		if (!is_text(k, text))
			return false;
		*(const char **)field = !*text              ? NULL
		                        : k->type == T_PATH ? read_path(text, arena)
		                                            : tora_arena_dup(arena, text);
		return true;
	case T_COUNT:
		if (!tora_gitvalue_int(text, &n) || !in_range(k, n))
			return false;
		*(unsigned *)field = (unsigned)n;
		return true;
	case T_MILLI:
		if (!read_decimal(text, 3, &n) || !in_range(k, n))
			return false;
		*(unsigned *)field = (unsigned)n;
		return true;
	case T_BIG:
		if (!tora_gitvalue_int(text, &n) || !in_range(k, n))
			return false;
		*(int64_t *)field = n;
		return true;
	case T_MONEY:
		if (!read_decimal(text, 6, &n) || !in_range(k, n / 1000000))
			return false;
		*(double *)field = (double)n / 1e6;
		return true;
	case T_CHOICE:
		n = choice_of(text, k->names);
		if (n < 0)
			return false;
		*(int *)field = (int)n;
		return true;
	}
	return false;
}

int tora_settings_apply(const struct tora_setting *s, struct tora_arena *arena,
                        struct tora_config *config, struct tora_err *err)
{
	const struct key *k = find_key(s->key);
	struct tora_str shown = TORA_STR_INIT(240);
	size_t n = strlen(s->origin);
	int rc;

	if (!k)
		return tora_fail(err, TORA_E_NOTFOUND, "there is no setting '%.80s'", s->key);
	if (store(k, s->value, arena, (char *)config + k->offset))
		return TORA_OK;
	tora_str_add_escaped(&shown, tora_sv(s->value ? s->value : ""), false);
	if (shown.len > 48)
		memcpy(shown.buf + 45, "...", 4);
	rc = tora_fail(err, TORA_E_FORMAT, "%s = '%s' in %s: %s expected", k->name, shown.buf,
	               n > 90 ? s->origin + n - 90 : s->origin, k->expected);
	tora_str_free(&shown);
	return rc;
}
