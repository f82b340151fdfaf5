/*
 * generate.c - see generate.h.
 *
 * A test is a program with one call of a public function that reaches what changed, and statements that print
 * what it returned and what it wrote. Arguments: what the project's own tests and sources hand over, as they are
 * and with one of them replaced; values at the edges of a type, of the numbers and texts in the function's own body
 * and in the lines that the change took away; and combinations of all of these, drawn with a seed.
 */
#include "lang/c/native/generate.h"

#include "lang/c/native/plan.h"
#include "lang/c/native/source.h"
#include "lang/c/native/values.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PARAMS_MAX   12
#define CALLED_MAX   4  /* public functions that a private one is reached through */
#define STEPS_MAX    4  /* callers of callers */
#define DRAWN        60 /* combinations for one function */
#define PROGRAM_MAX  8000
#define HEADERS_MAX  8
#define MUTATORS_MAX 3
#define BUFFER_LEN   64
#define ARRAY_LEN    6
#define TEXT_OF(x)   #x
#define TEXT(x)      TEXT_OF(x)

struct generator {
	struct model m;
	struct tora_arena *arena;
	struct values values;
	uint64_t random;
	long max;
	size_t made;
	struct tora_str *out;
	TORA_VEC(const char *) sources; /* that were made */
};

struct candidate {
	const struct function *f;
	const char *target;
	const char *origin, *legality, *where;
};

/* One program that is being written. */
struct draft {
	struct generator *g;
	struct tora_str before, after; /* statements around the call */
	const char *headers[HEADERS_MAX];
	size_t n_headers;
	unsigned names;
};

static unsigned draw(struct generator *g, size_t n)
{
	g->random ^= g->random << 13;
	g->random ^= g->random >> 7;
	g->random ^= g->random << 17;
	return n ? (unsigned)(g->random % n) : 0;
}

/* ---- a program ------------------------------------------------------------------------------------------ */

static void need_header(struct draft *d, const char *header)
{
	static const char *const roots[] = { "include/", "src/", "lib/", "inc/" };

	if (!header)
		return;
	for (size_t i = 0; i < sizeof roots / sizeof roots[0]; i++)
		if (tora_sv_starts(tora_sv(header), roots[i])) {
			header += strlen(roots[i]);
			break;
		}
	for (size_t i = 0; i < d->n_headers; i++)
		if (strcmp(d->headers[i], header) == 0)
			return;
	if (d->n_headers < HEADERS_MAX)
		d->headers[d->n_headers++] = header;
}

static const char *type_text(struct generator *g, struct type t)
{
	struct tora_str s = TORA_STR_INIT(300);
	const char *text;

	tora_str_addf(&s, "%s%s%s", t.is_const && t.stars ? "const " : "", t.base,
	              t.stars ? " " : "");
	for (unsigned i = 0; i < t.stars; i++)
		tora_str_addc(&s, '*');
	text = tora_arena_text(g->arena, tora_str_view(&s));
	tora_str_free(&s);
	return text;
}

static const char *new_name(struct draft *d, const char *stem)
{
	bool sound = *stem != '\0';

	for (const char *c = stem; *c; c++)
		sound = sound && (isalnum((unsigned char)*c) || *c == '_');
	if (!sound || !d->names++)
		return sound ? stem : tora_arena_printf(d->g->arena, "value%u", d->names);
	return tora_arena_printf(d->g->arena, "%s%u", stem, d->names);
}

static const char *default_of(struct generator *g, struct number n)
{
	if (n.kind == NUMBER_ENUM && n.constants->names.n)
		return n.constants->names.at[0];
	(void)g;
	return n.kind == NUMBER_FLOAT  ? "1.5"
	       : n.kind == NUMBER_CHAR ? "'a'"
	       : n.kind == NUMBER_BOOL ? "1"
	                               : "3";
}

static void write_call(struct draft *d, const struct function *f, const char *const *values,
                       struct tora_str *call);

