/*
 * place.c - the child's answer is fields that end in NUL: C<common directory>, W<work tree>, E<code> <sentence>, and a last '.'.
 * A look at stamps is watch/peek.h's.
 */
#include "serve/place.h"
#include "serve/client.h"
#include "serve/view.h"
#include "watch/peek.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OUT_MAX   (64u << 10)
#define ASKS_MAX  64
#define STAMPS_MS 300 /* a push waits for them; without, the hook asks git */

enum kind {
	NOTHING,
	LOOK_UP, /* which repository does the path belong to? */
	ADD,     /* is it a common directory, as repo.add wants it? */
	STAMPS,  /* how are the files of a repository's settings? */
};

struct ask {
	struct tora_places *places;
	struct tora_client *client; /* NULL: from the spool, or it left */
	cJSON *request;
	enum kind kind;
	char *path, *work; /* of the request */
	struct tora_proc *proc;
	struct ask *next, **at;
};

struct tora_places {
	struct tora_daemon *daemon;
	void (*again)(void *ctx, struct tora_client *client, const cJSON *request,
	              const struct tora_found *found);
	void *ctx;
	struct ask *list;
	unsigned n;
	bool is_told; /* that there are too many; until none is left */
};

/* ---- the child ------------------------------------------------------------------------------ */

static void put(struct tora_str *out, char kind, const char *text)
{
	tora_str_addf(out, "%c%s", kind, text);
	tora_str_addc(out, '\0');
}

/* First line of a small file, with what stands before it cut off. NULL: no such file. */
static const char *read_line(struct tora_arena *arena, const char *path, const char *prefix)
{
	char text[4096];
	struct tora_sv line;
	ssize_t n = -1;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd >= 0) {
		n = read(fd, text, sizeof text);
		(void)close(fd);
	}
	if (n <= 0)
		return NULL;
	line = tora_sv_trim((struct tora_sv){ text, (size_t)n });
	if (!tora_sv_starts(line, prefix))
		return NULL;
	line.at += strlen(prefix);
	line.len -= strlen(prefix);
	return tora_arena_text(arena, line);
}

static const char *resolve(struct tora_arena *arena, const char *dir, const char *path)
{
	char real[PATH_MAX];
	const char *full = *path == '/' ? path : tora_arena_printf(arena, "%s/%s", dir, path);

	return realpath(full, real) ? tora_arena_dup(arena, real) : NULL;
}

static bool has(struct tora_arena *arena, const char *dir, const char *name)
{
	return access(tora_arena_printf(arena, "%s/%s", dir, name), F_OK) == 0;
}

/* git's own rules, without git: .git is the directory, or a file that says where it is, or it is bare. */
static void look_up(const struct ask *a, struct tora_arena *arena, struct tora_str *out)
{
	const char *dot_git = tora_arena_printf(arena, "%s/.git", a->path), *dir = NULL, *common;
	struct stat st;

	if (stat(dot_git, &st) == 0 && S_ISDIR(st.st_mode)) {
		dir = dot_git;
	} else {
		const char *link = read_line(arena, dot_git, "gitdir: ");

		dir = link                          ? resolve(arena, a->path, link)
		      : has(arena, a->path, "HEAD") ? a->path
		                                    : NULL;
	}
	if (!dir || !has(arena, dir, "HEAD"))
		return;
	common = read_line(arena, tora_arena_printf(arena, "%s/commondir", dir), "");
	common = resolve(arena, dir, common ? common : ".");
	if (common)
		put(out, 'C', common);
	common = dir == dot_git ? resolve(arena, a->path, ".") : NULL;
	if (common)
		put(out, 'W', common);
}

static const char *real(struct tora_arena *arena, const char *path, struct tora_str *out)
{
	char buf[PATH_MAX];
	struct tora_err err;
	int rc;

	if (realpath(path, buf))
		return tora_arena_dup(arena, buf);
	rc = errno == ENOENT || errno == ENOTDIR ? TORA_E_NOTFOUND : TORA_E_DENIED;
	(void)tora_fail_sys(&err, "'%s'", path);
	put(out, 'E', tora_arena_printf(arena, "%d %s", rc, err.msg));
	return NULL;
}

