/*
 * donor.h - another build of the repository, whose files a new one takes over.
 *
 * The base, for the head; else the build that was used last. Where nothing ran on its files they are linked;
 * where a command did, they are copied to go on from.
 */
#ifndef TORA_BUILD_DONOR_H
#define TORA_BUILD_DONOR_H

#include <stdbool.h>

struct tora_build_job;
struct tora_err;

/* Fills j->donor*, and holds it, so that it does not go while it is read. False: there is none. */
bool tora_donor_hold(struct tora_build_job *j);
void tora_donor_drop(struct tora_build_job *j);

/* The same, where the command may go on from what it made of the donor. */
bool tora_donor_continues(struct tora_build_job *j);

/* What the command made of the donor, into `tree`, which was unpacked already. TORA_E_SYS, store/folder.h's. */
int tora_donor_products(struct tora_build_job *j, const char *tree, struct tora_err *err);

#endif