/* T *name = t_new(...); and its end. */
static const char *make_handle(struct draft *d, const struct variable *param, bool is_ended)
{
	struct generator *g = d->g;
	const struct function *all[PLAN_MAKERS_MAX], *make;
	size_t n = plan_makers(&g->m, param->type, all);
	const struct function *end = plan_ender(&g->m, param->type);
	const char *name = new_name(d, *param->name ? param->name : "handle"),
		   *values[PARAMS_MAX] = { NULL };
	struct tora_str call = TORA_STR_INIT(2000);
	struct type type = param->type;

	type.is_const = false;
	make = all[n > 1 ? draw(g, n) : 0];
	for (size_t i = 0; i < make->params.n && i < PARAMS_MAX; i++) {
		struct pool p = values_of(&g->values, make, i, make);

		values[i] = p.at.n ? p.at.at[draw(g, p.at.n)] : NULL;
	}
	write_call(d, make, values, &call);
	tora_str_addf(&d->before, "    %s%s = %s;\n", type_text(g, type), name, call.buf);
	tora_str_addf(&d->before, "    if (!%s)\n        return 1;\n", name);
	tora_str_free(&call);
	if (end && is_ended) {
		struct tora_str last = TORA_STR_INIT(PROGRAM_MAX);

		tora_str_addf(&last, "    %s(%s);\n", end->name, name);
		tora_str_adds(&last, d->after.buf); /* what was made last ends first */
		tora_str_free(&d->after);
		d->after = last;
		need_header(d, end->header);
	}
	return name;
}

static const char *make_record(struct draft *d, const struct variable *param, bool by_address)
{
	struct generator *g = d->g;
	struct type t = model_resolve(&g->m, param->type), plain = param->type;
	const struct record *s = model_record(&g->m, t.base);
	const struct function *start = by_address ? plan_starter(&g->m, param->type) : NULL;
	const char *name = new_name(d, *param->name ? param->name : "it");

	plain.stars = 0;
	plain.is_const = false;
	if (by_address && !param->type.stars)
		plain.base = t.base; /* a typedef of a pointer */
	tora_str_addf(&d->before, "    %s %s", type_text(g, plain), name);
	if (start) {
		tora_str_addf(&d->before, ";\n    %s(&%s", start->name, name);
		for (size_t i = 1; i < start->params.n; i++)
			tora_str_addf(&d->before, ", %s",
			              default_of(g, plan_number(&g->m, start->params.at[i].type)));
		tora_str_adds(&d->before, ");\n");
		need_header(d, start->header);
	} else {
		tora_str_adds(&d->before, " = {");
		for (size_t i = 0; s && i < s->fields.n; i++) {
			struct pool p = { { 0 } };
			struct number n = plan_number(&g->m, s->fields.at[i].type);

			if (n.kind == NUMBER_NONE) {
				values_texts(&g->values, &p);
			} else {
				values_edges(&g->values, &p, n);
			}
			tora_str_addf(&d->before, "%s.%s = %s", i ? ", " : " ",
			              s->fields.at[i].name,
			              p.at.n ? p.at.at[draw(g, p.at.n < 8 ? p.at.n : 8)] : "0");
		}
		tora_str_adds(&d->before, " };\n");
	}
	if (by_address && !param->type.is_const) {
		struct type shown = t;
		struct tora_str text = TORA_STR_INIT(PROGRAM_MAX);

		shown.stars = 0;
		plan_show(&g->m, shown, name, &text);
		tora_str_adds(&text, d->after.buf);
		tora_str_free(&d->after);
		d->after = text;
	}
	return by_address ? tora_arena_printf(g->arena, "&%s", name) : name;
}

static bool is_below(const char *value, long limit)
{
	return value && isdigit((unsigned char)*value) && strtol(value, NULL, 10) < limit;
}

