/*
 * found.c - see found.h.
 */
#include "lang/found.h"

struct tora_found {
	const struct tora_found *next;
	const struct tora_lang *lang;
	struct tora_toolchain toolchain;
	struct tora_err err;
	int rc;
};

int tora_found_toolchain(struct tora_check *check, const struct tora_lang *lang,
                         struct tora_toolchain *ret, struct tora_err *err)
{
	const struct tora_found *f = check->toolchains;
	struct tora_found *now;

	while (f && f->lang->toolchain != lang->toolchain)
		f = f->next;
	if (!f) {
		now = tora_arena_calloc(check->arena, 1, sizeof *now);
		now->next = check->toolchains;
		now->lang = lang;
		now->rc = lang->toolchain(check->repo_path, check->config, check->arena,
		                          &now->toolchain, &now->err);
		check->toolchains = f = now;
	}
	if (f->rc)
		*err = f->err;
	else
		*ret = f->toolchain;
	return f->rc;
}
