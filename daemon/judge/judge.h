/*
 * judge.h - the stage that turns trial pairs into findings.
 *
 *	compare -> cluster -> repeat -> rules -> make small -> confirm (cold) -> verdict -> order
 *
 * Only what was seen again in fresh processes on both sides becomes a finding, and every
 * finding stays in the record whatever its verdict: text can re-label, never delete.
 */
#ifndef TORA_JUDGE_JUDGE_H
#define TORA_JUDGE_JUDGE_H

#include "judge/fit.h"
#include "judge/locate.h"
#include "judge/recorded.h"
#include "judge/steps.h"
#include "judge/verdict.h"
#include "model/check.h"

/*
 * Fills check->findings, most important first, and the counts differing, flaky and
 * both_failed. Out of time is no error: what was not confirmed by then is left out, and
 * a note says how many differences that were.
 */
int tora_stage_judge(struct tora_check *check, struct tora_err *err);

/*
 * One program on both builds, repeatedly and cold: does it behave differently? On true
 * *ret_difference says how; on false its kind is NONE. TORA_E_TIMEOUT: the check's time
 * is over before both sides had run.
 */
int tora_judge_replay(struct tora_check *check, const char *source, bool *ret_differs,
                      struct tora_difference *ret_difference, struct tora_err *err);

/*
 * check->findings, read back from a record, with the rules' verdicts of today. Needs the change
 * stage, runs nothing: for measuring what a rule does to what was found before.
 */
void tora_judge_again(struct tora_check *check);

/* Two trials that show no difference. One that was never run shows nothing: false. */
bool tora_judge_same(const struct tora_trial *a, const struct tora_trial *b,
                     struct tora_arena *arena);

/* After the change stage: nothing runs otherwise, as it is documents, what describes the package, or its version. */
bool tora_judge_no_code(const struct tora_check *check);

/* check->findings, most important first, after a verdict changed. */
void tora_judge_sort(struct tora_check *check);

/*
 * Differences that somebody wrote down: by the rules and, when the check has a model, by its opinion under the same
 * conditions as any finding. Their first questions leave together, as many at once as a model is asked (llm/model.h);
 * what depends on the answers follows in the order of the records. ret[i] is filled also on failure, which is the
 * model's, in ret_errs[i]: then it is what the rules say.
 */
void tora_judge_recorded(struct tora_check *check, const struct tora_record *records, size_t n,
                         struct tora_finding *ret, struct tora_err *ret_errs);

#endif