/* The expression for one parameter; `value` is what was drawn for it, or NULL. */
static const char *argument(struct draft *d, const struct function *f, size_t i, const char *value,
                            const char *const *values, const char *before)
{
	struct generator *g = d->g;
	const struct variable *param = &f->params.at[i];
	struct type t = model_resolve(&g->m, param->type);
	const char *name;

	if (value && strcmp(value, "NULL") == 0)
		return value;
	switch (plan_param(&g->m, f, i)) {
	case PLAN_VALUE:
		return value ? value : default_of(g, plan_number(&g->m, param->type));
	case PLAN_TEXT:
		return value ? value : "\"abc\"";
	case PLAN_BYTES:
		return value ? value : "\"abc\"";
	case PLAN_CHANGED:
		name = new_name(d, param->name);
		tora_str_addf(&d->before, "    char %s[256] = %s;\n", name,
		              value && *value == '"' ? value : "\"abc\"");
		plan_show(&g->m, (struct type){ .base = "char", .stars = 1 }, name, &d->after);
		return name;
	case PLAN_BUFFER:
		name = new_name(d, param->name);
		tora_str_addf(&d->before, "    char %s[" TEXT(BUFFER_LEN) "] = \"\";\n", name);
		plan_show(&g->m, (struct type){ .base = "char", .stars = 1 }, name, &d->after);
		return name;
	case PLAN_ARRAY:
		name = new_name(d, param->name);
		t.stars = 0;
		tora_str_addf(&d->before, "    %s %s[] = { %s };\n", t.base, name,
		              draw(g, 2) ? "3, 1, 2, 5, 4, 1" : "0, 7, 10, 2, 100, 4");
		return name;
	case PLAN_SIZE:
		if (before && *before == '"')
			return tora_arena_printf(g->arena, "strlen(%s)", before);
		if (plan_param(&g->m, f, i - 1) == PLAN_ARRAY)
			return is_below(value, ARRAY_LEN) ? value : TEXT(ARRAY_LEN);
		return is_below(value, BUFFER_LEN)
		               ? value
		               : tora_arena_printf(g->arena, "sizeof(%s)", before ? before : "int");
	case PLAN_OUT:
		name = new_name(d, *param->name ? param->name : "out");
		t.stars = 0;
		t.is_const = false;
		tora_str_addf(&d->before, "    %s %s = 0;\n", type_text(g, t), name);
		plan_show(&g->m, t, name, &d->after);
		return tora_arena_printf(g->arena, "&%s", name);
	case PLAN_RECORD:
		return make_record(d, param, false);
	case PLAN_PLACE:
		return make_record(d, param, true);
	case PLAN_HANDLE:
		return make_handle(d, param, plan_ender(&g->m, param->type) != f);
	case PLAN_NONE:
		break;
	}
	(void)values;
	return "NULL";
}

static void write_call(struct draft *d, const struct function *f, const char *const *values,
                       struct tora_str *call)
{
	const char *before = NULL;

	need_header(d, f->header);
	tora_str_addf(call, "%s(", f->name);
	for (size_t i = 0; i < f->params.n; i++) {
		const char *arg = argument(d, f, i, values[i], values, before);

		tora_str_addf(call, "%s%s", i ? ", " : "", arg);
		before = arg;
	}
	tora_str_adds(call, ")");
}

/* What is put into a thing is often what it is asked for, or nearly so. */
static const char *put_in(struct generator *g, const struct pool *p, const char *asked)
{
	unsigned n = draw(g, 4);
	size_t len = asked ? strlen(asked) : 0;
	bool is_text = len > 1 && *asked == '"' && asked[len - 1] == '"';

	if (n == 0 && len && (is_text || isdigit((unsigned char)*asked)))
		return asked;
	if (n == 1 && is_text)
		return tora_arena_printf(g->arena, "%.*sx\"", (int)len - 1, asked);
	return p->at.n ? p->at.at[draw(g, p->at.n)] : "0";
}

