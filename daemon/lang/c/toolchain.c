/*
 * toolchain.c - see toolchain.h.
 */
#include "lang/c/toolchain.h"

#include "model/config.h"
#include "tora/hash.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern const char tora_blob_daemon_lang_c_runner_build_sh[];

/* "/usr/bin/x86_64-linux-gnu-gcc-12", "/usr/lib/llvm-14/bin/clang": the number in it. */
static const char *version_of(const char *program, struct tora_arena *arena)
{
	for (const char *dash = program + strlen(program); dash > program; dash--)
		if (dash[-1] == '-' && isdigit((unsigned char)*dash))
			return tora_arena_text(
				arena, (struct tora_sv){ dash, strspn(dash, "0123456789.") });
	return "0";
}

static void hash_stat(struct tora_hash *h, const char *path, struct tora_arena *arena)
{
	struct stat st = { 0 };

	(void)stat(path, &st);
	tora_hash_field(h,
	                tora_sv(tora_arena_printf(arena, "%s %lld %lld", path,
	                                          (long long)st.st_mtime, (long long)st.st_size)));
}

int tora_c_toolchain(const char *repo_path, const struct tora_config *config,
                     struct tora_arena *arena, struct tora_toolchain *ret, struct tora_err *err)
{
	static const char *const names[] = { "/usr/bin/cc", "/usr/bin/gcc", "/usr/bin/clang" };
	char path[PATH_MAX], hex[TORA_HASH_HEX];
	struct tora_hash h;

	(void)repo_path;
	(void)config;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		if (access(names[i], X_OK) < 0 || !realpath(names[i], path))
			continue;
		*ret = (struct tora_toolchain){ .program = tora_arena_dup(arena, path),
			                        .how = names[i] };
		ret->version = version_of(path, arena);
		tora_hash_init(&h);
		hash_stat(&h, path, arena);
		hash_stat(&h, "/usr/bin/tcc", arena);
		tora_hash_final(&h, hex);
		ret->fingerprint = tora_arena_dup(arena, hex);
		return TORA_OK;
	}
	return tora_fail(
		err, TORA_E_NOTFOUND,
		"no C compiler found (tried cc, gcc and clang in /usr/bin): install one, like gcc");
}

/* A word of the shell, whatever is in it. */
static void quote(struct tora_str *out, const char *text)
{
	tora_str_addc(out, '\'');
	for (; *text; text++)
		if (*text == '\'')
			tora_str_adds(out, "'\\''");
		else
			tora_str_addc(out, *text);
	tora_str_addc(out, '\'');
}

const char *tora_c_build(const struct tora_config *config, struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(64u << 10);
	const char *text;

	if (config->c_flags) {
		tora_str_adds(&out, "TORA_C_FLAGS=");
		quote(&out, config->c_flags);
		tora_str_addc(&out, '\n');
	}
	tora_str_adds(&out, tora_blob_daemon_lang_c_runner_build_sh);
	text = tora_arena_text(arena, tora_str_view(&out));
	tora_str_free(&out);
	return text;
}
