/*
 * likewise.h - a value is written otherwise in the way in which a line of a test or a document is written otherwise now.
 *
 * `"\\fBread-only\\fR"` became `"\\fBread\\-only\\fR"` in a test: that another word in bold gets the same mark at the same letter is
 * what the change is for. Pure.
 */
#ifndef TORA_JUDGE_LIKEWISE_H
#define TORA_JUDGE_LIKEWISE_H

#include "model/change.h"

struct tora_edit_made { /* the one place where two lines differ, and the characters around it; '\0' at an end */
	struct tora_sv out, in;
	char left, right;
	bool is_of_test; /* not of a document */
};

struct tora_likewise { /* of lines of tests and documents that were edited */
	TORA_VEC(struct tora_edit_made) of;
};

/* Borrows the change, or is in the arena. `\\` of a string literal is one backslash; very long lines are left out. */
void tora_likewise_read(const struct tora_change *change, struct tora_arena *arena,
                        struct tora_likewise *ret);

/*
 * Between `before` and `after` one thing is put in, taken out or replaced, a mark is part of that, and a line that the change edits in a
 * test differs by the same, with the same character before or behind it. Documents are prose, in which marks come and go.
 */
bool tora_likewise(const struct tora_likewise *made, struct tora_sv before, struct tora_sv after);

/*
 * One thing differs, between the same characters as in a line of a test or a document that the change edits, whether or not a mark is part
 * of it, and it is too long to be another: the line shows what `before` was and what `after` is. Values that were cut ("...") are
 * compared up to there.
 */
bool tora_likewise_shown(const struct tora_likewise *made, struct tora_sv before,
                         struct tora_sv after);

#endif