/* What else can be done with a handle that the call is about: before it, and to look at it afterwards. */
static void use_handle(struct draft *d, const struct function *f, const char *name,
                       const char *asked, struct tora_str *before, struct tora_str *after)
{
	struct generator *g = d->g;
	size_t many = draw(g, MUTATORS_MAX + 1), n = 0;

	for (size_t i = 0; i < g->m.functions.n; i++) {
		const struct function *o = &g->m.functions.at[i];
		bool simple = plan_is_public(o) && o->params.n && !o->is_variadic &&
		              (o->params.n == 1 ? o != f : !o->params.at[0].type.is_const) &&
		              plan_same(&g->m, o->params.at[0].type, f->params.at[0].type) &&
		              o != plan_ender(&g->m, f->params.at[0].type);

		for (size_t k = 1; simple && k < o->params.n; k++) {
			enum plan_kind kind = plan_param(&g->m, o, k);
			simple = kind == PLAN_VALUE || kind == PLAN_TEXT;
		}
		if (!simple)
			continue;
		if (o->params.n == 1 && strcmp(o->result.base, "void") != 0 && n++ < 4) {
			const char *call = tora_arena_printf(g->arena, "%s(%s)", o->name, name);

			plan_show(&g->m, o->result, call, after);
			need_header(d, o->header);
		}
		for (size_t times = 1 + draw(g, 2); o->params.n > 1 && many && times;
		     times--, many--) {
			tora_str_addf(before, "    %s(%s", o->name, name);
			for (size_t k = 1; k < o->params.n; k++) {
				struct pool p = values_of(&g->values, o, k, o);

				tora_str_addf(before, ", %s", put_in(g, &p, asked));
			}
			tora_str_adds(before, ");\n");
			need_header(d, o->header);
		}
	}
}

static const char *write_program(struct generator *g, const struct function *f,
                                 const char *const *values)
{
	struct draft d = { .g = g,
		           .before = TORA_STR_INIT(PROGRAM_MAX),
		           .after = TORA_STR_INIT(PROGRAM_MAX) };
	struct tora_str call = TORA_STR_INIT(4000), text = TORA_STR_INIT(PROGRAM_MAX),
			use = TORA_STR_INIT(PROGRAM_MAX), look = TORA_STR_INIT(PROGRAM_MAX),
			show = TORA_STR_INIT(PROGRAM_MAX);
	bool is_void = strcmp(f->result.base, "void") == 0 && !f->result.stars;
	const char *made = NULL, *name;

	write_call(&d, f, values, &call);
	if (f->params.n && plan_param(&g->m, f, 0) == PLAN_HANDLE &&
	    !(values[0] && strcmp(values[0], "NULL") == 0)) {
		const char *open = strchr(call.buf, '(') + 1;

		name = tora_arena_text(g->arena, (struct tora_sv){ open, strcspn(open, ",)") });
		use_handle(&d, f, name, f->params.n > 1 ? values[1] : NULL, &use, &look);
		if (plan_ender(&g->m, f->params.at[0].type) == f)
			tora_str_reset(&look); /* there is nothing to look at any more */
	}
	if (is_void) {
		tora_str_addf(&show, "    %s;\n", call.buf);
	} else if (f->result.stars && strcmp(model_resolve(&g->m, f->result).base, "char") != 0) {
		name = new_name(&d, "result");
		tora_str_addf(&show, "    %s%s = %s;\n", type_text(g, f->result), name, call.buf);
		plan_show(&g->m, f->result, name, &show);
	} else if (!f->result.stars && plan_number(&g->m, f->result).kind == NUMBER_NONE) {
		name = new_name(&d, "result");
		tora_str_addf(&show, "    %s %s = %s;\n", type_text(g, f->result), name, call.buf);
		plan_show(&g->m, f->result, name, &show);
	} else {
		plan_show(&g->m, f->result, call.buf, &show);
	}
	tora_str_adds(&text, "#include <stdio.h>\n");
	if (strstr(call.buf, "strlen(") || strstr(d.before.buf, "strlen("))
		tora_str_adds(&text, "#include <string.h>\n");
	for (size_t i = 0; i < d.n_headers; i++)
		tora_str_addf(&text, "#include \"%s\"\n", d.headers[i]);
	tora_str_addf(&text, "\nint main(void)\n{\n%s%s%s%s%s    return 0;\n}\n", d.before.buf,
	              use.buf, show.buf, look.buf, d.after.buf);
	if (!text.over && !call.over)
		made = tora_arena_text(g->arena, tora_str_view(&text));
	tora_str_free(&call);
	tora_str_free(&text);
	tora_str_free(&use);
	tora_str_free(&look);
	tora_str_free(&show);
	tora_str_free(&d.before);
	tora_str_free(&d.after);
	return made;
}

