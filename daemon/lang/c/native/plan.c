/*
 * plan.c - see plan.h.
 */
#include "lang/c/native/plan.h"

#include <ctype.h>
#include <string.h>

#define MAKER_DEPTH 2

static const struct {
	const char *name;
	struct number is;
} basics[] = {
	{ "int", { NUMBER_INT, false, 32, "%d", "", NULL } },
	{ "signed int", { NUMBER_INT, false, 32, "%d", "", NULL } },
	{ "unsigned", { NUMBER_INT, true, 32, "%u", "", NULL } },
	{ "unsigned int", { NUMBER_INT, true, 32, "%u", "", NULL } },
	{ "short", { NUMBER_INT, false, 16, "%d", "", NULL } },
	{ "unsigned short", { NUMBER_INT, true, 16, "%d", "", NULL } },
	{ "long", { NUMBER_INT, false, 64, "%ld", "", NULL } },
	{ "long int", { NUMBER_INT, false, 64, "%ld", "", NULL } },
	{ "unsigned long", { NUMBER_INT, true, 64, "%lu", "", NULL } },
	{ "unsigned long int", { NUMBER_INT, true, 64, "%lu", "", NULL } },
	{ "long long", { NUMBER_INT, false, 64, "%lld", "", NULL } },
	{ "long long int", { NUMBER_INT, false, 64, "%lld", "", NULL } },
	{ "unsigned long long", { NUMBER_INT, true, 64, "%llu", "", NULL } },
	{ "size_t", { NUMBER_INT, true, 64, "%zu", "", NULL } },
	{ "ssize_t", { NUMBER_INT, false, 64, "%zd", "", NULL } },
	{ "ptrdiff_t", { NUMBER_INT, false, 64, "%td", "", NULL } },
	{ "time_t", { NUMBER_INT, false, 64, "%lld", "(long long)", NULL } },
	{ "off_t", { NUMBER_INT, false, 64, "%lld", "(long long)", NULL } },
	{ "int8_t", { NUMBER_INT, false, 8, "%d", "", NULL } },
	{ "int16_t", { NUMBER_INT, false, 16, "%d", "", NULL } },
	{ "int32_t", { NUMBER_INT, false, 32, "%d", "", NULL } },
	{ "int64_t", { NUMBER_INT, false, 64, "%lld", "(long long)", NULL } },
	{ "intmax_t", { NUMBER_INT, false, 64, "%lld", "(long long)", NULL } },
	{ "uint8_t", { NUMBER_INT, true, 8, "%u", "", NULL } },
	{ "uint16_t", { NUMBER_INT, true, 16, "%u", "", NULL } },
	{ "uint32_t", { NUMBER_INT, true, 32, "%u", "", NULL } },
	{ "uint64_t", { NUMBER_INT, true, 64, "%llu", "(unsigned long long)", NULL } },
	{ "uintmax_t", { NUMBER_INT, true, 64, "%llu", "(unsigned long long)", NULL } },
	{ "uintptr_t", { NUMBER_INT, true, 64, "%llu", "(unsigned long long)", NULL } },
	{ "bool", { NUMBER_BOOL, true, 1, "%d", "", NULL } },
	{ "_Bool", { NUMBER_BOOL, true, 1, "%d", "", NULL } },
	{ "char", { NUMBER_CHAR, false, 8, "%d", "", NULL } },
	{ "signed char", { NUMBER_INT, false, 8, "%d", "", NULL } },
	{ "unsigned char", { NUMBER_INT, true, 8, "%u", "", NULL } },
	{ "float", { NUMBER_FLOAT, false, 32, "%.9g", "", NULL } },
	{ "double", { NUMBER_FLOAT, false, 64, "%.15g", "", NULL } },
	{ "long double", { NUMBER_FLOAT, false, 64, "%.15g", "(double)", NULL } },
};

struct number plan_number(const struct model *m, struct type type)
{
	struct type t = model_resolve(m, type);
	struct number none = { .kind = NUMBER_NONE };

	if (t.stars || t.is_array || t.is_odd)
		return none;
	for (size_t i = 0; i < sizeof basics / sizeof basics[0]; i++)
		if (strcmp(basics[i].name, t.base) == 0)
			return basics[i].is;
	if (model_enum(m, t.base))
		return (struct number){
			NUMBER_ENUM, false, 32, "%d", "(int)", model_enum(m, t.base)
		};
	return none;
}

