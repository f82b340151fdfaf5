#include "judge/dump.h"

#include "judge/text.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define DEPTH_MAX 64

static size_t line_end(struct tora_sv s, size_t at)
{
	const char *end = at < s.len ? memchr(s.at + at, '\n', s.len - at) : NULL;

	return end ? (size_t)(end - s.at) : s.len;
}

/* The one line in which they differ; false: more of them do. */
static bool only_line(struct tora_sv *a, struct tora_sv *b)
{
	size_t from = 0, i = 0, x, y;

	*a = tora_sv_trim(*a);
	*b = tora_sv_trim(*b);
	for (; i < a->len && i < b->len && a->at[i] == b->at[i]; i++)
		if (a->at[i] == '\n')
			from = i + 1;
	x = line_end(*a, from);
	y = line_end(*b, from);
	if (a->len - x != b->len - y || memcmp(a->at + x, b->at + y, a->len - x) != 0)
		return false;
	*a = (struct tora_sv){ a->at + from, x - from };
	*b = (struct tora_sv){ b->at + from, y - from };
	return true;
}

/* `Name(` at the start and `)` at the end: what is between them. */
static bool arguments(struct tora_sv text, struct tora_sv *ret_name, struct tora_sv *ret_inside)
{
	size_t n = 0;

	while (n < text.len &&
	       (isalnum((unsigned char)text.at[n]) || text.at[n] == '_' || text.at[n] == '.'))
		n++;
	if (!n || isdigit((unsigned char)text.at[0]) || n + 1 >= text.len || text.at[n] != '(' ||
	    text.at[text.len - 1] != ')')
		return false;
	*ret_name = (struct tora_sv){ text.at, n };
	*ret_inside = (struct tora_sv){ text.at + n + 1, text.len - n - 2 };
	return true;
}

/* The next of `a=1, b=[2, 3]`, without the comma; false: there is none. */
static bool next_part(struct tora_sv *rest, struct tora_sv *ret)
{
	struct tora_scan scan = { .text = *rest };
	struct tora_token t;
	size_t depth = 0, end = rest->len, after = rest->len;
	char last = '\0';

	if (!tora_sv_trim(*rest).len)
		return false;
	for (; tora_scan_next(&scan, &t); last = *t.text.at) {
		char c = t.kind == TORA_TOKEN_PUNCT ? t.text.at[0] : '\0';
		bool is_arrow = c == '>' && last == '='; /* Map(1) { 'a' => 1 } */

		if (tora_one_of(c, "([{<"))
			depth++;
		else if (tora_one_of(c, ")]}>") && depth && !is_arrow)
			depth--;
		else if (c == ',' && !depth) {
			after = scan.at;
			end = after - 1;
			break;
		}
	}
	*ret = tora_sv_trim((struct tora_sv){ rest->at, end });
	*rest = (struct tora_sv){ rest->at + after, rest->len - after };
	return true;
}

static bool is_attribute(struct tora_sv part)
{
	size_t n = 0;

	while (n < part.len && (isalnum((unsigned char)part.at[n]) || part.at[n] == '_'))
		n++;
	return n && n < part.len && tora_one_of(part.at[n], "=:");
}

/* `Name { ... }`, perhaps over several lines: what is between the braces. */
static bool fields(struct tora_sv text, struct tora_sv *ret_name, struct tora_sv *ret_inside)
{
	size_t n = 0;

	text = tora_sv_trim(text);
	while (n < text.len &&
	       (isalnum((unsigned char)text.at[n]) || tora_one_of(text.at[n], "_$")))
		n++;
	if (!n || !isupper((unsigned char)text.at[0]) || n + 2 >= text.len ||
	    memcmp(text.at + n, " {", 2) != 0 || text.at[text.len - 1] != '}')
		return false;
	*ret_name = (struct tora_sv){ text.at, n };
	*ret_inside = (struct tora_sv){ text.at + n + 2, text.len - n - 3 };
	return true;
}

bool tora_dump_more(struct tora_sv before, struct tora_sv after)
{
	struct tora_sv old_name, new_name, old, new, one, other;
	bool more = false, left;

	if (!only_line(&before, &after) ||
	    !((arguments(before, &old_name, &old) && arguments(after, &new_name, &new)) ||
	      (fields(before, &old_name, &old) && fields(after, &new_name, &new))) ||
	    !tora_sv_eq(old_name, new_name))
		return false;
	left = next_part(&old, &one);
	while (next_part(&new, &other)) {
		if (left && tora_sv_eq(one, other)) {
			left = next_part(&old, &one);
			continue;
		}
		if (!is_attribute(other))
			return false;
		more = true;
	}
	return more && !left;
}