static void put(struct generator *g, const struct candidate *c, const char *const *values)
{
	const char *source = write_program(g, c->f, values);

	if (!source || (long)g->made >= g->max)
		return;
	for (size_t i = 0; i < g->sources.n; i++)
		if (strcmp(g->sources.at[i], source) == 0)
			return;
	*tora_vec_push(g->arena, &g->sources) = source;
	tora_str_adds(g->out, g->made++ ? ",{\"source\":" : "{\"source\":");
	json_put(g->out, tora_sv(source));
	tora_str_addf(g->out, ",\"origin\":\"%s\",\"legality\":\"%s\",\"where\":", c->origin,
	              c->legality);
	json_put(g->out, tora_sv(c->where));
	tora_str_adds(g->out, ",\"target\":");
	json_put(g->out, tora_sv(c->target));
	tora_str_addc(g->out, '}');
}

/* ---- candidates for one function ----------------------------------------------------------------------- */

/* Does it look whether that pointer is NULL? */
static bool asks_for_null(const struct function *f, const char *name)
{
	struct tora_str text = TORA_STR_INIT(300);
	bool asks;

	tora_str_addf(&text, "!%s", name);
	asks = *name && tora_sv_has(f->body, text.buf);
	tora_str_reset(&text);
	tora_str_addf(&text, "%s == NULL", name);
	asks = asks || (*name && tora_sv_has(f->body, text.buf));
	tora_str_free(&text);
	return asks;
}

static void put_seen(struct generator *g, struct candidate c, struct pool *pools)
{
	for (size_t k = 0; k < g->m.calls.n; k++) {
		const struct call *call = &g->m.calls.at[k];
		const char *values[PARAMS_MAX] = { NULL };

		if (strcmp(call->name, c.f->name) != 0 || call->args.n != c.f->params.n)
			continue;
		for (size_t i = 0; i < c.f->params.n; i++)
			values[i] = call->args.at[i];
		c.origin = call->in_test ? "test" : "call";
		c.legality = "seen";
		c.where = tora_arena_printf(g->arena, "%s:%u", call->file, call->line);
		put(g, &c, values);
		c.origin = "mutated";
		c.legality = "plausible";
		for (size_t i = 0; i < c.f->params.n; i++)
			for (int n = 0; n < 2 && pools[i].at.n; n++) {
				const char *was = values[i];

				values[i] = pools[i].at.at[draw(g, pools[i].at.n)];
				put(g, &c, values);
				values[i] = was;
			}
	}
}

static void put_all(struct generator *g, const struct function *f, const struct function *near,
                    const char *target)
{
	struct candidate c = {
		.f = f, .target = target, .origin = "boundary", .legality = "plausible", .where = ""
	};
	struct pool pools[PARAMS_MAX] = { { { 0 } } };
	const char *values[PARAMS_MAX] = { NULL };
	size_t combinations = 1;

	if (f->params.n > PARAMS_MAX || !plan_is_callable(&g->m, f))
		return;
	for (size_t i = 0; i < f->params.n; i++) {
		pools[i] = values_of(&g->values, f, i, near);
		if (plan_param(&g->m, f, i) != PLAN_SIZE)
			values[i] = pools[i].at.n ? pools[i].at.at[0] : NULL;
		combinations *= pools[i].at.n ? pools[i].at.n : 1;
		if (plan_param(&g->m, f, i) == PLAN_HANDLE || combinations > DRAWN)
			combinations =
				DRAWN; /* a handle is made and used in another way each time */
	}
	put_seen(g, c, pools);
	for (size_t i = 0; i < f->params.n; i++) {
		const char *was = values[i];

		if (asks_for_null(f, f->params.at[i].name) ||
		    asks_for_null(near, f->params.at[i].name)) {
			values[i] = "NULL";
			put(g, &c, values);
		}
		for (size_t k = 0; k < pools[i].at.n; k++) {
			values[i] = pools[i].at.at[k];
			put(g, &c, values);
		}
		values[i] = was;
	}
	c.origin = "typed";
	combinations = combinations < 8 ? 8 : combinations;
	for (size_t n = 0; n < combinations; n++) {
		for (size_t i = 0; i < f->params.n; i++)
			values[i] = pools[i].at.n ? pools[i].at.at[draw(g, pools[i].at.n)] : NULL;
		put(g, &c, values);
	}
}

