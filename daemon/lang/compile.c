#include "lang/compile.h"

#include "lang/todo.h"
#include "tora/copy.h"
#include "tora/links.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OPEN_DIR   (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
#define RESULT_MAX (16u << 20)

struct compile {
	const struct tora_compile_spec *spec;
	struct tora_arena *arena;
	struct tora_compiled *ret;
	TORA_VEC(const struct tora_compile_source *) missing, todo; /* result i is of todo[i] */
	uint64_t bytes;                                             /* of their sources */
};

static int folder_len(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? (int)(slash - path) : 0;
}

/* Made if it is missing: the folder of a result, which the tree may have as a link. */
static int open_folder(const char *dir, const char *path, struct tora_arena *arena)
{
	const char *folder = tora_arena_printf(arena, "%s/%.*s", dir, folder_len(path), path);

	(void)mkdir(folder, 0755);
	return open(folder, OPEN_DIR);
}

static const char *name_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool same_folder(const char *a, const char *b)
{
	return folder_len(a) == folder_len(b) && !strncmp(a, b, (size_t)folder_len(a));
}

/* From the top of a frozen tree to the folder of a path, results can be written. */
static void thaw(struct compile *c, int top, const char *path)
{
	for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
		const char *folder = tora_arena_printf(c->arena, "%.*s", (int)(slash - path), path);
		int fd = tora_open_beneath(top, folder);

		if (fd >= 0) {
			(void)fchmod(fd, 0755);
			(void)close(fd);
		}
	}
	(void)fchmod(top, 0755);
}

/* Sources whose results are not there yet. */
static void list_missing(struct compile *c)
{
	int dir = c->spec->has_results ? open(c->spec->dir, OPEN_DIR) : -1;
	const char *thawed = NULL;
	struct stat st;

	for (size_t i = 0; i < c->spec->n; i++) {
		const struct tora_compile_source *s = &c->spec->sources[i];

		if (dir >= 0 && fstatat(dir, s->result, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
		    S_ISREG(st.st_mode)) {
			c->ret->shared++;
			continue;
		}
		*tora_vec_push(c->arena, &c->missing) = s;
		if (dir >= 0 && (!thawed || !same_folder(thawed, s->result))) {
			thaw(c, dir, s->result);
			thawed = s->result;
		}
	}
	if (dir >= 0)
		(void)close(dir);
}

/*
 * What the donor made of the very same sources. -> links[i].linked for missing source i. There is a folder
 * for results where the donor has one, and only there: both trees list the same.
 */
static void share(struct compile *c, struct tora_link *links)
{
	int from = c->spec->donor_dir ? open(c->spec->donor_dir, OPEN_DIR) : -1;
	int to = from >= 0 ? open(c->spec->dir, OPEN_DIR) : -1;

	if (to >= 0) {
		for (size_t i = 0; i < c->missing.n; i++)
			links[i] = (struct tora_link){ .path = c->missing.at[i]->result,
				                       .wanted = c->missing.at[i]->is_shared,
				                       .makes_folder = true };
		tora_links_make(from, to, links, c->missing.n, 0);
		(void)close(to);
	}
	if (from >= 0)
		(void)close(from);
}

static void share_or_plan(struct compile *c)
{
	struct tora_link *links = tora_xcalloc(c->missing.n + 1, sizeof(*links));
	struct stat st;

	share(c, links);
	for (size_t i = 0; i < c->missing.n; i++) {
		const struct tora_compile_source *s = c->missing.at[i];

		if (links[i].linked) {
			c->ret->shared++;
			c->ret->bytes += (uint64_t)links[i].size;
			continue;
		}
		if (lstat(tora_arena_printf(c->arena, "%s/%s", c->spec->dir, s->path), &st) < 0 ||
		    c->bytes + (uint64_t)st.st_size > TORA_COMPILE_MAX)
			continue;
		c->bytes += (uint64_t)st.st_size;
		*tora_vec_push(c->arena, &c->todo) = s;
	}
	free(links);
}

static int write_todo(struct compile *c, struct tora_err *err)
{
	const char **paths = tora_arena_calloc(c->arena, c->todo.n + 1, sizeof *paths);

	for (size_t i = 0; i < c->todo.n; i++)
		paths[i] = c->todo.at[i]->path;
	return tora_lang_todo(c->spec->scratch, paths, c->todo.n, c->arena, err);
}

static int copy_bytes(int from, int to, off_t size)
{
	while (size > 0) {
		char buf[65536];
		ssize_t n = read(from, buf, sizeof(buf));
		if (n <= 0 || write(to, buf, (size_t)n) != n)
			return -1;
		size -= n;
	}
	return 0;
}

/* Copied, not moved: the file then is ours, whoever wrote the other one. */
static void take(struct compile *c, size_t i)
{
	const char *name = name_of(c->todo.at[i]->result);
	int from = open(tora_arena_printf(c->arena, "%s/%zu", c->spec->scratch, i),
	                O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	int dir = -1, to = -1;
	struct stat st;

	if (from < 0)
		return;
	if (fstat(from, &st) < 0 || !S_ISREG(st.st_mode) || st.st_size > RESULT_MAX)
		goto out;
	dir = open_folder(c->spec->dir, c->todo.at[i]->result, c->arena);
	if (dir >= 0)
		to = openat(dir, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0444);
	if (to < 0)
		goto out;
	if (copy_bytes(from, to, st.st_size) < 0 || fchmod(to, 0444) < 0) {
		(void)unlinkat(dir, name, 0);
		goto out;
	}
	c->ret->made++;
	c->ret->bytes += (uint64_t)st.st_size;
	c->ret->written += tora_copy_blocks((uint64_t)st.st_size);
out:
	(void)close(from);
	if (dir >= 0)
		(void)close(dir);
	if (to >= 0)
		(void)close(to);
}

int tora_lang_compile(const struct tora_compile_spec *spec, struct tora_arena *arena,
                      struct tora_compiled *ret, struct tora_err *err)
{
	struct compile c = { .spec = spec, .arena = arena, .ret = ret };
	int rc;

	*ret = (struct tora_compiled){ .shared = 0 };
	list_missing(&c);
	share_or_plan(&c);
	if (c.bytes < TORA_COMPILE_MIN)
		return TORA_OK;
	rc = write_todo(&c, err);
	if (!rc)
		rc = spec->sandbox->compile(spec->sandbox->ctx, spec->dir, spec->scratch,
		                            spec->budget_ms, err);
	for (size_t i = 0; i < c.todo.n; i++) /* also of one that did not finish */
		take(&c, i);
	return rc;
}