/* `{...}` or `[...]`: what is between them. */
static bool entries(struct tora_sv text, struct tora_sv *ret)
{
	char close = text.len > 1 && *text.at == '{' ? '}' : ']';

	*ret = text.len > 1 ? (struct tora_sv){ text.at + 1, text.len - 2 } : text;
	return text.len > 1 && tora_one_of(*text.at, "{[") && text.at[text.len - 1] == close;
}

/* `key: value`, the key a name or a quoted text; the rest is the value. */
static struct tora_sv key_of(struct tora_sv entry)
{
	struct tora_scan scan = { .text = entry };
	struct tora_token t;

	if (!tora_scan_solid(&scan, &t) ||
	    (t.kind != TORA_TOKEN_WORD && t.kind != TORA_TOKEN_STRING) || scan.at >= entry.len ||
	    entry.at[scan.at] != ':')
		return (struct tora_sv){ entry.at, 0 };
	return (struct tora_sv){ entry.at, scan.at + 1 };
}

static struct tora_sv behind(struct tora_sv text, size_t n)
{
	return tora_sv_trim((struct tora_sv){ text.at + n, text.len - n });
}

/* `key: value` in both, with one key: *a and *b are the values. */
static bool values(struct tora_sv *a, struct tora_sv *b)
{
	size_t n = key_of(*a).len;

	if (!n || !tora_sv_eq(key_of(*a), key_of(*b)))
		return false;
	*a = behind(*a, n);
	*b = behind(*b, n);
	return true;
}

#define TABLES_MAX 8 /* one in the other */

static bool has_more(struct tora_sv a, struct tora_sv b, int deep)
{
	struct tora_sv old, new, one, other;
	bool left;

	if (tora_sv_eq(a, b))
		return true;
	if (deep == TABLES_MAX || !entries(a, &old) || !entries(b, &new) || *a.at != *b.at)
		return false;
	left = next_part(&old, &one);
	while (next_part(&new, &other)) {
		if (left && (values(&one, &other) || (!key_of(one).len && !key_of(other).len))) {
			if (!has_more(one, other, deep + 1))
				return false;
			left = next_part(&old, &one);
		} else if (*a.at == '[' || !key_of(other).len) {
			return false;
		}
	}
	return !left;
}

bool tora_dump_table_more(struct tora_sv before, struct tora_sv after)
{
	before = tora_sv_trim(before);
	after = tora_sv_trim(after);
	return !tora_sv_eq(before, after) && has_more(before, after, 0);
}

/* One field, as far as can be seen: each bracket is closed, and no other line or statement begins in it. What is printed without
 * quotes, a regular expression or the text of a schema, may have anything. */
static bool is_one_field(struct tora_sv part)
{
	struct tora_scan scan = { .text = part };
	struct tora_token t, last = { .text = tora_sv(":") };
	size_t depth = 0, end = 0;

	for (; tora_scan_solid(&scan, &t); last = t) {
		char c = t.kind == TORA_TOKEN_PUNCT ? *t.text.at : '\0';
		struct tora_sv between = { part.at + end, (size_t)(t.text.at - part.at) - end };

		if (!depth &&
		    (c == ';' || (t.kind == TORA_TOKEN_WORD && tora_sv_has(between, "\n") &&
		                  !tora_sv_is(last.text, ":"))))
			return false;
		end = scan.at;
		if (tora_one_of(c, "([{<"))
			depth++;
		else if (tora_one_of(c, ")]}>") && !(c == '>' && tora_sv_is(last.text, "=")) &&
		         !depth--)
			return false;
	}
	return !depth;
}

struct passed {           /* private fields */
	bool any, is_odd; /* is_odd: of one of them nobody knows where it ends */
};

/* The next that others may ask for. */
static bool next_public(struct tora_sv *rest, struct tora_sv *ret, struct passed *passed)
{
	while (next_part(rest, ret)) {
		if (!ret->len || ret->at[0] != '_')
			return true;
		passed->any = true;
		passed->is_odd |= !is_one_field(*ret);
	}
	return false;
}

/* Nothing but private fields differ, of objects or of those that they hold. */
static bool same_but_private(struct tora_sv before, struct tora_sv after, unsigned levels,
                             struct passed *passed)
{
	struct tora_sv old_name, new_name, old, new, one, other;
	bool left, right, is_object;

