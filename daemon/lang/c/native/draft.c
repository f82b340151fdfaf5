/*
 * draft.c - see draft.h.
 */
#include "lang/c/native/draft.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROGRAM_MAX  8000
#define HEADERS_MAX  8
#define MUTATORS_MAX 3
#define BUFFER_LEN   64
#define ARRAY_LEN    6
#define TEXT_OF(x)   #x
#define TEXT(x)      TEXT_OF(x)

/* One program that is being written. */
struct draft {
	struct writer *w;
	struct tora_str before, after; /* statements around the call */
	const char *headers[HEADERS_MAX];
	size_t n_headers;
	unsigned names;
	int depth; /* calls that make an argument of the call that is being written */
};

unsigned writer_draw(struct writer *w, size_t n)
{
	w->random ^= w->random << 13;
	w->random ^= w->random >> 7;
	w->random ^= w->random << 17;
	return n ? (unsigned)(w->random % n) : 0;
}

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

static const char *type_text(struct writer *w, struct type t)
{
	struct tora_str s = TORA_STR_INIT(300);
	const char *text;

	tora_str_addf(&s, "%s%s%s", t.is_const && t.stars ? "const " : "", t.base,
	              t.stars ? " " : "");
	for (unsigned i = 0; i < t.stars; i++)
		tora_str_addc(&s, '*');
	text = tora_arena_text(w->arena, tora_str_view(&s));
	tora_str_free(&s);
	return text;
}

static const char *new_name(struct draft *d, const char *stem)
{
	bool sound = *stem != '\0' && !model_function(d->w->m, stem);
	unsigned n = ++d->names;

	for (const char *c = stem; *c; c++)
		sound = sound && (isalnum((unsigned char)*c) || *c == '_');
	if (sound && n == 1)
		return stem;
	return tora_arena_printf(d->w->arena, "%s%u", sound ? stem : "value", n);
}

static const char *default_of(struct number n)
{
	if (n.kind == NUMBER_ENUM && n.constants->names.n)
		return n.constants->names.at[0];
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
	struct writer *w = d->w;
	const struct function *all[PLAN_MAKERS_MAX], *make;
	size_t n = plan_makers(w->m, param->type, d->depth, all);
	const struct function *end = plan_ender(w->m, param->type);
	const char *name = new_name(d, *param->name ? param->name : "handle"),
		   *values[PLAN_PARAMS_MAX] = { NULL };
	struct tora_str call = TORA_STR_INIT(2000);
	struct type type = param->type;

	type.is_const = false;
	make = all[n > 1 ? writer_draw(w, n) : 0];
	for (size_t i = 0; i < make->params.n; i++) {
		struct pool p = values_of(w->values, make, i, make);

		values[i] = p.at.n ? p.at.at[writer_draw(w, p.at.n)] : NULL;
	}
	d->depth++;
	write_call(d, make, values, &call);
	d->depth--;
	tora_str_addf(&d->before, "    %s%s = %s;\n", type_text(w, type), name, call.buf);
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
	struct writer *w = d->w;
	struct type t = model_resolve(w->m, param->type), plain = param->type;
	const struct record *s = model_record(w->m, t.base);
	const struct function *start = by_address ? plan_starter(w->m, param->type) : NULL;
	const char *name = new_name(d, *param->name ? param->name : "it");

	plain.stars = 0;
	plain.is_const = false;
	if (by_address && !param->type.stars)
		plain.base = t.base; /* a typedef of a pointer */
	tora_str_addf(&d->before, "    %s %s", type_text(w, plain), name);
	if (start) {
		/* what it leaves alone is no accident of the stack */
		tora_str_addf(&d->before, " = { 0 };\n    %s(&%s", start->name, name);
		for (size_t i = 1; i < start->params.n; i++)
			tora_str_addf(&d->before, ", %s",
			              default_of(plan_number(w->m, start->params.at[i].type)));
		tora_str_adds(&d->before, ");\n");
		need_header(d, start->header);
	} else {
		tora_str_adds(&d->before, " = {");
		for (size_t i = 0; s && i < s->fields.n; i++) {
			struct pool p = { { 0 } };
			struct number n = plan_number(w->m, s->fields.at[i].type);

			if (n.kind == NUMBER_NONE) {
				values_texts(w->values, &p);
			} else {
				values_edges(w->values, &p, n);
			}
			tora_str_addf(
				&d->before, "%s.%s = %s", i ? ", " : " ", s->fields.at[i].name,
				p.at.n ? p.at.at[writer_draw(w, p.at.n < 8 ? p.at.n : 8)] : "0");
		}
		tora_str_adds(&d->before, " };\n");
	}
	if (by_address && !param->type.is_const) {
		struct type shown = t;
		struct tora_str text = TORA_STR_INIT(PROGRAM_MAX);

		shown.stars = 0;
		plan_show(w->m, shown, name, &text);
		tora_str_adds(&text, d->after.buf);
		tora_str_free(&d->after);
		d->after = text;
	}
	return by_address ? tora_arena_printf(w->arena, "&%s", name) : name;
}

