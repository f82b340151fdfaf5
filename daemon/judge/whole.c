#include "judge/whole.h"

#include "judge/text.h"
#include "judge/words.h"
#include "model/diff.h"

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

/* The message has no other words than these. */
static bool says_typo(struct tora_sv text)
{
	struct tora_scan scan = { .text = text };
	struct tora_token t;
	bool typo = false;

	while (tora_scan_solid(&scan, &t)) {
		if (t.kind != TORA_TOKEN_WORD)
			continue;
		if (tora_words_match(t.text, "typo|typos|mistype|mistyped"))
			typo = true;
		else if (!tora_words_match(t.text, "fix|fixes|fixed|a|the|in|my|stupid|silly|oops|"
		                                   "whoops|code|again|another|minor|small"))
			return false;
	}
	return typo;
}

bool tora_whole_typo(const struct tora_case *c)
{
	struct tora_sv diff, line;
	size_t added = 0, removed = 0;
	char mark;

	if (c->intent->messages.n != 1 || !says_typo(tora_sv(c->intent->messages.at[0].text)) ||
	    !tora_whole(c))
		return false;
	diff = c->change->source_diff;
	while ((mark = tora_diff_line(&diff, &line))) {
		added += mark == '+';
		removed += mark == '-';
	}
	return added == 1 && removed == 1;
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

bool tora_whole_writes_method(const struct tora_case *c)
{
	return c->function && c->function->kind == TORA_CHANGE_ADDED &&
	       tora_whole_class(c->name).len;
}
