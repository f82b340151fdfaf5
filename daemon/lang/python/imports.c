/*
 * imports.c - see imports.h.
 */
#include "lang/python/imports.h"

#include "lang/syntax.h"

#include <ctype.h>
#include <string.h>

/* Modules and names people use without a second thought. */
static const struct tora_imported names[] = {
	{ "np", "import numpy as np" },
	{ "pd", "import pandas as pd" },
	{ "plt", "import matplotlib.pyplot as plt" },
	{ "dt", "import datetime as dt" },
	{ "Decimal", "from decimal import Decimal" },
	{ "Fraction", "from fractions import Fraction" },
	{ "timedelta", "from datetime import timedelta" },
	{ "timezone", "from datetime import timezone" },
	{ "date", "from datetime import date" },
	{ "OrderedDict", "from collections import OrderedDict" },
	{ "defaultdict", "from collections import defaultdict" },
	{ "namedtuple", "from collections import namedtuple" },
	{ "deque", "from collections import deque" },
	{ "Counter", "from collections import Counter" },
	{ "Enum", "from enum import Enum" },
	{ "Path", "from pathlib import Path" },
	{ "StringIO", "from io import StringIO" },
	{ "BytesIO", "from io import BytesIO" },
	{ "dataclass", "from dataclasses import dataclass" },
	{ "partial", "from functools import partial" },
	{ "UUID", "from uuid import UUID" },
	{ NULL, NULL },
};
static const char *const modules[] = {
	"abc",       "argparse",  "array",     "ast",         "asyncio",     "base64",
	"bisect",    "calendar",  "cmath",     "codecs",      "collections", "contextlib",
	"copy",      "csv",       "datetime",  "decimal",     "difflib",     "enum",
	"fractions", "functools", "hashlib",   "heapq",       "html",        "inspect",
	"io",        "ipaddress", "itertools", "json",        "locale",      "logging",
	"math",      "numbers",   "operator",  "os",          "pathlib",     "pickle",
	"pprint",    "queue",     "random",    "re",          "shlex",       "statistics",
	"string",    "struct",    "sys",       "tempfile",    "textwrap",    "time",
	"traceback", "types",     "typing",    "unicodedata", "urllib",      "uuid",
	"warnings",  "weakref",   "zlib",      NULL,
};

/* "from p.u import X" and "from p import X": one thing, under two of its names. */
static bool is_same(const char *a, const char *b)
{
	size_t top = 5;

	if (strncmp(a, "from ", 5) != 0)
		return false;
	top += strcspn(a + 5, " .");
	return strncmp(a, b, top) == 0 && (b[top] == '.' || b[top] == ' ');
}

static const char *module_line(const char *module, struct tora_arena *arena)
{
	return tora_arena_printf(arena, "import %s", module);
}

