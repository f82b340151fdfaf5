/*
 * source.c - see source.h.
 */
#include "lang/c/native/source.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <tree_sitter/api.h>

#define FILES_MAX      600 /* headers, and as many sources */
#define FILE_MAX       (1u << 20)
#define DEPTH_MAX      8
#define NEST_MAX       400 /* nodes inside of each other */
#define CALLS_MAX      4000
#define LENGTH_UNKNOWN 64 /* it is a constant: likely enough */

const TSLanguage *tree_sitter_c(void);

struct reader {
	struct model *m;
	const char *path; /* relative to the root */
	struct tora_sv text;
	bool is_header, is_test;
};

/* ---- text --------------------------------------------------------------------------------------- */

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

bool text_has_word(struct tora_sv text, const char *word)
{
	const char *at = text.at, *end;
	size_t n = strlen(word);

	if (!n || !text.len)
		return false;
	for (end = at + text.len; (at = memmem(at, (size_t)(end - at), word, n)) != NULL; at++)
		if ((at == text.at || !is_word(at[-1])) && (at + n == end || !is_word(at[n])))
			return true;
	return false;
}

static struct tora_sv text_of(const struct reader *r, TSNode node)
{
	uint32_t start = ts_node_start_byte(node), end = ts_node_end_byte(node);

	return (struct tora_sv){ r->text.at + start, end - start };
}

static bool is_kind(TSNode node, const char *kind)
{
	return !ts_node_is_null(node) && strcmp(ts_node_type(node), kind) == 0;
}

static TSNode field(TSNode node, const char *name)
{
	return ts_node_child_by_field_name(node, name, (uint32_t)strlen(name));
}

/* ---- declarations -------------------------------------------------------------------------------- */

static bool is_one_of(struct tora_sv word, const char *const *words)
{
	for (; *words; words++)
		if (tora_sv_is(word, *words))
			return true;
	return false;
}

struct words { /* of a declaration, in parts */
	struct tora_str base;
	struct tora_sv last; /* the last word, if it may be the name */
	unsigned n;          /* words of the type so far */
	struct variable *ret;
	bool tagged; /* struct, union or enum came before */
};

static void take_word(struct words *w, struct tora_sv word)
{
	static const char *const dropped[] = { "volatile",  "restrict", "__restrict", "register",
		                               "static",    "extern",   "inline",     "__inline",
		                               "_Noreturn", "auto",     NULL };
	static const char *const basic[] = { "char",     "short", "int",    "long",
		                             "unsigned", "float", "double", "signed",
		                             "void",     "_Bool", NULL };
	static const char *const tags[] = { "struct", "union", "enum", NULL };

	if (is_one_of(word, dropped))
		return;
	if (tora_sv_is(word, "const")) {
		if (!w->ret->type.stars)
			w->ret->type.is_const = true;
		return;
	}
	if (w->ret->type.stars || (w->n && !w->tagged && !is_one_of(word, basic))) {
		w->last = word;
		return;
	}
	tora_str_addf(&w->base, "%s%.*s", w->base.len ? " " : "", (int)word.len, word.at);
	w->tagged = is_one_of(word, tags);
	w->n++;
}

/* In the brackets: "3", "static 3", "" for 0, or what only a compiler knows. */
static size_t length_in(struct tora_sv text)
{
	size_t length = 0;

	if (tora_sv_starts(text, "static "))
		text = (struct tora_sv){ text.at + 7, text.len - 7 };
	for (size_t i = 0; i < text.len; i++) {
		if (!isdigit((unsigned char)text.at[i]) || length > FILE_MAX)
			return LENGTH_UNKNOWN;
		length = 10 * length + (size_t)(text.at[i] - '0');
	}
	return length;
}

/* "const char *title": a declaration without its initialiser, of one name or none. */
static struct variable read_declaration(struct tora_arena *arena, struct tora_sv text)
{
	struct variable v = { .name = "" };
	struct words w = { .base = TORA_STR_INIT(256), .ret = &v };

