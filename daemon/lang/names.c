/*
 * names.c - who binds a name, who uses it, and what stays undefined.
 *
 * One walk builds the scopes and collects bindings and uses; uses are resolved when it is
 * over, because a name may be bound later in the text than it is used. Order of execution
 * is not looked at: a name bound anywhere in a visible scope counts as defined.
 */
#include "lang/syntax_private.h"

#include <stdlib.h>
#include <string.h>

/* Number spaces of the symbol table; scopes come after them. */
enum {
	SPACE_SEEN,
	SPACE_UNDEFINED,
	SPACE_USED,
	SPACE_BOUND,
	SPACE_IMPORTED,
	SPACE_OWN,
	SPACE_PRIVATE,
	SPACE_UNSTABLE,
	SPACE_SCOPES
};
/* Names a scope declared global share its number above this bit. */
#define GLOBALS_OF   0x80000000u
#define MODULE_SCOPE 0

struct scope {
	uint32_t parent; /* of the module: itself */
	enum tora_role kind;
};
struct use {
	struct tora_sv name;
	uint32_t scope;
};
struct naming {
	const struct tora_syntax *s;
	struct tora_arena *arena;
	struct tora_names *ret;
	struct tora_marks marks;
	struct tora_symbols symbols;
	struct tora_str
		imports; /* full names of imports, NUL-separated; offset in SPACE_IMPORTED */
	uint32_t at;     /* scope we are in */
	TORA_VEC(uint32_t) enclosing; /* of the nodes we are in, to come back to */
	TORA_VEC(struct scope) scopes;
	TORA_VEC(struct use) uses;
	TORA_VEC(struct use)
	outsiders; /* attributes and imports, for privates and unused imports */
};

static const char *keep(struct naming *n, struct tora_sv name)
{
	return tora_arena_text(n->arena, name);
}

static bool first_time(struct naming *n, uint32_t space, struct tora_sv name)
{
	bool fresh;

	(void)tora_symbols_put(&n->symbols, space, name, &fresh);
	return fresh;
}

/* ---- the walk --------------------------------------------------------------------------- */

static void bind(struct naming *n, struct tora_sv name, bool hoists)
{
	uint32_t scope = n->at;

	while (hoists && n->scopes.at[scope].kind == ROLE_SCOPE_INNER)
		scope = n->scopes.at[scope].parent;
	if (tora_symbols_get(&n->symbols, GLOBALS_OF | scope, name))
		scope = MODULE_SCOPE;
	(void)first_time(n, SPACE_SCOPES + scope, name);
	(void)first_time(n, SPACE_BOUND, name);
}

static void take_name(struct naming *n, TSNode node, enum tora_role role)
{
	struct tora_sv name = tora_syntax_text(n->s, node);

	if (first_time(n, SPACE_SEEN, name))
		*tora_vec_push(n->arena, &n->ret->identifiers) = keep(n, name);
	if (role == ROLE_USE)
		*tora_vec_push(n->arena, &n->uses) = (struct use){ name, n->at };
	else if (role == ROLE_DEFINE || role == ROLE_IMPORT || role == ROLE_DEFINE_HOIST)
		bind(n, name, role == ROLE_DEFINE_HOIST);
	else if (role == ROLE_GLOBAL)
		(void)first_time(n, GLOBALS_OF | n->at, name);
	else if (role == ROLE_OWN)
		(void)first_time(n, SPACE_OWN, name);
	if (role == ROLE_IMPORT || role == ROLE_ATTRIBUTE)
		*tora_vec_push(n->arena, &n->outsiders) = (struct use){ name, n->at };
}

static bool name_enter(void *ctx, TSNode node)
{
	struct naming *n = ctx;
	const struct tora_mark *mark = tora_marks_at(&n->marks, node);

	*tora_vec_push(n->arena, &n->enclosing) = n->at;
	if (!mark)
		return true;
	if (mark->outside)
		n->at = n->scopes.at[n->at].parent;
	if (mark->scope) {
		*tora_vec_push(n->arena, &n->scopes) = (struct scope){ n->at, mark->scope };
		n->at = (uint32_t)n->scopes.n - 1;
	}
	if (mark->role == ROLE_STAR)
		n->ret->star_import = true;
	else if (mark->role)
		take_name(n, node, mark->role);
	return true;
}

static void name_leave(void *ctx, TSNode node)
{
	struct naming *n = ctx;

	(void)node;
	n->at = n->enclosing.at[--n->enclosing.n];
}

/* ---- after the walk ---------------------------------------------------------------------- */

