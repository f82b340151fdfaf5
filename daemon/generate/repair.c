/*
 * repair.c - see repair.h.
 */
#include "generate/repair.h"

#include <ctype.h>
#include <string.h>

#define NAMES_MAX 2000

struct known {
	const char *name, *line;
};

/* Modules and names people use without a second thought, by language. */
static const struct known python[] = {
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
};
static const char *const python_modules[] = {
	"abc",       "argparse",  "array",     "ast",         "asyncio",     "base64",
	"bisect",    "calendar",  "cmath",     "codecs",      "collections", "contextlib",
	"copy",      "csv",       "datetime",  "decimal",     "difflib",     "enum",
	"fractions", "functools", "hashlib",   "heapq",       "html",        "inspect",
	"io",        "ipaddress", "itertools", "json",        "locale",      "logging",
	"math",      "numbers",   "operator",  "os",          "pathlib",     "pickle",
	"pprint",    "queue",     "random",    "re",          "shlex",       "statistics",
	"string",    "struct",    "sys",       "tempfile",    "textwrap",    "time",
	"traceback", "types",     "typing",    "unicodedata", "urllib",      "uuid",
	"warnings",  "weakref",   "zlib",
};

/* "from p.u import X" and "from p import X": one thing, under two of its names. */
static bool is_same_package(const char *a, const char *b)
{
	size_t top = 5;

	if (strncmp(a, "from ", 5) != 0)
		return false;
	top += strcspn(a + 5, " .");
	return strncmp(a, b, top) == 0 && (b[top] == '.' || b[top] == ' ');
}