	for (size_t i = 0; i < text.len;) {
		size_t n = 0;

		while (i + n < text.len && is_word(text.at[i + n]))
			n++;
		if (n)
			take_word(&w, (struct tora_sv){ text.at + i, n });
		else if (text.at[i] == '*')
			v.type.stars++;
		else if (text.at[i] == '[')
			v.type.is_array = true;
		else if (text.at[i] == '(' || text.at[i] == ':' || text.at[i] == '{' ||
		         text.at[i] == ',')
			v.type.is_odd = true;
		if (text.at[i] == '[') {
			size_t open = i + 1;

			while (i < text.len && text.at[i] != ']')
				i++;
			v.type.length = length_in((struct tora_sv){ text.at + open, i - open });
		}
		i += n ? n : 1;
	}
	v.type.base = tora_arena_text(arena, tora_str_view(&w.base));
	v.type.is_odd = v.type.is_odd || w.base.over || !w.n;
	v.name = tora_arena_text(arena, w.last);
	tora_str_free(&w.base);
	return v;
}

/* The function_declarator in it, under pointers; null when it declares something else. */
static TSNode function_in(TSNode declarator, unsigned *ret_stars)
{
	*ret_stars = 0;
	while (is_kind(declarator, "pointer_declarator")) {
		(*ret_stars)++;
		declarator = field(declarator, "declarator");
	}
	if (is_kind(declarator, "function_declarator") &&
	    is_kind(field(declarator, "declarator"), "identifier"))
		return declarator;
	return (TSNode){ .id = NULL };
}

static void read_params(const struct reader *r, TSNode list, struct function *f)
{
	for (uint32_t i = 0; i < ts_node_named_child_count(list); i++) {
		TSNode one = ts_node_named_child(list, i);
		struct variable v;

		if (is_kind(one, "variadic_parameter"))
			f->is_variadic = true;
		if (!is_kind(one, "parameter_declaration"))
			continue;
		v = read_declaration(r->m->arena, text_of(r, one));
		if (strcmp(v.type.base, "void") == 0 && !v.type.stars && !*v.name)
			continue;
		*tora_vec_push(r->m->arena, &f->params) = v;
	}
}

static const char *doc_before(const struct reader *r, TSNode node)
{
	TSNode before = ts_node_prev_sibling(node);

	if (!is_kind(before, "comment") ||
	    ts_node_end_point(before).row + 1 < ts_node_start_point(node).row)
		return NULL;
	return tora_arena_text(r->m->arena, text_of(r, before));
}

/* "API_EXPORT int", "CJSON_PUBLIC(int)": without the macro that says who may call it. */
static struct tora_sv without_macros(struct tora_arena *arena, struct tora_sv text)
{
	struct tora_str out = TORA_STR_INIT(1024);
	struct tora_sv made;

	for (size_t i = 0; i < text.len;) {
		size_t n = 0, small = 0, end;

		while (i + n < text.len && is_word(text.at[i + n])) {
			small += islower((unsigned char)text.at[i + n]) != 0;
			n++;
		}
		end = i + n;
		while (end < text.len && text.at[end] == ' ')
			end++;
		if (n > 3 && !small && end < text.len && text.at[end] != '*') {
			i = end + (text.at[end] == '(');
			continue;
		}
		tora_str_add(&out, (struct tora_sv){ text.at + i, n ? n : text.at[i] != ')' });
		i += n ? n : 1;
	}
	made = tora_arena_sv(arena, tora_str_view(&out));
	tora_str_free(&out);
	return made;
}

static void read_function(const struct reader *r, TSNode node, TSNode declarator, TSNode body)
{
	struct tora_arena *arena = r->m->arena;
	unsigned stars;
	TSNode inner = function_in(declarator, &stars), name;
	struct tora_sv before;
	struct function *f, read = { .name = NULL };

	if (ts_node_is_null(inner))
		return;
	name = field(inner, "declarator");
	before = (struct tora_sv){ r->text.at + ts_node_start_byte(node),
		                   ts_node_start_byte(declarator) - ts_node_start_byte(node) };
	read.name = tora_arena_text(arena, text_of(r, name));
	read.result = read_declaration(arena, without_macros(arena, before)).type;
	read.result.stars += stars;
	read.is_static = text_has_word(before, "static");
	read_params(r, field(inner, "parameters"), &read);
	f = model_function(r->m, read.name);
	if (f && f->is_static != read.is_static && f->file && strcmp(f->file, r->path) != 0)
		f = NULL; /* another one by the same name */
	if (!f) {
		names_add(&r->m->function_names, arena, read.name, r->m->functions.n);
		f = tora_vec_push(arena, &r->m->functions);
		*f = read;
	}
	if (!f->doc)
		f->doc = doc_before(r, node);
	if (r->is_header && !f->header) {
		f->header = r->path;
		f->result = read.result;
		f->params.at = read.params.at;
		f->params.n = read.params.n;
		f->is_variadic = read.is_variadic;
	}
	if (ts_node_is_null(body) || f->file)
		return;
	f->file = r->path;
	f->is_static = read.is_static && !r->is_header;
	f->first = ts_node_start_point(node).row + 1;
	f->last = ts_node_end_point(node).row + 1;
	f->body = text_of(r, body);
	f->text = tora_arena_text(
		arena, (struct tora_sv){ r->text.at + ts_node_start_byte(node),
	                                 ts_node_start_byte(body) - ts_node_start_byte(node) });
	if (!f->header) /* the names its own body uses */
		memcpy(&f->params, &read.params, sizeof f->params);
}