/* A number that is written down, and less than that. */
static bool is_below(const char *value, unsigned long limit)
{
	char *end;

	if (!value || !isdigit((unsigned char)*value) || strtoul(value, &end, 0) >= limit)
		return false;
	return end[strspn(end, "uUlL")] == '\0';
}

/* As much as there is of what was handed over before it, `before`. */
static const char *size_of(struct draft *d, const struct function *f, size_t i, const char *value,
                           const char *before)
{
	enum plan_kind kind = plan_param(d->w->m, f, i - 1, d->depth);

	if (strcmp(before, "NULL") == 0 || isdigit((unsigned char)*before))
		return is_below(value, BUFFER_LEN) ? value : "0";
	if (kind == PLAN_TEXT || kind == PLAN_BYTES)
		return tora_arena_printf(d->w->arena, "strlen(%s)", before);
	if (kind == PLAN_ARRAY)
		return is_below(value, ARRAY_LEN) ? value : TEXT(ARRAY_LEN);
	/* of a buffer the last byte stays a NUL, for printing it */
	return is_below(value, BUFFER_LEN)
	               ? value
	               : tora_arena_printf(d->w->arena, "sizeof(%s) - 1", before);
}

/* What a function did to an array is all that some do. */
static void show_array(struct draft *d, struct type element, const char *name, int length)
{
	struct number n = plan_number(d->w->m, element);
	const char *at = new_name(d, "i");

	tora_str_addf(&d->after, "    for (int %s = 0; %s < %d; %s++)\n", at, at, length, at);
	tora_str_addf(&d->after,
	              "        printf(\"%s%%s\", %s%s[%s], %s < %d ? \", \" : \"\\n\");\n",
	              n.format, n.cast, name, at, at, length - 1);
}