	before = tora_sv_trim(before);
	after = tora_sv_trim(after);
	if (tora_sv_eq(before, after))
		return true;
	if (!levels)
		return false;
	if (values(&before, &after))
		return same_but_private(before, after, levels - 1, passed);
	is_object = fields(before, &old_name, &old) && fields(after, &new_name, &new);
	if (is_object
	            ? !tora_sv_eq(old_name, new_name)
	            : (!entries(before, &old) || !entries(after, &new) || *before.at != *after.at))
		return false;
	do {
		left = is_object ? next_public(&old, &one, passed) : next_part(&old, &one);
		right = is_object ? next_public(&new, &other, passed) : next_part(&new, &other);
	} while (left && right && !passed->is_odd &&
	         same_but_private(one, other, levels - 1, passed));
	return !left && !right && !passed->is_odd;
}

/* b'\x80\x04...': what a pickle of any of its binary protocols begins with. */
static bool is_pickle(struct tora_sv printed)
{
	return tora_sv_starts(printed, "b'\\x80\\x0") || tora_sv_starts(printed, "b\"\\x80\\x0");
}

static bool begins(struct tora_sv text, size_t at, const char *with)
{
	return tora_sv_starts((struct tora_sv){ text.at + at, text.len - at }, with);
}

/* `<function p.f.<locals>.g`, `<class 'p.C`: the name, and *at is behind it. */
static bool next_name(struct tora_sv text, size_t *at, const char *mark, struct tora_sv *ret)
{
	size_t from = *at + strlen(mark), i = from;

	if (!begins(text, *at, mark))
		return false;
	while (i < text.len) {
		if (begins(text, i, "<locals>") || begins(text, i, "<lambda>"))
			i += strlen("<locals>");
		else if (isalnum((unsigned char)text.at[i]) || tora_one_of(text.at[i], "_."))
			i++;
		else
			break;
	}
	*ret = (struct tora_sv){ text.at + from, i - from };
	*at = i;
	return true;
}

static bool next_function(struct tora_sv text, size_t *at, struct tora_sv *ret)
{
	return next_name(text, at, "<function ", ret) ||
	       next_name(text, at, "<built-in function ", ret);
}

/* Without where it stands; of a function inside of another, the name of that. */
static struct tora_sv own_name(struct tora_sv path)
{
	struct tora_sv ret = path;

	for (size_t i = 0; i < path.len; i++) {
		if (begins(path, i, ".<locals>"))
			return (struct tora_sv){ ret.at, (size_t)(path.at + i - ret.at) };
		if (path.at[i] == '.')
			ret = (struct tora_sv){ path.at + i + 1, path.len - i - 1 };
	}
	return ret;
}

static bool is_nobodys(struct tora_sv name)
{
	return tora_sv_starts(name, "_") || tora_sv_is(name, "<lambda>");
}

/* A function is printed where one is stored. Which one does the work is the project's business where it is private, and
 * so are the module in which it or a class stands and what a function calls the functions inside of it. */
static bool differs_in_who_does_it(struct tora_sv before, struct tora_sv after)
{
	struct tora_sv a, b;
	size_t i = 0, k = 0;

	while (i < before.len && k < after.len) {
		bool had = next_function(before, &i, &a), has = next_function(after, &k, &b);
		bool may = had && has && (is_nobodys(own_name(a)) || is_nobodys(own_name(b)));

		if (!had && !has && next_name(before, &i, "<class '", &a))
			had = has = next_name(after, &k, "<class '", &b);
		else if (!had && !has && before.at[i++] == after.at[k++])
			continue;
		if (!had || !has || (!may && !tora_sv_eq(own_name(a), own_name(b))))
			return false;
	}
	return i >= before.len && k >= after.len && !tora_sv_eq(before, after);
}

/* '\\d+-\\w*', '(?:a|b)': a quoted regular expression. */
static bool is_pattern(struct tora_sv text)
{
	if (tora_sv_has(text, "(?:") || tora_sv_has(text, "(?P<") || tora_sv_has(text, "(?=") ||
	    tora_sv_has(text, "(?!"))
		return true;
	for (size_t i = 0; i + 2 < text.len; i++)
		if (text.at[i] == '\\' && tora_one_of(text.at[i + 1], "sdwbSDWB") &&
		    tora_one_of(text.at[i + 2], "+*?|)]({$"))
			return true;
	return false;
}

/* `<Name ...`, `Name(size=...` or `Name {`; re.compile('a') has no attributes, it is what was asked for. */
static bool opens_object(char bracket, struct tora_token last, struct tora_sv rest)
{
	if (bracket == '<')
		return rest.len && isalpha((unsigned char)rest.at[0]);
	return last.kind == TORA_TOKEN_WORD && (bracket == '{' || is_attribute(rest));
}

