#include "judge/annotated.h"

#include "judge/parameters.h"
#include "judge/text.h"

#include <ctype.h>
#include <string.h>

#define TOKENS_MAX 512 /* of the brackets of a call or of a definition */

static bool is_mark(struct tora_token t, const char *marks)
{
	return t.kind == TORA_TOKEN_PUNCT && tora_one_of(*t.text.at, marks);
}

/* What stands between the bracket that a text begins with and the one that closes it, and what comes behind that; false: there is none, or it
 * is far. */
static bool inside(struct tora_sv text, struct tora_sv *ret, struct tora_sv *ret_behind)
{
	struct tora_scan scan = { .text = text };
	struct tora_token t;
	unsigned depth = 0;

	for (unsigned n = 0; n < TOKENS_MAX && tora_scan_solid(&scan, &t); n++) {
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

/* The text behind what it begins with; empty: it does not begin so. */
static struct tora_sv behind(struct tora_sv text, const char *begin)
{
	size_t n = tora_sv(begin).len;

	return tora_sv_starts(text, begin) ? (struct tora_sv){ text.at + n, text.len - n }
	                                   : tora_sv("");
}

/* `tuple[str, str]`: two; false: it says something else. */
static bool length_said(struct tora_sv annotation, unsigned *ret)
{
	static const char *const heads[] = { "tuple", "Tuple", "typing.Tuple" };
	struct tora_sv content, after;

	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
		struct tora_sv rest = behind(annotation, heads[i]);

		if (tora_sv_starts(rest, "[") && inside(rest, &content, &after) &&
		    !tora_sv_trim(after).len && !tora_sv_starts(content, "("))
			return count_items(content, ret);
	}
	return false;
}

/* What can be gone through again, has a length and is asked for an item. */
static bool is_held(struct tora_sv annotation)
{
	static const char *const heads[] = {
		"list",           "List",      "tuple",   "Tuple",
		"dict",           "Dict",      "set",     "Set",
		"frozenset",      "Sequence",  "Mapping", "MutableSequence",
		"MutableMapping", "Collection"
	};
	static const char *const modules[] = { "typing.", "collections.abc.", "abc." };

	for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
		if (tora_sv_starts(annotation, modules[i]))
			annotation = behind(annotation, modules[i]);
	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
		struct tora_sv rest = behind(annotation, heads[i]);

		if (tora_sv_is(annotation, heads[i]) || tora_sv_starts(rest, "["))
			return !tora_sv_has(annotation, "Itera") &&
			       !tora_sv_has(annotation, "Generator");
	}
	return false;
}

static struct tora_sv name_of(struct tora_sv parameter)
{
	size_t n = 0;

	while (n < parameter.len &&
	       (isalnum((unsigned char)parameter.at[n]) || parameter.at[n] == '_'))
		n++;
	return (struct tora_sv){ parameter.at, n };
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

/* `lines.append(x)`, `lines[0] = x`, `lines += x`: it is another one by then. */
static bool is_touched(struct tora_sv test, struct tora_sv name)
{
	struct tora_scan scan = { .text = test };
	struct tora_token t, last = { .text = tora_sv("") };

	for (; tora_scan_solid(&scan, &t); last = t)
		if (tora_sv_eq(last.text, name) && is_mark(t, ".[+"))
			return true;
	return false;
}

/* What `name = ` stands before in a test; empty: it is no such name, or is changed somewhere. */
static struct tora_sv value_of(struct tora_sv test, struct tora_sv name)
{
	struct tora_sv rest = test, line;