/* The expression for one parameter; `value` is what was drawn for it, or NULL. */
static const char *argument(struct draft *d, const struct function *f, size_t i, const char *value,
                            const char *before)
{
	struct writer *w = d->w;
	const struct variable *param = &f->params.at[i];
	struct type t = model_resolve(w->m, param->type);
	const char *name;
	int length;

	if (value && strcmp(value, "NULL") == 0)
		return value;
	switch (plan_param(w->m, f, i, d->depth)) {
	case PLAN_VALUE:
		return value ? value : default_of(plan_number(w->m, param->type));
	case PLAN_TEXT:
	case PLAN_BYTES:
		return value ? value : "\"abc\"";
	case PLAN_CHANGED:
		name = new_name(d, param->name);
		tora_str_addf(&d->before, "    char %s[" TEXT(PLAN_LENGTH_MAX) "] = %s;\n", name,
		              value && *value == '"' ? value : "\"abc\"");
		plan_show(w->m, (struct type){ .base = "char", .stars = 1 }, name, &d->after);
		return name;
	case PLAN_BUFFER:
		name = new_name(d, param->name);
		tora_str_addf(&d->before, "    char %s[" TEXT(BUFFER_LEN) "] = \"\";\n", name);
		plan_show(w->m, (struct type){ .base = "char", .stars = 1 }, name, &d->after);
		return name;
	case PLAN_ARRAY:
		name = new_name(d, param->name);
		t.stars = 0;
		t.is_array = false;
		length = t.length > ARRAY_LEN ? (int)t.length : ARRAY_LEN;
		tora_str_addf(&d->before, "    %s %s[%d] = { %s };\n", t.base, name, length,
		              writer_draw(w, 2) ? "3, 1, 2, 5, 4, 1" : "0, 7, 10, 2, 100, 4");
		if (!t.is_const)
			show_array(d, t, name, length);
		return name;
	case PLAN_SIZE:
		return size_of(d, f, i, value, before);
	case PLAN_OUT:
		name = new_name(d, *param->name ? param->name : "out");
		t.stars = 0;
		t.is_const = false;
		tora_str_addf(&d->before, "    %s %s = 0;\n", type_text(w, t), name);
		plan_show(w->m, t, name, &d->after);
		return tora_arena_printf(w->arena, "&%s", name);
	case PLAN_RECORD:
		return make_record(d, param, false);
	case PLAN_PLACE:
		return make_record(d, param, true);
	case PLAN_HANDLE:
		return make_handle(d, param, plan_ender(w->m, param->type) != f);
	case PLAN_NONE:
		break;
	}
	return "NULL";
}

static void write_call(struct draft *d, const struct function *f, const char *const *values,
                       struct tora_str *call)
{
	const char *before = NULL;

	need_header(d, f->header);
	tora_str_addf(call, "%s(", f->name);
	for (size_t i = 0; i < f->params.n; i++) {
		const char *arg = argument(d, f, i, values[i], before);

		tora_str_addf(call, "%s%s", i ? ", " : "", arg);
		before = arg;
	}
	tora_str_adds(call, ")");
}

/* What is put into a thing is often what it is asked for, or nearly so. */
static const char *put_in(struct writer *w, const struct pool *p, const char *asked)
{
	unsigned n = writer_draw(w, 4);
	size_t len = asked ? strlen(asked) : 0;
	bool is_text = len > 1 && *asked == '"' && asked[len - 1] == '"';

	if (n == 0 && len && (is_text || isdigit((unsigned char)*asked)))
		return asked;
	if (n == 1 && is_text)
		return tora_arena_printf(w->arena, "%.*sx\"", (int)len - 1, asked);
	return p->at.n ? p->at.at[writer_draw(w, p->at.n)] : "0";
}

/* What else can be done with a handle that the call is about: before it, and to look at it afterwards. */
static void use_handle(struct draft *d, const struct function *f, const char *name,
                       const char *asked, struct tora_str *before, struct tora_str *after)
{
	struct writer *w = d->w;
	const struct function *end = plan_ender(w->m, f->params.at[0].type);
	size_t many = writer_draw(w, MUTATORS_MAX + 1), n = 0;

	for (size_t i = 0; i < w->m->functions.n; i++) {
		const struct function *o = &w->m->functions.at[i];
		bool simple = plan_is_public(o) && o->params.n && !o->is_variadic &&
		              (o->params.n == 1 ? o != f : !o->params.at[0].type.is_const) &&
		              plan_same(w->m, o->params.at[0].type, f->params.at[0].type) &&
		              o != end;

		for (size_t k = 1; simple && k < o->params.n; k++) {
			/* who makes a handle takes a look at all functions: not asked */
			bool is_handle = plan_is_handle(w->m, o->params.at[k].type);
			enum plan_kind kind = is_handle ? PLAN_HANDLE : plan_param(w->m, o, k, 0);

			simple = kind == PLAN_VALUE || kind == PLAN_TEXT;
		}
		if (!simple)
			continue;
		if (o->params.n == 1 && strcmp(o->result.base, "void") != 0 && n++ < 4) {
			const char *call = tora_arena_printf(w->arena, "%s(%s)", o->name, name);

			plan_show(w->m, o->result, call, after);
			need_header(d, o->header);
		}
		for (size_t times = 1 + writer_draw(w, 2); o->params.n > 1 && many && times;
		     times--, many--) {
			tora_str_addf(before, "    %s(%s", o->name, name);
			for (size_t k = 1; k < o->params.n; k++) {
				struct pool p = values_of(w->values, o, k, o);

				tora_str_addf(before, ", %s", put_in(w, &p, asked));
			}
			tora_str_adds(before, ");\n");
			need_header(d, o->header);
		}
	}
}

