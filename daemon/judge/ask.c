#include "judge/ask.h"

#include "judge/compare.h"
#include "judge/message.h"
#include "judge/quote.h"
#include "judge/text.h"

#include <string.h>

#define BLOCK_MAX      (48u << 10)
#define STREAM_MAX     (6u << 10) /* of one run's stdout: the start tells */
#define PRECEDING_MAX  3
#define SURE_UNGIVEN   0.75
#define SURE_UNDECIDED 0.5

/* Bytes of a block that a question is worth: about 2,000 tokens with all of them full, a third as a rule. */
static size_t worth(const char *name)
{
	static const struct {
		const char *name;
		size_t max;
	} rows[] = { { "messages", 2000 }, { "changelog", 800 }, { "preceding", 400 },
		     { "diff", 3000 },     { "docs", 1000 },     { "test", 2000 },
		     { "before", 1200 },   { "after", 1200 },    { "output_a", 1200 },
		     { "output_b", 1200 } };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (strcmp(rows[i].name, name) == 0)
			return rows[i].max;
	return 0;
}

static void push(struct tora_ask_values *v, const char *name, struct tora_sv text,
                 struct tora_arena *arena)
{
	struct tora_ask_value *one = tora_vec_push(arena, &v->of);

	one->name = name;
	one->text = text;
	one->max = worth(name);
}

static struct tora_sv taken(struct tora_str *s, const char *if_empty, struct tora_arena *arena)
{
	struct tora_sv ret = tora_arena_sv(arena, tora_str_view(s));

	tora_str_free(s);
	return ret.len ? ret : tora_sv(if_empty);
}

static void add_clipped(struct tora_str *out, const char *head, struct tora_sv text)
{
	bool cut = text.len > STREAM_MAX;

	if (!tora_sv_trim(text).len)
		return;
	text.len = cut ? STREAM_MAX : text.len;
	tora_str_addf(out, "%s:\n", head);
	tora_str_add_clip(out, text);
	tora_str_adds(out, cut ? "\n[cut]\n" : "\n");
}

struct tora_sv tora_ask_trial(const struct tora_trial *t, struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(BLOCK_MAX);
	size_t i;

	tora_str_addf(&out, "ended: %s\n", tora_compare_ending(t, arena));
	for (i = 0; t->exception && i < t->exception->frames.n; i++)
		tora_str_addf(&out, "  at %s in %s\n", t->exception->frames.at[i].file,
		              t->exception->frames.at[i].function);
	add_clipped(&out, "printed", t->out);
	add_clipped(&out, "on stderr", t->err);
	for (i = 0; i < t->warnings.n && i < 5; i++)
		tora_str_addf(&out, "warning: %s: %s\n", t->warnings.at[i].category,
		              t->warnings.at[i].message);
	return taken(&out, "nothing", arena);
}

static struct tora_sv messages(const struct tora_intent *intent, struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(BLOCK_MAX);
	size_t i;

	for (i = 0; i < intent->messages.n; i++) {
		tora_str_addf(&out, "commit %.12s\n", intent->messages.at[i].commit.hex);
		tora_str_add_clip(&out, tora_sv(intent->messages.at[i].text));
		tora_str_adds(&out, "\n\n");
	}
	return taken(&out, "(no message)", arena);
}

static struct tora_sv preceding(const struct tora_intent *intent, struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(BLOCK_MAX);
	size_t i;

	for (i = 0; i < intent->preceding.n && i < PRECEDING_MAX; i++) {
		tora_str_add_clip(&out, tora_sv(intent->preceding.at[i].text));
		tora_str_adds(&out, "\n\n");
	}
	return taken(&out, "", arena);
}

static struct tora_sv lines(const char *const *at, size_t n, struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(BLOCK_MAX);
	size_t i;

	for (i = 0; i < n; i++)
		tora_str_addf(&out, "%s\n", at[i]);
	return taken(&out, "", arena);
}

/* That a model's own input fits is what it was asked for; nobody looked whether it does. */
static const char *legal_fact(enum tora_legality l, enum tora_origin origin)
{
	if (l == TORA_LEGAL_PLAUSIBLE && origin == TORA_ORIGIN_MODEL)
		l = TORA_LEGAL_UNKNOWN;
	switch (l) {
	case TORA_LEGAL_SEEN:
		return "yes (the project's own tests, documents or code pass such input)";
	case TORA_LEGAL_PLAUSIBLE:
		return "yes (it fits the documented or annotated types)";
	case TORA_LEGAL_ILLEGAL:
		return "no (it does not fit the documented or annotated types)";
	case TORA_LEGAL_UNKNOWN:
		break;
	}
	return "unknown (nothing in the project says)";
}

