/*
 * libgit2 is tried first; its refusal of a format is no error but the reason to ask the git
 * program, whose own refusal is the one that is reported.
 */
#include "git/repo.h"

#include "git/impl.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- small helpers ------------------------------------------------------------------- */

int tora_repo_git(const struct tora_repo *repo, const char *const *args, struct tora_sv input,
                  struct tora_str *ret_out, int *ret_status, struct tora_err *err)
{
	struct tora_git_spec spec = { .git_dir = repo->git_dir, .args = args, .input = input };

	return tora_git_run(&spec, ret_out, ret_status, err);
}

int tora_repo_oid(const struct tora_oid *oid, git_oid *ret, struct tora_err *err)
{
	if (strlen(oid->hex) != GIT_OID_HEXSZ || git_oid_fromstr(ret, oid->hex) < 0)
		return tora_fail(err, TORA_E_FORMAT, "'%s' is no object id of this repository",
		                 oid->hex);
	return TORA_OK;
}

void tora_repo_oid_text(const git_oid *oid, struct tora_oid *ret)
{
	(void)git_oid_tostr(ret->hex, GIT_OID_HEXSZ + 1, oid);
}

static char *dup_path(const char *path)
{
	char *copy = tora_xstrdup(path);
	size_t n = strlen(copy);

	while (n > 1 && copy[n - 1] == '/')
		copy[--n] = '\0';
	return copy;
}

static bool exists(const char *dir, const char *name)
{
	struct tora_str path = TORA_STR_INIT(PATH_MAX);
	bool yes;

	tora_str_addf(&path, "%s/%s", dir, name);
	yes = !path.over && access(path.buf, F_OK) == 0;
	tora_str_free(&path);
	return yes;
}

/* ---- opening ------------------------------------------------------------------------- */

/*
 * libgit2 1.5 drops the match data of a regular expression that does not match, which happens at
 * every opening (git_config_foreach_match). The leak checker would report nothing else.
 */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) && !defined(__SANITIZE_ADDRESS__)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:libpcre2\n";
}
#endif

/* Formats that change nothing for a reader; libgit2 1.5 refuses them unless told so. */
static void set_up_libgit2(void)
{
	static const char *const known[] = { "worktreeconfig", "partialclone", "preciousobjects",
		                             "relativeworktrees" };

	(void)git_libgit2_init();
	(void)git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, known, sizeof(known) / sizeof(known[0]));
	/* git does not hash what it reads either, and it costs a third of unpacking a tree */
	(void)git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 0);
}

static int open_libgit2(const char *path, struct tora_repo *repo)
{
	int git_rc = git_repository_open_ext(&repo->git, path, GIT_REPOSITORY_OPEN_CROSS_FS, NULL);

	if (git_rc)
		return git_rc;
	git_rc = git_repository_odb(&repo->odb, repo->git);
	if (git_rc) {
		git_repository_free(repo->git);
		repo->git = NULL;
		return git_rc;
	}
	repo->git_dir = dup_path(git_repository_path(repo->git));
	repo->common_dir = dup_path(git_repository_commondir(repo->git));
	repo->bare = git_repository_is_bare(repo->git) == 1;
	if (!repo->bare && git_repository_workdir(repo->git))
		repo->work_dir = dup_path(git_repository_workdir(repo->git));
	return 0;
}

/* One answer of rev-parse a line; the work tree is asked for apart, a bare one has none. */
static int open_program(const char *path, struct tora_repo *repo, struct tora_err *err)
{
	static const char *const where[] = {
		"rev-parse",        "--path-format=absolute", "--git-dir",
		"--git-common-dir", "--is-bare-repository",   NULL
	};
	static const char *const top[] = { "rev-parse", "--path-format=absolute", "--show-toplevel",
		                           NULL };
	struct tora_git_spec spec = { .dir = path, .args = where };
	struct tora_str out = TORA_STR_INIT(0), top_out = TORA_STR_INIT(0);
	struct tora_sv rest, line[3] = { 0 };
	struct tora_err ignored;
	int rc, status;

	rc = tora_git_run(&spec, &out, &status, err);
	if (rc)
		return rc;
	rest = tora_str_view(&out);
	for (int i = 0; i < 3; i++)
		if (!tora_sv_line(&rest, &line[i]))
			rc = tora_fail(err, TORA_E_REMOTE, "git rev-parse answered too little");
	if (!rc) {
		repo->git_dir = strndup(line[0].at, line[0].len);
		repo->common_dir = strndup(line[1].at, line[1].len);
		repo->bare = tora_sv_is(line[2], "true");
		spec.args = top;
		if (!repo->bare && !tora_git_run(&spec, &top_out, &status, &ignored))
			repo->work_dir =
				strndup(top_out.buf, tora_sv_trim(tora_str_view(&top_out)).len);
	}
	tora_str_free(&out);
	tora_str_free(&top_out);
	return rc;
}

/* git starts in a folder; a file inside a work tree names its folder. */
static char *folder_of(const char *path)
{
	char *real = realpath(path, NULL), *slash;

	if (!real)
		return NULL;
	if (!exists(real, ".")) {
		slash = strrchr(real, '/');
		slash[slash == real ? 1 : 0] = '\0';
	}
	return real;
}

static int owned_by_other(const char *dir, struct tora_err *err)
{
	return tora_fail(err, TORA_E_DENIED,
	                 "the repository at '%s' belongs to another user; `git config --global "
	                 "--add safe.directory` lists those you trust",
	                 dir);
}

int tora_repo_open(const char *path, struct tora_repo **ret_repo, struct tora_err *err)
{
	struct tora_repo *repo = tora_xcalloc(1, sizeof(*repo));
	char *dir = folder_of(path);
	int rc = TORA_OK;

	set_up_libgit2();
	if (!dir)
		rc = tora_fail(err, TORA_E_NOTFOUND, "'%s' does not exist", path);
	else if (open_libgit2(dir, repo)) /* git decides what is a repository, and whose */
		rc = open_program(dir, repo, err);
	if (rc == TORA_E_DENIED)
		rc = owned_by_other(dir, err);
	else if (rc == TORA_E_NOTFOUND && dir)
		rc = tora_fail(err, rc, "'%s' is not in a git repository", path);
	free(dir);
	if (rc) {
		tora_repo_free(repo);
		return rc;
	}
	repo->shallow = exists(repo->common_dir, "shallow");
	*ret_repo = repo;
	return TORA_OK;
}

void tora_repo_free(struct tora_repo *repo)
{
	if (!repo)
		return;
	git_odb_free(repo->odb);
	git_repository_free(repo->git);
	free(repo->git_dir);
	free(repo->common_dir);
	free(repo->work_dir);
	free(repo);
	(void)git_libgit2_shutdown();
}

const char *tora_repo_common_dir(const struct tora_repo *repo)
{
	return repo->common_dir;
}

const char *tora_repo_work_dir(const struct tora_repo *repo)
{
	return repo->work_dir;
}

const char *tora_repo_backend(const struct tora_repo *repo)
{
	return repo->git ? "libgit2" : "git";
}
