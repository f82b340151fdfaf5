/*
 * later.h - pushed commits that nobody has checked, and are asked for when the push is over.
 *
 * git needs the processor and the disk now, and a push that does not wait needs no check now. Most of
 * these commits are found by then anyway, by the look at the repository. What is
 * remembered here is a hint in memory: a daemon that is killed finds the tips of branches again when it
 * starts.
 */
#ifndef TORA_SERVE_LATER_H
#define TORA_SERVE_LATER_H

#include "serve/daemon.h"

struct tora_later;

struct tora_later *tora_later_new(struct tora_daemon *daemon, unsigned delay_ms);
void tora_later_free(struct tora_later *l); /* without asking; NULL is fine */

/* TORA_E_LIMIT: too many are remembered. */
int tora_later_ask(struct tora_later *l, int64_t repo, const char *branch, const char *head,
                   struct tora_err *err);
void tora_later_flush(struct tora_later *l); /* ask for all of them now */

/* Have it checked: queued unless something is known of it, else taken for one that a person waits for. */
int tora_later_now(struct tora_daemon *daemon, int64_t repo, const char *branch, const char *head,
                   struct tora_err *err);

#endif
