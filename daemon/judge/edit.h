/*
 * edit.h - program text with statements taken out, unwrapped or put in order.
 *
 * Pure text surgery on byte ranges of a syntax tree. Results may not parse: the caller
 * asks the parser about every one of them.
 */
#ifndef TORA_JUDGE_EDIT_H
#define TORA_JUDGE_EDIT_H

#include "lang/syntax.h"

/* `source` without the statements whose flag is set; lines that become empty go too. NULL when a
 * block would lose its last statement while its head stays: parsers recover from that silently. */
const char *tora_edit_without(const char *source, const struct tora_stmts *stmts,
                              const bool *removed, struct tora_arena *arena);

/*
 * The compound statement `at` replaced by the statements of its blocks, or of its first
 * block only. NULL when it has no statements inside.
 */
const char *tora_edit_unwrap(const char *source, const struct tora_stmts *stmts, size_t at,
                             bool first_block, struct tora_arena *arena);

/* A statement that prints: print(...), console.log(...). */
bool tora_edit_prints(const char *source, const struct tora_stmt *at);
/* `print(f(x))` replaced by `f(x)`: the call is needed, what it returns is not what differs. NULL: the
 * statement `at` prints nothing, or something that is no call. */
const char *tora_edit_unprint(const char *source, const struct tora_stmt *at,
                              struct tora_arena *arena);

/*
 * The statement `at`, `args = [1, 2]`, taken out, and what is in its list written where its one use is, as `*args` or
 * `...args` among others: `f(1, 2)`. NULL: it is no such statement, or used otherwise.
 */
const char *tora_edit_spread(const char *source, const struct tora_stmt *at,
                             struct tora_arena *arena);

/* `end = bus.on(f)` replaced by `bus.on(f)`: nobody asks for what a call gives. NULL: it is no call, or the name is used. */
const char *tora_edit_unbind(const char *source, const struct tora_stmt *at,
                             struct tora_arena *arena);

/* `name` taken out of the comma-separated names of the import `at`. NULL: not one of several. */
const char *tora_edit_drop_name(const char *source, const struct tora_stmt *at, const char *name,
                                struct tora_arena *arena);

/* Leading imports sorted, one blank line after them and around blocks, the rest closed up. */
const char *tora_edit_tidy(const char *source, const struct tora_stmts *stmts,
                           struct tora_arena *arena);

#endif
