#include "store/facts.h"

#include "tora/json.h"

#include <string.h>

#define VERSION 2

void tora_build_key(const struct tora_oid *tree, const char *command, const char *fingerprint,
                    const char *compiler, char ret_key[TORA_HASH_HEX])
{
	struct tora_hash h;

	tora_hash_init(&h);
	tora_hash_field(&h, TORA_SV("tora build 3"));
	tora_hash_field(&h, tora_sv(tree->hex));
	tora_hash_field(&h, tora_sv(command));
	tora_hash_field(&h, tora_sv(command ? fingerprint : NULL));
	tora_hash_field(&h, tora_sv(compiler));
	tora_hash_final(&h, ret_key);
}

void tora_build_spare_key(const char *key, char ret_key[TORA_HASH_HEX])
{
	struct tora_hash h;

	tora_hash_init(&h);
	tora_hash_field(&h, TORA_SV("tora spare 1"));
	tora_hash_field(&h, tora_sv(key));
	tora_hash_final(&h, ret_key);
}

void tora_build_recipe(const char *command, const char *fingerprint, char ret[TORA_HASH_HEX])
{
	struct tora_hash h;

	tora_hash_init(&h);
	tora_hash_field(&h, TORA_SV("tora recipe 1"));
	tora_hash_field(&h, tora_sv(command));
	tora_hash_field(&h, tora_sv(fingerprint));
	tora_hash_final(&h, ret);
}

bool tora_build_is_key(const char *name)
{
	return strlen(name) == TORA_HASH_HEX - 1 &&
	       strspn(name, "0123456789abcdef") == TORA_HASH_HEX - 1;
}

/* A path may be as long as it likes; the marker may not. */
static void put_name(cJSON *json, const char *key, const char *name)
{
	struct tora_str cut = TORA_STR_INIT(TORA_BUILD_NAME_MAX + 3);
	size_t n = TORA_BUILD_NAME_MAX;

	if (!name || strlen(name) <= n) {
		tora_json_put_text(json, key, name);
		return;
	}
	while (n && ((unsigned char)name[n] & 0xc0) == 0x80)
		n--; /* not in the middle of a character */
	tora_str_add(&cut, (struct tora_sv){ name, n });
	tora_str_adds(&cut, "...");
	tora_json_put_text(json, key, cut.buf);
	tora_str_free(&cut);
}

void tora_build_facts_print(const struct tora_build_facts *facts, struct tora_str *out)
{
	cJSON *json = cJSON_CreateObject();

	tora_json_put_int(json, "version", VERSION);
	tora_json_put_text(json, "tree", facts->tree.hex);
	tora_json_put_text(json, "repo", facts->repo);
	tora_json_put_text(json, "donor", facts->donor);
	tora_json_put_text(json, "recipe", facts->recipe);
	tora_json_put_text(json, "boot", facts->boot);
	tora_json_put_bool(json, "command", facts->command);
	tora_json_put_text(json, "failure", facts->failure);
	if (facts->retry_s)
		tora_json_put_int(json, "retry_s", facts->retry_s);
	tora_json_put_bool(json, "incremental", facts->is_incremental);
	if (facts->is_spare)
		tora_json_put_bool(json, "spare", true);
	tora_json_put_text(json, "compiler", facts->compiler);
	tora_json_put_int(json, "made_s", facts->made_s);
	tora_json_put_int(json, "files", facts->files);
	tora_json_put_int(json, "shared", facts->shared);
	tora_json_put_int(json, "bytes", (int64_t)facts->bytes);
	tora_json_put_int(json, "written", (int64_t)facts->written);
	tora_json_put_int(json, "submodules", facts->submodules);
	put_name(json, "submodule", facts->submodule);
	tora_json_put_int(json, "lfs", facts->lfs);
	put_name(json, "lfs_file", facts->lfs_file);
	tora_json_print(json, out);
	tora_str_addc(out, '\n');
	cJSON_Delete(json);
}

static unsigned count_in(const cJSON *json, const char *key)
{
	int64_t n = tora_json_int(json, key, 0);

	return n < 0 || n > UINT32_MAX ? 0 : (unsigned)n;
}

static uint64_t bytes_in(const cJSON *json, const char *key)
{
	int64_t n = tora_json_int(json, key, 0);

	return n < 0 ? 0 : (uint64_t)n;
}

int tora_build_facts_parse(struct tora_sv text, struct tora_arena *arena,
                           struct tora_build_facts *ret, struct tora_err *err)
{
	struct tora_build_facts f = { .repo = "" };
	cJSON *json = NULL;
	int rc;

	rc = tora_json_parse(text, TORA_BUILD_MARKER_MAX, &json, err);
	if (rc)
		return rc;
	if (tora_json_int(json, "version", 0) != VERSION ||
	    !tora_oid_parse(tora_sv(tora_json_text(json, "tree", "")), &f.tree)) {
		rc = tora_fail(err, TORA_E_FORMAT, "not the marker of a build");
		goto out;
	}
	f.repo = tora_arena_dup(arena, tora_json_text(json, "repo", ""));
	f.donor = tora_arena_dup(arena, tora_json_text(json, "donor", ""));
	f.recipe = tora_arena_dup(arena, tora_json_text(json, "recipe", ""));
	/* without a boot id nobody can say when it was written: no machine has this one */
	f.boot = tora_arena_dup(arena, tora_json_text(json, "boot", "unknown"));
	f.command = tora_json_bool(json, "command", false);
	f.failure = tora_arena_dup(arena, tora_json_text(json, "failure", NULL));
	f.retry_s = tora_json_int(json, "retry_s", 0);
	f.is_incremental = tora_json_bool(json, "incremental", false);
	f.is_spare = tora_json_bool(json, "spare", false);
	f.compiler = tora_arena_dup(arena, tora_json_text(json, "compiler", ""));
	f.made_s = tora_json_int(json, "made_s", 0);
	f.files = count_in(json, "files");
	f.shared = count_in(json, "shared");
	f.submodules = count_in(json, "submodules");
	f.lfs = count_in(json, "lfs");
	f.bytes = bytes_in(json, "bytes");
	f.written = bytes_in(json, "written");
	f.submodule = tora_arena_dup(arena, tora_json_text(json, "submodule", NULL));
	f.lfs_file = tora_arena_dup(arena, tora_json_text(json, "lfs_file", NULL));
	*ret = f;
out:
	cJSON_Delete(json);
	return rc;
}

bool tora_build_facts_hold(const struct tora_build_facts *facts, const char *boot)
{
	return !*facts->boot || strcmp(facts->boot, boot) == 0;
}
