#include "client/place.h"

#include "client/client.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NUMBERS_MAX 99

static bool is_there(const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0;
}

static bool is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static int folder_of(const char *path, char ret[PATH_MAX], struct tora_err *err)
{
	char copy[PATH_MAX];

	if ((size_t)snprintf(copy, sizeof copy, "%s", path) >= sizeof copy)
		return tora_fail(err, TORA_E_LIMIT, "'%.60s...' is too long a path", path);
	(void)snprintf(ret, PATH_MAX, "%s", dirname(copy));
	return TORA_OK;
}

static int refuse(const char *path, struct tora_err *err)
{
	return tora_fail(err, TORA_E_CONFLICT,
	                 "'%s' is there already and is not written over: name another place", path);
}

/* Only making a file tells: a folder of /proc may be written to, says its mode, and takes none. */
static int takes_files(const char *folder, struct tora_err *err)
{
	char path[PATH_MAX + 32];
	int fd;

	(void)snprintf(path, sizeof path, "%s/.tora-XXXXXX", folder);
	fd = mkostemp(path, O_CLOEXEC);
	if (fd < 0)
		return tora_fail_sys(err, "writing to '%s'", folder);
	(void)close(fd);
	(void)unlink(path);
	return TORA_OK;
}

int tora_place_check(const char *out, bool may_replace, struct tora_err *err)
{
	char folder[PATH_MAX];

	if (!out || strcmp(out, "-") == 0)
		return TORA_OK;
	if (!*out)
		return tora_fail(err, TORA_E_USAGE, "--out needs the name of a file or folder");
	if (is_folder(out))
		return takes_files(out, err);
	if (is_there(out) && !may_replace)
		return refuse(out, err);
	if (folder_of(out, folder, err))
		return err->rc;
	if (!is_folder(folder))
		return tora_fail(err, TORA_E_NOTFOUND, "there is no folder '%s'", folder);
	return takes_files(folder, err);
}

/* Relative, of ordinary characters, without a step up or anything hidden. */
static bool is_plain(const char *name)
{
	if (!*name || *name == '/' || strlen(name) > 512)
		return false;
	for (const char *c = name; *c; c++) {
		if ((unsigned char)*c <= ' ' || *c == 0x7f || *c == '\\')
			return false;
		if (*c == '.' && (c == name || c[-1] == '/'))
			return false;
		if (*c == '/' && (c[1] == '/' || !c[1]))
			return false;
	}
	return true;
}

/* Before the extension: "x_2.py". */
static int number(const char *path, unsigned n, char ret[PATH_MAX], struct tora_err *err)
{
	const char *slash = strrchr(path, '/'), *dot = strchr(slash ? slash : path, '.');
	int stem = dot ? (int)(dot - path) : (int)strlen(path), len;

	len = n < 2 ? snprintf(ret, PATH_MAX, "%s", path)
	            : snprintf(ret, PATH_MAX, "%.*s_%u%s", stem, path, n, dot ? dot : "");
	return len < PATH_MAX ? TORA_OK
	                      : tora_fail(err, TORA_E_LIMIT, "'%.60s...' is too long a path", path);
}

static int free_name(const char *path, char ret[PATH_MAX], struct tora_err *err)
{
	for (unsigned n = 1; n <= NUMBERS_MAX; n++) {
		if (number(path, n, ret, err))
			return err->rc;
		if (!is_there(ret))
			return TORA_OK;
	}
	return tora_fail(err, TORA_E_CONFLICT, "there are %d files like '%s' already", NUMBERS_MAX,
	                 path);
}

static bool holds(const char *path, struct tora_sv text)
{
	char chunk[4096];
	size_t at = 0;
	ssize_t n = 0;
	struct stat st;
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

	if (fd < 0)
		return false;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && (size_t)st.st_size == text.len)
		while ((n = read(fd, chunk, sizeof chunk)) > 0 && at + (size_t)n <= text.len &&
		       memcmp(chunk, text.at + at, (size_t)n) == 0)
			at += (size_t)n;
	(void)close(fd);
	return n == 0 && text.len && at == text.len;
}

bool tora_place_has(const char *top, const char *name, struct tora_sv text, char ret[PATH_MAX])
{
	char path[PATH_MAX];
	struct tora_err ignored;

	if (!is_plain(name) || snprintf(path, sizeof path, "%s/%s", top, name) >= PATH_MAX)
		return false;
	for (unsigned n = 1; n <= NUMBERS_MAX; n++) {
		if (number(path, n, ret, &ignored) || !is_there(ret))
			return false;
		if (holds(ret, text))
			return true;
	}
	return false;
}

/* A folder of the project may be a link to somewhere else. */
static int stays_inside(const char *path, const char *top, struct tora_err *err)
{
	char folder[PATH_MAX], real[PATH_MAX], real_top[PATH_MAX];
	size_t len;

	if (folder_of(path, folder, err))
		return err->rc;
	while (!is_there(folder) && strlen(folder) > 1)
		(void)dirname(folder);
	if (!realpath(top, real_top) || !realpath(folder, real))
		return tora_fail_sys(err, "looking at '%s'", folder);
	len = strlen(real_top);
	if (strncmp(real, real_top, len) != 0 || (real[len] && real[len] != '/'))
		return tora_fail(err, TORA_E_FORMAT,
		                 "'%s' leads out of the repository: --out names another place",
		                 folder);
	return TORA_OK;
}

