/*
 * said.h - what the developer wrote with the change, as texts to look things up in.
 *
 * Made once per check: hundreds of differences ask the same texts.
 */
#ifndef TORA_JUDGE_SAID_H
#define TORA_JUDGE_SAID_H

#include "judge/bounds.h"
#include "judge/domain.h"
#include "judge/likewise.h"
#include "judge/newnames.h"
#include "judge/relation.h"
#include "judge/release.h"
#include "judge/usage.h"
#include "model/intent.h"

struct tora_said {
	struct tora_sv
		messages; /* the start of all of them, or the title; with the changelog where one points at it */
	struct tora_sv tests;   /* lines that were added to tests ... */
	struct tora_sv docs;    /* ... to documents ... */
	struct tora_sv added;   /* ... to source files, comments and documentation there included */
	struct tora_sv removed; /* lines that source files lost */
	struct tora_new_names names; /* that the change brings */
	struct tora_release release;
	struct tora_domain domain;       /* what the README of the base leaves out */
	struct tora_bounds bounds;       /* the numbers that it says there are */
	struct tora_relations relations; /* and which is never less than which */
	struct tora_usage usage;         /* what the project passes */
	struct tora_likewise edits;      /* of tests */
	bool expects_otherwise;          /* edited.h: what tests expect is edited */
	bool is_otherwise; /* otherwise.h: what users read says how something was before */
	bool is_edition;   /* edition.h: the change is tables of an edition that a message names */
};

/* `change` NULL: the diff is not known. */
void tora_said(const struct tora_intent *intent, const struct tora_change *change,
               struct tora_arena *arena, struct tora_said *ret);
/* A message, or a line of the changelog of the change, has one of the phrases: words.h. */
bool tora_said_speaks(const struct tora_said *said, const struct tora_intent *intent,
                      const char *phrases);

/* The same of a name, as a whole word. */
bool tora_said_names(const struct tora_said *said, const struct tora_intent *intent,
                     struct tora_sv name);

#endif
