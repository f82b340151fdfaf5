/*
 * report.h - what a check's process says on its stdout, one JSON object a line.
 *
 *	{"progress":{"stage":"run","done":4,"of":9}}      any number of times
 *	{"record":{...}}                                  at the end, once
 *	{"ready":true}                                    after it: the process stays for another check
 *
 * Anything else is ignored: the program may be broken, and what it runs is not to be trusted. So is a record
 * whose line is too long, but not that there was one.
 * The record is kept as text: the check wrote it into the store itself, and only
 * when it could not does anybody parse it here.
 */
#ifndef TORA_QUEUE_REPORT_H
#define TORA_QUEUE_REPORT_H

#include "store/record.h"
#include "tora/str.h"

#include <stdint.h>

#define TORA_REPORT_LINE_MAX TORA_RECORD_LINE_MAX /* bytes of a line; a longer one is ignored */

struct tora_report {
	struct tora_str line; /* so far */
	bool is_skipping;     /* the rest of a line that is too long */
	char stage[32];       /* of the last progress line; "" : none yet */
	int64_t done, of;
	bool is_ready;            /* after a record, also one that was too large */
	char *record;             /* the last record line's text, whole line; heap, or NULL */
	bool is_record_too_large; /* the last one was: then there is no text */
	unsigned ignored;
};

void tora_report_init(struct tora_report *r);
void tora_report_done(struct tora_report *r);
/* Any split of the bytes. True: stage, done or of changed. */
bool tora_report_feed(struct tora_report *r, struct tora_sv bytes);

#endif