static void add(struct tora_repair *r, const char *name, const char *line, bool learned)
{
	for (size_t i = 0; i < r->names.n; i++) {
		struct tora_repair_name *known = &r->names.at[i];

		if (strcmp(known->name, name) != 0)
			continue;
		if (learned && !known->learned)
			*known = (struct tora_repair_name){ name, line, true };
		else if (known->line && strcmp(known->line, line) != 0 &&
		         !is_same_package(known->line, line))
			known->line = NULL;
		else if (known->line && strlen(line) < strlen(known->line))
			known->line = line;
		return;
	}
	if (r->names.n < NAMES_MAX)
		*tora_vec_push(r->arena, &r->names) =
			(struct tora_repair_name){ name, line, learned };
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static bool has_private(const struct tora_lang *lang, struct tora_arena *arena, const char *dotted)
{
	struct tora_sv rest = tora_sv(dotted);

	for (size_t at = 0; at <= rest.len;) {
		const char *dot = memchr(rest.at + at, '.', rest.len - at);
		size_t end = dot ? (size_t)(dot - rest.at) : rest.len;
		struct tora_sv part = { rest.at + at, end - at };

		if (lang->is_private(tora_arena_text(arena, part)))
			return true;
		at = end + 1;
	}
	return false;
}

static void add_module(struct tora_repair *r, const char *module)
{
	const char *dot = strrchr(module, '.'), *top_end = strchr(module, '.');
	const char *top = module;

	if (has_private(r->lang, r->arena, module))
		return;
	if (dot) {
		struct tora_sv parent = { module, (size_t)(dot - module) };

		top = tora_arena_text(r->arena,
		                      (struct tora_sv){ module, (size_t)(top_end - module) });
		add(r, dot + 1,
		    tora_arena_printf(r->arena, "from %s import %s",
		                      tora_arena_text(r->arena, parent), dot + 1),
		    false);
	}
	add(r, top, tora_arena_printf(r->arena, "import %s", top), false);
}

void tora_repair_init(struct tora_repair *r, const struct tora_lang *lang,
                      const struct tora_change *change, struct tora_arena *arena)
{
	*r = (struct tora_repair){ .lang = lang, .arena = arena };
	if (strcmp(lang->name, "python") != 0)
		return; /* import statements are written the Python way below */
	for (size_t i = 0; i < change->modules_head.n; i++)
		add_module(r, change->modules_head.at[i]);
	for (size_t i = 0; i < change->functions.n; i++) {
		const struct tora_function *f = &change->functions.at[i];
		size_t len = strcspn(f->qualname, ".");
		const char *top = tora_arena_text(arena, (struct tora_sv){ f->qualname, len });

		if (len && !lang->is_private(top) && !has_private(lang, arena, f->module))
			add(r, top, tora_arena_printf(arena, "from %s import %s", f->module, top),
			    false);
	}
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

static void learn_line(struct tora_repair *r, struct tora_sv row)
{
	struct tora_sv head = { NULL, 0 }, rest, part, bound;

	if (tora_sv_starts(row, "import ")) {
		rest = (struct tora_sv){ row.at + 7, row.len - 7 };
	} else if (tora_sv_starts(row, "from ") && !tora_sv_has(row, "(") &&
	           !tora_sv_starts(row, "from __future__")) {
		const char *word = strstr(tora_arena_text(r->arena, row), " import ");
		size_t at = word ? row.len - strlen(word) : 0;

		if (!word)
			return;
		head = (struct tora_sv){ row.at, at + 1 };
		rest = (struct tora_sv){ row.at + at + 8, row.len - at - 8 };
	} else {
		return;
	}
	while (next_alias(&rest, &part, &bound)) {
		const char *name = tora_arena_text(r->arena, bound);

		/* `import a.b` binds a, which is no alias of a.b */
		if (!head.len && memchr(part.at, '.', part.len) && part.len > bound.len &&
		    part.at[part.len - bound.len - 1] == '.')
			continue;
		add(r, name,
		    tora_arena_printf(r->arena, "%.*simport %.*s", (int)head.len,
		                      head.at ? head.at : "", (int)part.len, part.at),
		    true);
	}
}

void tora_repair_learn(struct tora_repair *r, const char *source)
{
	struct tora_sv rest = tora_sv(source), row;

	if (strcmp(r->lang->name, "python") != 0)
		return;
	while (tora_sv_line(&rest, &row))
		learn_line(r, row);
}

const char *tora_repair_import(const struct tora_repair *r, const char *name)
{
	for (size_t i = 0; i < r->names.n; i++)
		if (strcmp(r->names.at[i].name, name) == 0)
			return r->names.at[i].line;
	if (strcmp(r->lang->name, "python") != 0)
		return NULL;
	for (size_t i = 0; i < sizeof python / sizeof python[0]; i++)
		if (strcmp(python[i].name, name) == 0)
			return python[i].line;
	for (size_t i = 0; i < sizeof python_modules / sizeof python_modules[0]; i++)
		if (strcmp(python_modules[i], name) == 0)
			return tora_arena_printf(r->arena, "import %s", name);
	return NULL;
}

/* Byte where new imports go: before the first statement that is no docstring and no __future__. */
static size_t import_place(const struct tora_repair *r, const char *source)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_syntax *s = NULL;
	struct tora_stmts stmts = { 0 };
	size_t at = 0;

	if (!tora_syntax_new(r->lang, tora_sv(source), &s, &err)) {
		tora_syntax_stmts(s, r->arena, &stmts);
		for (size_t i = 0; i < stmts.stmts.n; i++) {
			const struct tora_stmt *one = &stmts.stmts.at[i];
			struct tora_sv text = { source + one->start, one->end - one->start };

			if (one->depth)
				continue;
			at = one->start;
			if (!one->is_doc && !tora_sv_starts(text, "from __future__"))
				break;
			at = one->end + (source[one->end] == '\n');
		}
	}
	tora_syntax_free(s);
	return at;
}

const char *tora_repair_source(const struct tora_repair *r, const char *source,
                               const char *const *names, size_t n)
{
	struct tora_str out = TORA_STR_INIT(TORA_CHANGE_FILE_MAX);
	size_t at;
	const char *made = NULL;

	for (size_t i = 0; i < n; i++)
		if (!tora_repair_import(r, names[i]))
			return NULL;
	at = import_place(r, source);
	tora_str_add(&out, (struct tora_sv){ source, at });
	if (at && source[at - 1] != '\n')
		tora_str_addc(&out, '\n');
	for (size_t i = 0; i < n; i++)
		tora_str_addf(&out, "%s\n", tora_repair_import(r, names[i]));
	tora_str_adds(&out, source + at);
	if (!out.over)
		made = tora_arena_text(r->arena, tora_str_view(&out));
	tora_str_free(&out);
	return made;
}