/* What is known to end or to hang, or lacks a name, is run once more and no oftener. */
static const char *how_often(unsigned runs)
{
	if (!runs)
		return "unknown (both outputs are given as somebody recorded them)";
	if (runs == 1)
		return "yes (seen again once on each side, in fresh processes)";
	return "yes (run several times on each side under different hash seeds, and in fresh "
	       "processes)";
}

static struct tora_sv facts(const struct tora_case *c, const struct tora_evidence *e,
                            struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(BLOCK_MAX);

	tora_str_addf(&out, "deterministic: %s\n", how_often(c->runs));
	tora_str_addf(&out, "public: %s\n",
	              e->facts & TORA_FACT(PRIVATE) ? "no (it uses names with an underscore)"
	                                            : "yes (no private name is used)");
	tora_str_addf(&out, "legal: %s\n", legal_fact(c->legality, c->origin));
	tora_str_addf(&out, "kind of difference: %s\n", tora_difference_name(c->difference->kind));
	tora_str_addf(&out, "tests that show it: %zu\n", c->cluster);
	if (e->facts & TORA_FACT(TEST_ASSERTS))
		tora_str_adds(&out, "a test changed by the same commits expects the new value\n");
	return taken(&out, "", arena);
}

static bool has_line(struct tora_sv diff, struct tora_sv wanted)
{
	struct tora_sv row;

	while (tora_sv_line(&diff, &row))
		if (row.len &&
		    tora_sv_eq(tora_sv_trim((struct tora_sv){ row.at + 1, row.len - 1 }), wanted))
			return true;
	return false;
}

/* What the diff shows anyway is not said twice: nothing then. */
static struct tora_sv docs(const struct tora_case *c, struct tora_sv diff)
{
	struct tora_sv doc = tora_sv(c->function && c->function->doc ? c->function->doc : "");
	struct tora_sv rest = doc, row;

	while (tora_sv_line(&rest, &row))
		if (tora_sv_trim(row).len && !has_line(diff, tora_sv_trim(row)))
			return doc;
	return tora_sv("");
}

void tora_ask_judge(const struct tora_case *c, const struct tora_evidence *e, const char *project,
                    struct tora_arena *arena, struct tora_ask_values *ret)
{
	const struct tora_intent *i = c->intent;
	struct tora_sv diff = c->change ? c->change->prompt_source_diff : tora_sv("");

	memset(ret, 0, sizeof *ret);
	push(ret, "project", tora_sv(project), arena);
	push(ret, "function", tora_sv(*c->name ? c->name : "(unknown)"), arena);
	push(ret, "messages", messages(i, arena), arena);
	push(ret, "changelog", lines(i->changelog.at, i->changelog.n, arena), arena);
	push(ret, "preceding", preceding(i, arena), arena);
	push(ret, "docs", docs(c, diff), arena);
	push(ret, "diff", diff.len ? diff : tora_sv("(not known)"), arena);
	push(ret, "test", tora_sv(c->test), arena);
	push(ret, "before", tora_ask_trial(c->before, arena), arena);
	push(ret, "after", tora_ask_trial(c->after, arena), arena);
	push(ret, "facts", facts(c, e, arena), arena);
}

void tora_ask_again(bool is_read, struct tora_arena *arena, struct tora_ask_values *v)
{
	push(v, "again", tora_sv(is_read ? "was unsure" : "had no verdict that could be read"),
	     arena);
}

void tora_ask_side(const struct tora_case *c, const char *project, bool head_first,
                   struct tora_arena *arena, struct tora_ask_values *ret)
{
	const struct tora_trial *a = head_first ? c->after : c->before;
	const struct tora_trial *b = head_first ? c->before : c->after;

	memset(ret, 0, sizeof *ret);
	push(ret, "project", tora_sv(project), arena);
	push(ret, "function", tora_sv(*c->name ? c->name : "(unknown)"), arena);
	push(ret, "docs", docs(c, tora_sv("")), arena);
	push(ret, "messages", preceding(c->intent, arena), arena);
	push(ret, "test", tora_sv(c->test), arena);
	push(ret, "output_a", tora_ask_trial(a, arena), arena);
	push(ret, "output_b", tora_ask_trial(b, arena), arena);
}

