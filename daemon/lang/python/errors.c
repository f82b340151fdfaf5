/*
 * errors.c - see errors.h.
 */
#include "lang/python/errors.h"

#include "model/trial.h"

#include <string.h>

static bool says(const struct tora_exception *e, const char *words)
{
	return tora_sv_has(tora_sv(e->message), words);
}

/* In the test itself; what `__getattr__` of a class says of a name that it does not know comes from there, too. */
static bool is_of_test(const struct tora_exception *e)
{
	size_t n = e->frames.n;

	while (n > 1 && e->frames.at[n - 1].function &&
	       tora_sv_ends(tora_sv(e->frames.at[n - 1].function), "__getattr__"))
		n--;
	return n && strcmp(e->frames.at[n - 1].file, TORA_TEST_FILE) == 0;
}

static bool lacks_name(const struct tora_exception *e)
{
	if (!is_of_test(e))
		return false;
	if (strcmp(e->type, "TypeError") == 0)
		return says(e, "unexpected keyword argument") || says(e, "positional argument");
	if (strcmp(e->type, "AttributeError") == 0)
		return says(e, "has no attribute") && !says(e, "'NoneType' object");
	return strcmp(e->type, "ImportError") == 0 || strcmp(e->type, "ModuleNotFoundError") == 0 ||
	       strcmp(e->type, "NameError") == 0;
}

/* "render() takes 2 positional arguments but 3 were given" */
static struct tora_sv blames(const struct tora_exception *e)
{
	static const char *const about[] = { "() takes ", "() got an unexpected ", "() missing " };
	size_t n;

	if (strcmp(e->type, "TypeError") != 0)
		return (struct tora_sv){ .at = NULL };
	for (size_t i = 0; i < sizeof about / sizeof *about; i++) {
		const char *end = strstr(e->message, about[i]);

		n = end ? (size_t)(end - e->message) : 0;
		if (n && !memchr(e->message, ' ', n))
			return (struct tora_sv){ e->message, n };
	}
	return (struct tora_sv){ .at = NULL };
}

static bool is_built_in_type(struct tora_sv text)
{
	static const char *const types[] = { "'str'",  "'bytes'", "'int'",  "'float'", "'bool'",
		                             "'list'", "'tuple'", "'dict'", "'set'" };

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (tora_sv_ends(text, types[i]))
			return true;
	return false;
}

/* "'tuple' object has no attribute 'sort'" */
static bool wants_type(const struct tora_exception *e)
{
	const char *at = strstr(e->message, " object has no attribute '");

	return at && strcmp(e->type, "AttributeError") == 0 &&
	       is_built_in_type((struct tora_sv){ e->message, (size_t)(at - e->message) });
}

/* "expected string or bytes-like object, got 'list'", "list indices must be integers or slices, not float" */
static bool is_about(const struct tora_exception *e, enum tora_written what)
{
	static const char *const types[][2] = {
		[TORA_WRITTEN_WHOLE] = { "'int'" },
		[TORA_WRITTEN_FRACTION] = { "'float'", "not float" },
		[TORA_WRITTEN_TEXT] = { "'str'", "not str" },
		[TORA_WRITTEN_BYTES] = { "'bytes'" },
		[TORA_WRITTEN_MAPPING] = { "'dict'", "unhashable type: 'slice'" },
		[TORA_WRITTEN_LIST] = { "'list'", "'tuple'" },
	};

	return says(e, types[what][0]) || (types[what][1] && says(e, types[what][1]));
}

/* "'list' object has no attribute '_rows'" */
static bool wants_own_class(struct tora_sv text)
{
	static const char hidden[] = " object has no attribute '_";
	const char *at = memmem(text.at, text.len, hidden, strlen(hidden));
	const char *end = at ? at + strlen(hidden) : NULL;

	return at && end < text.at + text.len && *end != '_' &&
	       is_built_in_type((struct tora_sv){ text.at, (size_t)(at - text.at) });
}

/* "cannot import name 'Mapping' from 'collections' (...)", "module 'inspect' has no attribute 'getargspec'" */
static struct tora_sv lacking_module(const struct tora_exception *e)
{
	static const char *const before[] = { "' from '", "No module named '", "module '" };
	const char *type = e->type, *at, *end;

	if (strcmp(type, "ImportError") != 0 && strcmp(type, "ModuleNotFoundError") != 0 &&
	    (strcmp(type, "AttributeError") != 0 || strncmp(e->message, "module '", 8) != 0))
		return (struct tora_sv){ .at = NULL };
	for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
		at = strstr(e->message, before[i]);
		at = at ? at + strlen(before[i]) : NULL;
		end = at ? strchr(at, '\'') : NULL;
		if (end)
			return (struct tora_sv){ at, (size_t)(end - at) };
	}
	return (struct tora_sv){ .at = NULL };
}

static const char *const mistakes[] = {
	"TypeError",
	"AttributeError",
	"NameError",
	"UnboundLocalError",
	"IndexError",
	"KeyError",
	"RecursionError",
	"ZeroDivisionError",
	"ImportError",
	"AssertionError",
	"ModuleNotFoundError",
	"NotImplementedError",
	"SystemError",
	"OverflowError",
	"UnsupportedOperation",
	NULL,
};

static const char *const kinds[][2] = {
	{ "Exception", "*" },
	{ "LookupError", "KeyError" },
	{ "LookupError", "IndexError" },
	{ "ValueError", "UnicodeError" },
	{ "ValueError", "UnicodeDecodeError" },
	{ "ValueError", "UnicodeEncodeError" },
	{ "ValueError", "JSONDecodeError" },
	{ "ArithmeticError", "ZeroDivisionError" },
	{ "ArithmeticError", "OverflowError" },
	{ "RuntimeError", "NotImplementedError" },
	{ "RuntimeError", "RecursionError" },
	{ "ImportError", "ModuleNotFoundError" },
	{ "NameError", "UnboundLocalError" },
	{ "OSError", "FileNotFoundError" },
	{ "OSError", "PermissionError" },
	{ "OSError", "IsADirectoryError" },
	{ "OSError", "NotADirectoryError" },
	{ "OSError", "FileExistsError" },
	{ "OSError", "TimeoutError" },
	{ "OSError", "ConnectionError" },
	{ NULL, NULL },
};

static const char *const abilities[][2] = {
	{ "has no len()", "def __len__" },
	{ "is not iterable", "def __iter__" },
	{ "is not an iterator", "def __next__" },
	{ "is not subscriptable", "def __getitem__" },
	{ "is not callable", "def __call__" },
	{ "does not support item assignment", "def __setitem__" },
	{ "does not support item deletion", "def __delitem__" },
	{ "does not support the context manager protocol", "def __enter__" },
	{ "unhashable type", "def __hash__" },
	{ NULL, NULL },
};

const struct tora_errors tora_python_errors = {
	.mistakes = mistakes,
	.kinds = kinds,
	.lacks_name = lacks_name,
	.blames = blames,
	.wants_type = wants_type,
	.wants_own_class = wants_own_class,
	.is_about = is_about,
	.lacking_module = lacking_module,
	.unable = "TypeError",
	.abilities = abilities,
};
