/*
 * subject.h - what a subject line is about, as far as its words and their order say so. Pure.
 *
 * Each asks for one way in which people write; message.h adds them up.
 */
#ifndef TORA_JUDGE_SUBJECT_H
#define TORA_JUDGE_SUBJECT_H

#include "tora/str.h"

/* Without "(fixes the tests of #12)" and what follows it. */
struct tora_sv tora_subject_without_aside(struct tora_sv subject);
/* "Add type hints", "Fix docstrings of x", "more tests": all that is edited does not run. */
bool tora_subject_adds_no_behaviour(struct tora_sv subject);
/* It speaks of documents, types, tests or tools. */
bool tora_subject_of_no_behaviour(struct tora_sv subject);
/* "Update the table of zones to 2024b": what is in it is what others ask for. */
bool tora_subject_updates_data(struct tora_sv subject);
/* "New option", "New: f()". */
bool tora_subject_tells_of_new(struct tora_sv subject);
/* "Improve loading of settings", "Make keys case-insensitive", "Check if there is a name": it is to do something else than before, whatever that is. */
bool tora_subject_improves(struct tora_sv subject);
/* "Split string values" is about what users pass; "Split the module" is not. */
bool tora_subject_splits_data(struct tora_sv subject);
/* "Support Python 3.13", "Fix deprecation warnings": what it runs on changes, and nothing else is to. */
bool tora_subject_for_another_version(struct tora_sv subject);
/* Of these, those that promise no more than to run there too: "Fix f on Python 3" is a fix of what f does. */
bool tora_subject_ports(struct tora_sv subject);
/* "Break parse() up", "Pull the loop out of f": where code stands. */
bool tora_subject_divides_code(struct tora_sv subject);
/* "One loop for both operators", "Share the parsing between load and loads": likewise, of what was there more than once. */
bool tora_subject_unites_code(struct tora_sv subject);
/* "Message knows its own wire form": who does what, not what is done. */
bool tora_subject_moves_duty(struct tora_sv subject);
/* "Don't build every row anew", "without copies": the same with less work. */
bool tora_subject_spares_work(struct tora_sv subject);
/* "Revert the optimisation of f": it is as it was before that. */
bool tora_subject_takes_back(struct tora_sv subject);
/* "Update f to be O(1)": the same, sooner. */
bool tora_subject_of_speed(struct tora_sv subject);
/* "Shorter default ttl": the size of what callers get, not of the code. */
bool tora_subject_resizes_default(struct tora_sv subject);
/* "Improve the repr of f", "Better messages": what people read is behaviour. */
bool tora_subject_improves_output(struct tora_sv subject);
/* "Make x iterable": it can do something now. "Make the code readable" is about the code. */
bool tora_subject_makes_able(struct tora_sv subject);
/* "Reimplement f to fix #561": how, and what for. */
bool tora_subject_fixes_too(struct tora_sv subject);
/* "Extract x from f and add the choice of y". */
bool tora_subject_adds_too(struct tora_sv subject);
/* "Round down and give what is missing to the first." below a subject that is the complaint. */
bool tora_subject_orders_results(struct tora_sv body);
/* "Leading zeros got lost", "the counter was never reset", "off by one in the last page": what was wrong, and nothing of what is done. */
bool tora_subject_complains(struct tora_sv subject);
/* "Rules may begin with ./", "Also look in /etc", "gzip works too": something more than before. */
bool tora_subject_allows(struct tora_sv subject);

#endif
