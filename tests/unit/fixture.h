/*
 * fixture.h - scratch repositories for unit tests, made by the real git program.
 *
 * Include it after cmocka. Everything lives under one folder of its own; dates, names and
 * configuration are fixed, so object ids are the same on every machine.
 */
#ifndef TORA_UNIT_FIXTURE_H
#define TORA_UNIT_FIXTURE_H

#include "tora/spawn.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct fixture {
	char dir[64];  /* <tmp>/tora-unit-XXXXXX */
	char repo[96]; /* <dir>/repo */
	char out[8192];
};

/* Run a shell script in the fixture's folder; a failure fails the test. Output goes to f->out. */
static inline const char *fixture_sh(struct fixture *f, const char *script)
{
	static const char *const env[] = {
		"GIT_CONFIG_GLOBAL=/dev/null",
		"GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=Ada",
		"GIT_AUTHOR_EMAIL=ada@example.org",
		"GIT_AUTHOR_DATE=1700000000 +0100",
		"GIT_COMMITTER_NAME=Ada",
		"GIT_COMMITTER_EMAIL=ada@example.org",
		"GIT_COMMITTER_DATE=1700000000 +0100",
		"LC_ALL=C",
		NULL,
	};
	const char *const argv[] = { "/bin/sh", "-euc", script, NULL };
	char **all = tora_spawn_env(env);
	union {
		char **heap;
		const char *const *view;
	} as = { .heap = all };
	struct tora_spawn_spec spec = { .argv = argv,
		                        .env = as.view,
		                        .dir = f->dir,
		                        .budget_ms = 60000,
		                        .out_max = sizeof(f->out) - 1 };
	struct tora_spawn_result r;
	struct tora_err err = TORA_ERR_INIT;

	if (tora_spawn_run(&spec, &r, &err))
		fail_msg("fixture: %s", err.msg);
	tora_spawn_env_free(all);
	if (r.how != TORA_SPAWN_EXIT || r.code != 0)
		fail_msg("fixture script ended with %d: %s\n%s", r.code, r.err.buf, script);
	memcpy(f->out, r.out.buf, r.out.len + 1);
	while (*f->out && f->out[strlen(f->out) - 1] == '\n')
		f->out[strlen(f->out) - 1] = '\0';
	tora_spawn_done(&r);
	return f->out;
}

/* HOME moves into the fixture too: nobody's ~/.gitconfig has a say in what the code reads. */
static inline void fixture_new(struct fixture *f)
{
	memset(f, 0, sizeof(*f));
	(void)snprintf(f->dir, sizeof(f->dir), "/tmp/tora-unit-XXXXXX");
	if (!mkdtemp(f->dir))
		fail_msg("no scratch folder under /tmp");
	(void)snprintf(f->repo, sizeof(f->repo), "%s/repo", f->dir);
	(void)setenv("HOME", f->dir, 1);
	(void)unsetenv("XDG_CONFIG_HOME");
}

static inline void fixture_free(struct fixture *f)
{
	fixture_sh(f, "chmod -R u+w . && find . -mindepth 1 -delete");
	(void)rmdir(f->dir);
}

/* A repository with a commit on main: what most tests start from. */
static inline void fixture_repo(struct fixture *f)
{
	fixture_new(f);
	fixture_sh(f, "git init -q -b main repo; cd repo; mkdir src\n"
	              "printf 'one\\ntwo\\nthree\\nfour\\nfive\\nsix\\n' > src/a.py\n"
	              "echo hello > README.md; git add -A; git commit -qm 'First: a and a readme'");
}

#endif
