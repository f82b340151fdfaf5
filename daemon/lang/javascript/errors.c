/*
 * errors.c - see errors.h.
 */
#include "lang/javascript/errors.h"

#include "model/trial.h"

#include <ctype.h>
#include <string.h>

/* Node's loader raises this in frames of its own: the first that stands in its list is who asked. What a test imports
 * from within a folder the runner looks up for it. */
static bool asks_for_module(const char *message)
{
	static const char *const asked[] = { "\nRequire stack:\n- ", " imported from ", NULL };
	const char *at;
	size_t i, n;

	if (!tora_sv_starts(tora_sv(message), "Cannot find "))
		return false;
	for (i = 0; asked[i]; i++) {
		at = strstr(message, asked[i]);
		if (!at)
			continue;
		at += strlen(asked[i]);
		n = strcspn(at, "\n");
		return tora_sv_ends((struct tora_sv){ at, n }, TORA_TEST_FILE) ||
		       tora_sv_starts((struct tora_sv){ at, n }, "/tora/runner/");
	}
	return false;
}

/* "box.area is not a function", but not "f(...).area is not a function", which speaks of what f() gave. */
static bool asks_for_name(const char *message)
{
	size_t n = strcspn(message, " ");
	struct tora_sv rest = tora_sv(message + n);

	return n && !memchr(message, '(', n) &&
	       (tora_sv_has(rest, " is not a function") ||
	        tora_sv_has(rest, " is not a constructor") || tora_sv_has(rest, " is not defined"));
}

static bool lacks_name(const struct tora_exception *e)
{
	if (strcmp(e->type, "Error") == 0)
		return asks_for_module(e->message);
	if (e->frames.n && strcmp(e->frames.at[e->frames.n - 1].file, TORA_TEST_FILE) != 0)
		return false;
	if (strcmp(e->type, "SyntaxError") == 0)
		return tora_sv_has(tora_sv(e->message), " does not provide an export named ");
	return e->frames.n && asks_for_name(e->message) &&
	       (strcmp(e->type, "TypeError") == 0 || strcmp(e->type, "ReferenceError") == 0);
}

static bool is_part(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* `.find`, `[0]` or `['a b']` is what is said to be asked, "find". */
static bool is_asked(struct tora_sv rest, struct tora_sv what)
{
	size_t open = tora_sv_starts(rest, "['") || tora_sv_starts(rest, "[\"") ? 2 : 1;

	if (!what.len || rest.len < open + what.len || (*rest.at != '.' && *rest.at != '['))
		return false;
	return memcmp(rest.at + open, what.at, what.len) == 0 &&
	       (rest.len == open + what.len || !is_part(rest.at[open + what.len]));
}

/* `RULES[0]`, `RULES.find`, and not `own.RULES.find`. */
static bool asks_something_of(struct tora_sv line, struct tora_sv name, struct tora_sv what)
{
	const char *at = line.at, *end = line.at + line.len;

	for (; name.len && (at = memmem(at, (size_t)(end - at), name.at, name.len)); at++) {
		bool begins = at == line.at || (!is_part(at[-1]) && at[-1] != '.');
		struct tora_sv rest = { at + name.len, (size_t)(end - at) - name.len };

		if (begins && is_asked(rest, what))
			return true;
	}
	return false;
}

/* `const { RULES, when: due } = require("./rules");`: the one of them that `line` asks something of; empty: none. */
static struct tora_sv asked_import(struct tora_sv import, struct tora_sv line, struct tora_sv what)
{
	static const char head[] = "const { ", tail[] = " } = require(";
	const char *end = memmem(import.at, import.len, tail, sizeof tail - 1), *at;

	if (!tora_sv_starts(import, head) || !end)
		return tora_sv("");
	for (at = import.at + sizeof head - 1; at < end;) {
		struct tora_sv one = { at, 0 };
		const char *renamed;

		while (one.at + one.len < end && one.at[one.len] != ',')
			one.len++;
		at = one.at + one.len + 1;
		renamed = memchr(one.at, ':', one.len);
		if (renamed)
			one = (struct tora_sv){ renamed + 1,
				                (size_t)(one.at + one.len - renamed) - 1 };
		if (asks_something_of(line, tora_sv_trim(one), what))
			return tora_sv_trim(one);
	}
	return tora_sv("");
}

/* "find" of "... (reading 'find')" */
static struct tora_sv quoted_in(const char *message)
{
	const char *open = strchr(message, '\''), *end = open ? strrchr(message, '\'') : NULL;

	return end > open ? (struct tora_sv){ open + 1, (size_t)(end - open) - 1 } : tora_sv("");
}

static struct tora_sv lacks_import(const struct tora_exception *e, struct tora_sv program)
{
	const struct tora_frame *frame = e->frames.n ? &e->frames.at[e->frames.n - 1] : NULL;
	struct tora_sv rest = program, line = { .at = "" }, import, ret = line, what;

	what = quoted_in(e->message);
	if (!frame || strcmp(frame->file, TORA_TEST_FILE) != 0 ||
	    strcmp(e->type, "TypeError") != 0 ||
	    !tora_sv_starts(tora_sv(e->message), "Cannot read properties of undefined "))
		return ret;
	for (unsigned n = 0; n < frame->line; n++)
		if (!tora_sv_line(&rest, &line))
			return ret;
	while (!ret.len && tora_sv_line(&program, &import))
		ret = asked_import(import, line, what);
	return ret;
}

/* "counts.entries is not a function", "row is not iterable" */
static bool wants_type(const struct tora_exception *e)
{
	static const char no_method[] = " is not a function", no_list[] = " is not iterable";
	struct tora_sv message = tora_sv(e->message);
	size_t n = strcspn(e->message, " ");
	struct tora_sv rest = { e->message + n, message.len - n };

	if (strcmp(e->type, "TypeError") != 0 || memchr(e->message, '(', n))
		return false;
	/* "number 1 is not iterable (cannot read property Symbol(Symbol.iterator))" */
	if (tora_sv_starts(message, "number ") || tora_sv_starts(message, "boolean "))
		return tora_sv_has(message, no_list);
	return tora_sv_is(rest, no_list) ||
	       (tora_sv_starts(rest, no_method) && memchr(e->message, '.', n));
}

static const char *const mistakes[] = { "TypeError", "ReferenceError", "RangeError",
	                                "AssertionError", NULL };

/* Of `Error` is everything: who writes "instead of an Error" may mean any. */
static const char *const kinds[][2] = { { "Error", "*" }, { NULL, NULL } };

static const char *const abilities[][2] = {
	{ "is not iterable", "[Symbol.iterator]" },
	{ "is not async iterable", "[Symbol.asyncIterator]" },
	{ NULL, NULL },
};

const struct tora_errors tora_javascript_errors = {
	.mistakes = mistakes,
	.kinds = kinds,
	.lacks_name = lacks_name,
	.lacks_import = lacks_import,
	.wants_type = wants_type,
	.waits_in_vain = "Detected unsettled top-level await",
	.in_vain = 13,
	.unable = "TypeError",
	.abilities = abilities,
};
