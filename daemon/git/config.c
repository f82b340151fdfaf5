#include "git/config.h"

#include "git/impl.h"
#include "git/object.h"
#include "git/text.h"
#include "git/tree.h"
#include "tora/hash.h"

#include <string.h>
#include <strings.h>

struct settings {
	TORA_VEC(struct tora_setting) at;
};

/* ---- what git says ------------------------------------------------------------------- */

/* "key\nvalue", or "key" alone */
static struct tora_setting parse_setting(struct tora_sv field, const char *origin,
                                         struct tora_arena *arena)
{
	const char *newline = memchr(field.at, '\n', field.len);
	size_t n = newline ? (size_t)(newline - field.at) : field.len;
	struct tora_setting s = { .origin = origin };

	s.key = tora_arena_text(arena, (struct tora_sv){ field.at, n });
	if (newline)
		s.value =
			tora_arena_text(arena, (struct tora_sv){ newline + 1, field.len - n - 1 });
	return s;
}

/* `origin` NULL: each entry is preceded by its own. */
static int parse_settings(struct tora_sv out, const char *origin, struct tora_arena *arena,
                          struct settings *ret, struct tora_err *err)
{
	struct tora_sv from, field;

	while (origin || tora_git_field(&out, &from)) {
		if (!tora_git_field(&out, &field))
			break;
		if (ret->at.n == TORA_CONFIG_KEYS_MAX)
			return tora_fail(err, TORA_E_LIMIT, "more than %d settings",
			                 TORA_CONFIG_KEYS_MAX);
		*tora_vec_push(arena, &ret->at) = parse_setting(
			field, origin ? origin : tora_text_path(from.at, arena), arena);
	}
	return TORA_OK;
}

static int read_git(struct tora_repo *repo, struct tora_arena *arena, struct settings *ret,
                    struct tora_err *err)
{
	static const char *const args[] = { "config",       "--includes", "-z", "--show-origin",
		                            "--get-regexp", "^tora\\.",   NULL };
	struct tora_str out = TORA_STR_INIT(0);
	int rc, status = 0;

	rc = tora_repo_git(repo, args, (struct tora_sv){ 0 }, &out, &status, err);
	if (rc)
		return rc;
	rc = parse_settings(tora_str_view(&out), NULL, arena, ret, err);
	tora_str_free(&out);
	return rc;
}

/* ---- what the project says ----------------------------------------------------------- */

static int parse_file(struct tora_repo *repo, struct tora_sv text, struct tora_arena *arena,
                      struct settings *ret, struct tora_err *err)
{
	static const char *const args[] = { "config", "--no-includes", "--file", "-",
		                            "-z",     "--list",        NULL };
	struct tora_str out = TORA_STR_INIT(0);
	struct tora_err why;
	int rc, status = 0;

	if (!tora_sv_trim(text).len)
		return TORA_OK;
	rc = tora_repo_git(repo, args, text, &out, &status, &why);
	if (rc == TORA_E_REMOTE) /* its sentence names the line */
		return tora_fail(err, TORA_E_FORMAT, "%s: %.200s", TORA_CONFIG_FILE, why.msg);
	if (rc) {
		*err = why;
		return rc;
	}
	rc = parse_settings(tora_str_view(&out), TORA_CONFIG_FILE, arena, ret, err);
	tora_str_free(&out);
	return rc;
}

static void note(struct tora_config_facts *facts, struct tora_arena *arena, const char *key,
                 const char *why)
{
	*tora_vec_push(arena, &facts->notes) =
		tora_arena_printf(arena, "'%s' in %s is ignored: %s", tora_text_path(key, arena),
	                          TORA_CONFIG_FILE, why);
}

static int read_project(struct tora_repo *repo, const struct tora_oid *tree,
                        struct tora_arena *arena, struct settings *ret,
                        struct tora_config_facts *facts, struct tora_err *err)
{
	struct tora_tree_entry entry;
	struct tora_sv text;
	int rc;

	if (!tree)
		return TORA_OK;
	rc = tora_tree_find(repo, tree, TORA_CONFIG_FILE, arena, &entry, err);
	if (rc == TORA_E_NOTFOUND) /* a missing tree is found out by whoever needs all of it */
		return TORA_OK;
	if (rc)
		return rc;
	if (entry.kind != TORA_ENTRY_FILE && entry.kind != TORA_ENTRY_EXEC) {
		note(facts, arena, TORA_CONFIG_FILE, "it is no regular file");
		return TORA_OK;
	}
	rc = tora_repo_blob(repo, &entry.oid, TORA_CONFIG_FILE_MAX, arena, &text, err);
	if (rc)
		return tora_wrap(err, "%s", TORA_CONFIG_FILE);
	return parse_file(repo, text, arena, ret, err);
}

/* ---- trust --------------------------------------------------------------------------- */

static bool is_set(const struct settings *list, const char *key)
{
	for (size_t i = 0; i < list->at.n; i++)
		if (strcasecmp(list->at.at[i].key, key) == 0)
			return true;
	return false;
}

/* Only the last of several counts, as with git; sorted by key so that order does not matter. */
static void want(struct tora_config_facts *facts, struct tora_arena *arena,
                 const struct tora_setting *s)
{
	size_t i = 0;

	while (i < facts->wants.n && strcasecmp(facts->wants.at[i].key, s->key) < 0)
		i++;
	if (i == facts->wants.n || strcasecmp(facts->wants.at[i].key, s->key) != 0) {
		(void)tora_vec_push(arena, &facts->wants);
		memmove(&facts->wants.at[i + 1], &facts->wants.at[i],
		        (facts->wants.n - 1 - i) * sizeof(*s));
	}
	facts->wants.at[i] = *s;
}

