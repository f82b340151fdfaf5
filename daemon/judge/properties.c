#include "judge/properties.h"

#include "judge/bounds.h"
#include "judge/said.h"
#include "judge/text.h"
#include "judge/words.h"

#include <stdint.h>
#include <string.h>

#define TYPES_MAX   16   /* of the changed files */
#define KEYS_MAX    24   /* of one type, and of one object */
#define COMMENT_MAX 4096 /* bytes of a type's comment */
#define OBJECTS_MAX 64   /* objects and calls of one test that are looked at */
#define TOKENS_MAX  512  /* of each of them */

/* ---- what types say ----------------------------------------------------------------------- */

/* `{{name: string, faults?: number}} Entry`, or "{object} Entry" and a line for each property. */
struct type {
	struct tora_sv name;
	struct {
		struct tora_sv name;
		bool is_required;
	} keys[KEYS_MAX];
	size_t n;
	bool is_elsewhere; /* `{import('./scans.js').Scan} Scan`: what it has is not known */
};

struct types {
	struct type of[TYPES_MAX];
	size_t n;
};

static int is_of_name(int byte)
{
	return (byte >= '0' && byte <= '9') || ((byte | 32) >= 'a' && (byte | 32) <= 'z') ||
	       byte == '_' || byte == '$';
}

/* What is between the braces that the text begins with, which goes on behind them; empty: it does
 * not begin so. */
static struct tora_sv take_braces(struct tora_sv *text)
{
	struct tora_sv rest = tora_sv_trim(*text);
	int depth = 0;

	for (size_t i = 0; i < rest.len && i < COMMENT_MAX; i++) {
		depth += (rest.at[i] == '{') - (rest.at[i] == '}');
		if (!depth && !i)
			break;
		if (depth)
			continue;
		*text = tora_sv_trim((struct tora_sv){ rest.at + i + 1, rest.len - i - 1 });
		return tora_sv_trim((struct tora_sv){ rest.at + 1, i - 1 });
	}
	return tora_sv("");
}

static void add_key(struct type *type, struct tora_sv name, bool is_required)
{
	if (type->n == KEYS_MAX || !name.len)
		return;
	type->keys[type->n].name = name;
	type->keys[type->n++].is_required = is_required;
}

/* `{name: string, faults?: number}` */
static void read_inline(struct tora_sv said, struct type *ret)
{
	struct tora_scan scan = { .text = said };
	struct tora_token t, last = { .text = tora_sv("") }, before = last;
	int depth = 0;

	for (; tora_scan_solid(&scan, &t); before = last, last = t) {
		bool is_optional = tora_sv_is(last.text, "?");
		struct tora_sv name = tora_token_content(is_optional ? before : last);

		if (depth == 1 && tora_sv_is(t.text, ":") && name.len && is_of_name(*name.at))
			add_key(ret, name, !is_optional);
		if (t.kind != TORA_TOKEN_STRING)
			depth += tora_text_opened(t.text);
	}
}

/* "@property {string} name", up to the next type; `[name]`, `{string=}` and `{string|undefined}`
 * may be left out. */
static void read_lines(struct tora_sv said, struct type *ret)
{
	size_t at = 0;

	while ((at = tora_text_find(said, TORA_SV("@property "), at, false)) != SIZE_MAX) {
		struct tora_sv text = { said.at + at + 10, said.len - at - 10 };
		struct tora_sv of = take_braces(&text), name;
		bool is_required = !tora_sv_starts(text, "[") && !tora_sv_ends(of, "=") &&
		                   !tora_text_has_word(of, TORA_SV("undefined"), false);

		at += 10;
		name = tora_sv_word(&text, is_of_name); /* in brackets, too */
		if (of.len && !tora_sv_starts(text, "."))
			add_key(ret, name, is_required);
	}
}

/* The rest of the comment that the text begins in, up to another type. */
static struct tora_sv rest_of_comment(struct tora_sv text)
{
	static const char *const ends[] = { "*/", "@typedef " };

	text.len = text.len < COMMENT_MAX ? text.len : COMMENT_MAX;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		size_t end = tora_text_find(text, tora_sv(ends[i]), 0, false);

		text.len = end < text.len ? end : text.len;
	}
	return text;
}

/* `{a: number}`, and not `{a: number} | {b: number}`, of which each lacks something. */
static bool is_one_object(struct tora_sv said)
{
	return tora_sv_starts(said, "{") && take_braces(&said).len && !said.len;
}

