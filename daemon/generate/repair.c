/*
 * repair.c - see repair.h.
 */
#include "generate/repair.h"

#include "lang/imports.h"

#include <string.h>

#define NAMES_MAX 2000

static void add(struct tora_repair *r, const char *name, const char *line, bool learned)
{
	for (size_t i = 0; i < r->names.n; i++) {
		struct tora_repair_name *known = &r->names.at[i];

		if (strcmp(known->name, name) != 0)
			continue;
		if (learned && !known->learned)
			*known = (struct tora_repair_name){ name, line, true };
		else if (known->line && strcmp(known->line, line) != 0 &&
		         !r->lang->imports->is_same(known->line, line))
			known->line = NULL;
		else if (known->line && strlen(line) < strlen(known->line))
			known->line = line;
		return;
	}
	if (r->names.n < NAMES_MAX)
		*tora_vec_push(r->arena, &r->names) =
			(struct tora_repair_name){ name, line, learned };
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

static void add_file(struct tora_repair *r, const char *module)
{
	const char *slash = strrchr(module, '/'), *line;

	line = has_private(r->lang, r->arena, module)
	               ? NULL
	               : r->lang->imports->module_line(module, r->arena);
	if (line)
		add(r, slash ? slash + 1 : module, line, false);
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
		    r->lang->imports->name_line(tora_arena_text(r->arena, parent), dot + 1,
		                                r->arena),
		    false);
	}
	add(r, top, r->lang->imports->module_line(top, r->arena), false);
}

void tora_repair_init(struct tora_repair *r, const struct tora_lang *lang,
                      const struct tora_change *change, struct tora_arena *arena)
{
	*r = (struct tora_repair){ .lang = lang, .arena = arena };
	if (!lang->imports)
		return;
	for (size_t i = 0; i < change->modules_head.n; i++)
		if (lang->modules_are_files)
			add_file(r, change->modules_head.at[i]);
		else
			add_module(r, change->modules_head.at[i]);
	for (size_t i = 0; i < change->functions.n; i++) {
		const struct tora_function *f = &change->functions.at[i];
		size_t len = strcspn(f->qualname, ".");
		const char *top = tora_arena_text(arena, (struct tora_sv){ f->qualname, len });

		if (len && !lang->is_private(top) && !has_private(lang, arena, f->module))
			add(r, top, lang->imports->name_line(f->module, top, arena), false);
	}
}

void tora_repair_know(struct tora_repair *r, const char *module, const char *name)
{
	if (r->lang->imports && *name && !strchr(name, '.') && !r->lang->is_private(name) &&
	    !has_private(r->lang, r->arena, module))
		add(r, name, r->lang->imports->name_line(module, name, r->arena), false);
}

void tora_repair_learn(struct tora_repair *r, const char *source)
{
	struct tora_sv rest = tora_sv(source), row;
	struct tora_imported found[TORA_IMPORTED_MAX];

	while (r->lang->imports && tora_sv_line(&rest, &row)) {
		size_t n = r->lang->imports->read_line(row, r->arena, found);

		for (size_t i = 0; i < n; i++)
			add(r, found[i].name, found[i].line, true);
	}
}

bool tora_repair_has(const struct tora_repair *r, const char *name)
{
	for (size_t i = 0; i < r->names.n; i++)
		if (strcmp(r->names.at[i].name, name) == 0)
			return true;
	return !r->lang->imports || tora_imports_usual(r->lang->imports, name, r->arena);
}

const char *tora_repair_import(const struct tora_repair *r, const char *name)
{
	for (size_t i = 0; i < r->names.n; i++)
		if (strcmp(r->names.at[i].name, name) == 0)
			return r->names.at[i].line;
	return r->lang->imports ? tora_imports_usual(r->lang->imports, name, r->arena) : NULL;
}

/* Byte where new imports go: before the first statement that is no docstring and need not be first. */
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
			if (!one->is_doc && !r->lang->imports->is_first(text))
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

	if (!r->lang->imports)
		return NULL;
	for (size_t i = 0; i < n; i++)
		if (!tora_repair_import(r, names[i]))
			return NULL;
	at = import_place(r, source);
	tora_str_add(&out, (struct tora_sv){ source, at });
	if (at && source[at - 1] != '\n')
		tora_str_addc(&out, '\n');
	for (size_t i = 0; i < n; i++) {
		const char *line = tora_repair_import(r, names[i]);

		if (r->lang->imports->fitted)
			line = r->lang->imports->fitted(line, tora_sv(source), r->arena);
		tora_str_addf(&out, "%s\n", line);
	}
	tora_str_adds(&out, source + at);
	if (!out.over)
		made = tora_arena_text(r->arena, tora_str_view(&out));
	tora_str_free(&out);
	return made;
}
