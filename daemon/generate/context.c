/*
 * context.c - see context.h. Functions come most important first, so what does not fit is the rest.
 */
#include "generate/context.h"
#include "lang/lang.h"

#include <ctype.h>
#include <string.h>

#define USAGE_MAX 8 /* programs shown */

static const char *finish(struct tora_str *s, struct tora_arena *arena)
{
	const char *text = tora_arena_text(arena, tora_str_view(s));

	tora_str_free(s);
	return text;
}

static void add_function(struct tora_str *out, const struct tora_function *f)
{
	size_t top = strcspn(f->qualname, ".");

	tora_str_adds(out, f->name);
	if (f->signature) {
		const char *open = strchr(f->signature, '(');

		tora_str_adds(out, open ? open : "");
	}
	if (top)
		tora_str_addf(out, "  (from %s import %.*s)", f->module, (int)top, f->qualname);
	else
		tora_str_addf(out, "  (import %s)", f->module);
	if (f->kind == TORA_CHANGE_DELETED)
		tora_str_adds(out, " - removed by the change");
	if (!f->is_public && f->public_caller)
		tora_str_addf(out, " - private, reached through %s", f->public_caller);
	tora_str_addc(out, '\n');
}

static const char *functions_of(const struct tora_change *change, struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(TORA_CONTEXT_BLOCK_MAX);

	for (size_t i = 0; i < change->functions.n; i++)
		if (!change->functions.at[i].is_withheld)
			add_function(&out, &change->functions.at[i]);
	return finish(&out, arena);
}

static const char *bodies_of(const struct tora_change *change, struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(TORA_CONTEXT_BLOCK_MAX);

	for (size_t i = 0; i < change->functions.n; i++) {
		const struct tora_function *f = &change->functions.at[i];

		if (f->is_withheld || !f->head_body.len ||
		    out.len + f->head_body.len + 200 > out.max)
			continue;
		tora_str_addf(&out, "# %s\n", f->name);
		tora_str_add(&out, f->head_body);
		tora_str_adds(&out, "\n\n");
	}
	return finish(&out, arena);
}

static const char *docs_of(const struct tora_change *change, struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(TORA_CONTEXT_BLOCK_MAX / 2);

	for (size_t i = 0; i < change->functions.n; i++) {
		const struct tora_function *f = &change->functions.at[i];

		if (f->is_withheld || !f->doc || !*f->doc ||
		    out.len + strlen(f->doc) + 200 > out.max)
			continue;
		tora_str_addf(&out, "%s:\n%s\n\n", f->name, f->doc);
	}
	return finish(&out, arena);
}

/* A few real calls: one of each test function or document, shortest idea of how it is used. */
static const char *usage_of(const struct tora_change *change, const struct tora_candidates *mined,
                            struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(TORA_CONTEXT_BLOCK_MAX / 2);
	const char *last = "";

	for (size_t i = 0, n = 0; mined && i < mined->all.n && n < USAGE_MAX; i++) {
		const struct tora_candidate *c = &mined->all.at[i];

		if (c->legality != TORA_LEGAL_SEEN ||
		    tora_withhold_place(&change->withhold, c->where) ||
		    strcmp(c->where, last) == 0 || out.len + strlen(c->source) + 200 > out.max)
			continue;
		tora_str_addf(&out, "# %s\n%s\n", c->where, c->source);
		last = c->where;
		n++;
	}
	return finish(&out, arena);
}

static const char *project_name(const struct tora_check *check)
{
	const char *slash = strrchr(check->repo_path, '/');

	for (size_t i = 0; i < check->change.functions.n; i++) { /* as it is imported */
		const char *module = check->change.functions.at[i].module;

		return tora_arena_text(check->arena,
		                       (struct tora_sv){ module, strcspn(module, ".") });
	}
	return slash ? slash + 1 : check->repo_path;
}

void tora_context_make(const struct tora_check *check, const struct tora_lang *lang,
                       const struct tora_candidates *mined, struct tora_context *ret)
{
	char *language = tora_arena_dup(check->arena, lang->name);

	language[0] = (char)toupper((unsigned char)language[0]);
	*ret = (struct tora_context){
		.project = project_name(check),
		.language = language,
		.functions = functions_of(&check->change, check->arena),
		.bodies = bodies_of(&check->change, check->arena),
		.docs = docs_of(&check->change, check->arena),
		.usage = usage_of(&check->change, mined, check->arena),
	};
}