bool tora_ask_head_first(const char *fingerprint)
{
	unsigned odd = 0;

	for (; *fingerprint; fingerprint++)
		odd ^= (unsigned char)*fingerprint;
	return odd & 1;
}

/* What was measured to be no more than other words, another order or the last digits. */
#define MAY_BE_NOISE                                                                               \
	(TORA_FACT(MESSAGE) | TORA_FACT(ORDER) | TORA_FACT(UNORDERED) | TORA_FACT(OUTPUT) |        \
	 TORA_FACT(WARNING) | TORA_FACT(FLOAT) | TORA_FACT(COSMETIC))

/*
 * Determinism was measured, the names are in the test, and what the project's own tests pass is legal. What the
 * rules show goes away on facts alone, so that no text talks it away: a message may have told the answer.
 */
static bool is_irrelevance_founded(const struct tora_judgement *said, const struct tora_evidence *e,
                                   enum tora_legality legality, enum tora_verdict ruled)
{
	bool minor = !tora_verdict_positive(ruled) || e->facts & MAY_BE_NOISE;
	bool illegal = tora_verdict_positive(ruled) ? (e->facts & TORA_FACT(ILLEGAL)) != 0
	                                            : legality != TORA_LEGAL_SEEN;

	return (said->noteworthy == TORA_NO && minor) || (said->legal == TORA_NO && illegal) ||
	       (said->is_public != TORA_YES && e->facts & TORA_FACT(PRIVATE));
}

struct tora_opinion tora_ask_opinion(const struct tora_judgement *said,
                                     const struct tora_evidence *e, enum tora_legality legality,
                                     enum tora_verdict ruled)
{
	struct tora_opinion o = { .verdict = said->verdict,
		                  .confidence = said->confidence,
		                  .explanation = said->explanation,
		                  .quote = said->quote };

	if (!said->is_stated)
		o.fault = "no verdict that follows from its answers";
	else if (said->verdict == TORA_VERDICT_IRRELEVANT &&
	         !is_irrelevance_founded(said, e, legality, ruled))
		o.fault = "irrelevant, against what was measured";
	else if (said->verdict == TORA_VERDICT_UNSURE && tora_verdict_positive(ruled))
		o.fault = "unsure, where the rules are not";
	return o;
}

void tora_ask_apply(const struct tora_opinion *o, const struct tora_intent *intent,
                    struct tora_arena *arena, struct tora_finding *f)
{
	const char *span = NULL;

	if (o->fault) {
		*tora_vec_push(arena, &f->answers) = (struct tora_answer){ "model", o->fault };
		return;
	}
	if (o->verdict == TORA_VERDICT_INTENDED) {
		span = o->quote ? tora_quote_in(intent, tora_sv(o->quote), arena) : NULL;
		/* Words nobody wrote, or words that excuse everything, settle nothing: what the
		 * rules said stands, so that no message can talk a finding away. */
		if (!span || tora_message_is_blanket(tora_sv(span))) {
			*tora_vec_push(arena, &f->answers) = (struct tora_answer){
				"quote", span ? "excuses everything, so it announces nothing"
					      : "in no message"
			};
			return;
		}
	}
	f->verdict = o->verdict;
	f->confidence = o->confidence >= 0 ? o->confidence : SURE_UNGIVEN;
	if (o->verdict == TORA_VERDICT_UNSURE && f->confidence > SURE_UNDECIDED)
		f->confidence = SURE_UNDECIDED; /* sure of being unsure is no measure of anything */
	f->judged_by_model = true;
	f->quote = span;
	if (o->explanation && *o->explanation) {
		f->explanation = tora_text_line(arena, tora_sv(o->explanation), 600);
		f->why = 0;
	}
}

bool tora_ask_is_settled(const struct tora_finding *f)
{
	for (size_t i = 0; i < f->answers.n; i++)
		if (strcmp(f->answers.at[i].key, "settled") == 0)
			return true;
	return false;
}

bool tora_ask_next_may_do(const struct tora_err *err)
{
	return err->rc == TORA_E_FORMAT || err->rc == TORA_E_LIMIT;
}
