#include "judge/verdict.h"

#include "judge/compare.h"
#include "judge/explain.h"
#include "judge/rules.h"

#include <string.h>

#define ANSWERS_MAX 5 /* rules named in a finding: the strongest decide */

static void add_answer(struct tora_arena *arena, struct tora_finding *f, const char *key,
                       const char *value)
{
	*tora_vec_push(arena, &f->answers) = (struct tora_answer){ key, value };
}

static void add_rule(struct tora_arena *arena, struct tora_finding *f, const struct tora_rule *r)
{
	add_answer(arena, f, r->name, tora_arena_printf(arena, "%+.1f", r->weight));
}

static void record_facts(tora_facts facts, struct tora_arena *arena, struct tora_finding *f)
{
	memset(&f->facts, 0, sizeof f->facts);
	for (int i = 0; i < TORA_FACT_COUNT; i++)
		if (facts >> i & 1)
			*tora_vec_push(arena, &f->facts) = tora_fact_name((enum tora_fact)i);
}

static void record_ruling(const struct tora_ruling *r, struct tora_arena *arena,
                          struct tora_finding *f)
{
	size_t i;

	if (r->settled) {
		add_answer(arena, f, "settled", r->settled->name);
		return;
	}
	add_answer(arena, f, "score", tora_arena_printf(arena, "%+.1f", r->score));
	for (i = 0; i < r->fired.n && i < ANSWERS_MAX; i++)
		add_rule(arena, f, r->fired.at[i]);
	for (i = 0; i < r->quiet.n; i++)
		add_rule(arena, f, r->quiet.at[i]);
}

static void record_answers(const struct tora_ruling *r, const struct tora_evidence *e,
                           struct tora_arena *arena, struct tora_finding *f)
{
	memset(&f->answers, 0, sizeof f->answers);
	add_answer(arena, f, "claim", tora_claim_name(e->claims.claim));
	add_answer(arena, f, "input", tora_legality_name(f->legality));
	record_ruling(r, arena, f);
	record_facts(e->facts, arena, f);
}

void tora_verdict_of_facts(tora_facts facts, struct tora_arena *arena, struct tora_finding *ret)
{
	struct tora_evidence e = { .facts = facts, .quote = facts & TORA_FACT(QUOTE) ? "" : NULL };
	struct tora_str text = TORA_STR_INIT(4096);
	struct tora_ruling ruling;

	memset(ret, 0, sizeof *ret);
	tora_rules(&e, arena, &ruling);
	ret->verdict = ruling.verdict;
	ret->confidence = ruling.confidence;
	record_ruling(&ruling, arena, ret);
	record_facts(facts, arena, ret);
	for (size_t i = 0; i < ret->answers.n; i++)
		tora_str_addf(&text, "%s%s %s", i ? ", " : "", ret->answers.at[i].key,
		              ret->answers.at[i].value);
	ret->explanation = tora_arena_text(arena, tora_str_view(&text));
	tora_str_free(&text);
}

void tora_verdict_rule(const struct tora_case *c, const struct tora_evidence *e,
                       struct tora_arena *arena, struct tora_finding *f)
{
	struct tora_ruling ruling;

	tora_rules(e, arena, &ruling);
	f->verdict = ruling.verdict;
	f->confidence = ruling.confidence;
	f->quote = ruling.verdict == TORA_VERDICT_INTENDED ? e->quote : NULL;
	record_answers(&ruling, e, arena, f);
	f->explanation = tora_explain(c, e, f->verdict, e->quote, &f->why, arena);
}

static struct tora_case case_again(const struct tora_intent *intent,
                                   const struct tora_change *change, struct tora_arena *arena,
                                   struct tora_finding *f)
{
	struct tora_difference recorded = f->difference;

	tora_compare_beside(&f->before, &f->after, recorded.beside, arena, &f->difference);
	if (f->difference.kind == TORA_DIFF_NONE) {
		recorded.signature = "";
		f->difference = recorded;
	}
	return (struct tora_case){ .intent = intent,
		                   .change = change,
		                   .function = tora_change_function(change, f->function),
		                   .name = f->function,
		                   .test = f->test,
		                   .where = f->where,
		                   .legality = f->legality,
		                   .origin = f->origin,
		                   .before = &f->before,
		                   .after = &f->after,
		                   .difference = &f->difference,
		                   .cluster = f->cluster };
}

void tora_verdict_again(const struct tora_intent *intent, const struct tora_change *change,
                        struct tora_arena *arena, struct tora_finding *f, size_t n)
{
	struct tora_evidence *evidence = tora_arena_calloc(arena, n + 1, sizeof *evidence);
	struct tora_case *cases = tora_arena_calloc(arena, n + 1, sizeof *cases);
	struct tora_said said;
	size_t i;

	tora_said(intent, change, arena, &said);
	for (i = 0; i < n; i++) {
		cases[i] = case_again(intent, change, arena, &f[i]);
		cases[i].said = &said;
		tora_evidence(&cases[i], arena, &evidence[i]);
	}
	tora_evidence_siblings(cases, n, evidence);
	for (i = 0; i < n; i++)
		tora_verdict_rule(&cases[i], &evidence[i], arena, &f[i]);
}