static void read_fields(const struct reader *r, TSNode body, struct record *ret)
{
	for (uint32_t i = 0; i < ts_node_named_child_count(body); i++) {
		TSNode one = ts_node_named_child(body, i);
		struct variable v;

		if (is_kind(one, "comment"))
			continue;
		v = read_declaration(r->m->arena, text_of(r, one));
		ret->is_odd = ret->is_odd || !is_kind(one, "field_declaration") || v.type.is_odd ||
		              !*v.name;
		*tora_vec_push(r->m->arena, &ret->fields) = v;
	}
}

/* struct, union or enum with its contents; `name`: what a typedef calls it, or NULL. */
static void read_tagged(const struct reader *r, TSNode node, const char *name)
{
	struct tora_arena *arena = r->m->arena;
	TSNode body = field(node, "body"), tag = field(node, "name");
	bool is_enum = is_kind(node, "enum_specifier");
	const char *full =
		ts_node_is_null(tag)
			? name
			: tora_arena_printf(arena, "%s %.*s", is_enum ? "enum" : "struct",
	                                    (int)text_of(r, tag).len, text_of(r, tag).at);

	if (!full || ts_node_is_null(body))
		return;
	if (is_enum) {
		struct constants *c;

		names_add(&r->m->enum_names, arena, full, r->m->enums.n);
		c = tora_vec_push(arena, &r->m->enums);
		*c = (struct constants){ .name = full };
		for (uint32_t i = 0; i < ts_node_named_child_count(body); i++) {
			TSNode one = ts_node_named_child(body, i);
			if (is_kind(one, "enumerator"))
				*tora_vec_push(arena, &c->names) =
					tora_arena_text(arena, text_of(r, field(one, "name")));
		}
	} else if (!model_record(r->m, full)) {
		struct record *s;

		names_add(&r->m->record_names, arena, full, r->m->records.n);
		s = tora_vec_push(arena, &r->m->records);
		*s = (struct record){ .name = full, .is_public = r->is_header };
		s->is_odd = is_kind(node, "union_specifier");
		read_fields(r, body, s);
	}
}

static void read_typedef(const struct reader *r, TSNode node)
{
	struct tora_arena *arena = r->m->arena;
	TSNode type = field(node, "type"), declarator = field(node, "declarator");
	struct tora_sv text = text_of(r, type);
	struct alias *a;
	struct variable v;
	const char *name;
	bool has_body = !ts_node_is_null(field(type, "body"));
	unsigned stars = 0;

	while (is_kind(declarator, "pointer_declarator")) {
		stars++;
		declarator = field(declarator, "declarator");
	}
	if (!is_kind(declarator, "type_identifier"))
		return;
	name = tora_arena_text(arena, text_of(r, declarator));
	if (is_kind(type, "struct_specifier") || is_kind(type, "union_specifier") ||
	    is_kind(type, "enum_specifier")) {
		read_tagged(r, type, name);
		if (has_body && ts_node_is_null(field(type, "name")))
			return; /* that is its only name */
		text.len = has_body ? (size_t)(ts_node_start_byte(field(type, "body")) -
		                               ts_node_start_byte(type))
		                    : text.len;
	}
	v = read_declaration(arena, text);
	names_add(&r->m->alias_names, arena, name, r->m->aliases.n);
	a = tora_vec_push(arena, &r->m->aliases);
	*a = (struct alias){ name, v.type };
	a->type.stars += stars;
}