/* ---- targets --------------------------------------------------------------------------------------------- */

struct reached {
	const struct function *at[64];
	size_t n;
};

static void push_once(struct reached *r, const struct function *f)
{
	for (size_t i = 0; i < r->n; i++)
		if (r->at[i] == f)
			return;
	if (r->n < 64)
		r->at[r->n++] = f;
}

/* Public functions that come to `f`, the nearest first. */
static void find_public(struct generator *g, const struct function *f, struct reached *ret)
{
	struct reached all = { .n = 0 };

	push_once(&all, f);
	for (size_t i = 0; i < all.n && ret->n < CALLED_MAX; i++) {
		if (plan_is_public(all.at[i]) && plan_is_callable(&g->m, all.at[i])) {
			push_once(ret, all.at[i]);
			if (i == 0)
				return;
			continue;
		}
		for (size_t k = 0; k < g->m.functions.n; k++) {
			const struct function *o = &g->m.functions.at[k];
			bool seen =
				!all.at[i]->is_static || (o->file && all.at[i]->file &&
			                                  strcmp(o->file, all.at[i]->file) == 0);

			if (o != all.at[i] && seen && text_has_word(o->body, all.at[i]->name))
				push_once(&all, o);
		}
	}
}

/* Code outside of functions: who uses a name of the lines that changed. */
static void find_users(struct generator *g, const struct json *target, const char *root,
                       struct reached *ret)
{
	const struct json *touched = json_get(target, "touched");
	const char *path =
		tora_arena_printf(g->arena, "%s/%s", root, json_text(target, "file", ""));
	FILE *f = fopen(path, "re");
	char line[4096];

	for (long number = 1; f && fgets(line, sizeof line, f); number++) {
		bool is_touched = false;

		for (size_t i = 0; touched && i < touched->items.n && !is_touched; i++) {
			const struct json *range = &touched->items.at[i];
			is_touched = range->items.n == 2 &&
			             number >= (long)range->items.at[0].number &&
			             number <= (long)range->items.at[1].number;
		}
		for (char *at = line, *end; is_touched && *at; at = *end ? end + 1 : end) {
			while (*at && !isalpha((unsigned char)*at) && *at != '_')
				at++;
			end = at;
			while (isalnum((unsigned char)*end) || *end == '_')
				end++;
			if (end - at < 3)
				continue;
			at = tora_arena_text(g->arena, (struct tora_sv){ at, (size_t)(end - at) });
			for (size_t k = 0; k < g->m.functions.n && ret->n < 2 * CALLED_MAX; k++)
				if (text_has_word(g->m.functions.at[k].body, at))
					find_public(g, &g->m.functions.at[k], ret);
		}
	}
	if (f)
		(void)fclose(f);
}

static void put_target(struct generator *g, const struct json *target, const char *root)
{
	const char *name = json_text(target, "qualname", ""),
		   *full = json_text(target, "name", name);
	const struct function *f = model_function(&g->m, name);
	struct reached calls = { .n = 0 };

	g->values.literals = json_get(target, "literals");
	for (size_t i = 0; i < g->m.functions.n;
	     i++) /* of several by that name, the one in that file */
		if (strcmp(g->m.functions.at[i].name, name) == 0 && g->m.functions.at[i].file &&
		    strcmp(g->m.functions.at[i].file, json_text(target, "file", "")) == 0)
			f = &g->m.functions.at[i];
	if (f)
		find_public(g, f, &calls);
	else if (!*name)
		find_users(g, target, root, &calls);
	for (size_t i = 0; i < calls.n; i++)
		put_all(g, calls.at[i], f ? f : calls.at[i], full);
}