int tora_place_find(const char *out, bool may_replace, const char *top, const char *name,
                    struct tora_place *ret, struct tora_err *err)
{
	char path[PATH_MAX];
	const char *base = strrchr(name, '/');
	int len;

	*ret = (struct tora_place){ .may_replace = may_replace };
	if (!is_plain(name))
		return tora_fail(err, TORA_E_FORMAT, "'%.100s' is no name for a test file", name);
	ret->is_stdout = out && strcmp(out, "-") == 0;
	if (ret->is_stdout)
		return TORA_OK;
	if (out && !is_folder(out))
		len = snprintf(ret->path, sizeof ret->path, "%s", out);
	else if (out)
		len = snprintf(ret->path, sizeof ret->path, "%s/%s", out, base ? base + 1 : name);
	else
		len = snprintf(path, sizeof path, "%s/%s", top, name);
	if (len >= PATH_MAX)
		return tora_fail(err, TORA_E_LIMIT, "'%.60s...' is too long a path",
		                 out ? out : name);
	if (!out && stays_inside(path, top, err))
		return err->rc;
	if (!out && may_replace)
		(void)snprintf(ret->path, sizeof ret->path, "%s", path);
	else if (!out)
		return free_name(path, ret->path, err);
	return is_there(ret->path) && !may_replace ? refuse(ret->path, err) : TORA_OK;
}

void tora_place_folder(const char *out, const char *top, char ret[PATH_MAX])
{
	char folder[PATH_MAX], real[PATH_MAX], real_top[PATH_MAX];
	struct tora_err ignored;
	size_t len;

	*ret = '\0';
	if (!out || !*top || strcmp(out, "-") == 0)
		return;
	if (is_folder(out))
		(void)snprintf(folder, sizeof folder, "%s", out);
	else if (folder_of(out, folder, &ignored))
		return;
	if (!realpath(top, real_top) || !realpath(folder, real))
		return;
	len = strlen(real_top);
	if (strcmp(real, real_top) == 0)
		(void)snprintf(ret, PATH_MAX, ".");
	else if (strncmp(real, real_top, len) == 0 && real[len] == '/')
		(void)snprintf(ret, PATH_MAX, "%s", real + len + 1);
}

/* The folder of our own name, made where it is missing; that no link leads out was looked at before: stays_inside(). */
static int make_folder(const char *path, struct tora_err *err)
{
	char folder[PATH_MAX], above[PATH_MAX];

	if (folder_of(path, folder, err))
		return err->rc;
	if (is_folder(folder))
		return TORA_OK;
	if (folder_of(folder, above, err))
		return err->rc;
	if (!is_folder(above) && make_folder(folder, err))
		return err->rc;
	if (mkdir(folder, 0777) < 0 && errno != EEXIST)
		return tora_fail_sys(err, "making the folder '%s'", folder);
	return TORA_OK;
}

static int put_all(int fd, struct tora_sv text, struct tora_err *err)
{
	while (text.len) {
		ssize_t n = write(fd, text.at, text.len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return tora_fail_sys(err, "writing");
		text.at += n;
		text.len -= (size_t)n;
	}
	return fsync(fd) < 0 ? tora_fail_sys(err, "writing") : TORA_OK;
}

/* Where the file system does not know the flag, and perhaps no links either, the name is taken first. */
static int rename_anew(const char *from, const char *to)
{
	int fd;

	if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
		return 0;
	if (errno != EINVAL && errno != ENOSYS)
		return -1;
	fd = open(to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return -1;
	(void)close(fd);
	return rename(from, to);
}

/* The written file gets its name, and the mode of what it replaces, which may be a link to it. */
static int settle(const char *from, const struct tora_place *place, struct tora_err *err)
{
	struct stat st;

	if (!place->may_replace) {
		if (rename_anew(from, place->path) == 0)
			return TORA_OK;
		return errno == EEXIST ? refuse(place->path, err)
		                       : tora_fail_sys(err, "writing '%s'", place->path);
	}
	if (stat(place->path, &st) == 0 && S_ISREG(st.st_mode))
		(void)chmod(from, st.st_mode & 0777);
	return rename(from, place->path) < 0 ? tora_fail_sys(err, "'%s'", place->path) : TORA_OK;
}

int tora_place_write(const struct tora_place *place, struct tora_sv text, struct tora_err *err)
{
	char path[PATH_MAX + 16];
	int fd, rc;

	if (place->is_stdout) {
		tora_client_put(text);
		return TORA_OK;
	}
	rc = make_folder(place->path, err);
	if (rc)
		return rc;
	(void)snprintf(path, sizeof path, "%s.tora-%d", place->path, (int)getpid() % 100000);
	(void)unlink(path); /* of a process that was killed, and had our number */
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
	if (fd < 0)
		return tora_fail_sys(err, "writing '%s'", place->path);
	rc = put_all(fd, text, err);
	if (close(fd) < 0 && rc == TORA_OK)
		rc = tora_fail_sys(err, "writing '%s'", place->path);
	if (rc == TORA_OK)
		rc = settle(path, place, err);
	if (rc)
		(void)unlink(path);
	return rc;
}
