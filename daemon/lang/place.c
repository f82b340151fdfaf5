#include "lang/place.h"

#include "tora/hash.h"
#include "tora/paths.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct file_set {
	const struct tora_blob *at;
	size_t n;
};

static struct file_set runner_of(const struct tora_lang *lang, struct tora_arena *arena)
{
	const struct tora_linked *linked = lang->runner;
	struct tora_blob *files;
	size_t n = 0;

	while (linked[n].name)
		n++;
	files = tora_arena_calloc(arena, n, sizeof *files);
	for (size_t i = 0; i < n; i++)
		files[i] = (struct tora_blob){
			linked[i].name, { linked[i].at, (size_t)(linked[i].end - linked[i].at) }
		};
	return (struct file_set){ files, n };
}

static void hash_files(struct tora_hash *h, struct file_set files)
{
	for (size_t i = 0; i < files.n; i++) {
		tora_hash_field(h, tora_sv(files.at[i].name));
		tora_hash_field(h, files.at[i].bytes);
	}
}

static int write_file(const char *path, struct tora_sv bytes, struct tora_err *err)
{
	bool is_program = bytes.len > 4 && memcmp(bytes.at, "\177ELF", 4) == 0;
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644), rc = TORA_OK;

	if (fd < 0)
		return tora_fail_sys(err, "creating '%s'", path);
	while (bytes.len && rc == TORA_OK) {
		ssize_t n = write(fd, bytes.at, bytes.len);
		if (n < 0 && errno != EINTR)
			rc = tora_fail_sys(err, "writing '%s'", path);
		if (n > 0)
			bytes = (struct tora_sv){ bytes.at + n, bytes.len - (size_t)n };
	}
	if (rc == TORA_OK && fchmod(fd, is_program ? 0755 : 0644) < 0)
		rc = tora_fail_sys(err, "writing '%s'", path);
	(void)close(fd);
	return rc;
}

static int write_files(const char *dir, struct file_set files, struct tora_arena *arena,
                       struct tora_err *err)
{
	int rc = TORA_OK;

	for (size_t i = 0; i < files.n && !rc; i++)
		rc = write_file(tora_arena_printf(arena, "%s/%s", dir, files.at[i].name),
		                files.at[i].bytes, err);
	return rc;
}

/* What was written before the power went may be empty afterwards, under its name. */
static bool is_whole(const char *dir, struct file_set files, struct tora_arena *arena)
{
	struct stat st;

	for (size_t i = 0; i < files.n; i++)
		if (stat(tora_arena_printf(arena, "%s/%s", dir, files.at[i].name), &st) < 0 ||
		    (size_t)st.st_size != files.at[i].bytes.len)
			return false;
	return true;
}

/* The folder is flat but for what `prepare` added one level down. */
static void remove_tree(const char *dir, int depth, struct tora_arena *arena)
{
	DIR *d = opendir(dir);
	struct dirent *e;

	while (d && (e = readdir(d))) {
		const char *path = tora_arena_printf(arena, "%s/%s", dir, e->d_name);
		if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
			continue;
		if (unlink(path) < 0 && depth > 0)
			remove_tree(path, depth - 1, arena);
	}
	if (d)
		(void)closedir(d);
	(void)rmdir(dir);
}

int tora_lang_place(const struct tora_lang *lang, const char *cache, const char *salt,
                    const struct tora_blob *extra, size_t n_extra,
                    void (*prepare)(void *ctx, const char *dir), void *ctx,
                    struct tora_arena *arena, const char **ret_dir, struct tora_err *err)
{
	struct file_set own = runner_of(lang, arena), more = { extra, n_extra };
	const char *parent = tora_arena_printf(arena, "%s/runner", cache), *dir, *fresh;
	char hex[TORA_HASH_HEX];
	struct tora_hash h;
	int rc;

	tora_hash_init(&h);
	tora_hash_field(&h, tora_sv(salt));
	hash_files(&h, own);
	hash_files(&h, more);
	tora_hash_final(&h, hex);
	dir = tora_arena_printf(arena, "%s/%.32s", parent, hex);
	if (strlen(dir) + 64 > TORA_PATH_MAX)
		return tora_fail(err, TORA_E_LIMIT, "the path '%.120s...' is too long", dir);
	*ret_dir = dir;
	if (is_whole(dir, own, arena) && is_whole(dir, more, arena))
		return TORA_OK;
	rc = tora_paths_mkdirs(parent, err);
	if (rc)
		return rc;
	fresh = tora_arena_printf(arena, "%s.%ld.new", dir, (long)getpid());
	remove_tree(fresh, 1, arena); /* of a process that was killed, and had our number */
	if (rename(dir, fresh) == 0) {
		/* Another check may have placed it since. */
		if (is_whole(fresh, own, arena) && is_whole(fresh, more, arena) &&
		    rename(fresh, dir) == 0)
			return TORA_OK;
		remove_tree(fresh, 1, arena);
	}
	if (mkdir(fresh, 0755) < 0)
		return tora_fail_sys(err, "creating '%s'", fresh);
	rc = write_files(fresh, own, arena, err);
	if (!rc)
		rc = write_files(fresh, more, arena, err);
	if (!rc && prepare && chmod(fresh, 0777) == 0)
		prepare(ctx, fresh);
	if (!rc && (chmod(fresh, 0755) < 0 || rename(fresh, dir) < 0) && errno != EEXIST &&
	    errno != ENOTEMPTY)
		rc = tora_fail_sys(err, "placing '%s'", dir);
	if (access(fresh, F_OK) == 0)
		remove_tree(fresh, 1, arena);
	return rc;
}
