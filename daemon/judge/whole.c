#include "judge/whole.h"

#include "judge/text.h"

#include <string.h>

/* The length of "p.u.C" in p.u.C.make; 0: it is a module's own code. */
static size_t unit_of(const struct tora_function *f)
{
	size_t outer = strcspn(f->qualname, ".");

	return outer ? strlen(f->module) + 1 + outer : 0;
}

bool tora_whole(const struct tora_case *c)
{
	const char *first = NULL;
	size_t len = 0;

	if (!c->change || c->change->functions_shed)
		return false;
	for (size_t i = 0; i < c->change->functions.n; i++) {
		const struct tora_function *f = &c->change->functions.at[i];
		size_t n = f->module && f->qualname ? unit_of(f) : 0;

		if (!n || strlen(f->name) < n)
			return false;
		if (!first) {
			first = f->name;
			len = n;
		} else if (n != len || memcmp(first, f->name, n) != 0) {
			return false;
		}
	}
	return first && strncmp(c->name, first, len) == 0 && (!c->name[len] || c->name[len] == '.');
}

struct tora_sv tora_whole_class(const char *name)
{
	struct tora_sv last = tora_text_last(name), owner;
	size_t from;

	if (last.len < 5 || !tora_sv_starts(last, "__") || !tora_sv_ends(last, "__") ||
	    last.at == name)
		return tora_sv("");
	owner = (struct tora_sv){ name, (size_t)(last.at - name) - 1 };
	for (from = owner.len; from && owner.at[from - 1] != '.';)
		from--;
	return (struct tora_sv){ owner.at + from, owner.len - from };
}