static const char *name_line(const char *module, const char *name, struct tora_arena *arena)
{
	return tora_arena_printf(arena, "from %s import %s", module, name);
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* One name of "a, b as c": the bound name into *ret_bound, the whole into *ret_part. */
static bool next_alias(struct tora_sv *rest, struct tora_sv *ret_part, struct tora_sv *ret_bound)
{
	const char *comma;
	size_t len, at;

	*rest = tora_sv_trim(*rest);
	if (!rest->len)
		return false;
	comma = memchr(rest->at, ',', rest->len);
	len = comma ? (size_t)(comma - rest->at) : rest->len;
	*ret_part = tora_sv_trim((struct tora_sv){ rest->at, len });
	rest->at += comma ? len + 1 : len;
	rest->len -= comma ? len + 1 : len;
	for (at = ret_part->len; at > 0 && is_word(ret_part->at[at - 1]);)
		at--;
	*ret_bound = (struct tora_sv){ ret_part->at + at, ret_part->len - at };
	return ret_bound->len > 0;
}

/* "from a.b" of "from a.b import c, d", with its blank; empty for "import a"; false: no import. */
static bool split_line(struct tora_sv row, struct tora_arena *arena, struct tora_sv *ret_head,
                       struct tora_sv *ret_rest)
{
	const char *word;
	size_t at;

	*ret_head = (struct tora_sv){ NULL, 0 };
	if (tora_sv_starts(row, "import ")) {
		*ret_rest = (struct tora_sv){ row.at + 7, row.len - 7 };
		return true;
	}
	if (!tora_sv_starts(row, "from ") || tora_sv_has(row, "(") ||
	    tora_sv_starts(row, "from __future__"))
		return false;
	word = strstr(tora_arena_text(arena, row), " import ");
	if (!word)
		return false;
	at = row.len - strlen(word);
	*ret_head = (struct tora_sv){ row.at, at + 1 };
	*ret_rest = (struct tora_sv){ row.at + at + 8, row.len - at - 8 };
	return true;
}

static size_t read_line(struct tora_sv row, struct tora_arena *arena,
                        struct tora_imported ret[TORA_IMPORTED_MAX])
{
	struct tora_sv head, rest, part, bound;
	size_t n = 0;

	if (!split_line(row, arena, &head, &rest))
		return 0;
	while (n < TORA_IMPORTED_MAX && next_alias(&rest, &part, &bound)) {
		/* `import a.b` binds a, which is no alias of a.b */
		if (!head.len && memchr(part.at, '.', part.len) && part.len > bound.len &&
		    part.at[part.len - bound.len - 1] == '.')
			continue;
		ret[n].name = tora_arena_text(arena, bound);
		ret[n++].line = tora_arena_printf(arena, "%.*simport %.*s", (int)head.len,
		                                  head.at ? head.at : "", (int)part.len, part.at);
	}
	return n;
}

/* The name at the front of `text`; of nothing that is relative, or goes on in another line. */
static const char *module_at(struct tora_sv text, struct tora_arena *arena)
{
	size_t len = 0;

	while (len < text.len && (is_word(text.at[len]) || (len && text.at[len] == '.')))
		len++;
	return len && (len == text.len || text.at[len] == ' ')
	               ? tora_arena_text(arena, (struct tora_sv){ text.at, len })
	               : NULL;
}

static size_t read_modules(struct tora_sv row, struct tora_arena *arena,
                           const char *ret[TORA_IMPORTED_MAX])
{
	struct tora_sv rest, part, bound;
	size_t n = 0;

	if (tora_sv_starts(row, "from ") && !tora_sv_starts(row, "from __future__")) {
		ret[0] = module_at((struct tora_sv){ row.at + 5, row.len - 5 }, arena);
		return ret[0] != NULL;
	}
	if (!tora_sv_starts(row, "import "))
		return 0;
	rest = (struct tora_sv){ row.at + 7, row.len - 7 };
	while (n < TORA_IMPORTED_MAX && next_alias(&rest, &part, &bound)) {
		ret[n] = module_at(part, arena);
		n += ret[n] != NULL;
	}
	return n;
}

static bool is_first(struct tora_sv statement)
{
	return tora_sv_starts(statement, "from __future__");
}

/* "NAME = 1", "NAME: int = 1" */
static bool assigns(struct tora_sv statement, const char *name)
{
	size_t n = strlen(name);
	struct tora_sv rest;

	if (!tora_sv_starts(statement, name))
		return false;
	rest = tora_sv_trim((struct tora_sv){ statement.at + n, statement.len - n });
	return rest.len > 1 && (rest.at[0] == ':' || (rest.at[0] == '=' && rest.at[1] != '='));
}

static bool has_word(struct tora_sv text, const char *word)
{
	size_t n = strlen(word);

	for (size_t i = 0; i + n <= text.len; i++)
		if (memcmp(text.at + i, word, n) == 0 && (!i || !is_word(text.at[i - 1])) &&
		    (i + n == text.len || !is_word(text.at[i + n])))
			return true;
	return false;
}

/* Before all of it is parsed: does a line begin with it, or define it? */
static bool may_define(struct tora_sv text, const char *name)
{
	static const char *const words[] = { "", "class ", "def ", "async def " };
	struct tora_sv row;

	while (tora_sv_line(&text, &row)) {
		row = tora_sv_trim(row);
		for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
			size_t n = strlen(words[i]);
			struct tora_sv rest = { row.at + n, row.len - n };

			if (tora_sv_starts(row, words[i]) && tora_sv_starts(rest, name))
				return true;
		}
	}
	return false;
}

/* A class, a function or a value at the top of a module; a package also gives what it imports. */
static enum tora_gives gives(const struct tora_lang *lang, const char *path, struct tora_sv text,
                             const char *name, struct tora_arena *arena)
{
	bool is_package = tora_sv_ends(tora_sv(path), "__init__.py");
	enum tora_gives found = TORA_GIVES_NOTHING;
	struct tora_err err = TORA_ERR_INIT;
	struct tora_syntax *s = NULL;
	struct tora_defs defs = { 0 };
	struct tora_stmts stmts = { 0 };

	if (!(is_package ? has_word(text, name) : may_define(text, name)) ||
	    tora_syntax_new(lang, text, &s, &err))
		return TORA_GIVES_NOTHING;
	tora_syntax_defs(s, arena, &defs);
	for (size_t i = 0; i < defs.defs.n && !found; i++)
		if (defs.defs.at[i].parent == SIZE_MAX &&
		    strcmp(defs.defs.at[i].qualname, name) == 0)
			found = TORA_GIVES_ITS_OWN;
	tora_syntax_stmts(s, arena, &stmts);
	for (size_t i = 0; i < stmts.stmts.n && !found; i++) {
		const struct tora_stmt *one = &stmts.stmts.at[i];
		struct tora_sv said = { text.at + one->start, one->end - one->start };

		if (one->depth)
			continue;
		if (!one->is_import && assigns(said, name))
			found = TORA_GIVES_ITS_OWN;
		else if (one->is_import && is_package && tora_sv_starts(said, "from ") &&
		         has_word(said, name))
			found = TORA_GIVES_ON;
	}
	tora_syntax_free(s);
	return found;
}

const struct tora_imports tora_python_imports = {
	.module_line = module_line,
	.name_line = name_line,
	.usual_names = names,
	.usual_modules = modules,
	.usual_line = "import @",
	.read_line = read_line,
	.read_modules = read_modules,
	.is_same = is_same,
	.is_first = is_first,
	.gives = gives,
};
