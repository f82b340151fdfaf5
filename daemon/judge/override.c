#include "judge/override.h"

#include "judge/said.h"
#include "judge/text.h"

#include <ctype.h>
#include <stdint.h>

/* `self.name` or `this.name`, and where it is called alone: `self.name(`. */
static bool has_own(struct tora_sv body, struct tora_sv name, bool called)
{
	static const char *const owners[] = { "self.", "this.", "cls." };

	for (size_t i = 0; i < sizeof owners / sizeof *owners; i++) {
		struct tora_sv owner = tora_sv(owners[i]);

		for (size_t at = 0; (at = tora_text_find(body, owner, at, false)) != SIZE_MAX;) {
			struct tora_sv rest = { body.at + at + owner.len,
				                body.len - at - owner.len };
			char next = rest.len > name.len ? rest.at[name.len] : '\0';

			at += owner.len;
			if (rest.len >= name.len &&
			    tora_sv_eq((struct tora_sv){ rest.at, name.len }, name) &&
			    (next == '(' ||
			     (!called && !isalnum((unsigned char)next) && next != '_')))
				return true;
		}
	}
	return false;
}

/* A function of the change asked for it, and has nothing to do with it now. */
static bool is_asked_no_more(const struct tora_change *change, struct tora_sv name)
{
	for (size_t i = 0; i < change->functions.n; i++) {
		const struct tora_function *f = &change->functions.at[i];

		if (f->head_body.len && has_own(f->base_body, name, true) &&
		    !has_own(f->head_body, name, false))
			return true;
	}
	return false;
}

/* `    def name(self)`, `	name(...args) {`: a method, by a line of a class; empty: it is none. */
static struct tora_sv method_of(struct tora_sv line)
{
	struct tora_sv code = tora_sv_trim(line), name;

	if (tora_sv_starts(code, "def "))
		code = (struct tora_sv){ code.at + 4, code.len - 4 };
	else if (!tora_sv_ends(code, "{"))
		return tora_sv("");
	name = (struct tora_sv){ code.at, 0 };
	while (name.len < code.len &&
	       (isalnum((unsigned char)code.at[name.len]) || code.at[name.len] == '_'))
		name.len++;
	return name.len < code.len && code.at[name.len] == '(' ? name : tora_sv("");
}

static bool opens_heir(struct tora_sv line)
{
	return tora_sv_starts(line, "class ") &&
	       (tora_sv_has(line, "(") || tora_sv_has(line, " extends "));
}

bool tora_override_lost(const struct tora_case *c)
{
	struct tora_sv test = tora_sv(c->test), line, name;
	bool is_in = false;

	if (c->difference->kind != TORA_DIFF_VALUE || !c->change || !c->said)
		return false;
	while (tora_sv_line(&test, &line)) {
		if (line.len && !isspace((unsigned char)*line.at))
			is_in = opens_heir(line);
		name = is_in ? method_of(line) : tora_sv("");
		if (name.len && is_asked_no_more(c->change, name))
			return !tora_said_speaks(
				c->said, c->intent,
				"overrid*|subclass*|hook|hooks|inherit*|heir|heirs|extending");
	}
	return false;
}
