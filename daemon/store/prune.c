/*
 * prune.c - one question where old ends, two statements for what is older.
 */
#include "store/prune.h"
#include "store/sql.h"

/* c: a check that is over and older than the cut ?2 of repository ?1 */
#define OLD "c.repo = ?1 AND c.id <= ?2 AND c.state NOT IN ('queued', 'running')"

/* The branch is there; of a repository that nobody watches, no branch is known to be gone. */
#define HAS_BRANCH                                                                                 \
	"(EXISTS (SELECT 1 FROM tips t WHERE t.repo = c.repo AND t.branch = c.branch)"             \
	" OR NOT EXISTS (SELECT 1 FROM tips t WHERE t.repo = c.repo))"

#define NEWEST(more)                                                                               \
	"c.id = (SELECT max(n.id) FROM checks n WHERE n.repo = c.repo AND n.branch = "             \
	"c.branch" more ")"

#define OF_BRANCH "(" HAS_BRANCH " AND (" NEWEST("") " OR " NEWEST(" AND n.state = 'done'") "))"

#define OF_FINDING                                                                                 \
	"EXISTS (SELECT 1 FROM findings f LEFT JOIN acks a ON a.repo = f.repo"                     \
	" AND a.fingerprint = f.fingerprint WHERE f.check_id = c.id"                               \
	" AND (a.kind IS NOT NULL OR f.verdict IN ('unintended', 'coincidental-fix')))"

int tora_prune_checks(struct tora_store *store, int64_t repo, unsigned kept, struct tora_err *err)
{
	int64_t cut = 0;
	int rc = tora_sql_int(store, err, &cut,
	                      "SELECT id FROM checks WHERE repo = ? ORDER BY id DESC"
	                      " LIMIT 1 OFFSET ?",
	                      "ii", repo, (int64_t)kept);

	if (rc == TORA_E_NOTFOUND)
		return TORA_OK; /* not that many */
	if (rc == TORA_OK)
		rc = tora_sql_run(
			store, err,
			"DELETE FROM checks WHERE id IN (SELECT c.id FROM checks c WHERE " OLD
			" AND NOT " OF_BRANCH " AND NOT " OF_FINDING " ORDER BY c.id LIMIT ?3)",
			"iii", repo, cut, (int64_t)TORA_PRUNE_STEP);
	if (rc == TORA_OK)
		rc = tora_sql_run(store, err,
		                  "UPDATE checks SET record = NULL, key = NULL WHERE id IN"
		                  " (SELECT c.id FROM checks c WHERE " OLD
		                  " AND c.record IS NOT NULL AND NOT " OF_BRANCH
		                  " ORDER BY c.id LIMIT ?3)",
		                  "iii", repo, cut, (int64_t)TORA_PRUNE_STEP);
	return rc;
}
