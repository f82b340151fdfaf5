/*
 * candidate.h - a generated test: source text in the project's language that imports
 * the public API, calls it and prints what it observes.
 */
#ifndef TORA_MODEL_CANDIDATE_H
#define TORA_MODEL_CANDIDATE_H

#include "tora/arena.h"

/* where the inputs come from; ordered from most to least like real use */
enum tora_origin {
	TORA_ORIGIN_TEST,     /* a call in the project's own tests */
	TORA_ORIGIN_DOC,      /* a doctest or a fenced snippet */
	TORA_ORIGIN_CALL,     /* a call site inside the package */
	TORA_ORIGIN_MODEL,    /* written by a model */
	TORA_ORIGIN_TYPED,    /* values from annotations, defaults and names */
	TORA_ORIGIN_BOUNDARY, /* boundary values of the parameter's type */
	TORA_ORIGIN_MUTATED,  /* a mined call with a mutated literal */
};
const char *tora_origin_name(enum tora_origin o);
int tora_origin_parse(const char *name, enum tora_origin *ret); /* 0, or -1 when unknown */

/* How near the inputs are to what the project itself passes. */
enum tora_legality {
	TORA_LEGAL_SEEN,
	TORA_LEGAL_PLAUSIBLE,
	TORA_LEGAL_UNKNOWN,
	TORA_LEGAL_ILLEGAL
};
const char *tora_legality_name(enum tora_legality l);
int tora_legality_parse(const char *name, enum tora_legality *ret);

/* why a candidate is not run */
enum tora_drop {
	TORA_DROP_NONE,
	TORA_DROP_EMPTY,
	TORA_DROP_SYNTAX,    /* does not parse */
	TORA_DROP_UNDEFINED, /* uses a name it does not define */
	TORA_DROP_PRIVATE,   /* reaches past the public API */
	TORA_DROP_UNSTABLE,  /* time, random numbers, network, processes */
	TORA_DROP_DUPLICATE, /* same syntax tree as an earlier one */
	TORA_DROP_LIMIT,     /* more than config.tests_max */
	TORA_DROP_ALIKE,     /* both sides said the same of it when it was screened */
	TORA_DROP_LATE,      /* both sides worked too long on it then */
	TORA_DROP_COUNT,
};
const char *tora_drop_name(enum tora_drop d);

struct tora_pair;

struct tora_candidate {
	const char *source; /* whole program, NUL-terminated, at most TORA_CANDIDATE_MAX bytes */
	enum tora_origin origin;
	enum tora_legality legality;
	const char *where;  /* "tests/test_slug.py:12", a prompt's name, or "" */
	const char *target; /* full name of the changed function it aims at, or "" */
	bool from_model;
	enum tora_drop drop;
	const char *drop_detail;       /* the undefined name, the private name; or NULL */
	const struct tora_pair *tried; /* it ran already, while others were written; or NULL */
	/* Small faults put into lines it runs, and those of them that it noticed: bits, of one check (generate/faults.h). */
	uint32_t faced, sees;
	bool repeated, varies; /* it ran once more, and said something else than `tried` */
};

#define TORA_CANDIDATE_MAX (64u << 10)

#endif