/* ---- calls ------------------------------------------------------------------------------------------ */

static bool is_constant(const struct reader *r, TSNode node)
{
	static const char *const kinds[] = { "number_literal",
		                             "string_literal",
		                             "concatenated_string",
		                             "char_literal",
		                             "true",
		                             "false",
		                             "null",
		                             NULL };
	TSNode inner;

	if (is_one_of(tora_sv(ts_node_type(node)), kinds))
		return true;
	if (is_kind(node, "unary_expression")) {
		inner = field(node, "argument");
		return text_of(r, node).at[0] != '!' && is_constant(r, inner);
	}
	if (is_kind(node, "identifier")) {
		struct tora_sv name = text_of(r, node);

		for (size_t i = 0; i < name.len; i++)
			if (islower((unsigned char)name.at[i]))
				return false;
		return name.len > 1; /* a constant, if it is known in the end */
	}
	return false;
}

static void read_call(const struct reader *r, TSNode node)
{
	TSNode name = field(node, "function"), args = field(node, "arguments");
	struct call *c;

	if (!is_kind(name, "identifier") || r->m->calls.n >= CALLS_MAX)
		return;
	c = tora_vec_push(r->m->arena, &r->m->calls);
	*c = (struct call){ .name = tora_arena_text(r->m->arena, text_of(r, name)),
		            .file = r->path,
		            .line = ts_node_start_point(node).row + 1,
		            .in_test = r->is_test };
	for (uint32_t i = 0; i < ts_node_named_child_count(args); i++) {
		TSNode one = ts_node_named_child(args, i);
		bool known = is_constant(r, one) && text_of(r, one).len <= 400;

		if (!is_kind(one, "comment"))
			*tora_vec_push(r->m->arena, &c->args) =
				known ? tora_arena_text(r->m->arena, text_of(r, one)) : NULL;
	}
}

/* ---- what is declared outside of functions ------------------------------------------------------------ */

static void add_global(const struct reader *r, TSNode whole, TSNode name)
{
	TSPoint end = ts_node_end_point(whole);

	if (is_kind(name, "identifier") || is_kind(name, "type_identifier"))
		*tora_vec_push(r->m->arena, &r->m->globals) =
			(struct global){ .name = tora_arena_text(r->m->arena, text_of(r, name)),
			                 .file = r->path,
			                 .first = ts_node_start_point(whole).row + 1,
			                 .last = end.row + (end.column > 0) };
}

static void read_globals(const struct reader *r, TSNode node)
{
	static const char *const named[] = {
		"preproc_def",    "preproc_function_def", "enumerator", "struct_specifier",
		"enum_specifier", "union_specifier",      NULL
	};
	bool is_declaration = is_kind(node, "declaration") || is_kind(node, "type_definition");
	TSNode args = field(node, "arguments");

	if (is_one_of(tora_sv(ts_node_type(node)), named))
		add_global(r, node, field(node, "name"));
	for (uint32_t i = 0; is_declaration && i < ts_node_named_child_count(node); i++) {
		TSNode one = ts_node_named_child(node, i);

		if (ts_node_eq(one, field(node, "type")))
			continue;
		while (!ts_node_is_null(field(one, "declarator")))
			one = field(one, "declarator");
		add_global(r, node, one);
	}
	if (is_kind(node, "call_expression")) /* a macro that declares */
		for (uint32_t i = 0; i < ts_node_named_child_count(args); i++)
			add_global(r, node, ts_node_named_child(args, i));
}

static void visit(const struct reader *r, TSNode node, int depth, bool in_function)
{
	TSNode body = field(node, "body");

	if (depth == NEST_MAX)
		return;
	in_function = in_function || is_kind(node, "function_definition");
	if (!in_function)
		read_globals(r, node);
	if (is_kind(node, "function_definition"))
		read_function(r, node, field(node, "declarator"), body);
	else if (is_kind(node, "declaration"))
		read_function(r, node, field(node, "declarator"), (TSNode){ .id = NULL });
	else if (is_kind(node, "type_definition"))
		read_typedef(r, node);
	else if (is_kind(node, "struct_specifier") || is_kind(node, "enum_specifier"))
		read_tagged(r, node, NULL);
	else if (is_kind(node, "call_expression"))
		read_call(r, node);
	else if (is_kind(node, "preproc_def") && !ts_node_is_null(field(node, "value")))
		*tora_vec_push(r->m->arena, &r->m->macros) =
			tora_arena_text(r->m->arena, text_of(r, field(node, "name")));
	for (uint32_t i = 0; i < ts_node_named_child_count(node); i++)
		visit(r, ts_node_named_child(node, i), depth + 1, in_function);
}