/* A bit for each bracket that is open before the scan, the innermost lowest: it is an object's. */
static uint64_t now_open(uint64_t open, const struct tora_scan *scan, struct tora_token last,
                         struct tora_token t)
{
	struct tora_sv rest = { scan->text.at + scan->at, scan->text.len - scan->at };
	char c = t.kind == TORA_TOKEN_PUNCT ? t.text.at[0] : '\0';
	bool is_arrow = c == '>' && (last.text.at[0] == '=' || last.text.at[0] == '-');

	if (tora_one_of(c, "([{<"))
		return open << 1 | opens_object(c, last, rest);
	return tora_one_of(c, ")]}>") && !is_arrow ? open >> 1 : open;
}

/* Nothing but the texts of regular expressions in objects: how something is found, which shows in what is found. */
static bool differs_in_patterns(struct tora_sv before, struct tora_sv after)
{
	struct tora_scan old = { .text = before }, new = { .text = after };
	struct tora_token a, b, last = { .kind = TORA_TOKEN_SPACE, .text = tora_sv(" ") };
	bool left, right, differs = false;
	uint64_t open = 0;

	do {
		left = tora_scan_solid(&old, &a);
		right = tora_scan_solid(&new, &b);
		if (!left || !right)
			continue;
		open = now_open(open, &old, last, a);
		last = a;
		if (tora_sv_eq(a.text, b.text))
			continue;
		if (!open || a.kind != TORA_TOKEN_STRING || b.kind != TORA_TOKEN_STRING ||
		    !is_pattern(a.text) || !is_pattern(b.text))
			return false;
		differs = true;
	} while (left && right);
	return differs && !left && !right;
}

static bool differs_in_private(struct tora_sv before, struct tora_sv after)
{
	struct passed passed = { 0 };

	return !tora_sv_eq(before, after) && same_but_private(before, after, DEPTH_MAX, &passed) &&
	       passed.any;
}

/* Without the lines before it that are the same: other things were printed first. */
static struct tora_sv after_same_lines(struct tora_sv text, struct tora_sv other)
{
	size_t from = 0;

	for (size_t i = 0; i < text.len && i < other.len && text.at[i] == other.at[i]; i++)
		if (text.at[i] == '\n')
			from = i + 1;
	return (struct tora_sv){ text.at + from, text.len - from };
}

bool tora_dump_private(struct tora_sv before, struct tora_sv after)
{
	return (is_pickle(before) && is_pickle(after)) || differs_in_who_does_it(before, after) ||
	       differs_in_patterns(before, after) || differs_in_private(before, after) ||
	       differs_in_private(after_same_lines(before, after), after_same_lines(after, before));
}

bool tora_dump_large(struct tora_sv before, struct tora_sv after)
{
	struct tora_sv old_name, new_name, old, new, first;

	return only_line(&before, &after) && before.len > TORA_DUMP_LARGE &&
	       after.len > TORA_DUMP_LARGE && arguments(before, &old_name, &old) &&
	       arguments(after, &new_name, &new) && tora_sv_eq(old_name, new_name) &&
	       next_part(&new, &first) && is_attribute(first);
}

/* Where the bracket that is open at `from` is closed again. */
static size_t closed_at(struct tora_sv text, size_t from)
{
	struct tora_scan scan = { .text = text, .at = from };
	struct tora_token t;
	size_t depth = 1;

	while (tora_scan_next(&scan, &t)) {
		char c = t.kind == TORA_TOKEN_PUNCT ? t.text.at[0] : '\0';

		if (tora_one_of(c, "([{"))
			depth++;
		else if (tora_one_of(c, ")]}") && !--depth)
			return scan.at;
	}
	return text.len;
}

bool tora_dump_in_mapping(struct tora_sv before, struct tora_sv after)
{
	struct tora_scan scan;
	struct tora_token t;
	char open[DEPTH_MAX];
	size_t depth = 0, same = 0, rest = 0, read = 0;

	if (!only_line(&before, &after))
		return false;
	scan = (struct tora_scan){ .text = before };
	while (same < before.len && same < after.len && before.at[same] == after.at[same])
		same++;
	while (rest < before.len - same && rest < after.len - same &&
	       before.at[before.len - 1 - rest] == after.at[after.len - 1 - rest])
		rest++;
	while (tora_scan_next(&scan, &t) && scan.at <= same) {
		char c = t.kind == TORA_TOKEN_PUNCT ? t.text.at[0] : '\0';

		if (tora_one_of(c, "([{") && depth < DEPTH_MAX)
			open[depth++] = c;
		else if (tora_one_of(c, ")]}") && depth)
			depth--;
		read = scan.at;
	}
	/* Entries of two mappings that changed places stand in something else. */
	return depth && open[depth - 1] == '{' && closed_at(before, read) >= before.len - rest;
}