static const char *hash_wants(const struct tora_config_facts *facts, struct tora_arena *arena)
{
	char hex[TORA_HASH_HEX];
	struct tora_hash h;

	if (!facts->wants.n)
		return "";
	tora_hash_init(&h);
	tora_hash_field(&h, TORA_SV("tora trust 1"));
	for (size_t i = 0; i < facts->wants.n; i++) {
		tora_hash_field(&h, tora_sv(facts->wants.at[i].key));
		tora_hash_field(&h, tora_sv(facts->wants.at[i].value));
	}
	tora_hash_final(&h, hex);
	return tora_arena_dup(arena, hex);
}

static bool is_trusted(const struct tora_config_spec *spec, const struct settings *user,
                       const char *hash)
{
	for (size_t i = 0; i < user->at.n; i++)
		if (strcasecmp(user->at.at[i].key, "tora.trusted") == 0 && user->at.at[i].value &&
		    strcasecmp(user->at.at[i].value, hash) == 0)
			return true;
	return spec->is_trusted && spec->is_trusted(spec->ctx, hash);
}

/* ---- together ------------------------------------------------------------------------ */

/*
 * A limit that a repository may raise at will is no limit against it. It may ask for more than the
 * default, up to these; the user's own configuration goes as far as the table of keys lets it.
 */
static void cap_project(struct tora_config *config, struct tora_arena *arena,
                        struct tora_config_facts *facts)
{
	const struct {
		const char *key;
		unsigned *value, most;
	} caps[] = {
		{ "tora.check.timeout", &config->check_timeout_s, 1800 },
		{ "tora.test.timeout", &config->test_timeout_ms, 30000 },
		{ "tora.test.memory", &config->test_memory_mib, 4096 },
		{ "tora.test.output", &config->test_output_kib, 1024 },
		{ "tora.tests.max", &config->tests_max, 1000 },
		{ "tora.change.max", &config->change_max, 300 },
	};

	for (size_t i = 0; i < sizeof caps / sizeof *caps; i++) {
		if (*caps[i].value <= caps[i].most)
			continue;
		*caps[i].value = caps[i].most;
		note(facts, arena, caps[i].key,
		     "a project may not ask for that much; the most it may was taken");
	}
}

static int apply_project(const struct settings *project, const struct settings *user,
                         struct tora_arena *arena, struct tora_config *config,
                         struct tora_config_facts *facts, struct tora_err *err)
{
	int rc = TORA_OK;

	for (size_t i = 0; !rc && i < project->at.n; i++) {
		const struct tora_setting *s = &project->at.at[i];

		switch (tora_settings_class(s->key)) {
		case TORA_SETTING_UNKNOWN:
			note(facts, arena, s->key, "tora has no such setting");
			break;
		case TORA_SETTING_USER:
			note(facts, arena, s->key, "only your own git configuration may set it");
			break;
		case TORA_SETTING_PROJECT:
			rc = tora_settings_apply(s, arena, config, err);
			break;
		case TORA_SETTING_EXECUTABLE:
			if (!s->value)
				note(facts, arena, s->key, "it has no value");
			else if (!is_set(user, s->key))
				want(facts, arena, s);
			break;
		}
	}
	cap_project(config, arena, facts);
	return rc;
}

static int apply_wants(const struct tora_config_spec *spec, const struct settings *user,
                       struct tora_arena *arena, struct tora_config *config,
                       struct tora_config_facts *facts, struct tora_err *err)
{
	int rc = TORA_OK;

	facts->trust_hash = hash_wants(facts, arena);
	if (!facts->wants.n)
		return TORA_OK;
	if (!is_trusted(spec, user, facts->trust_hash)) {
		config->needs_trust = true;
		return TORA_OK;
	}
	for (size_t i = 0; !rc && i < facts->wants.n; i++)
		rc = tora_settings_apply(&facts->wants.at[i], arena, config, err);
	return rc;
}

static const char *unknown_key(const struct tora_setting *s, struct tora_arena *arena)
{
	const char *near = tora_settings_near(s->key);

	return tora_arena_printf(arena, "'%s'%s%s%s in %s", tora_text_path(s->key, arena),
	                         near ? " (" : "", near ? near : "", near ? "?)" : "",
	                         tora_text_path(s->origin, arena));
}

int tora_repo_config(struct tora_repo *repo, const struct tora_config_spec *spec,
                     struct tora_arena *arena, struct tora_config *ret,
                     struct tora_config_facts *ret_facts, struct tora_err *err)
{
	struct settings user = { .at = { 0 } }, project = { .at = { 0 } };
	struct tora_config_facts facts = { .trust_hash = "" };
	struct tora_config config;
	int rc;

	tora_settings_default(&config);
	rc = read_git(repo, arena, &user, err);
	if (!rc)
		rc = read_project(repo, spec->base_tree, arena, &project, &facts, err);
	if (!rc)
		rc = apply_project(&project, &user, arena, &config, &facts, err);
	if (!rc)
		rc = apply_wants(spec, &user, arena, &config, &facts, err);
	for (size_t i = 0; !rc && i < user.at.n; i++) {
		const struct tora_setting *s = &user.at.at[i];

		if (tora_settings_class(s->key) != TORA_SETTING_UNKNOWN)
			rc = tora_settings_apply(s, arena, &config, err);
		else if (strcasecmp(s->key, "tora.trusted") != 0)
			config.unknown = unknown_key(s, arena);
	}
	if (rc)
		return tora_wrap(err, "configuration");
	*ret = config;
	*ret_facts = facts;
	return TORA_OK;
}