static bool is_builtin(const struct tora_lang *lang, struct tora_sv name)
{
	for (const char *const *b = lang->builtins; *b; b++)
		if (tora_sv_is(name, *b))
			return true;
	return false;
}

/* A class's names are seen from its own body only, not from the scopes inside it. */
static bool resolves(struct naming *n, const struct use *use)
{
	uint32_t scope = use->scope;

	if (tora_symbols_get(&n->symbols, SPACE_SCOPES + scope, use->name))
		return true;
	while (scope != MODULE_SCOPE) {
		scope = n->scopes.at[scope].parent;
		if (n->scopes.at[scope].kind != ROLE_SCOPE_CLASS &&
		    tora_symbols_get(&n->symbols, SPACE_SCOPES + scope, use->name))
			return true;
	}
	return false;
}

static void resolve_uses(struct naming *n)
{
	for (size_t i = 0; i < n->uses.n; i++) {
		const struct use *use = &n->uses.at[i];
		(void)first_time(n, SPACE_USED, use->name);
		if (n->ret->star_import || resolves(n, use) || is_builtin(n->s->lang, use->name))
			continue;
		if (first_time(n, SPACE_UNDEFINED, use->name))
			*tora_vec_push(n->arena, &n->ret->undefined) = keep(n, use->name);
	}
}

static void find_privates(struct naming *n)
{
	for (size_t i = 0; i < n->outsiders.n; i++) {
		struct tora_sv name = n->outsiders.at[i].name;
		const char *text;
		bool own = tora_symbols_get(&n->symbols, SPACE_OWN, name) ||
		           (tora_symbols_get(&n->symbols, SPACE_BOUND, name) &&
		            !tora_symbols_get(&n->symbols, SPACE_IMPORTED, name));

		if (own || !first_time(n, SPACE_PRIVATE, name))
			continue;
		text = keep(n, name);
		if (n->s->lang->is_private(text))
			*tora_vec_push(n->arena, &n->ret->privates) = text;
	}
}

/* ---- imports and their full names --------------------------------------------------------- */

static void import_hit(void *ctx, const struct tora_hit *hit)
{
	struct naming *n = ctx;
	struct tora_sv name = { 0 }, module = { 0 }, path = { 0 };
	const struct tora_mark *mark = NULL;
	struct tora_symbol *symbol;
	bool fresh;

	for (size_t i = 0; i < hit->n; i++) {
		struct tora_sv text = tora_syntax_text(n->s, hit->at[i].node);
		if (hit->at[i].role == ROLE_IMPORT) {
			name = text;
			mark = tora_marks_at(&n->marks, hit->at[i].node);
		} else if (hit->at[i].role == ROLE_MODULE) {
			module = text;
		} else if (hit->at[i].role == ROLE_PATH) {
			path = text;
		}
	}
	if (!mark || mark->role != ROLE_IMPORT)
		return;
	symbol = tora_symbols_put(&n->symbols, SPACE_IMPORTED, name, &fresh);
	if (!fresh)
		return;
	symbol->value = n->imports.len;
	tora_str_add(&n->imports, module);
	if (module.len)
		tora_str_addc(&n->imports, '.');
	tora_str_add(&n->imports, path.len ? path : name);
	tora_str_addc(&n->imports, '\0');
}

static void find_unused_imports(struct naming *n)
{
	for (size_t i = 0; i < n->outsiders.n; i++) {
		struct tora_sv name = n->outsiders.at[i].name;

		if (tora_symbols_get(&n->symbols, SPACE_IMPORTED, name) &&
		    first_time(n, SPACE_USED, name))
			*tora_vec_push(n->arena, &n->ret->unused_imports) = keep(n, name);
	}
}

/* ---- unstable calls ----------------------------------------------------------------------- */

/* "np.random.rand" -> "numpy.random.rand"; empty when the name is the text's own, or no path. */
static struct tora_sv full_name(void *ctx, TSNode node)
{
	struct naming *n = ctx;
	struct tora_sv text = tora_syntax_text(n->s, node), first = text;
	const struct tora_symbol *symbol;
	const char *dot, *full;

	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.at[i];
		if (c < 0x80 && c != '.' && c != '_' && !(c >= '0' && c <= '9') &&
		    !((c | 32) >= 'a' && (c | 32) <= 'z'))
			return (struct tora_sv){ NULL, 0 };
	}
	dot = memchr(text.at, '.', text.len);
	if (dot)
		first.len = (size_t)(dot - text.at);
	symbol = tora_symbols_get(&n->symbols, SPACE_IMPORTED, first);
	if (!symbol && tora_symbols_get(&n->symbols, SPACE_BOUND, first))
		return (struct tora_sv){ NULL, 0 };
	if (!symbol || n->imports.over)
		return text;
	full = n->imports.buf + symbol->value;
	return tora_sv(tora_arena_printf(n->arena, "%s%.*s", full, (int)(text.len - first.len),
	                                 text.at + first.len));
}

