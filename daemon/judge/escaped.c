/*
 * escaped.c - see escaped.h.
 */
#include "judge/escaped.h"

#include "judge/kind.h"
#include "judge/said.h"
#include "judge/text.h"
#include "lang/lang.h"

#include <string.h>

/* "decimal" of decimal.InvalidOperation; empty: of no package. */
static struct tora_sv package_of(const char *type)
{
	size_t n = strcspn(type, ".");

	return type[n] ? (struct tora_sv){ type, n } : tora_sv("");
}

/* Does the source speak of it since the change, and did not before? */
static bool is_new(const struct tora_change *change, struct tora_sv package)
{
	bool was = false, is = false;

	for (size_t i = 0; i < change->files.n; i++) {
		const struct tora_file_change *f = &change->files.at[i];

		if (f->role != TORA_FILE_SOURCE)
			continue;
		was |= tora_text_has_word(f->base_text, package, false);
		is |= tora_text_has_word(f->head_text, package, false);
	}
	return is && !was;
}

/* Has a changed function an `except` clause, and none that names the error? */
static bool is_left_out(const struct tora_change *change, struct tora_sv error)
{
	bool catches = false;

	for (size_t i = 0; i < change->functions.n; i++) {
		struct tora_sv body = change->functions.at[i].head_body, line;

		while (tora_sv_line(&body, &line)) {
			const char *colon;

			if (!tora_sv_starts(tora_sv_trim(line), "except "))
				continue;
			/* A tuple of errors may go on in the next lines. */
			colon = memchr(line.at, ':', (size_t)(body.at + body.len - line.at));
			if (colon && colon > line.at + line.len)
				line.len = (size_t)(colon - line.at);
			if (tora_text_has_word(line, error, false))
				return false;
			catches = true;
		}
	}
	return catches;
}

bool tora_escaped(const struct tora_case *c, const struct tora_telling *t)
{
	bool fails = c->difference->kind == TORA_DIFF_EXCEPTION_APPEARED ||
	             c->difference->kind == TORA_DIFF_EXCEPTION_CHANGED;
	const char *type = fails && c->after->exception ? c->after->exception->type : NULL;
	struct tora_sv package = type ? package_of(type) : tora_sv("");

	return package.len && c->change && c->said && !tora_kind_is_own_type(c, type) &&
	       t->raised.len && is_new(c->change, package) && is_left_out(c->change, t->raised) &&
	       !(t->gone.len && tora_lang_is_kind(t->raised, t->gone)) &&
	       !tora_said_names(c->said, c->intent, t->raised);
}
