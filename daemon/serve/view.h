/*
 * view.h - rows of the store as the protocol's objects, and names as the client gives them.
 */
#ifndef TORA_SERVE_VIEW_H
#define TORA_SERVE_VIEW_H

#include "serve/call.h"
#include "serve/state.h"
#include "store/checks.h"
#include "store/findings.h"
#include "store/repos.h"

/* "c17", "K7" in the call's arena. */
const char *tora_view_id(struct tora_call *call, char letter, int64_t id);
/* params[key] as an id; 0 when absent. TORA_E_USAGE: not of the form. */
int tora_view_param_id(struct tora_call *call, const char *key, char letter, int64_t *ret,
                       struct tora_err *err);

/*
 * The repository params.repo names: registered or not, by common directory or any work tree (also one with a
 * detached HEAD, told by its .git, as place.h found it). TORA_E_TIMEOUT: the path does not answer. TORA_E_NOTFOUND: nothing in the store; then `ret->common_dir` and
 * `work_dir` are set (id 0) if it is a repository at all, else both are NULL.
 */
int tora_view_repo(struct tora_call *call, struct tora_repo_row *ret, struct tora_err *err);
/* Its id for a filter: 0 without params.repo. */
int tora_view_repo_id(struct tora_call *call, int64_t *ret, struct tora_err *err);

cJSON *tora_view_check(struct tora_call *call, const struct tora_check_row *row);
/* A brief finding; NULL when its text in the store is damaged. */
cJSON *tora_view_finding(struct tora_call *call, const struct tora_finding_row *row);

struct tora_view_commit {
	struct tora_commit_state state;
	const char *detail, *stage, *base; /* or NULL */
	int64_t check;                     /* 0: none */
	int64_t done, of;
	int64_t started;                   /* of the check under way, wall clock, ms; 0: none */
	struct tora_finding_rows findings; /* unintended and open */
	bool is_tried_again;               /* it could not be checked, and is in the queue again */
	unsigned ahead;                    /* of one that waits for a push: checks before it */
};
/* What we know of a commit. `branch`: its checks are preferred. */
int tora_view_commit(struct tora_call *call, int64_t repo, const char *branch, const char *head,
                     unsigned findings_max, struct tora_view_commit *ret, struct tora_err *err);

#endif
