/*
 * wording.h - subjects of which the words alone say the wrong thing, as 3,700 real ones of six projects were found to: an emoji in
 * front, data for people, what callers see. Pure.
 */
#ifndef TORA_JUDGE_WORDING_H
#define TORA_JUDGE_WORDING_H

#include "judge/message.h"

/*
 * ":bug: crash on empty input", "✨ An option": a mark in front says what kind of change it is (gitmoji). *subject is what
 * follows; the claim of the mark, NONE where it is another. Marks of what keeps behaviour claim nothing:
 * what ":recycle: Keep a list, not a dict" says of itself its words do not.
 */
enum tora_claim tora_wording_mark(struct tora_sv *subject);

/* "Update Korean locale", "Better Greek translation": what people read of a language is another text since. */
bool tora_wording_of_language(struct tora_sv subject);
/* "Clean up the return value of f()", "homogenize parameter order": it is tidied, and callers see it. */
bool tora_wording_of_interface(struct tora_sv subject);
/* "Fix typo in the Italian locale", "typo that kept ports closed": in what runs, so that something is another now. */
bool tora_wording_typo_that_runs(struct tora_sv subject);
/* "Nothing changes for callers", "for the other users"; for "readers" it may be anything that changes for the others. */
bool tora_wording_spares_callers(struct tora_sv text);
/* "Coerce keys to text", "Catch PickleError", "Only encode keys of the environment", "Log retries as INFO": a verb in front says
 * what becomes of what is passed, unless it is passed over for how that is written. */
bool tora_wording_acts(struct tora_sv subject);
/* "Have make_parser() return instances instead of classes", "Yield rows rather than lists": what comes of a call is another thing. How
 * a function is left is none: "Return early instead of nesting". */
bool tora_wording_gives(struct tora_sv subject);
/* The text with names of code blanked out, at the same length, in `buf`, which has as much room. */
struct tora_sv tora_wording_without_code(struct tora_sv text, char *buf);
/* "Let parse() take these too": a sentence of the body says what is possible besides. */
bool tora_wording_takes_too(struct tora_sv body);
/* "It is itertools.groupby, we don't need our own": what does the same is there already. */
bool tora_wording_has_another(struct tora_sv subject);
/* "Keep lengths as timedelta instead of loose minutes": in which form something is held, which says of no result that it is another. */
bool tora_wording_of_storage(struct tora_sv subject);
/* "Don't hold the whole deposit in memory", and no word of what is handed over in its place: how much room it takes. */
bool tora_wording_spares_memory(struct tora_sv subject, struct tora_sv message);
/* "Share one round() between titration and label": what several have of their own becomes one. */
bool tora_wording_shares_code(struct tora_sv subject);
/* "Drop the inner function": what nobody outside has is gone. The subject has no scope in front. */
bool tora_wording_drops_code(struct tora_sv subject);
/* Of what is refused, and of what fails; what is thrown away is none. */
bool tora_wording_of_errors(struct tora_sv text);

#endif