	if (!name.len || !(isalpha((unsigned char)*name.at) || *name.at == '_'))
		return tora_sv("");
	while (tora_sv_line(&rest, &line)) {
		struct tora_scan scan = { .text = line };
		struct tora_token first, equals;

		if (tora_scan_solid(&scan, &first) && tora_sv_eq(first.text, name) &&
		    tora_scan_solid(&scan, &equals) && tora_sv_is(equals.text, "="))
			return is_touched(test, name)
			               ? tora_sv("")
			               : tora_sv_trim((struct tora_sv){ line.at + scan.at,
			                                                line.len - scan.at });
	}
	return tora_sv("");
}

static bool length_passed(struct tora_sv test, struct tora_sv argument, unsigned *ret)
{
	struct tora_sv named = value_of(test, argument), content, after;

	argument = named.len ? named : argument;
	if (!argument.len || !tora_one_of(*argument.at, "([") ||
	    !inside(argument, &content, &after) || tora_sv_trim(after).len)
		return false;
	/* `(a)` is no tuple. */
	return count_items(content, ret) &&
	       !(*ret == 1 && *argument.at == '(' && !tora_sv_ends(tora_sv_trim(content), ","));
}

/* `Iterable[tuple[float, int]]`, and a number among what is handed over, or a tuple of another
 * length. */
static bool has_odd_item(struct tora_sv test, struct tora_sv annotation, struct tora_sv argument)
{
	static const char *const heads[] = { "Iterable", "Sequence", "Collection", "list", "List" };
	struct tora_sv named, content, after, of, item;
	unsigned wanted = 0, given;
	bool is_said = false;

	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
		struct tora_sv rest = behind(annotation, heads[i]);

		is_said |= tora_sv_starts(rest, "[") && inside(rest, &of, &after) &&
		           length_said(tora_sv_trim(of), &wanted);
	}
	if (!is_said)
		return false;
	named = value_of(test, argument);
	argument = named.len ? named : argument;
	if (!argument.len || !tora_one_of(*argument.at, "([") ||
	    !inside(argument, &content, &after) || tora_sv_trim(after).len)
		return false;
	while (next_item(&content, &item)) {
		struct tora_scan scan = { .text = item };
		struct tora_token t, more;
		bool is_one = tora_scan_solid(&scan, &t) && !tora_scan_solid(&scan, &more);

		if ((is_one && (t.kind == TORA_TOKEN_NUMBER || t.kind == TORA_TOKEN_STRING)) ||
		    (length_passed(test, item, &given) && given != wanted))
			return true;
	}
	return false;
}

/* `dict[str, int]`: `int`, where that is a plain type; empty: it says something else. */
static struct tora_sv value_said(struct tora_sv annotation)
{
	static const char *const heads[] = { "dict", "Dict", "Mapping", "MutableMapping" };
	static const char *const plain[] = { "str", "bytes", "int", "float", "bool" };
	struct tora_sv of, key, value, after;

	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
		struct tora_sv rest = behind(annotation, heads[i]);

		if (!tora_sv_starts(rest, "[") || !inside(rest, &of, &after) ||
		    tora_sv_trim(after).len || !next_item(&of, &key) || !next_item(&of, &value))
			continue;
		for (size_t k = 0; k < sizeof plain / sizeof *plain; k++)
			if (tora_sv_is(value, plain[k]))
				return value;
	}
	return tora_sv("");
}

/* The value of `key: value`, whose key may be a text with a colon in it. */
static struct tora_sv behind_colon(struct tora_sv item)
{
	struct tora_scan scan = { .text = item };
	struct tora_token t;

	while (tora_scan_solid(&scan, &t))
		if (tora_sv_is(t.text, ":"))
			return (struct tora_sv){ item.at + scan.at, item.len - scan.at };
	return tora_sv("");
}

/* `Mapping[str, str]`, and None among the values of what is written out. */
static bool has_odd_value(struct tora_sv test, struct tora_sv annotation, struct tora_sv argument)
{
	struct tora_sv named = value_of(test, argument), content, after, item;

	argument = named.len ? named : argument;
	if (!value_said(annotation).len || !tora_sv_starts(argument, "{") ||
	    !inside(argument, &content, &after) || tora_sv_trim(after).len)
		return false;
	while (next_item(&content, &item)) {
		if (tora_sv_is(tora_sv_trim(behind_colon(item)), "None"))
			return true;
	}
	return false;
}

static bool is_iterator(struct tora_sv test, struct tora_sv argument)
{
	struct tora_sv named = value_of(test, argument);

	return tora_sv_starts(named.len ? named : argument, "iter(");
}

/* The parameter that an argument is for, by its name or its place, without what callers do not
 * pass; false: nobody knows. */
