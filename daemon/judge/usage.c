#include "judge/usage.h"

#include "judge/text.h"
#include "lang/lang.h"

#include <stdlib.h>
#include <string.h>

#define NAMES_MAX    64 /* names of one text that are set to a literal */
#define NESTED_MAX   64 /* open brackets; what is deeper is not read */
#define KEY_SEEN_MIN 2  /* literals of a key, which may be that of other mappings, too */
#define UNKNOWN_MIN  3  /* calls with what is no literal, before one is odd */

enum kind {
	NO_KIND = 0,
	WHOLE = 1 << TORA_WRITTEN_WHOLE,
	FRACTION = 1 << TORA_WRITTEN_FRACTION,
	TEXT = 1 << TORA_WRITTEN_TEXT,
	BYTES = 1 << TORA_WRITTEN_BYTES,
	LIST = 1 << TORA_WRITTEN_LIST,
	MAPPING = 1 << TORA_WRITTEN_MAPPING,
	NOTHING = 1 << 6,
	TRUTH = 1 << 7,
	UNKNOWN = 1 << 8, /* a name, a call, a sum */
};
#define NUMBERS (WHOLE | FRACTION)
#define TEXTS   (TEXT | BYTES)
#define HOLDERS (LIST | MAPPING)

/* ---- reading ------------------------------------------------------------------------------------ */

typedef void found_fn(void *ctx, const struct tora_slot *slot, enum kind kind);

struct bracket {
	char closes;
	bool is_read;            /* what stands in it has a place */
	struct tora_slot slot;   /* of the value that is read */
	enum kind kind;          /* of that, as far as it is read */
	struct tora_token first; /* of it, where it consists of that alone */
	unsigned tokens;
	bool has_comma;
	bool has_key;    /* `{"a", 1}` has none */
	bool is_shifted; /* `*rest` or a lambda came: which place is which is not known */
};

/* `VOTES = {"a": 1}`, on a line of its own: the name stands for that. */
struct named {
	struct tora_sv name;
	enum kind kind;
};

struct reader {
	struct tora_scan scan;
	struct bracket open[NESTED_MAX];
	unsigned depth, too_deep;
	struct tora_token before, last; /* `last` ends where `scan` is */
	struct named names[NAMES_MAX];
	size_t nnames;
	found_fn *found;
	void *ctx;
};

static bool is_adjacent(struct tora_token a, struct tora_token b)
{
	return a.text.at && a.text.at + a.text.len == b.text.at;
}

static bool is_prefix_of_text(struct tora_sv word)
{
	for (size_t i = 0; i < word.len; i++)
		if (!tora_one_of(word.at[i], "bBrRuUfF"))
			return false;
	return word.len && word.len <= 2;
}

/* "-0x1e", "1E5", "2.", "3j" */
static enum kind kind_of_number(struct tora_sv text)
{
	size_t sign = tora_one_of(*text.at, "+-");
	bool is_hex = text.len > sign + 1 && (text.at[sign + 1] | 32) == 'x';

	for (size_t i = sign; i < text.len && !is_hex; i++) {
		if (tora_one_of(text.at[i], ".eE"))
			return FRACTION;
		if (tora_one_of(text.at[i], "jJ"))
			return UNKNOWN;
	}
	return WHOLE;
}

static enum kind kind_of(struct tora_token t)
{
	if (t.kind == TORA_TOKEN_STRING)
		return TEXT;
	if (t.kind == TORA_TOKEN_NUMBER)
		return kind_of_number(t.text);
	if (tora_sv_is(t.text, "None") || tora_sv_is(t.text, "null") ||
	    tora_sv_is(t.text, "undefined"))
		return NOTHING;
	return tora_text_same(t.text, tora_sv("true")) || tora_text_same(t.text, tora_sv("false"))
	               ? TRUTH
	               : UNKNOWN;
}

static void begin_value(struct bracket *b)
{
	b->kind = NO_KIND;
	b->tokens = 0;
}

static enum kind kind_of_name(const struct reader *r, struct tora_sv name)
{
	for (size_t i = 0; i < r->nnames; i++)
		if (tora_sv_eq(r->names[i].name, name))
			return r->names[i].kind;
	return UNKNOWN;
}

