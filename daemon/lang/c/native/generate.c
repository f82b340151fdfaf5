/*
 * generate.c - see generate.h.
 *
 * A test is a program with one call of a public function that reaches what changed, and statements that print
 * what it returned and what it wrote. Arguments: what the project's own tests and sources hand over, as they are
 * and with one of them replaced; values at the edges of a type, of the numbers and texts in the function's own body
 * and in the lines that the change took away; and combinations of all of these, drawn with a seed.
 */
#include "lang/c/native/generate.h"

#include "lang/c/native/draft.h"
#include "lang/c/native/plan.h"
#include "lang/c/native/source.h"
#include "lang/c/native/trial.h"
#include "lang/c/native/values.h"

#include <string.h>

#define USERS_MAX  8  /* and that code outside of functions is */
#define CALLED_MAX 4  /* public functions that a private one is reached through */
#define DRAWN      60 /* combinations for one function */

struct generator {
	struct model m;
	struct tora_arena *arena;
	struct values values;
	struct writer writer;
	long max;
	long until; /* ms */
	size_t made;
	struct tora_str *out;
	TORA_VEC(const char *) sources; /* that were made */
};

struct candidate {
	const struct function *f;
	const char *target;
	const char *origin, *legality, *where;
};

static bool is_late(const struct generator *g)
{
	return trial_now_ms() >= g->until;
}

static void put(struct generator *g, const struct candidate *c, const char *const *values)
{
	const char *source = (long)g->made >= g->max || is_late(g)
	                             ? NULL
	                             : writer_program(&g->writer, c->f, values);

	if (!source)
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
		const char *values[PLAN_PARAMS_MAX] = { NULL };

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

				values[i] = pools[i].at.at[writer_draw(&g->writer, pools[i].at.n)];
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
	struct pool pools[PLAN_PARAMS_MAX] = { { { 0 } } };
	const char *values[PLAN_PARAMS_MAX] = { NULL };
	size_t combinations = 1;

	if (!plan_is_callable(&g->m, f))
		return;
	for (size_t i = 0; i < f->params.n; i++) {
		pools[i] = values_of(&g->values, f, i, near);
		if (plan_param(&g->m, f, i, 0) != PLAN_SIZE)
			values[i] = pools[i].at.n ? pools[i].at.at[0] : NULL;
		combinations *= pools[i].at.n ? pools[i].at.n : 1;
		if (plan_param(&g->m, f, i, 0) == PLAN_HANDLE || combinations > DRAWN)
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
			values[i] = pools[i].at.n
			                    ? pools[i].at.at[writer_draw(&g->writer, pools[i].at.n)]
			                    : NULL;
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

/* Adds public functions that come to `f`, the nearest first. */
static void find_public(struct generator *g, const struct function *f, struct reached *ret)
{
	struct reached all = { .n = 0 };
	size_t most = ret->n + CALLED_MAX;

	push_once(&all, f);
	for (size_t i = 0; i < all.n && ret->n < most; i++) {
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

static bool is_touched(const struct global *v, const struct json *lines)
{
	for (size_t i = 0; lines && i < lines->items.n; i++) {
		const struct json *range = &lines->items.at[i];

		if (range->items.n == 2 && range->items.at[0].number <= v->last &&
		    range->items.at[1].number >= v->first)
			return true;
	}
	return false;
}

/* Code outside of functions: who uses what is declared on the lines that changed, the innermost first. */
static void find_users(struct generator *g, const struct json *target, struct reached *ret)
{
	const struct json *touched = json_get(target, "touched");
	const char *file = json_text(target, "file", "");

	for (size_t i = g->m.globals.n; i-- > 0;) {
		const struct global *v = &g->m.globals.at[i];

		if (strcmp(v->file, file) != 0 || !is_touched(v, touched))
			continue;
		for (size_t k = 0; k < g->m.functions.n && ret->n < USERS_MAX && !is_late(g); k++) {
			const struct function *f = &g->m.functions.at[k];

			if (text_has_word(f->body, v->name) ||
			    (f->text && text_has_word(tora_sv(f->text), v->name)))
				find_public(g, f, ret);
		}
	}
}

static void put_target(struct generator *g, const struct json *target)
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
		find_users(g, target, &calls);
	for (size_t i = 0; i < calls.n; i++)
		put_all(g, calls.at[i], f ? f : calls.at[i], full);
}

void generate_answer(const char *root, const struct json *request, struct tora_str *out)
{
	struct generator g = { .arena = tora_arena_new(), .out = out };
	const struct json *targets = json_get(request, "targets");
	long max = json_int(request, "max", 400), n = targets ? (long)targets->items.n : 0,
	     budget = json_int(request, "budget_ms", 30000), start;

	g.values = (struct values){ &g.m, g.arena, NULL };
	g.writer = (struct writer){ &g.m, &g.values, g.arena,
		                    0x9e3779b97f4a7c15u ^ (uint64_t)json_int(request, "seed", 1) };
	model_read(&g.m, root, g.arena);
	start = trial_now_ms();
	tora_str_adds(out, "\"candidates\":[");
	for (long i = 0; i < n; i++) {
		/* each its share, and what those before it have left */
		g.max = max * (i + 1) / n;
		g.until = start + budget * (i + 1) / n;
		put_target(&g, &targets->items.at[i]);
	}
	tora_str_addf(out,
	              "],\"stats\":{\"files\":%zu,\"functions\":%zu,\"calls\":%zu,\"made\":%zu,"
	              "\"cut\":%d,\"late\":%d}",
	              g.m.files, g.m.functions.n, g.m.calls.n, g.made, g.m.cut, n && is_late(&g));
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
	tora_str_adds(out, ",\"qualname\":");
	json_put(out, tora_sv(f->name));
	tora_str_adds(out, ",\"signature\":");
	json_put(out, tora_sv_trim(tora_sv(f->text)));
	tora_str_adds(out, ",\"params\":[");
	for (size_t i = 0; i < f->params.n; i++) {
		tora_str_adds(out, i ? ",{\"name\":" : "{\"name\":");
		json_put(out, tora_sv(f->params.at[i].name));
		tora_str_adds(out, ",\"kind\":\"positional\",\"annotation\":");
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
