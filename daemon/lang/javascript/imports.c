/*
 * imports.c - see imports.h. Lines are made with require(); a program that imports gets them as import statements.
 */
#include "lang/javascript/imports.h"

#include "tora/str.h"

#include <ctype.h>
#include <string.h>

/* Modules of Node whose name people use for what they load. */
static const char *const modules[] = {
	"assert",         "events", "fs",   "os", "path", "querystring", "stream",
	"string_decoder", "url",    "util", "v8", "vm",   "zlib",        NULL,
};
/* Names of them that people use without a second thought. */
static const struct tora_imported names[] = {
	{ "EventEmitter", "const { EventEmitter } = require('events');" },
	{ "inspect", "const { inspect } = require('util');" },
	{ "Readable", "const { Readable } = require('stream');" },
	{ "Writable", "const { Writable } = require('stream');" },
	{ "Transform", "const { Transform } = require('stream');" },
	{ NULL, NULL },
};

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

/* "slug" of "lib/slug", where that can be a name. */
static const char *name_of(const char *module)
{
	const char *slash = strrchr(module, '/'), *name = slash ? slash + 1 : module;

	for (const char *p = name; *p; p++)
		if (!is_word(*p))
			return NULL;
	return *name && !isdigit((unsigned char)*name) ? name : NULL;
}

static const char *module_line(const char *module, struct tora_arena *arena)
{
	const char *name = name_of(module);

	return name ? tora_arena_printf(arena, "const %s = require('./%s');", name, module) : NULL;
}

static const char *name_line(const char *module, const char *name, struct tora_arena *arena)
{
	return tora_arena_printf(arena, "const { %s } = require('./%s');", name, module);
}

/* ---- what a line binds ------------------------------------------------------------------------ */

struct parts { /* of "const { a, b: c } = require('x');" and "import { a, b as c } from 'x';" */
	bool is_import, is_braced;
	struct tora_sv bound, from; /* without braces, without quotes */
};

static struct tora_sv between(const char *from, const char *to)
{
	return tora_sv_trim((struct tora_sv){ from, (size_t)(to - from) });
}

/* `line`: NUL-terminated. */
static bool read_parts(const char *line, struct parts *ret)
{
	static const char *const words[] = { "const ", "let ", "var ", "import " };
	const char *at = line, *open, *quote, *end;

	*ret = (struct parts){ .is_import = strncmp(line, "import ", 7) == 0 };
	for (size_t i = 0; i < 4 && at == line; i++)
		if (strncmp(line, words[i], strlen(words[i])) == 0)
			at += strlen(words[i]);
	open = at == line ? NULL : strstr(at, ret->is_import ? " from " : "require(");
	quote = open ? strpbrk(open, "'\"") : NULL;
	end = quote ? strchr(quote + 1, *quote) : NULL;
	if (!end || (end[1] && end[1] != ')' && end[1] != ';'))
		return false;
	if (!ret->is_import && (end[1] != ')' || (end[2] && strcmp(end + 2, ";") != 0)))
		return false; /* require('x').y is more than a name */
	ret->from = (struct tora_sv){ quote + 1, (size_t)(end - quote - 1) };
	ret->bound = between(at, open);
	if (!ret->is_import) {
		if (!ret->bound.len || ret->bound.at[ret->bound.len - 1] != '=')
			return false;
		ret->bound = between(ret->bound.at, ret->bound.at + ret->bound.len - 1);
	}
	ret->is_braced = ret->bound.len > 1 && ret->bound.at[0] == '{' &&
	                 ret->bound.at[ret->bound.len - 1] == '}';
	if (ret->is_braced)
		ret->bound = between(ret->bound.at + 1, ret->bound.at + ret->bound.len - 1);
	return ret->bound.len && !memchr(ret->bound.at, '{', ret->bound.len);
}

/* The name that "b: c", "b as c", "* as c" or "c" binds. */
static struct tora_sv bound_of(struct tora_sv part)
{
	size_t at = part.len;

	while (at > 0 && is_word(part.at[at - 1]))
		at--;
	return (struct tora_sv){ part.at + at, part.len - at };
}

static size_t read_line(struct tora_sv row, struct tora_arena *arena,
                        struct tora_imported ret[TORA_IMPORTED_MAX])
{
	struct parts p;
	struct tora_sv rest;
	size_t n = 0;

	if (!read_parts(tora_arena_text(arena, tora_sv_trim(row)), &p) ||
	    tora_sv_starts(p.from, "..")) /* of another folder than the program's */
		return 0;
	rest = p.bound;
	while (rest.len && n < TORA_IMPORTED_MAX) {
		const char *comma = p.is_braced ? memchr(rest.at, ',', rest.len) : NULL;
		size_t len = comma ? (size_t)(comma - rest.at) : rest.len;
		struct tora_sv part = tora_sv_trim((struct tora_sv){ rest.at, len });
		const char *open = p.is_braced ? "{ " : "", *close = p.is_braced ? " }" : "";

		rest.at += comma ? len + 1 : len;
		rest.len -= comma ? len + 1 : len;
		if (!bound_of(part).len || memchr(part.at, '=', part.len))
			continue;
		ret[n].name = tora_arena_text(arena, bound_of(part));
		ret[n++].line = tora_arena_printf(arena,
		                                  p.is_import ? "import %s%.*s%s from '%.*s';"
		                                              : "const %s%.*s%s = require('%.*s');",
		                                  open, (int)part.len, part.at, close,
		                                  (int)p.from.len, p.from.at);
	}
	return n;
}

/* Two files that give one name give two things, for all that a name says. */
static bool is_same(const char *a, const char *b)
{
	(void)a;
	(void)b;
	return false;
}