static void end_value(struct reader *r, struct bracket *b)
{
	bool is_name = b->tokens == 1 && b->kind == UNKNOWN && b->first.kind == TORA_TOKEN_WORD;

	if (b->is_read && b->tokens && (b->slot.callee.len || b->slot.name.len) &&
	    (!b->is_shifted || b->slot.name.len))
		r->found(r->ctx, &b->slot, is_name ? kind_of_name(r, b->first.text) : b->kind);
	begin_value(b);
}

/* One more token, or one more bracket with all that is in it, belongs to the value. */
static void add_part(struct bracket *b, struct tora_token t, enum kind kind)
{
	bool is_marked = b->tokens == 1 && kind == TEXT && is_adjacent(b->first, t) &&
	                 is_prefix_of_text(b->first.text);

	if (is_marked)
		b->kind = tora_one_of(*b->first.text.at, "bB") ||
		                          (b->first.text.len > 1 &&
		                           tora_one_of(b->first.text.at[1], "bB"))
		                  ? BYTES
		                  : TEXT;
	else if (!b->tokens)
		b->kind = kind;
	else if (!(kind == TEXT && (b->kind & TEXTS)))
		b->kind = UNKNOWN;
	if (!b->tokens++)
		b->first = t;
}

static struct bracket *top(struct reader *r)
{
	return &r->open[r->depth];
}

static bool defines(struct tora_sv word)
{
	return tora_sv_is(word, "def") || tora_sv_is(word, "function") || tora_sv_is(word, "class");
}

/* "name(": what is called there; empty: nothing, or it is made there. */
static struct tora_sv called(const struct reader *r, struct tora_token bracket)
{
	bool is_call = r->last.kind == TORA_TOKEN_WORD && is_adjacent(r->last, bracket) &&
	               !defines(r->before.text);

	return is_call ? r->last.text : tora_sv("");
}

/* Behind it `{` is that of a mapping, and of no block. */
static bool begins_value(struct tora_token last)
{
	return (last.text.len == 1 && tora_one_of(*last.text.at, "=([,:")) ||
	       tora_sv_is(last.text, "return");
}

static void open_bracket(struct reader *r, struct tora_token t)
{
	struct bracket *outer = top(r), *inner;
	bool begins = !outer->tokens, is_value = begins_value(r->last);

	if (r->too_deep || r->depth + 1 >= NESTED_MAX) {
		r->too_deep++;
		return;
	}
	add_part(outer, t, *t.text.at == '{' ? MAPPING : LIST);
	inner = &r->open[++r->depth];
	*inner = (struct bracket){ .closes = *t.text.at == '('   ? ')'
		                             : *t.text.at == '[' ? ']'
		                                                 : '}' };
	inner->slot.callee = *t.text.at == '(' ? called(r, t) : tora_sv("");
	if (inner->slot.callee.len) {
		inner->is_read = true;
	} else if (*t.text.at == '{') {
		inner->is_read = is_value;
	} else if (begins && outer->is_read) {
		inner->slot = outer->slot;
		inner->slot.depth++;
		inner->is_read = true;
	}
}

static void close_bracket(struct reader *r, struct tora_token t)
{
	if (r->too_deep) {
		r->too_deep--;
		return;
	}
	for (unsigned i = r->depth; i; i--) {
		if (r->open[i].closes != *t.text.at)
			continue;
		for (; r->depth >= i; r->depth--) {
			bool is_set = top(r)->closes == '}' && top(r)->is_read && top(r)->tokens &&
			              !top(r)->has_key;

			end_value(r, top(r));
			if (is_set && r->open[r->depth - 1].kind == MAPPING)
				r->open[r->depth - 1].kind = UNKNOWN;
			/* "(a)" is no list of one. */
			if (top(r)->closes == ')' && !top(r)->has_comma &&
			    r->open[r->depth - 1].kind == LIST)
				r->open[r->depth - 1].kind = UNKNOWN;
		}
		return;
	}
}