static bool parameter_of(struct tora_sv parameters, struct tora_sv *argument, unsigned place,
                         struct tora_sv *ret)
{
	struct tora_scan scan = { .text = *argument };
	struct tora_token name = { .text = tora_sv("") }, equals = name;
	bool is_named = tora_scan_solid(&scan, &name) && name.kind == TORA_TOKEN_WORD &&
	                tora_scan_solid(&scan, &equals) && tora_sv_is(equals.text, "=");

	while (next_item(&parameters, ret)) {
		if (tora_sv_is(*ret, "self") || tora_sv_is(*ret, "cls") || tora_sv_is(*ret, "/"))
			continue;
		if (is_named && tora_sv_starts(*ret, "*"))
			continue;
		if (is_named ? tora_sv_eq(name.text, name_of(*ret)) : !place--)
			break;
		if (tora_sv_starts(*ret, "*"))
			return false;
	}
	if (is_named)
		*argument = tora_sv_trim(
			(struct tora_sv){ argument->at + scan.at, argument->len - scan.at });
	return ret->len && !tora_sv_starts(*ret, "*");
}

/* `55.5` and `1.0` for an `int`. */
static bool is_fraction(struct tora_sv test, struct tora_sv annotation, struct tora_sv argument)
{
	struct tora_sv value = value_of(test, argument);
	double number;

	value = value.len ? value : argument;
	return tora_sv_is(annotation, "int") && memchr(value.at, '.', value.len) &&
	       tora_text_number(value, &number);
}

/* The call whose arguments these are. */
static bool passes_another(struct tora_sv test, struct tora_sv parameters, struct tora_sv arguments,
                           bool takes_none)
{
	struct tora_sv parameter, argument;
	unsigned wanted, given, place = 0;

	for (; next_item(&arguments, &argument); place++) {
		if (tora_sv_starts(argument, "*"))
			return false;
		if (!parameter_of(parameters, &argument, place, &parameter))
			continue;
		if ((length_said(annotation_of(parameter), &wanted) &&
		     length_passed(test, argument, &given) && given != wanted) ||
		    (is_held(annotation_of(parameter)) && is_iterator(test, argument)) ||
		    has_odd_item(test, annotation_of(parameter), argument) ||
		    is_fraction(test, annotation_of(parameter), argument) ||
		    (!takes_none && has_odd_value(test, annotation_of(parameter), argument)))
			return true;
	}
	return false;
}

/* The parameters that the base has: `def name(`. */
static bool parameters_of(const struct tora_function *f, struct tora_sv *ret)
{
	struct tora_sv name = tora_text_last(f->name), after;
	struct tora_scan scan = { .text = f->base_body };
	struct tora_token t, last = { .text = tora_sv("") }, before = last;

	for (; tora_scan_solid(&scan, &t); before = last, last = t) {
		struct tora_sv rest = { t.text.at,
			                (size_t)(f->base_body.at + f->base_body.len - t.text.at) };

		if (tora_sv_is(t.text, "(") && tora_sv_eq(last.text, name) &&
		    tora_sv_is(before.text, "def"))
			return inside(rest, ret, &after);
	}
	return false;
}

static bool is_left(struct tora_sv test, const struct tora_function *f)
{
	struct tora_sv parameters, arguments, after, name = tora_text_last(f->name);
	struct tora_scan scan = { .text = test };
	struct tora_token t, last = { .text = tora_sv("") };

	if (tora_parameters_of_language(name) || !parameters_of(f, &parameters))
		return false;
	if (tora_sv_is(name, "__init__"))
		name = tora_text_owner(f->name);
	for (; tora_scan_solid(&scan, &t); last = t) {
		struct tora_sv call = { t.text.at, (size_t)(test.at + test.len - t.text.at) };

		if (tora_sv_is(t.text, "(") && tora_sv_eq(last.text, name) &&
		    inside(call, &arguments, &after) &&
		    passes_another(test, parameters, arguments,
		                   tora_text_has_word(f->base_body, TORA_SV("None"), false)))
			return true;
	}
	return false;
}

bool tora_annotated_left(const struct tora_case *c)
{
	for (size_t i = 0; c->change && i < c->change->functions.n; i++)
		if (is_left(tora_sv(c->test), &c->change->functions.at[i]))
			return true;
	return false;
}
