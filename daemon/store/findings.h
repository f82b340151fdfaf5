/*
 * findings.h - what was found, and what the user said of it.
 *
 * A finding is (repository, fingerprint): it keeps its id (K7) over amends, rebases and repeated
 * checks; which check showed it is kept beside. An ack or dismissal belongs to the fingerprint.
 */
#ifndef TORA_STORE_FINDINGS_H
#define TORA_STORE_FINDINGS_H

#include "store/store.h"
#include "tora/arena.h"

#include <stdint.h>

#define TORA_FINDING_MAX (1u << 20) /* bytes of its JSON */

struct tora_finding_row {
	int64_t id; /* 7; people see K7 */
	int64_t repo, check;
	const char *common_dir, *work_dir, *branch, *base, *head;
	const char *fingerprint, *verdict;
	double confidence; /* of this check, as the verdict */
	const char *acked; /* "ack", "dismiss" or NULL */
	const char *json;  /* PROTOCOL.md, 5.1 */
	int64_t at;        /* wall clock of the newest check that showed it, ms */
};
struct tora_finding_rows {
	struct tora_finding_row *at;
	size_t n;
};

struct tora_finding_filter { /* zero: no restriction */
	int64_t repo, check;
	const char *branch;
	const char *verdict; /* NULL: unintended and coincidental-fix; "*": all */
	bool open_only;      /* neither acknowledged nor dismissed */
	bool as_recorded; /* in the order of their check: for a person with room for a few; not together with `before` */
	int64_t before; /* id */
	unsigned limit; /* 0: 50 */
};
/* Newest id first, unless `as_recorded`. Without `check`: what the newest finished check of each branch showed. */
int tora_findings_list(struct tora_store *store, struct tora_arena *arena,
                       const struct tora_finding_filter *filter, struct tora_finding_rows *ret,
                       struct tora_err *err);
/* `as_found`: with `json` as the newest check that has it found it, for which all of that check's record is read; else the newest word. */
int tora_findings_get(struct tora_store *store, struct tora_arena *arena, int64_t id, bool as_found,
                      struct tora_finding_row *ret, struct tora_err *err);
/* kind "ack" or "dismiss"; NULL takes it back, of all findings with its likeness. Emits finding.changed. */
int tora_findings_ack(struct tora_store *store, int64_t id, const char *kind, struct tora_err *err);
/*
 * What most likely has one cause with it: the other findings that the newest check with this one showed to
 * people, of the same function and the same kind of difference. Oldest id first, at most 500. A finding
 * without a function is like no other.
 */
int tora_findings_alike(struct tora_store *store, struct tora_arena *arena, int64_t id,
                        struct tora_finding_rows *ret, struct tora_err *err);
/* What was said of one finding holds of another that is new and has its likeness: the same difference in another test.
 * Then this is written for `fingerprint` too. *ret is "ack", "dismiss" or NULL. */
int tora_findings_take_over(struct tora_store *store, struct tora_arena *arena, int64_t repo,
                            const char *fingerprint, const char *likeness, const char **ret,
                            struct tora_err *err);

/* "ack", "dismiss" or NULL for a fingerprint. */
int tora_findings_acked(struct tora_store *store, struct tora_arena *arena, int64_t repo,
                        const char *fingerprint, const char **ret, struct tora_err *err);

#endif
