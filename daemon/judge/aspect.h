/*
 * aspect.h - what becomes of a file or a stream besides what is in it: its mode, whether it is a link, whether it is open; and what an
 * error leaves behind, what of an iterator is left, and what becomes of a line end that is cut in two. Pure.
 *
 * A file that is written beside and renamed is announced as one that no crash can spoil; that it has another mode, and that the link
 * is a file now, is no part of it. Who means such a thing has a word for it.
 */
#ifndef TORA_JUDGE_ASPECT_H
#define TORA_JUDGE_ASPECT_H

#include "judge/evidence.h"

/*
 * The test prints such a thing, what differs is of its form, and no message, changelog, document or test of the
 * change has a word for it. Or the test hands over a text in pieces that are cut between the carriage return and the line feed
 * that end a line, and nobody speaks of pieces.
 */
bool tora_aspect_unsaid(const struct tora_case *c);

/*
 * The test raises an error of its own where the code under test calls it, catches it, and what it does afterwards differs: a clean-up
 * that an error skips now, a failure that is remembered. Or it does not come back to who raised it, or comes through to who
 * called that code, which the base spared them. No message or changelog has a word about errors.
 */
bool tora_aspect_after_error(const struct tora_case *c);

/*
 * The test hands over what can be gone through once (iterator.h), both sides make something of it, and something else comes out, in no more
 * bytes than before. No message, changelog, document or test of the change has a word for it; a sentence that a document had before is none. "Twice" is no
 * such word where nothing is left of it and no message or changelog speaks of lists.
 */
bool tora_aspect_read_once(const struct tora_case *c);

/*
 * The same values come in another order, none of them a mapping or an object with fields, and neither a message, a changelog, documents nor
 * tests of the change have a word for an order, nor has a subject one for a place. Who means an order to change says so: of 34 labelled
 * changes with such a difference that nobody meant the messages of 29 have no such word; of the seven where it is meant or of no interest
 * three have none.
 */
bool tora_aspect_order_unsaid(const struct tora_case *c);

/* It makes one, and the base, which went through it before, made nothing of it: no input that it takes (madeup.h). */
bool tora_aspect_never_took(const struct tora_case *c);

#endif