void generate_answer(const char *root, const struct json *request, struct tora_str *out)
{
	struct generator g = { .arena = tora_arena_new(), .out = out };
	const struct json *targets = json_get(request, "targets");
	long max = json_int(request, "max", 400), n = targets ? (long)targets->items.n : 0;

	g.random = 0x9e3779b97f4a7c15u ^ (uint64_t)json_int(request, "seed", 1);
	g.values = (struct values){ &g.m, g.arena, NULL };
	model_read(&g.m, root, g.arena);
	tora_str_adds(out, "\"candidates\":[");
	for (long i = 0; i < n; i++) {
		g.max = max * (i + 1) / n; /* each its share, and what those before it have left */
		put_target(&g, &targets->items.at[i], root);
	}
	tora_str_addf(out,
	              "],\"stats\":{\"files\":%zu,\"functions\":%zu,\"calls\":%zu,\"made\":%zu}",
	              g.m.files, g.m.functions.n, g.m.calls.n, g.made);
	tora_arena_free(g.arena);
}

/* ---- explore ---------------------------------------------------------------------------------------------- */

static void put_function(const struct function *f, struct tora_arena *arena, struct tora_str *out)
{
	const char *module =
		tora_arena_text(arena, (struct tora_sv){ f->file, strlen(f->file) - 2 });

	tora_str_adds(out, "{\"name\":");
	json_put(out, tora_sv(tora_arena_printf(arena, "%s.%s", module, f->name)));
	tora_str_adds(out, ",\"module\":");
	json_put(out, tora_sv(module));
	tora_str_addf(out, ",\"qualname\":\"%s\",\"signature\":", f->name);
	json_put(out, tora_sv_trim(tora_sv(f->text)));
	tora_str_adds(out, ",\"params\":[");
	for (size_t i = 0; i < f->params.n; i++) {
		tora_str_addf(out, "%s{\"name\":\"%s\",\"kind\":\"positional\",\"annotation\":",
		              i ? "," : "", f->params.at[i].name);
		json_put(out, tora_sv(f->params.at[i].type.base));
		tora_str_adds(out, ",\"default\":null}");
	}
	tora_str_adds(out, "],\"doc\":");
	json_put(out, tora_sv(f->doc ? f->doc : ""));
	tora_str_adds(out, ",\"file\":");
	json_put(out, tora_sv(tora_arena_printf(arena, "/repo/%s", f->file)));
	tora_str_addf(out, ",\"line\":%u,\"kind\":\"function\",\"public\":%s}", f->first,
	              plan_is_public(f) ? "true" : "false");
}

static bool is_asked(const struct function *f, const struct json *modules)
{
	for (size_t i = 0; modules && f->file && i < modules->items.n; i++) {
		const char *name = modules->items.at[i].text;
		size_t n = name ? strlen(name) : 0;

		if (n && strncmp(f->file, name, n) == 0 && strcmp(f->file + n, ".c") == 0)
			return true;
	}
	return false;
}

void generate_explore(const char *root, const struct json *request, struct tora_str *out)
{
	struct tora_arena *arena = tora_arena_new();
	const struct json *modules = json_get(request, "modules");
	struct model m;
	bool any = false;

	model_read(&m, root, arena);
	tora_str_adds(out, "\"functions\":[");
	for (size_t i = 0; i < m.functions.n; i++) {
		if (!is_asked(&m.functions.at[i], modules))
			continue;
		tora_str_adds(out, any ? "," : "");
		put_function(&m.functions.at[i], arena, out);
		any = true;
	}
	tora_str_addf(out, "],\"cut\":%s", m.cut ? "true" : "false");
	tora_arena_free(arena);
}
