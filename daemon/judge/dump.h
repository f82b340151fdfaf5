/*
 * dump.h - what two printed objects differ in. Pure.
 *
 * An object without a text of its own is printed by its attributes, `Page(size=3, tags={...})`. A new
 * attribute, or another order in a mapping among them, shows there and is seen by nobody else.
 * Both take whole outputs; they speak only where these differ in one line.
 */
#ifndef TORA_JUDGE_DUMP_H
#define TORA_JUDGE_DUMP_H

#include "tora/str.h"

/* `P(a=1)` became `P(a=1, b=2)`, or `P { a: 1 }` became `P { b: 2, a: 1 }`: nothing but attributes that are there besides. */
bool tora_dump_more(struct tora_sv before, struct tora_sv after);

/* `{ a: { b: 1 } }` became `{ a: { b: 1, c: 2 }, d: 3 }`: a mapping, or a list of some, with nothing but keys that are there besides. */
bool tora_dump_table_more(struct tora_sv before, struct tora_sv after);

/* `History { _at: 0, size: 1 }` became `History { size: 1 }`: what is private to an object is printed where it has no
 * text of its own, and nothing else differs, in it or in those that it holds. So is all of a pickle, what a quoted regular
 * expression in an object is made of (a regular expression that a function returns is what it is for), which private function
 * is stored, or where a function or a class stands. */
bool tora_dump_private(struct tora_sv before, struct tora_sv after);

/* Both are one object of many attributes, or of others that it holds: more than TORA_DUMP_LARGE bytes. */
#define TORA_DUMP_LARGE 300
bool tora_dump_large(struct tora_sv before, struct tora_sv after);

/* The first place where they differ is inside a mapping or a set, `{...}`, and of nothing smaller. */
bool tora_dump_in_mapping(struct tora_sv before, struct tora_sv after);

#endif
