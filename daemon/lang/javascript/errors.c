/*
 * errors.c - see errors.h.
 */
#include "lang/javascript/errors.h"

#include "model/trial.h"

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

/* "counts.entries is not a function", "row is not iterable" */
static bool wants_type(const struct tora_exception *e)
{
	static const char no_method[] = " is not a function", no_list[] = " is not iterable";
	struct tora_sv message = tora_sv(e->message);
	size_t n = strcspn(e->message, " ");
	struct tora_sv rest = { e->message + n, message.len - n };

	if (strcmp(e->type, "TypeError") != 0 || memchr(e->message, '(', n))
		return false;
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
	.wants_type = wants_type,
	.waits_in_vain = "Detected unsettled top-level await",
	.in_vain = 13,
	.unable = "TypeError",
	.abilities = abilities,
};