/* "name=" of an argument, "key:" of a mapping. */
static bool names_value(struct reader *r, struct tora_token t)
{
	struct bracket *b = top(r);
	char next = r->scan.at < r->scan.text.len ? r->scan.text.at[r->scan.at] : ' ';
	bool is_key =
		b->closes == '}' && tora_sv_is(t.text, ":") && b->first.kind != TORA_TOKEN_NUMBER;
	bool is_keyword = b->closes == ')' && tora_sv_is(t.text, "=") && next != '=' &&
	                  next != '>' && b->first.kind == TORA_TOKEN_WORD;

	if (!b->is_read || b->tokens != 1 || (!is_key && !is_keyword))
		return false;
	b->slot.name = tora_token_content(b->first);
	begin_value(b);
	return true;
}

static void read_token(struct reader *r, struct tora_token t)
{
	struct bracket *b = top(r);

	if (t.text.len == 1 && tora_one_of(*t.text.at, "([{")) {
		open_bracket(r, t);
	} else if (t.text.len == 1 && tora_one_of(*t.text.at, ")]}")) {
		close_bracket(r, t);
	} else if (r->too_deep || names_value(r, t)) {
		b->has_key |= b->closes == '}';
	} else if (tora_sv_is(t.text, ",") || tora_sv_is(t.text, ";")) {
		end_value(r, b);
		b->has_comma = true;
		b->slot.position += b->slot.callee.len && !b->slot.depth;
		b->slot.name.len = b->slot.depth ? b->slot.name.len : 0;
	} else {
		b->is_shifted |=
			!b->tokens && (tora_sv_is(t.text, "*") || tora_sv_is(t.text, ".") ||
		                       tora_sv_is(t.text, "lambda"));
		add_part(b, t, kind_of(t));
	}
}

/* What stands between two backticks of a program is a text. */
static struct tora_token template_of(struct tora_scan *scan, struct tora_token t)
{
	const char *from = scan->text.at + scan->at;
	const char *end = memchr(from, '`', scan->text.len - scan->at);

	if (!end)
		return t;
	scan->at = (size_t)(end + 1 - scan->text.at);
	return (struct tora_token){ TORA_TOKEN_STRING,
		                    { t.text.at, (size_t)(end + 1 - t.text.at) } };
}

/* All of a text is one literal, or one list or mapping of whatever. */
static enum kind kind_of_all(struct tora_sv text)
{
	struct tora_scan scan = { .text = text };
	struct tora_token first, t;
	int depth = 0;

	if (!tora_scan_solid(&scan, &first))
		return UNKNOWN;
	if (first.kind == TORA_TOKEN_STRING || first.kind == TORA_TOKEN_NUMBER)
		return tora_scan_solid(&scan, &t) && !tora_sv_is(t.text, ";") ? UNKNOWN
		                                                              : kind_of(first);
	if (!tora_sv_is(first.text, "[") && !tora_sv_is(first.text, "{"))
		return UNKNOWN;
	for (depth = 1; depth && tora_scan_solid(&scan, &t);)
		depth += tora_text_opened(t.kind == TORA_TOKEN_STRING ? tora_sv("") : t.text);
	if (depth || (tora_scan_solid(&scan, &t) && !tora_sv_is(t.text, ";")))
		return UNKNOWN;
	return *first.text.at == '{' ? MAPPING : LIST;
}

/* A name that stands for several things in a text stands for none. */
static void set_name(struct reader *r, struct tora_sv name, enum kind kind)
{
	for (size_t i = 0; i < r->nnames; i++)
		if (tora_sv_eq(r->names[i].name, name)) {
			if (r->names[i].kind != kind)
				r->names[i].kind = UNKNOWN;
			return;
		}
	if (r->nnames < NAMES_MAX)
		r->names[r->nnames++] = (struct named){ name, kind };
}

