#include "judge/olduse.h"

#include "judge/telling.h"
#include "judge/text.h"
#include "lang/lang.h"

static bool has(const struct tora_old_use_parameters *p, struct tora_sv name)
{
	size_t i;

	for (i = 0; i < p->n; i++)
		if (tora_sv_eq(p->at[i], name))
			return true;
	return false;
}

static bool is_one_of(const struct tora_token *t, const char *marks)
{
	return t->kind == TORA_TOKEN_PUNCT && tora_one_of(t->text.at[0], marks);
}

/* `lambda x, y:` between commas of a call or of parameters: what stands there is none of theirs. */
static bool is_in_lambda(bool was, const struct tora_token *last, const struct tora_token *t)
{
	if (was)
		return !is_one_of(t, ":");
	return tora_lang_is_lambda(last->text) && (t->kind == TORA_TOKEN_WORD || is_one_of(t, "*"));
}

/* The names in the first pair of parentheses of a signature, or of a body that begins with one. Those of
 * `{a, b}` are names too where a parameter may stand; those of a default or an annotation are none. Optional are those of
 * an object, the rest, and what has a default. */
static void read_parameters(struct tora_sv text, struct tora_old_use_parameters *ret)
{
	struct tora_scan scan = { .text = text };
	struct tora_token t, last = { .kind = TORA_TOKEN_SPACE };
	unsigned depth = 0, apart = 0;
	bool lambda = false, object = false;

	ret->n = 0;
	ret->has_rest = false;
	while (tora_scan_solid(&scan, &t)) {
		bool first = is_one_of(&last, "(,*{.");

		lambda = is_in_lambda(lambda, &last, &t);
		first &= !lambda;
		if (depth == 1 && !apart && is_one_of(&t, "{}"))
			object = is_one_of(&t, "{") && (first || object);
		if (depth == 1 && !apart && first && t.kind == TORA_TOKEN_WORD &&
		    ret->n < TORA_OLD_USE_MAX) {
			ret->in_object[ret->n] = object;
			ret->optional[ret->n] = object || is_one_of(&last, "*.");
			ret->at[ret->n++] = t.text;
		}
		if (depth == 1 && !apart && !lambda && ret->n && is_one_of(&t, "="))
			ret->optional[ret->n - 1] = true;
		ret->has_rest |=
			depth == 1 && !apart && is_one_of(&last, "*.") && t.kind == TORA_TOKEN_WORD;
		if (is_one_of(&t, "("))
			depth++;
		else if (is_one_of(&t, ")"))
			depth--;
		else if (depth && is_one_of(&t, "[{") && (apart || !first || t.text.at[0] == '['))
			apart++;
		else if (apart && is_one_of(&t, "]}"))
			apart--;
		if (is_one_of(&t, ")") && !depth)
			return;
		last = t;
	}
}

/* Where a call may leave out any argument, it leaves out the last ones: what stands before an old one takes its place. */
static bool may_be_left_out(const struct tora_function *f, const struct tora_old_use_parameters *is,
                            size_t at, const struct tora_old_use_parameters *was)
{
	const struct tora_lang *lang = f->file ? tora_lang_for_path(f->file) : NULL;

	if (!lang || !lang->leaves_out)
		return is->optional[at];
	for (size_t i = at + 1; i < is->n; i++)
		if (has(was, is->at[i]) && !is->in_object[i])
			return is->in_object[at];
	return true;
}

bool tora_old_use_added(const struct tora_function *f, struct tora_old_use_parameters *ret)
{
	struct tora_old_use_parameters was, is;
	size_t i;

	ret->n = 0;
	if (f->kind != TORA_CHANGE_MODIFIED || f->is_class || !f->is_public || !f->signature ||
	    !f->base_body.len)
		return false;
	read_parameters(f->base_body, &was);
	read_parameters(tora_sv(f->signature), &is);
	for (i = 0; i < was.n; i++)
		if (!has(&is, was.at[i]))
			return false;
	for (i = 0; i < is.n; i++)
		if (!has(&was, is.at[i])) {
			ret->optional[ret->n] = may_be_left_out(f, &is, i, &was);
			ret->at[ret->n++] = is.at[i];
		}
	return ret->n > 0;
}

static bool is_required(const struct tora_old_use_parameters *added)
{
	for (size_t i = 0; i < added->n; i++)
		if (!added->optional[i])
			return true;
	return false;
}

/* How many arguments the text behind `(` passes by position or name, of one call. */
static size_t arguments(struct tora_sv text)
{
	struct tora_scan scan = { .text = text };
	struct tora_token t, last = { .kind = TORA_TOKEN_SPACE };
	unsigned depth = 1;
	bool any = false, lambda = false;
	size_t n = 0;

	while (depth && tora_scan_solid(&scan, &t)) {
		depth += is_one_of(&t, "([{");
		depth -= is_one_of(&t, ")]}");
		lambda = is_in_lambda(lambda, &last, &t);
		if (!depth || (depth == 1 && !lambda && is_one_of(&t, ","))) {
			n += any;
			any = false;
		} else {
			any = true;
		}
		last = t;
	}
	return n;
}

static bool passes_more(const struct tora_function *f, struct tora_sv test)
{
	struct tora_old_use_parameters was;
	struct tora_sv name = tora_text_last(f->name);
	struct tora_scan scan = { .text = test };
	struct tora_token t;
	bool called = false;

	read_parameters(f->base_body, &was);
	if (was.has_rest || was.n == TORA_OLD_USE_MAX)
		return false;
	while (tora_scan_solid(&scan, &t)) {
		if (called && is_one_of(&t, "(") &&
		    arguments((struct tora_sv){ test.at + scan.at, test.len - scan.at }) > was.n)
			return true;
		called = t.kind == TORA_TOKEN_WORD && tora_sv_eq(t.text, name);
	}
	return false;
}

bool tora_old_use_passes_more(const struct tora_change *change, struct tora_sv test)
{
	struct tora_old_use_parameters added;
	size_t i;

	for (i = 0; i < change->functions.n; i++)
		if (tora_old_use_added(&change->functions.at[i], &added) &&
		    passes_more(&change->functions.at[i], test))
			return true;
	return false;
}

bool tora_old_use(const struct tora_change *change, struct tora_sv test)
{
	struct tora_old_use_parameters added;
	bool any = false;
	size_t i, k;

	for (i = 0; i < change->functions.n; i++) {
		if (!tora_old_use_added(&change->functions.at[i], &added))
			continue;
		any |= !is_required(&added);
		for (k = 0; k < added.n; k++)
			if (tora_text_has_word(test, added.at[k], false))
				return false;
	}
	return any && !tora_old_use_passes_more(change, test);
}

bool tora_old_use_ended(const struct tora_change *change, const struct tora_function *f,
                        struct tora_sv messages)
{
	struct tora_old_use_parameters added;

	for (size_t i = 0; f && i < change->functions.n; i++) {
		const struct tora_function *now = &change->functions.at[i];
		struct tora_sv name = tora_text_last(now->name);

		if (tora_old_use_added(now, &added) && is_required(&added) &&
		    (now == f || tora_text_calls(f->head_body, name)) &&
		    tora_telling_named(messages, name))
			return true;
	}
	return false;
}