static void look_to_add(const struct ask *a, struct tora_arena *arena, struct tora_str *out)
{
	const char *dir = real(arena, a->path, out), *work;

	work = dir && a->work ? real(arena, a->work, out) : NULL;
	if (!dir || (a->work && !work))
		return;
	if (!has(arena, dir, "HEAD") || !has(arena, dir, "objects")) {
		put(out, 'E',
		    tora_arena_printf(arena, "%d '%s' is no common git directory", TORA_E_NOTFOUND,
		                      a->path));
		return;
	}
	put(out, 'C', dir);
	if (work)
		put(out, 'W', work);
}

static int work(void *arg)
{
	const struct ask *a = arg;
	struct tora_arena *arena = tora_arena_new();
	struct tora_str out = TORA_STR_INIT(OUT_MAX - 1);
	bool is_told;

	if (a->kind == ADD)
		look_to_add(a, arena, &out);
	else
		look_up(a, arena, &out);
	tora_str_addc(&out, '.');
	is_told = !out.over && write(STDOUT_FILENO, out.buf, out.len) == (ssize_t)out.len;
	tora_str_free(&out);
	tora_arena_free(arena);
	return !is_told;
}

/* ---- who asked ------------------------------------------------------------------------------ */

static void free_ask(struct ask *a)
{
	*a->at = a->next;
	if (a->next)
		a->next->at = a->at;
	a->places->n--;
	a->places->is_told = a->places->is_told && a->places->n;
	tora_proc_free(a->proc);
	cJSON_Delete(a->request);
	free(a->path);
	free(a->work);
	free(a);
}

static void take_error(const char *text, struct tora_err *err)
{
	char *end;
	long rc = strtol(text, &end, 10);

	(void)tora_fail(err, (int)rc, "%s", *end ? end + 1 : "");
}

static void parse(const struct tora_outcome *o, const struct ask *a, struct tora_arena *arena,
                  struct tora_found *ret)
{
	const char *at, *end;

	if (o->how == TORA_PROC_TIMEOUT) {
		(void)tora_fail(&ret->err, TORA_E_TIMEOUT, "does not answer: '%.200s'", a->path);
		return;
	}
	if (o->how != TORA_PROC_EXIT || o->code != 0 || !o->out.len) {
		(void)tora_fail(&ret->err, TORA_E_REMOTE, "'%.200s' could not be looked at",
		                a->path);
		return;
	}
	at = tora_arena_text(arena, o->out);
	for (end = at + o->out.len - 1; at < end; at += strlen(at) + 1) {
		if (*at == 'C')
			ret->common_dir = at + 1;
		else if (*at == 'W')
			ret->work_dir = at + 1;
		else if (*at == 'E')
			take_error(at + 1, &ret->err);
	}
}

static void over(void *ctx, const struct tora_outcome *o)
{
	struct ask *a = ctx;
	struct tora_places *p = a->places;
	struct tora_arena *arena = tora_arena_new();
	struct tora_found found = { .err = TORA_ERR_INIT };
	struct tora_client *client = a->client;
	cJSON *request = a->request;
	struct tora_peek peek;
	struct tora_err ignored;

	if (a->kind != STAMPS)
		parse(o, a, arena, &found);
	else if (tora_peek_parse(o, a->path, arena, &peek, &ignored) == TORA_OK)
		found.stamps = &peek.stamps;
	a->request = NULL;
	free_ask(a);
	p->again(p->ctx, client, request, &found);
	cJSON_Delete(request);
	tora_arena_free(arena);
}

static int start(struct ask *a, const struct tora_watch_view *view, struct tora_err *err)
{
	struct tora_proc_spec proc = {
		.name = "look at a path",
		.work = work,
		.arg = a,
		.dir = "/",
		.out_max = OUT_MAX,
		.budget_ms = TORA_PEEK_BUDGET_MS,
		.dies_with_us = true,
		.done = over,
		.ctx = a,
	};
	struct tora_peek_spec peek = {
		.wants = TORA_PEEK_STAMPS,
		.common_dir = a->path,
		.inotify = -1,
		.budget_ms = STAMPS_MS,
	};
	struct tora_loop *loop = a->places->daemon->loop;

	if (a->kind != STAMPS)
		return tora_proc_start(loop, &proc, &a->proc, err);
	peek.settings = view->settings;
	return tora_peek_start(loop, &peek, over, a, &a->proc, err);
}

static bool is_stamp_told(const cJSON *params, const char *path, struct tora_stamp *ret)
{
	const cJSON *file;

	cJSON_ArrayForEach(file, tora_json_list(params, "files"))
	{
		if (strcmp(tora_json_text(file, "path", ""), path) == 0)
			return tora_stamp_parse(tora_json_text(file, "stamp", ""), ret);
	}
	return false;
}