/* "random.seed" called: what is beside it, "random.", is repeatable. */
static bool is_seeded(struct naming *n, struct tora_sv name)
{
	while (name.len && name.at[name.len - 1] != '.')
		name.len--;
	return name.len && tora_symbols_get(&n->symbols, SPACE_UNSTABLE, name);
}

static void unstable_hit(void *ctx, const struct tora_hit *hit)
{
	struct naming *n = ctx;

	for (size_t i = 0; i < hit->n; i++) {
		struct tora_sv name = full_name(n, hit->at[i].node);
		if (hit->at[i].role == ROLE_UNSTABLE && !is_seeded(n, name) &&
		    first_time(n, SPACE_UNSTABLE, name))
			*tora_vec_push(n->arena, &n->ret->unstable) = keep(n, name);
	}
}

static void stable_hit(void *ctx, const struct tora_hit *hit)
{
	struct naming *n = ctx;

	for (size_t i = 0; i < hit->n; i++) {
		struct tora_sv name = full_name(n, hit->at[i].node);
		if (hit->at[i].role != ROLE_STABLE)
			continue;
		while (name.len && name.at[name.len - 1] != '.')
			name.len--;
		(void)first_time(n, SPACE_UNSTABLE, name);
	}
}

static void find_unstable(struct naming *n)
{
	struct tora_query_run run = { QUERY_UNSTABLE, stable_hit, full_name, n };

	tora_query_run(n->s, &run);
	run.each = unstable_hit;
	tora_query_run(n->s, &run);
}

void tora_syntax_names(const struct tora_syntax *s, struct tora_arena *arena,
                       struct tora_names *ret)
{
	struct naming n = {
		.s = s, .arena = arena, .ret = ret, .imports = TORA_STR_INIT(TORA_CHANGE_FILE_MAX)
	};

	*ret = (struct tora_names){ 0 };
	tora_marks_add(s, QUERY_NAMES, &n.marks);
	*tora_vec_push(arena, &n.scopes) = (struct scope){ MODULE_SCOPE, ROLE_SCOPE };
	tora_syntax_walk(
		s, &(struct tora_visit){ .enter = name_enter, .leave = name_leave, .ctx = &n });
	tora_query_run(s, &(struct tora_query_run){ QUERY_NAMES, import_hit, NULL, &n });
	resolve_uses(&n);
	find_privates(&n);
	find_unused_imports(&n);
	find_unstable(&n);
	tora_marks_done(&n.marks);
	tora_symbols_done(&n.symbols);
	tora_str_free(&n.imports);
}

/* ---- occurrences -------------------------------------------------------------------------- */

struct occurrences {
	const struct tora_syntax *s;
	struct tora_arena *arena;
	struct tora_idents *ret;
	struct tora_marks marks;
	struct tora_symbols symbols;
};

static bool ident_enter(void *ctx, TSNode node)
{
	struct occurrences *o = ctx;
	const struct tora_mark *mark = tora_marks_at(&o->marks, node);
	struct tora_sv name;
	struct tora_symbol *symbol;
	struct tora_ident *ident;
	bool fresh;

	if (!mark || mark->role == ROLE_NONE || mark->role == ROLE_STAR)
		return true;
	name = tora_syntax_text(o->s, node);
	symbol = tora_symbols_put(&o->symbols, 0, name, &fresh);
	if (fresh)
		symbol->value = o->ret->at.n;
	ident = tora_vec_push(o->arena, &o->ret->at);
	ident->name = fresh ? tora_arena_text(o->arena, name) : o->ret->at.at[symbol->value].name;
	ident->start = ts_node_start_byte(node);
	ident->line = ts_node_start_point(node).row + 1;
	ident->defines = mark->role == ROLE_DEFINE || mark->role == ROLE_DEFINE_HOIST ||
	                 mark->role == ROLE_IMPORT || mark->role == ROLE_OWN;
	return true;
}

void tora_syntax_idents(const struct tora_syntax *s, struct tora_arena *arena,
                        struct tora_idents *ret)
{
	struct occurrences o = { .s = s, .arena = arena, .ret = ret };

	*ret = (struct tora_idents){ 0 };
	tora_marks_add(s, QUERY_NAMES, &o.marks);
	tora_syntax_walk(s, &(struct tora_visit){ .enter = ident_enter, .ctx = &o });
	tora_marks_done(&o.marks);
	tora_symbols_done(&o.symbols);
}