/* "t_new", "cJSON_CreateNull", "newRope": the word is a part of the name. */
static bool has_part(const char *name, const char *const *parts)
{
	for (; *parts; parts++) {
		size_t n = strlen(*parts);

		for (const char *at = strcasestr(name, *parts); at;
		     at = strcasestr(at + 1, *parts)) {
			bool begins =
				at == name || at[-1] == '_' ||
				(islower((unsigned char)at[-1]) && isupper((unsigned char)*at));

			if (begins && !islower((unsigned char)at[n]))
				return true;
		}
	}
	return false;
}

static bool is_size(const struct model *m, const struct function *f, size_t i)
{
	static const char *const names[] = { "n",   "len",    "length",  "size",  "count",
		                             "num", "sz",     "cap",     "nmemb", "max",
		                             "cnt", "buflen", "bufsize", NULL };
	struct number n;

	if (i >= f->params.n)
		return false;
	n = plan_number(m, f->params.at[i].type);
	return n.kind == NUMBER_INT && (has_part(f->params.at[i].name, names) ||
	                                strcmp(f->params.at[i].type.base, "size_t") == 0);
}

static struct type pointee(struct type t)
{
	t.stars--;
	t.is_array = false;
	return t;
}

bool plan_is_handle(const struct model *m, struct type type)
{
	struct type t = model_resolve(m, type);

	return !t.is_odd && t.stars == 1 && !t.is_array &&
	       (tora_sv_starts(tora_sv(t.base), "struct ") || model_record(m, t.base));
}

bool plan_same(const struct model *m, struct type a, struct type b)
{
	struct type x = model_resolve(m, a), y = model_resolve(m, b);

	return x.stars == y.stars && strcmp(x.base, y.base) == 0;
}

bool plan_is_public(const struct function *f)
{
	return !f->is_static && f->header != NULL && f->name[0] != '_';
}

static bool is_callable(const struct model *m, const struct function *f, int depth);

size_t plan_makers(const struct model *m, struct type type, int depth,
                   const struct function *ret[PLAN_MAKERS_MAX])
{
	static const char *const names[] = { "new",   "create", "init", "open",  "make", "alloc",
		                             "parse", "from",   "dup",  "build", "copy", NULL };
	size_t n = 0;

	for (size_t i = 0; depth < MAKER_DEPTH && i < m->functions.n && n < PLAN_MAKERS_MAX; i++) {
		const struct function *f = &m->functions.at[i];
		bool needs_one = false;

		if (!plan_is_public(f) || !plan_same(m, f->result, type) ||
		    !has_part(f->name, names))
			continue;
		for (size_t k = 0; k < f->params.n; k++)
			needs_one = needs_one || plan_same(m, f->params.at[k].type, type);
		if (!needs_one && is_callable(m, f, depth + 1))
			ret[n++] = f;
	}
	return n;
}

static const struct function *with_one(const struct model *m, struct type type,
                                       const char *const *names, bool may_have_more)
{
	for (size_t i = 0; i < m->functions.n; i++) {
		const struct function *f = &m->functions.at[i];

		if (plan_is_public(f) && f->params.n && (f->params.n == 1 || may_have_more) &&
		    plan_same(m, f->params.at[0].type, type) && has_part(f->name, names))
			return f;
	}
	return NULL;
}

const struct function *plan_ender(const struct model *m, struct type type)
{
	static const char *const names[] = { "free",    "destroy", "delete", "close",  "release",
		                             "dispose", "unref",   "fini",   "deinit", NULL };

	return with_one(m, type, names, false);
}

const struct function *plan_starter(const struct model *m, struct type type)
{
	static const char *const names[] = { "init", NULL };
	const struct function *f = with_one(m, type, names, true);

	for (size_t i = 1; f && i < f->params.n; i++)
		if (plan_number(m, f->params.at[i].type).kind == NUMBER_NONE)
			return NULL;
	return f;
}

/* Numbers and nothing else in it: it can be written down. */
static bool is_plain(const struct model *m, struct type type)
{
	const struct record *s = model_record(m, model_resolve(m, type).base);

	if (!s || !s->is_public || s->is_odd || !s->fields.n)
		return false;
	for (size_t i = 0; i < s->fields.n; i++) {
		struct type t = model_resolve(m, s->fields.at[i].type);
		bool is_text = strcmp(t.base, "char") == 0 && t.stars + t.is_array == 1;

		if (!is_text && plan_number(m, t).kind == NUMBER_NONE)
			return false;
	}
	return true;
}

static bool is_byte(struct type t)
{
	return strcmp(t.base, "unsigned char") == 0 || strcmp(t.base, "uint8_t") == 0 ||
	       strcmp(t.base, "void") == 0;
}

