#include "judge/mapped.h"

#include "judge/parameters.h"
#include "judge/said.h"
#include "judge/text.h"

#define PARAMETERS_MAX 8

static size_t count_parameters(struct tora_sv body)
{
	struct tora_sv names[PARAMETERS_MAX];

	return tora_parameters(body, names, PARAMETERS_MAX);
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