static void read_names(struct reader *r, struct tora_sv text)
{
	struct tora_sv line;

	while (tora_sv_line(&text, &line)) {
		struct tora_scan scan = { .text = line };
		struct tora_token name, equals;

		if (tora_scan_solid(&scan, &name) &&
		    (!tora_sv_is(name.text, "const") || tora_scan_solid(&scan, &name)) &&
		    name.kind == TORA_TOKEN_WORD && tora_scan_solid(&scan, &equals) &&
		    tora_sv_is(equals.text, "="))
			set_name(r, name.text,
			         kind_of_all((struct tora_sv){ line.at + scan.at,
			                                       line.len - scan.at }));
	}
}

/* `is_program`: and no document, where backticks mark code. */
static void read_text(struct tora_sv text, bool is_program, found_fn *found, void *ctx)
{
	struct reader r = { .scan = { .text = text }, .found = found, .ctx = ctx };
	struct tora_token t;

	read_names(&r, text);
	while (tora_scan_solid(&r.scan, &t)) {
		if (is_program && tora_sv_is(t.text, "`"))
			t = template_of(&r.scan, t);
		read_token(&r, t);
		r.before = r.last;
		r.last = t;
	}
}

/* ---- what is known ------------------------------------------------------------------------------- */

/* Of places, with which a use begins. */
static int order_of(const void *a, const void *b)
{
	const struct tora_slot *p = a, *q = b;
	int order = tora_text_order(&p->callee, &q->callee);

	if (!order)
		order = tora_text_order(&p->name, &q->name);
	if (!order)
		order = (p->position > q->position) - (p->position < q->position);
	return order ? order : (p->depth > q->depth) - (p->depth < q->depth);
}

/* By its name a value stands wherever it stands. */
static struct tora_slot slot_of(const struct tora_slot *p)
{
	struct tora_slot ret = *p;

	if (ret.name.len)
		ret.position = 0;
	return ret;
}

struct gathering {
	struct tora_usage *usage;
	struct tora_arena *arena;
};

static void add_use(void *ctx, const struct tora_slot *slot, enum kind kind)
{
	struct gathering *g = ctx;

	if (g->usage->of.n < TORA_USAGE_MAX)
		*tora_vec_push(g->arena, &g->usage->of) =
			(struct tora_use){ .slot = slot_of(slot),
			                   .kinds = kind == UNKNOWN ? 0 : kind,
			                   .literals = kind != UNKNOWN,
			                   .unknown = kind == UNKNOWN };
}

static void merge(struct tora_usage *usage)
{
	size_t n = 0;

	if (!usage->of.n)
		return;
	qsort(usage->of.at, usage->of.n, sizeof *usage->of.at, order_of);
	for (size_t i = 1; i < usage->of.n; i++) {
		struct tora_use *into = &usage->of.at[n], *use = &usage->of.at[i];

		if (order_of(into, use) == 0) {
			into->kinds |= use->kinds;
			into->literals += use->literals;
			into->unknown += use->unknown;
		} else {
			usage->of.at[++n] = *use;
		}
	}
	usage->of.n = n + 1;
}

static bool is_own(const struct tora_usage *usage, struct tora_sv callee)
{
	for (size_t i = 0; i < usage->own.n; i++)
		if (tora_sv_eq(usage->own.at[i], callee))
			return true;
	return false;
}

void tora_usage_read(const struct tora_change *change, struct tora_arena *arena,
                     struct tora_usage *ret)
{
	struct gathering g = { ret, arena };

	*ret = (struct tora_usage){ .of = { 0 } };
	for (size_t i = 0; i < change->functions.n; i++) {
		*tora_vec_push(arena, &ret->own) = tora_text_last(change->functions.at[i].name);
		*tora_vec_push(arena, &ret->own) = tora_text_owner(change->functions.at[i].name);
	}
	for (size_t i = 0; i < change->files.n; i++)
		if (change->files.at[i].lang) {
			read_text(change->files.at[i].base_text, true, add_use, &g);
			read_text(change->files.at[i].head_text, true, add_use, &g);
		}
	for (size_t i = 0; i < change->tests.of.n; i++)
		read_text(change->tests.of.at[i], true, add_use, &g);
	for (size_t i = 0; i < change->documents.of.n; i++)
		read_text(change->documents.of.at[i], false, add_use, &g);
	merge(ret);
}