static void read_types(struct tora_sv source, struct types *ret)
{
	for (size_t at = 0; ret->n < TYPES_MAX && (at = tora_text_find(source, TORA_SV("@typedef "),
	                                                               at, false)) != SIZE_MAX;
	     at += 9) {
		struct tora_sv text = { source.at + at + 9, source.len - at - 9 };
		struct tora_sv said = take_braces(&text);
		struct type type = { .name = tora_sv_word(&text, is_of_name) };

		type.is_elsewhere = tora_sv_starts(said, "import(");
		if (is_one_object(said))
			read_inline(said, &type);
		else if (tora_words_match(said, "object"))
			read_lines(rest_of_comment(text), &type);
		if (type.name.len && (type.n || type.is_elsewhere))
			ret->of[ret->n++] = type;
	}
}

/* `Horse`, of `Horse[]`, `Array<Horse>` and `import('./horse.js').Horse`; empty: it is none alone.
 */
static struct tora_sv name_in(struct tora_sv said, bool *ret_is_list)
{
	const char *dot;

	*ret_is_list = false;
	if (tora_sv_ends(said, "[]")) {
		*ret_is_list = true;
		said.len -= 2;
	} else if (tora_sv_ends(said, ">")) {
		const char *open = memchr(said.at, '<', said.len);

		*ret_is_list = true;
		if (!open)
			return tora_sv("");
		said = (struct tora_sv){ open + 1, (size_t)(said.at + said.len - open - 2) };
	}
	if (tora_sv_starts(said, "import(") && (dot = memrchr(said.at, '.', said.len)))
		said = (struct tora_sv){ dot + 1, (size_t)(said.at + said.len - dot - 1) };
	for (size_t i = 0; i < said.len; i++)
		if (!is_of_name(said.at[i]))
			return tora_sv("");
	return said;
}

static const struct type *type_of(const struct types *types, struct tora_sv name)
{
	for (size_t i = 0; i < types->n; i++)
		if (name.len && tora_sv_eq(types->of[i].name, name))
			return &types->of[i];
	return NULL;
}

/* What a function's own words say of the parameter at a place, from 0, and how they call it: one
 * that is taken apart has its name only there. Empty: nothing. */
static struct tora_sv said_of(const struct tora_function *f, size_t place, struct tora_sv *ret_name)
{
	struct tora_sv rest = tora_sv(f->base_doc ? f->base_doc : ""), line;

	while (tora_sv_line(&rest, &line)) {
		size_t at = tora_text_find(line, TORA_SV("@param "), 0, false);
		struct tora_sv text, said;

		if (at == SIZE_MAX)
			continue;
		text = (struct tora_sv){ line.at + at + 7, line.len - at - 7 };
		said = take_braces(&text);
		*ret_name = tora_sv_word(&text, is_of_name);
		/* `options.cell` is a part of the one before. */
		if (!tora_sv_starts(text, ".") && !place--)
			return said;
	}
	*ret_name = tora_sv("");
	return tora_sv("");
}

/* ---- what is passed ----------------------------------------------------------------------- */

/* Behind a name: ` = 6`, ` ?? 6`, ` || 6`, ` in horse`, ` === undefined`, ` !== undefined`, and not
 * ` == 6`. */
static bool thinks_of_none(struct tora_sv behind)
{
	struct tora_scan scan = { .text = behind };
	struct tora_token t, next;

	if (!tora_scan_solid(&scan, &t))
		return false;
	if (t.text.len == 1 && tora_one_of(*t.text.at, "?|&"))
		return true;
	if (!tora_sv_is(t.text, "=") && !tora_sv_is(t.text, "!"))
		return tora_sv_is(t.text, "in");
	if (!tora_scan_solid(&scan, &next) || !tora_sv_is(next.text, "="))
		return true;
	while (tora_sv_is(next.text, "=") && tora_scan_solid(&scan, &next))
		;
	return tora_words_match(tora_token_content(next), "undefined|null");
}

/* `if (horse.weeks)`, `!horse.weeks`, `typeof horse.weeks`: on the line of the name. */
static bool asks_whether(struct tora_sv body, const char *name)
{
	const char *from = name, *to = name;
	struct tora_sv line;

	while (from > body.at && from[-1] != '\n')
		from--;
	while (to < body.at + body.len && *to != '\n')
		to++;
	line = (struct tora_sv){ from, (size_t)(to - from) };
	return tora_words_match(line, "if|typeof|hasOwn|hasOwnProperty") ||
	       memchr(line.at, '!', line.len);
}