static bool is_first(struct tora_sv statement)
{
	return tora_sv_starts(statement, "'use strict'") ||
	       tora_sv_starts(statement, "\"use strict\"") || tora_sv_starts(statement, "#!");
}

/* ---- as the program imports ------------------------------------------------------------------- */

static bool has_line_with(struct tora_sv program, const char *start)
{
	struct tora_sv row;

	while (tora_sv_line(&program, &row))
		if (tora_sv_starts(row, start))
			return true;
	return false;
}

/* "a: b" <-> "a as b" */
static const char *renamed(struct tora_sv bound, bool to_import, struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(4096);
	const char *text;

	for (size_t i = 0; i < bound.len; i++)
		if (to_import && bound.at[i] == ':')
			tora_str_adds(&out, " as");
		else if (!to_import && bound.len - i > 4 && memcmp(bound.at + i, " as ", 4) == 0)
			tora_str_adds(&out, ": "), i += 3;
		else
			tora_str_addc(&out, bound.at[i]);
	text = tora_arena_text(arena, tora_str_view(&out));
	tora_str_free(&out);
	return text;
}

/* An ES module names the file; require() finds "./lib/slug", and all that a module's name leaves in its own. */
static const char *specifier(struct tora_sv from, bool to_import, struct tora_arena *arena)
{
	const char *text = tora_arena_text(arena, from);
	const char *slash = strrchr(text, '/');

	if (to_import && *text == '.' && !strchr(slash ? slash : text, '.'))
		return tora_arena_printf(arena, "%s.js", text);
	return text;
}

static const char *fitted(const char *line, struct tora_sv program, struct tora_arena *arena)
{
	bool imports = has_line_with(program, "import ");
	struct parts p;
	const char *bound;

	if ((!imports && !tora_sv_has(program, "require(")) || !read_parts(line, &p) ||
	    p.is_import == imports)
		return line;
	bound = p.is_braced ? renamed(p.bound, imports, arena) : tora_arena_text(arena, p.bound);
	if (!imports && strncmp(bound, "* as ", 5) == 0)
		bound += 5;
	return tora_arena_printf(
		arena,
		imports ? (p.is_braced ? "import { %s } from '%s';" : "import %s from '%s';")
			: (p.is_braced ? "const { %s } = require('%s');"
	                               : "const %s = require('%s');"),
		bound, specifier(p.from, imports, arena));
}

/* ---- what a file gives ------------------------------------------------------------------------ */

static bool is_word_at(struct tora_sv text, size_t at, const char *word)
{
	size_t n = strlen(word);

	return at + n <= text.len && memcmp(text.at + at, word, n) == 0 &&
	       (!at || !is_word(text.at[at - 1])) &&
	       (at + n == text.len || !is_word(text.at[at + n]));
}

static bool has_word(struct tora_sv text, const char *word)
{
	for (size_t i = 0; i + strlen(word) <= text.len; i++)
		if (is_word_at(text, i, word))
			return true;
	return false;
}

/* "export async function name", "export const name": the name is the first word that is none of the language's. */
static bool declares(struct tora_sv row, const char *name)
{
	static const char *const words[] = {
		"async", "function", "class",    "const", "let",
		"var",   "enum",     "abstract", "type",  "interface"
	};
	size_t at = 0, end;

	for (;; at = end) {
		bool is_known = false;

		while (at < row.len && !is_word(row.at[at]))
			at++;
		for (end = at; end < row.len && is_word(row.at[end]);)
			end++;
		if (at == end)
			return false;
		for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
			is_known |= is_word_at(row, at, words[i]);
		if (!is_known)
			return is_word_at(row, at, name);
	}
}

/* Of a row that gives the name: is it another file's? */
static enum tora_gives whose(struct tora_sv row)
{
	return tora_sv_has(row, "require(") || tora_sv_has(row, "} from ") ? TORA_GIVES_ON
	                                                                   : TORA_GIVES_ITS_OWN;
}

/* exports.name = ..., module.exports = { name, ... }, export function name, export { name, ... } */
static enum tora_gives gives(const struct tora_lang *lang, const char *path, struct tora_sv text,
                             const char *name, struct tora_arena *arena)
{
	struct tora_sv rest = text, row;
	const char *own = tora_arena_printf(arena, "exports.%s =", name);
	const char *same = tora_arena_printf(arena, "module.exports.%s =", name);

	(void)lang;
	(void)path;
	while (tora_sv_line(&rest, &row)) {
		const char *open = memchr(row.at, '{', row.len), *close;
		struct tora_sv all;

		if (tora_sv_starts(row, own) || tora_sv_starts(row, same))
			return whose(row);
		if (tora_sv_starts(row, "export ") && !tora_sv_starts(row, "export {") &&
		    !tora_sv_starts(row, "export default") &&
		    declares((struct tora_sv){ row.at + 7, row.len - 7 }, name))
			return TORA_GIVES_ITS_OWN;
		if (!open || (!tora_sv_starts(row, "export {") &&
		              !tora_sv_starts(row, "module.exports = {")))
			continue;
		close = memchr(open, '}', text.len - (size_t)(open - text.at));
		if (!close)
			continue;
		all = (struct tora_sv){ row.at,
			                (size_t)(close - row.at) }; /* and what stands behind it */
		while (all.at + all.len < text.at + text.len && all.at[all.len] != '\n')
			all.len++;
		if (has_word((struct tora_sv){ open, (size_t)(close - open) }, name))
			return whose(all);
	}
	return TORA_GIVES_NOTHING;
}

const struct tora_imports tora_javascript_imports = {
	.module_line = module_line,
	.name_line = name_line,
	.usual_names = names,
	.usual_modules = modules,
	.usual_line = "const @ = require('@');",
	.read_line = read_line,
	.is_same = is_same,
	.is_first = is_first,
	.gives = gives,
	.fitted = fitted,
};