static const struct tora_use *known_at(const struct tora_usage *usage, const struct tora_slot *slot)
{
	struct tora_slot at = slot_of(slot);

	return usage->of.n ? bsearch(&at, usage->of.at, usage->of.n, sizeof *usage->of.at, order_of)
	                   : NULL;
}

/* ---- what is asked ------------------------------------------------------------------------------- */

static enum tora_unusual compare(const struct tora_use *known, enum kind kind)
{
	bool is_holder = kind & HOLDERS, has_truth = known->kinds & TRUTH;
	unsigned scalars = known->kinds & (NUMBERS | TEXTS);

	if (known->literals < (known->slot.callee.len ? 1 : KEY_SEEN_MIN) ||
	    known->literals < known->unknown || (known->kinds & kind))
		return TORA_USUAL;
	if (kind == FRACTION && (known->kinds & NUMBERS))
		return TORA_UNUSUAL;
	if (((kind & NUMBERS) && !(known->kinds & NUMBERS) && !has_truth) ||
	    ((kind & TEXTS) && !(known->kinds & kind)))
		return scalars || (known->kinds & HOLDERS) ? TORA_OF_OTHER_KIND : TORA_USUAL;
	/* [1] where each has an object. */
	return is_holder && ((known->kinds & HOLDERS) || scalars) ? TORA_OF_OTHER_KIND : TORA_USUAL;
}

static bool is_complained_of(const struct tora_exception *error, enum kind kind)
{
	for (unsigned what = 0; error && what <= TORA_WRITTEN_MAPPING; what++)
		if (kind == 1u << what)
			return tora_lang_is_about(error, (enum tora_written)what);
	return false;
}

struct asking {
	const struct tora_usage *usage;
	const struct tora_exception *error; /* that the test met, or NULL */
	bool is_unheard_of;
	enum tora_unusual most;
	bool has_odd_number;
	bool has_odd_mapping;
	bool has_odd_nothing;
};

static void ask(void *ctx, const struct tora_slot *slot, enum kind kind)
{
	struct asking *a = ctx;
	const struct tora_use *known = known_at(a->usage, slot);
	bool is_asked = !slot->callee.len || is_own(a->usage, slot->callee);
	enum tora_unusual is = known && is_asked ? compare(known, kind) : TORA_USUAL;

	if (is > a->most)
		a->most = is;
	a->is_unheard_of |= slot->callee.len && is_asked && (!known || !(known->kinds & kind)) &&
	                    is_complained_of(a->error, kind);
	a->has_odd_number |=
		known && slot->callee.len && (kind & NUMBERS) && !(known->kinds & NUMBERS);
	a->has_odd_nothing |= known && !slot->callee.len && kind == NOTHING &&
	                      known->literals >= KEY_SEEN_MIN &&
	                      known->literals >= known->unknown && !(known->kinds & NOTHING);
	a->has_odd_mapping |= known && slot->callee.len && is_asked && kind == MAPPING &&
	                      !known->literals && known->unknown >= UNKNOWN_MIN;
}

enum tora_unusual tora_usage_of(const struct tora_usage *usage, struct tora_sv test)
{
	struct asking a = { .usage = usage };

	read_text(test, true, ask, &a);
	return a.most;
}

bool tora_usage_odd_number(const struct tora_usage *usage, struct tora_sv line)
{
	struct asking a = { .usage = usage };

	read_text(line, true, ask, &a);
	return a.has_odd_number;
}

bool tora_usage_odd_mapping(const struct tora_usage *usage, struct tora_sv test)
{
	struct asking a = { .usage = usage };

	read_text(test, true, ask, &a);
	return a.has_odd_mapping;
}

bool tora_usage_odd_nothing(const struct tora_usage *usage, struct tora_sv test)
{
	struct asking a = { .usage = usage };

	read_text(test, true, ask, &a);
	return a.has_odd_nothing;
}

bool tora_usage_unheard_of(const struct tora_usage *usage, struct tora_sv test,
                           const struct tora_exception *error)
{
	struct asking a = { .usage = usage, .error = error };

	read_text(test, true, ask, &a);
	return a.is_unheard_of;
}
