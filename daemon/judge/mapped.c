#include "judge/mapped.h"

#include "judge/said.h"
#include "judge/text.h"

/* Between the first brackets of a function; 0: none, or it cannot be seen. */
static unsigned count_parameters(struct tora_sv body)
{
	struct tora_scan scan = { .text = body };
	struct tora_token t;
	unsigned commas = 0;
	int depth = 0;
	bool any = false;

	while (tora_scan_solid(&scan, &t)) {
		if (depth == 1 && tora_sv_is(t.text, ","))
			commas++;
		any |= depth > 0 && !tora_sv_is(t.text, ")");
		if (t.kind != TORA_TOKEN_STRING)
			depth += tora_text_opened(t.text);
		if (depth == 0 && tora_sv_is(t.text, ")"))
			return any ? commas + 1 : 0;
	}
	return 0;
}

/* `.map(name)` */
static bool is_mapped(struct tora_sv test, struct tora_sv name)
{
	struct tora_scan scan = { .text = test };
	struct tora_token t, last = { .text = tora_sv("") }, before = last;

	for (; tora_scan_solid(&scan, &t); before = last, last = t)
		if (tora_sv_eq(t.text, name) && tora_sv_is(last.text, "(") &&
		    tora_sv_is(before.text, "map") && scan.at < test.len && test.at[scan.at] == ')')
			return true;
	return false;
}

bool tora_mapped(const struct tora_case *c)
{
	static const char words[] = "map|index|indexes|indices|callback*|position*";

	if (!c->said || !c->change || tora_said_speaks(c->said, c->intent, words))
		return false;
	for (size_t i = 0; i < c->change->functions.n; i++) {
		const struct tora_function *f = &c->change->functions.at[i];
		struct tora_sv name = tora_text_last(f->name);

		if (f->base_body.len && is_mapped(tora_sv(c->test), name) &&
		    count_parameters(f->head_body) > count_parameters(f->base_body))
			return true;
	}
	return false;
}
