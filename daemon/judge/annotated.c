#include "judge/annotated.h"

#include "judge/text.h"

static bool is_mark(struct tora_token t, const char *marks)
{
	return t.kind == TORA_TOKEN_PUNCT && tora_one_of(*t.text.at, marks);
}

/* What stands between the bracket that a text begins with and the one that closes it, and what comes behind that; false: there is none. */
static bool inside(struct tora_sv text, struct tora_sv *ret, struct tora_sv *ret_behind)
{
	struct tora_scan scan = { .text = text };
	struct tora_token t;
	unsigned depth = 0;

	while (tora_scan_solid(&scan, &t)) {
		if (is_mark(t, "([{"))
			depth++;
		else if (is_mark(t, ")]}") && --depth == 0) {
			*ret = (struct tora_sv){ text.at + 1, (size_t)(t.text.at - text.at - 1) };
			*ret_behind = (struct tora_sv){ text.at + scan.at, text.len - scan.at };
			return true;
		}
		if (!depth)
			return false;
	}
	return false;
}

/* Cuts the next item off, without the comma behind it; false: nothing is left. */
static bool next_item(struct tora_sv *rest, struct tora_sv *ret)
{
	struct tora_scan scan = { .text = *rest };
	struct tora_token t;
	unsigned depth = 0;
	size_t end = rest->len, behind = rest->len;

	while (end == rest->len && tora_scan_solid(&scan, &t)) {
		depth += is_mark(t, "([{");
		depth -= is_mark(t, ")]}");
		if (!depth && tora_sv_is(t.text, ",")) {
			end = (size_t)(t.text.at - rest->at);
			behind = scan.at;
		}
	}
	*ret = tora_sv_trim((struct tora_sv){ rest->at, end });
	*rest = (struct tora_sv){ rest->at + behind, rest->len - behind };
	return ret->len > 0 || rest->len > 0;
}

/* How many items there are between two brackets; false: nobody knows. */
static bool count_items(struct tora_sv content, unsigned *ret)
{
	struct tora_sv item;

	for (*ret = 0; next_item(&content, &item); ++*ret)
		if (tora_sv_starts(item, "*") || tora_sv_starts(item, ".") ||
		    tora_text_has_word(item, TORA_SV("for"), false))
			return false;
	return true;
}

/* `tuple[str, str]`: two; false: it says something else. */
static bool length_said(struct tora_sv annotation, unsigned *ret)
{
	static const char *const heads[] = { "tuple", "Tuple", "typing.Tuple" };
	struct tora_sv content, behind;

	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
		struct tora_sv head = tora_sv(heads[i]);
		struct tora_sv rest = { annotation.at + head.len, annotation.len - head.len };

		if (tora_sv_starts(annotation, heads[i]) && tora_sv_starts(rest, "[") &&
		    inside(rest, &content, &behind) && !tora_sv_trim(behind).len &&
		    !tora_sv_starts(content, "("))
			return count_items(content, ret);
	}
	return false;
}

/* What can be gone through again, has a length and is asked for an item. */
static bool is_held(struct tora_sv annotation)
{
	static const char *const heads[] = {
		"list", "List",     "tuple",   "Tuple",           "dict",      "Dict", "set",
		"Set",  "Sequence", "Mapping", "MutableSequence", "Collection"
	};

	if (tora_sv_starts(annotation, "typing."))
		annotation = (struct tora_sv){ annotation.at + 7, annotation.len - 7 };
	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
		size_t n = tora_sv(heads[i]).len;

		if (tora_sv_starts(annotation, heads[i]) &&
		    (annotation.len == n || annotation.at[n] == '['))
			return !tora_sv_has(annotation, "Itera") &&
			       !tora_sv_has(annotation, "Generator");
	}
	return false;
}

/* `name: annotation = default` */
static struct tora_sv annotation_of(struct tora_sv parameter)
{
	struct tora_sv ret = { parameter.at, 0 };

	for (size_t i = 0; i < parameter.len && parameter.at[i] != '='; i++)
		if (parameter.at[i] == ':' && !ret.len)
			ret = (struct tora_sv){ parameter.at + i + 1, parameter.len - i - 1 };
	for (size_t i = 0; i < ret.len; i++)
		if (ret.at[i] == '=')
			ret.len = i;
	return tora_sv_trim(ret);
}

/* What `name = ` stands before in a test; empty: it is no such name. */
static struct tora_sv value_of(struct tora_sv test, struct tora_sv name)
{
	struct tora_sv line;

	while (tora_sv_line(&test, &line)) {
		struct tora_scan scan = { .text = line };
		struct tora_token first, equals;

		if (tora_scan_solid(&scan, &first) && tora_sv_eq(first.text, name) &&
		    tora_scan_solid(&scan, &equals) && tora_sv_is(equals.text, "="))
			return tora_sv_trim(
				(struct tora_sv){ line.at + scan.at, line.len - scan.at });
	}
	return tora_sv("");
}

static bool length_passed(struct tora_sv test, struct tora_sv argument, unsigned *ret)
{
	struct tora_sv named = value_of(test, argument), content, behind;

	argument = named.len ? named : argument;
	if (!argument.len || !tora_one_of(*argument.at, "([") ||
	    !inside(argument, &content, &behind) || tora_sv_trim(behind).len)
		return false;
	/* `(a)` is no tuple. */
	return count_items(content, ret) &&
	       !(*ret == 1 && *argument.at == '(' && !tora_sv_ends(tora_sv_trim(content), ","));
}

static bool is_iterator(struct tora_sv test, struct tora_sv argument)
{
	struct tora_sv named = value_of(test, argument);

	return tora_sv_starts(named.len ? named : argument, "iter(");
}

/* The call whose arguments these are. */
static bool passes_another(struct tora_sv test, struct tora_sv parameters, struct tora_sv arguments)
{
	struct tora_sv parameter, argument;
	unsigned wanted, given;

	while (next_item(&parameters, &parameter)) {
		if (tora_sv_is(parameter, "self") || tora_sv_is(parameter, "cls"))
			continue;
		if (!next_item(&arguments, &argument) || tora_sv_starts(parameter, "*") ||
		    tora_sv_starts(argument, "*"))
			return false;
		if ((length_said(annotation_of(parameter), &wanted) &&
		     length_passed(test, argument, &given) && given != wanted) ||
		    (is_held(annotation_of(parameter)) && is_iterator(test, argument)))
			return true;
	}
	return false;
}

static bool is_left(struct tora_sv test, const struct tora_function *f)
{
	struct tora_sv signature = tora_sv(f->signature), parameters, arguments, behind;
	size_t open = tora_text_find(signature, TORA_SV("("), 0, false);
	struct tora_sv name = tora_text_last(f->name);
	struct tora_scan scan = { .text = test };
	struct tora_token t, last = { .text = tora_sv("") };

	if (open >= signature.len ||
	    !inside((struct tora_sv){ signature.at + open, signature.len - open }, &parameters,
	            &behind))
		return false;
	for (; tora_scan_solid(&scan, &t); last = t) {
		struct tora_sv call = { t.text.at, (size_t)(test.at + test.len - t.text.at) };

		if (tora_sv_is(t.text, "(") && tora_sv_eq(last.text, name) &&
		    inside(call, &arguments, &behind) &&
		    passes_another(test, parameters, arguments))
			return true;
	}
	return false;
}

bool tora_annotated_left(const struct tora_case *c)
{
	for (size_t i = 0; c->change && i < c->change->functions.n; i++)
		if (c->change->functions.at[i].signature &&
		    is_left(tora_sv(c->test), &c->change->functions.at[i]))
			return true;
	return false;
}