/* Somebody thought of an object without it. */
static bool may_lack(const struct tora_change *change, struct tora_sv name)
{
	for (size_t i = 0; i < change->functions.n; i++) {
		struct tora_scan scan = { .text = change->functions.at[i].base_body };
		struct tora_token t;

		while (tora_scan_solid(&scan, &t))
			if (tora_sv_eq(tora_token_content(t), name) &&
			    (thinks_of_none((struct tora_sv){ scan.text.at + scan.at,
			                                      scan.text.len - scan.at }) ||
			     asks_whether(scan.text, t.text.at)))
				return true;
	}
	return false;
}

/* The keys of the object whose brace begins the text; false: it is not known which it has. */
static bool keys_of(struct tora_sv text, struct tora_sv *ret, size_t *ret_n)
{
	struct tora_scan scan = { .text = text };
	struct tora_token t, last = { .text = tora_sv("") };
	int depth = 0;

	*ret_n = 0;
	for (size_t i = 0; i < TOKENS_MAX && tora_scan_solid(&scan, &t); i++, last = t) {
		bool may_begin = tora_sv_is(last.text, "{") || tora_sv_is(last.text, ",");

		if (depth == 1 && may_begin && !tora_sv_is(t.text, "}")) {
			if (t.kind == TORA_TOKEN_PUNCT || *ret_n == KEYS_MAX)
				return false; /* `...other`, `[computed]` */
			ret[(*ret_n)++] = tora_token_content(t);
		}
		if (t.kind != TORA_TOKEN_STRING)
			depth += tora_text_opened(t.text);
		if (depth <= 0)
			return true;
	}
	return false;
}

static bool is_among(const struct tora_sv *keys, size_t n, struct tora_sv name)
{
	for (size_t i = 0; i < n; i++)
		if (tora_sv_eq(keys[i], name))
			return true;
	return false;
}

/* It lacks something that each of the type has. */
static bool lacks(const struct tora_case *c, struct tora_sv object, const struct type *type)
{
	struct tora_sv keys[KEYS_MAX];
	size_t n;

	if (!keys_of(object, keys, &n))
		return false;
	for (size_t i = 0; i < type->n; i++)
		if (type->keys[i].is_required && !is_among(keys, n, type->keys[i].name) &&
		    !may_lack(c->change, type->keys[i].name))
			return true;
	return false;
}

/* By what it has it is one of them, wherever it is handed over: half of the keys, and no others. */
static bool is_akin(struct tora_sv object, const struct type *type)
{
	struct tora_sv keys[KEYS_MAX];
	size_t n, known = 0;

	if (type->n < 2 || !keys_of(object, keys, &n) || 2 * n < type->n)
		return false;
	for (size_t i = 0; i < type->n; i++)
		known += is_among(keys, n, type->keys[i].name);
	return known == n;
}

/* It is akin to some type and lacks something, and is not all that another one is. */
static bool is_akin_and_lacks(const struct tora_case *c, struct tora_sv object,
                              const struct types *types)
{
	bool is_one = false;

	for (size_t i = 0; i < types->n; i++) {
		if (!is_akin(object, &types->of[i]))
			continue;
		if (!lacks(c, object, &types->of[i]))
			return false;
		is_one = true;
	}
	return is_one;
}

/* What the text begins with, a literal or all between two brackets, is all of an argument or an
 * item: `[1, 2].map(f)` and `2 > 1` are more. */
static bool is_whole(struct tora_sv rest)
{
	struct tora_scan scan = { .text = rest };
	struct tora_token t;
	int depth = 0;

	for (size_t i = 0; i < TOKENS_MAX && tora_scan_solid(&scan, &t); i++) {
		depth += t.kind == TORA_TOKEN_STRING ? 0 : tora_text_opened(t.text);
		if (depth <= 0)
			return tora_scan_solid(&scan, &t) && t.text.len == 1 &&
			       tora_one_of(*t.text.at, ",)]");
	}
	return false;
}

/* What begins with this token is no such object: it lacks something, or is a number or a text. */
static bool is_unfit(const struct tora_case *c, struct tora_token t, struct tora_sv rest,
                     const struct type *type)
{
	bool is_scalar = t.kind == TORA_TOKEN_NUMBER || (t.kind == TORA_TOKEN_STRING && type->n);

	if (!(is_scalar || tora_sv_is(t.text, "{")) || !is_whole(rest))
		return false;
	return is_scalar || (type->n && lacks(c, rest, type));
}

/* `missing(scans, people)` of missing(people, scans): a name that the function has for another
 * type. */
static bool is_of_another(const struct tora_function *f, struct tora_sv name, size_t place)
{
	struct tora_sv mine, other, said = said_of(f, place, &mine), its;

	for (size_t i = 0; said.len && name.len > 1 && !tora_sv_eq(name, mine); i++) {
		its = said_of(f, i, &other);
		if (!its.len && !other.len)
			return false;
		if (i != place && tora_sv_eq(other, name))
			return its.len && !tora_sv_eq(its, said);
	}
	return false;
}

