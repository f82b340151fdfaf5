/*
 * symbols.c - see symbols.h.
 */
#include "lang/symbols.h"

#include "lang/imports.h"
#include "tora/clock.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEPTH_MAX 16
#define FILE_MAX  (512u << 10)
#define PATH_SIZE 4096

struct look {
	const struct tora_symbols_spec *spec;
	const char *name;
	struct tora_arena *arena;
	const char **ret;
	size_t n, homes, files, bytes;
	int64_t until_ms;
	bool cut; /* not all of the tree was looked at */
	char *text;
};

static void look_at(struct look *l, const char *path, struct tora_sv text)
{
	const struct tora_lang *lang = tora_lang_for_path(path);
	enum tora_gives gives = TORA_GIVES_NOTHING;
	const char *module;

	if (tora_sv_has(text, l->name) && lang->role(path, text) == TORA_FILE_SOURCE)
		gives = lang->imports->gives(lang, path, text, l->name, l->arena);
	if (gives == TORA_GIVES_NOTHING)
		return;
	module = lang->module_name(path, l->spec->roots, l->spec->n_roots, l->arena);
	if (!module)
		return;
	if (l->n == TORA_SYMBOLS_FOUND) {
		l->cut = true;
		return;
	}
	l->ret[l->n++] = module;
	if (gives == TORA_GIVES_ITS_OWN) { /* where it is at home comes first */
		l->ret[l->n - 1] = l->ret[0];
		l->ret[0] = module;
		l->homes++;
	}
}

static bool is_over(struct look *l)
{
	l->cut |= l->files >= TORA_SYMBOLS_FILES || l->bytes >= TORA_SYMBOLS_BYTES ||
	          tora_clock_mono_ms() > l->until_ms;
	return l->cut;
}

/* What cannot be read, or is over the size of sources that people write, gives nothing. */
static void read_file(struct look *l, int dir, const char *base, const char *path)
{
	const struct tora_lang *lang = tora_lang_for_path(path);
	struct stat st;
	ssize_t n = -1;
	int fd;

	if (!lang || lang->imports != l->spec->lang->imports || is_over(l))
		return;
	fd = openat(dir, base, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size < (off_t)FILE_MAX)
		n = read(fd, l->text, FILE_MAX);
	(void)close(fd);
	if (n <= 0)
		return;
	l->files++;
	l->bytes += (size_t)n;
	look_at(l, path, (struct tora_sv){ l->text, (size_t)n });
}

/* `path`: of the folder below the tree, with its slash; room for PATH_SIZE, and as it was when this returns. */
static void walk(struct look *l, int fd, char *path, unsigned depth)
{
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	size_t len = strlen(path);
	struct dirent *e;

	if (!dir && fd >= 0)
		(void)close(fd);
	while (dir && !l->cut && (e = readdir(dir))) {
		size_t n = strlen(e->d_name);

		if (e->d_name[0] == '.' || len + n + 2 > PATH_SIZE ||
		    tora_lang_installs_in(tora_sv(e->d_name)))
			continue;
		memcpy(path + len, e->d_name, n + 1);
		if (e->d_type == DT_REG) {
			read_file(l, dirfd(dir), e->d_name, path);
		} else if (e->d_type == DT_DIR && depth < DEPTH_MAX) {
			memcpy(path + len + n, "/", 2);
			walk(l,
			     openat(dirfd(dir), e->d_name,
			            O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC),
			     path, depth + 1);
		}
		path[len] = '\0';
	}
	if (dir)
		(void)closedir(dir);
}

size_t tora_symbols_find(const struct tora_symbols_spec *spec, const char *name,
                         struct tora_arena *arena, const char *ret[TORA_SYMBOLS_FOUND])
{
	struct look l = { .spec = spec,
		          .name = name,
		          .arena = arena,
		          .ret = ret,
		          .until_ms = tora_clock_mono_ms() + spec->budget_ms };
	char path[PATH_SIZE] = "";

	if (!spec->lang->imports || !*name || spec->lang->is_private(name))
		return 0;
	l.text = tora_xcalloc(1, FILE_MAX);
	walk(&l, open(spec->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC), path, 0);
	free(l.text);
	return l.cut || l.homes != 1 ? 0 : l.n;
}