const char *writer_program(struct writer *w, const struct function *f, const char *const *values)
{
	struct draft d = { .w = w,
		           .before = TORA_STR_INIT(PROGRAM_MAX),
		           .after = TORA_STR_INIT(PROGRAM_MAX) };
	struct tora_str call = TORA_STR_INIT(4000), text = TORA_STR_INIT(PROGRAM_MAX),
			use = TORA_STR_INIT(PROGRAM_MAX), look = TORA_STR_INIT(PROGRAM_MAX),
			show = TORA_STR_INIT(PROGRAM_MAX);
	bool is_void = strcmp(f->result.base, "void") == 0 && !f->result.stars;
	const char *made = NULL, *name;

	write_call(&d, f, values, &call);
	if (f->params.n && plan_param(w->m, f, 0, 0) == PLAN_HANDLE &&
	    !(values[0] && strcmp(values[0], "NULL") == 0)) {
		const char *open = strchr(call.buf, '(') + 1;

		name = tora_arena_text(w->arena, (struct tora_sv){ open, strcspn(open, ",)") });
		use_handle(&d, f, name, f->params.n > 1 ? values[1] : NULL, &use, &look);
		if (plan_ender(w->m, f->params.at[0].type) == f)
			tora_str_reset(&look); /* there is nothing to look at any more */
	}
	if (is_void) {
		tora_str_addf(&show, "    %s;\n", call.buf);
	} else if (f->result.stars && strcmp(model_resolve(w->m, f->result).base, "char") != 0) {
		name = new_name(&d, "result");
		tora_str_addf(&show, "    %s%s = %s;\n", type_text(w, f->result), name, call.buf);
		plan_show(w->m, f->result, name, &show);
	} else if (!f->result.stars && plan_number(w->m, f->result).kind == NUMBER_NONE) {
		name = new_name(&d, "result");
		tora_str_addf(&show, "    %s %s = %s;\n", type_text(w, f->result), name, call.buf);
		plan_show(w->m, f->result, name, &show);
	} else {
		plan_show(w->m, f->result, call.buf, &show);
	}
	tora_str_adds(&text, "#include <stdio.h>\n");
	if (strstr(call.buf, "strlen(") || strstr(d.before.buf, "strlen("))
		tora_str_adds(&text, "#include <string.h>\n");
	for (size_t i = 0; i < d.n_headers; i++)
		tora_str_addf(&text, "#include \"%s\"\n", d.headers[i]);
	tora_str_addf(&text, "\nint main(void)\n{\n%s%s%s%s%s    return 0;\n}\n", d.before.buf,
	              use.buf, show.buf, look.buf, d.after.buf);
	if (!text.over && !call.over)
		made = tora_arena_text(w->arena, tora_str_view(&text));
	tora_str_free(&call);
	tora_str_free(&text);
	tora_str_free(&use);
	tora_str_free(&look);
	tora_str_free(&show);
	tora_str_free(&d.before);
	tora_str_free(&d.after);
	return made;
}