/* ---- files ------------------------------------------------------------------------------------------ */

static void read_file(struct model *m, const char *root, const char *path)
{
	struct reader r = { .m = m, .path = tora_arena_dup(m->arena, path) };
	const char *full = tora_arena_printf(m->arena, "%s/%s", root, path);
	struct stat st;
	FILE *f;
	char *text;

	f = fopen(full, "re");
	if (f && fstat(fileno(f), &st) == 0 && st.st_size <= FILE_MAX) {
		TSParser *parser = ts_parser_new();
		TSTree *tree;

		text = tora_arena_alloc(m->arena, (size_t)st.st_size + 1);
		r.text = (struct tora_sv){ text, fread(text, 1, (size_t)st.st_size, f) };
		r.is_header = tora_sv_ends(tora_sv(path), ".h");
		r.is_test = strstr(path, "test") != NULL;
		(void)ts_parser_set_language(parser, tree_sitter_c());
		ts_parser_set_timeout_micros(parser, 2000000);
		tree = ts_parser_parse_string(parser, NULL, text, (uint32_t)r.text.len);
		if (tree)
			visit(&r, ts_tree_root_node(tree), 0, false);
		ts_tree_delete(tree);
		ts_parser_delete(parser);
		m->files++;
	}
	if (f)
		(void)fclose(f);
}

static int no_dots(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

struct search {
	struct model *m;
	const char *root;
	const char *suffix;
	size_t most; /* files in the model at the end of it */
};

static void read_folder(const struct search *s, const char *folder, int depth)
{
	struct tora_arena *arena = s->m->arena;
	struct dirent **all;
	int n = scandir(tora_arena_printf(arena, "%s/%s", s->root, folder), &all, no_dots,
	                alphasort);

	for (int i = 0; i < n; i++) {
		const char *path = tora_arena_printf(arena, "%s%s%s", folder, *folder ? "/" : "",
		                                     all[i]->d_name);
		struct stat st;

		if (lstat(tora_arena_printf(arena, "%s/%s", s->root, path), &st) < 0)
			continue;
		if (S_ISDIR(st.st_mode) && depth < DEPTH_MAX)
			read_folder(s, path, depth + 1);
		else if (!S_ISREG(st.st_mode) || !tora_sv_ends(tora_sv(path), s->suffix))
			continue;
		else if (s->m->files < s->most)
			read_file(s->m, s->root, path);
		else
			s->m->cut = true;
	}
	for (int i = 0; i < n; i++)
		free(all[i]);
	if (n >= 0)
		free(all);
}

void model_read(struct model *m, const char *root, struct tora_arena *arena)
{
	struct search s = { m, root, ".h", FILES_MAX };

	*m = (struct model){ .arena = arena };
	read_folder(&s, "", 0); /* what is public is known by the time sources are read */
	s.suffix = ".c";
	s.most = m->files + FILES_MAX;
	read_folder(&s, "", 0);
}

struct function *model_function(const struct model *m, const char *name)
{
	size_t i = names_find(&m->function_names, name);

	return i == NAMES_NONE ? NULL : &m->functions.at[i];
}

const struct record *model_record(const struct model *m, const char *name)
{
	size_t i = names_find(&m->record_names, name);

	return i == NAMES_NONE ? NULL : &m->records.at[i];
}

const struct constants *model_enum(const struct model *m, const char *name)
{
	size_t i = names_find(&m->enum_names, name);

	return i == NAMES_NONE ? NULL : &m->enums.at[i];
}

struct type model_resolve(const struct model *m, struct type type)
{
	for (int step = 0; step < 8; step++) {
		size_t i = names_find(&m->alias_names, type.base);
		const struct alias *found = i == NAMES_NONE ? NULL : &m->aliases.at[i];

		if (!found || strcmp(found->type.base, type.base) == 0)
			break;
		type.base = found->type.base;
		type.stars += found->type.stars;
		type.is_odd = type.is_odd || found->type.is_odd;
		type.is_const = type.is_const || found->type.is_const;
	}
	return type;
}
