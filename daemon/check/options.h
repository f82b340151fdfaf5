/*
 * options.h - the command lines of `torad check`, `repro` and `probe`. Pure.
 */
#ifndef TORA_CHECK_OPTIONS_H
#define TORA_CHECK_OPTIONS_H

#include "model/config.h"
#include "tora/err.h"

#include <stdbool.h>

struct tora_check_options {      /* borrowed from argv */
	const char *repo;        /* any path inside it; "." by default */
	const char *branch;      /* NULL: the one head names, or HEAD's */
	const char *base, *head; /* revisions, or NULL */
	const char *check_id;    /* "c17" or "17" from the supervisor, or NULL */
	const char *trigger;     /* NULL: "ask" */
	const char *range;       /* "A..B", instead of base and head; or NULL */
	const char *
		finding; /* repro: "K7"; replay, eval: the file; prompt: the range; trust: the commit; cache: what to do */
	const char *engine; /* NULL: as configured */
	const char *
		folder; /* generate, keep: where the file will be, relative to the repository; or NULL */
	const char *parent; /* process number of who waits for it, and with whom it ends; or NULL */
	unsigned timeout_s; /* 0: as configured */
	bool no_cache, no_store;
	bool linger; /* check: stay for the next one (linger.h) */
};

/* TORA_E_USAGE: with the sentence to print. */
int tora_check_options_parse(int argc, char **argv, struct tora_check_options *ret,
                             struct tora_err *err);

/* TORA_E_USAGE: no such engine. NULL gives `fallback`. */
int tora_engine_parse(const char *name, enum tora_engine fallback, enum tora_engine *ret,
                      struct tora_err *err);

#endif