enum plan_kind plan_param(const struct model *m, const struct function *f, size_t i, int depth)
{
	struct type t = model_resolve(m, f->params.at[i].type);
	bool sized = is_size(m, f, i + 1);
	const struct function *some[PLAN_MAKERS_MAX];
	bool is_array = t.is_array;

	if (t.is_array) {
		t.stars++;
		t.is_array = false;
	}
	if (t.is_odd || t.stars > 1 || t.length > PLAN_LENGTH_MAX)
		return PLAN_NONE;
	if (i && is_size(m, f, i)) {
		enum plan_kind before = plan_param(m, f, i - 1, depth);
		if (before == PLAN_BUFFER || before == PLAN_BYTES || before == PLAN_ARRAY ||
		    (before == PLAN_TEXT && strcmp(f->params.at[i].type.base, "size_t") == 0))
			return PLAN_SIZE;
	}
	if (!t.stars && plan_number(m, t).kind != NUMBER_NONE)
		return PLAN_VALUE;
	if (!t.stars)
		return is_plain(m, t) ? PLAN_RECORD : PLAN_NONE;
	if (strcmp(t.base, "char") == 0)
		return t.is_const ? PLAN_TEXT : sized ? PLAN_BUFFER : PLAN_CHANGED;
	if (is_byte(t) && sized && t.is_const)
		return PLAN_BYTES;
	if (plan_number(m, pointee(t)).kind != NUMBER_NONE)
		return sized || is_array || t.is_const ? PLAN_ARRAY : PLAN_OUT;
	if (!plan_is_handle(m, t))
		return PLAN_NONE;
	if (plan_makers(m, t, depth, some))
		return PLAN_HANDLE;
	return is_plain(m, t) || (plan_starter(m, t) && model_record(m, t.base)) ? PLAN_PLACE
	                                                                         : PLAN_NONE;
}

static bool is_callable(const struct model *m, const struct function *f, int depth)
{
	if (f->is_variadic || f->result.is_odd || f->params.n > PLAN_PARAMS_MAX)
		return false;
	for (size_t i = 0; i < f->params.n; i++)
		if (plan_param(m, f, i, depth) == PLAN_NONE)
			return false;
	return true;
}

bool plan_is_callable(const struct model *m, const struct function *f)
{
	return is_callable(m, f, 0);
}

/* ---- what is seen ------------------------------------------------------------------------------------ */

static void show_record(const struct model *m, const struct record *s, const char *expression,
                        const char *arrow, struct tora_str *out)
{
	struct tora_str args = TORA_STR_INIT(4096);
	bool any = false;

	tora_str_adds(out, "printf(\"{");
	for (size_t i = 0; i < s->fields.n; i++) {
		struct type t = model_resolve(m, s->fields.at[i].type);
		struct number n = plan_number(m, t);
		bool is_text = strcmp(t.base, "char") == 0 && t.stars + t.is_array == 1;

		if (n.kind == NUMBER_NONE && !is_text)
			continue;
		tora_str_addf(out, "%s%s %s", any ? ", " : "", s->fields.at[i].name,
		              is_text ? "\\\"%s\\\"" : n.format);
		tora_str_addf(&args, ", %s%s%s%s", is_text ? "" : n.cast, expression, arrow,
		              s->fields.at[i].name);
		any = true;
	}
	tora_str_addf(out, "}\\n\"%.*s);", (int)args.len, args.buf);
	tora_str_free(&args);
}

void plan_show(const struct model *m, struct type type, const char *expression,
               struct tora_str *out)
{
	struct type t = model_resolve(m, type);
	struct number n = plan_number(m, t);
	const struct record *s = model_record(m, t.base);
	bool shown = s && s->is_public && !s->is_odd;

	if (n.kind != NUMBER_NONE)
		tora_str_addf(out, "    printf(\"%s\\n\", %s%s);\n", n.format, n.cast, expression);
	else if (strcmp(t.base, "char") == 0 && t.stars == 1)
		tora_str_addf(out, "    printf(\"\\\"%%s\\\"\\n\", %s);\n", expression);
	else if (!t.stars && shown) {
		tora_str_adds(out, "    ");
		show_record(m, s, expression, ".", out);
		tora_str_adds(out, "\n");
	} else if (t.stars)
		tora_str_addf(out, "    printf(\"%%s\\n\", %s ? \"not null\" : \"null\");\n",
		              expression);
	if (t.stars == 1 && shown && is_plain(m, t)) {
		tora_str_addf(out, "    if (%s)\n        ", expression);
		show_record(m, s, expression, "->", out);
		tora_str_adds(out, "\n");
	}
}