/* The call whose bracket was opened hands over one that is not as the function's words say. */
static bool hands_over(const struct tora_case *c, const struct tora_function *f,
                       const struct types *types, struct tora_scan scan)
{
	struct tora_token t, last = { .text = TORA_SV("(") }, before = last;
	size_t place = 0;
	int depth = 1;
	bool is_list = false; /* what begins with this argument */

	for (size_t i = 0; i < TOKENS_MAX && tora_scan_solid(&scan, &t);
	     i++, before = last, last = t) {
		bool begins = tora_sv_is(last.text, "(") || tora_sv_is(last.text, ",");
		bool is_item = depth == 2 && is_list &&
		               (tora_sv_is(last.text, "[") || tora_sv_is(last.text, ","));
		bool ends = depth == 1 && (tora_sv_is(t.text, ",") || tora_sv_is(t.text, ")"));
		bool is_alone = tora_sv_is(before.text, "(") || tora_sv_is(before.text, ",");
		bool may_be_list;
		struct tora_sv name;
		const struct type *type =
			(depth == 1 && begins) || is_item
				? type_of(types, name_in(said_of(f, place, &name), &may_be_list))
				: NULL;
		struct tora_sv rest = { t.text.at,
			                (size_t)(scan.text.at + scan.text.len - t.text.at) };

		if (ends && is_alone && last.kind == TORA_TOKEN_WORD &&
		    is_of_another(f, last.text, place))
			return true;
		if (type && (is_item ? may_be_list : !may_be_list) && is_unfit(c, t, rest, type))
			return true;
		if (depth == 1 && begins)
			is_list = tora_sv_is(t.text, "[") && is_whole(rest);
		place += depth == 1 && tora_sv_is(t.text, ",");
		if (t.kind != TORA_TOKEN_STRING)
			depth += tora_text_opened(t.text);
		if (depth <= 0)
			return false;
	}
	return false;
}

/* `update({ weeks: 3 })`: who changes one of them says what is another now, and no more. */
static bool takes_parts(struct tora_sv callee)
{
	return tora_words_match(callee,
	                        "update*|patch*|set*|merge*|assign*|with*|extend*|edit*|change*|"
	                        "override*|default*|modify*|partial*|find*|filter*|match*|where*|"
	                        "query*|search*");
}

bool tora_properties_left(const struct tora_case *c)
{
	struct tora_scan scan = { .text = tora_sv(c->test) };
	struct tora_token t, last = { .text = tora_sv("") };
	struct types types = { .n = 0 };
	struct tora_sv callee = tora_sv("");
	bool has_parts = false; /* somewhere a part of one is taken */

	if (!c->change || !c->before || c->before->exception || tora_bounds_says_no(c))
		return false;
	for (size_t i = 0; i < c->change->files.n; i++) {
		const struct tora_file_change *f = &c->change->files.at[i];

		if (f->role != TORA_FILE_SOURCE)
			continue;
		read_types(f->base_text, &types);
		has_parts |= tora_sv_has(f->base_text, "Partial<");
	}
	for (size_t n = 0; n < OBJECTS_MAX && tora_scan_solid(&scan, &t); last = t) {
		struct tora_sv rest = { t.text.at,
			                (size_t)(scan.text.at + scan.text.len - t.text.at) };

		n += tora_sv_is(t.text, "{") || tora_sv_is(t.text, "(");
		if (tora_sv_is(t.text, "(") && last.kind == TORA_TOKEN_WORD)
			callee = last.text;
		if (tora_sv_is(t.text, "{") && !has_parts && !takes_parts(callee) &&
		    is_akin_and_lacks(c, rest, &types))
			return true;
		for (size_t i = 0; tora_sv_is(t.text, "(") && i < c->change->functions.n; i++) {
			const struct tora_function *f = &c->change->functions.at[i];

			if (tora_sv_eq(tora_text_last(f->name), last.text) &&
			    hands_over(c, f, &types, scan))
				return true;
		}
	}
	return false;
}

bool tora_properties_filled_in(const struct tora_case *c)
{
	struct tora_scan scan = { .text = tora_sv(c->test) };
	struct tora_token t, last = { .text = tora_sv("") }, before = last;

	for (; c->change && tora_scan_solid(&scan, &t); before = last, last = t)
		if (tora_sv_is(t.text, "undefined") && tora_sv_is(last.text, ":") &&
		    may_lack(c->change, tora_token_content(before)))
			return true;
	return false;
}