bool tora_place_is_told(const cJSON *params, const struct tora_settings *settings,
                        struct tora_stamps *ret)
{
	*ret = (struct tora_stamps){ .n = 0 };
	while (ret->n < settings->n_files &&
	       is_stamp_told(params, settings->files[ret->n], &ret->at[ret->n]))
		ret->n++;
	return ret->n == settings->n_files;
}

bool tora_place_is_elsewhere(const cJSON *params, const struct tora_settings *settings)
{
	const cJSON *file;

	cJSON_ArrayForEach(file, tora_json_list(params, "files"))
	{
		const char *path = tora_json_text(file, "path", "");
		struct tora_stamp stamp = { 0 };
		size_t i = 0;

		if (!tora_stamp_parse(tora_json_text(file, "stamp", ""), &stamp) || !stamp.inode)
			continue;
		while (i < settings->n_files && strcmp(settings->files[i], path) != 0)
			i++;
		if (i == settings->n_files)
			return true;
	}
	return false;
}

static enum kind kind_of(struct tora_call *call, const char *method, const char *path, int64_t repo)
{
	struct tora_repo_row ignored;
	struct tora_err err;

	if (strcmp(method, "repo.add") == 0)
		return ADD;
	if (repo)
		return strcmp(tora_json_text(call->params, "event", ""), "pre-push") == 0 &&
		                       call->id
		               ? STAMPS
		               : NOTHING;
	return tora_repos_find(call->daemon->store, call->arena, path, &ignored, &err) ==
	                       TORA_E_NOTFOUND
	               ? LOOK_UP
	               : NOTHING;
}

static int refuse(struct tora_places *p, const char *path, struct tora_err *err)
{
	if (!p->is_told)
		tora_log(p->daemon->log, TORA_LOG_WARN, "serve",
		         "%d paths are being looked at, '%s' and what else comes now is refused",
		         ASKS_MAX, path);
	p->is_told = true;
	return tora_fail(err, TORA_E_CONFLICT, "too many paths are being looked at");
}

int tora_places_ask(struct tora_places *p, struct tora_call *call, const cJSON *request,
                    bool *ret_is_kept, struct tora_err *err)
{
	const char *path = tora_json_text(call->params, "repo", NULL), *work_dir;
	int64_t repo = path ? tora_watch_find(p->daemon->watch, path) : 0;
	struct tora_watch_view view;
	struct tora_stamps ignored;
	enum kind kind = NOTHING;
	struct ask *a;
	int rc;

	if (path)
		kind = kind_of(call, tora_json_text(request, "method", ""), path, repo);
	if (kind == STAMPS && (!tora_watch_view(p->daemon->watch, repo, &view) ||
	                       tora_place_is_told(call->params, view.settings, &ignored)))
		kind = NOTHING;
	*ret_is_kept = false;
	if (kind == NOTHING)
		return TORA_OK;
	if (p->n == ASKS_MAX)
		return refuse(p, path, err);
	work_dir = tora_json_text(call->params, "work", NULL);
	a = tora_xcalloc(1, sizeof *a);
	a->places = p;
	a->kind = kind;
	a->client = call->client;
	a->request = cJSON_Duplicate(request, true);
	a->path = tora_xstrdup(path);
	a->work = work_dir ? tora_xstrdup(work_dir) : NULL;
	a->next = p->list;
	a->at = &p->list;
	if (a->next)
		a->next->at = &a->next;
	p->list = a;
	p->n++;
	rc = start(a, &view, err);
	if (rc)
		free_ask(a);
	*ret_is_kept = rc == TORA_OK;
	return rc;
}

struct tora_places *tora_places_new(struct tora_daemon *daemon,
                                    void (*again)(void *ctx, struct tora_client *client,
                                                  const cJSON *request,
                                                  const struct tora_found *found),
                                    void *ctx)
{
	struct tora_places *p = tora_xcalloc(1, sizeof *p);

	p->daemon = daemon;
	p->again = again;
	p->ctx = ctx;
	return p;
}

void tora_places_free(struct tora_places *p)
{
	if (!p)
		return;
	while (p->list)
		free_ask(p->list);
	free(p);
}

bool tora_places_is_asking(const struct tora_places *p)
{
	return p->list;
}

void tora_places_drop(struct tora_places *p, const struct tora_client *client)
{
	for (struct ask *a = p->list; a; a = a->next)
		if (a->client == client)
			a->client = NULL;
}
