#include "tora/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int join(char *out, const char *a, const char *b, struct tora_err *err)
{
	if (snprintf(out, TORA_PATH_MAX, "%s/%s", a, b) >= TORA_PATH_MAX)
		return tora_fail(err, TORA_E_LIMIT, "path longer than %d bytes: %.80s...",
		                 TORA_PATH_MAX, a);
	return TORA_OK;
}

/* The XDG rules: a relative or empty value counts as not set. */
static const char *absolute_env(const char *name)
{
	const char *value = getenv(name);

	return value && value[0] == '/' ? value : NULL;
}

static int xdg(char *out, const char *name, const char *below_home, struct tora_err *err)
{
	const char *base = absolute_env(name), *home = absolute_env("HOME");
	char fallback[TORA_PATH_MAX];
	int rc;

	if (base)
		return join(out, base, "tora", err);
	if (!home)
		return tora_fail(err, TORA_E_NOTFOUND,
		                 "neither HOME nor %s is set to an absolute path", name);
	rc = join(fallback, home, below_home, err);
	return rc ? rc : join(out, fallback, "tora", err);
}

static bool is_our_folder(const char *dir)
{
	struct stat st;

	return stat(dir, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid();
}

/* After su and sudo the variable may name the folder of who called; one that is not there yet is to be ours. */
static bool is_anothers(const char *dir)
{
	struct stat st;

	return stat(dir, &st) == 0 && st.st_uid != geteuid();
}

static bool socket_fits(const char *runtime)
{
	return strlen(runtime) + strlen("/sock") <= TORA_SOCKET_MAX;
}

static void runtime_folder(char *out)
{
	const char *base = absolute_env("XDG_RUNTIME_DIR");
	char standard[64];

	(void)snprintf(standard, sizeof(standard), "/run/user/%u", (unsigned)geteuid());
	if (base && is_anothers(base))
		base = NULL;
	if (!base && is_our_folder(standard))
		base = standard;
	if (base && snprintf(out, TORA_PATH_MAX, "%s/tora", base) < TORA_PATH_MAX &&
	    socket_fits(out))
		return;
	(void)snprintf(out, TORA_PATH_MAX, "/tmp/tora-%u", (unsigned)geteuid());
}

int tora_paths_init(struct tora_paths *p, struct tora_err *err)
{
	struct tora_paths all = { 0 };
	const struct {
		char *out;
		const char *dir, *name;
	} files[] = {
		{ all.socket, all.runtime, "sock" }, { all.lock, all.runtime, "lock" },
		{ all.spool, all.state, "spool" },   { all.store, all.state, "tora.db" },
		{ all.log, all.state, "torad.log" },
	};
	int rc;

	runtime_folder(all.runtime);
	rc = xdg(all.state, "XDG_STATE_HOME", ".local/state", err);
	if (!rc)
		rc = xdg(all.cache, "XDG_CACHE_HOME", ".cache", err);
	for (size_t i = 0; !rc && i < sizeof(files) / sizeof(files[0]); i++)
		rc = join(files[i].out, files[i].dir, files[i].name, err);
	if (!rc)
		*p = all;
	return rc;
}

/* An existing folder is fine, also where mkdir says EROFS or EACCES about it before EEXIST. */
static int make_one(const char *dir, struct tora_err *err)
{
	struct stat st;
	int sys;

	if (mkdir(dir, 0700) == 0)
		return TORA_OK;
	sys = errno;
	if (stat(dir, &st) == 0) {
		if (S_ISDIR(st.st_mode))
			return TORA_OK;
		sys = ENOTDIR;
	}
	errno = sys;
	return tora_fail_sys(err, "making folder '%s'", dir);
}

int tora_paths_mkdirs(const char *dir, struct tora_err *err)
{
	char path[TORA_PATH_MAX];
	size_t n = strlen(dir);
	int rc = TORA_OK;

	if (n >= sizeof(path))
		return tora_fail(err, TORA_E_LIMIT, "path longer than %d bytes: %.80s...",
		                 TORA_PATH_MAX, dir);
	memcpy(path, dir, n + 1);
	for (char *slash = strchr(path + 1, '/'); n && slash && !rc;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		rc = make_one(path, err);
		*slash = '/';
	}
	return rc ? rc : make_one(path, err);
}

int tora_paths_private(const char *dir, struct tora_err *err)
{
	struct stat st;
	int rc, fd;

	rc = tora_paths_mkdirs(dir, err);
	if (rc && !(err && err->sys == ENOTDIR))
		return rc;
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0) /* ELOOP, ENOTDIR: a link or a file somebody put there */
		return tora_fail(err, TORA_E_DENIED, "'%s' is not a folder of ours: %s", dir,
		                 strerror(errno));
	rc = TORA_OK;
	if (fstat(fd, &st) < 0)
		rc = tora_fail_sys(err, "looking at '%s'", dir);
	else if (st.st_uid != geteuid())
		rc = tora_fail(err, TORA_E_DENIED, "'%s' belongs to user %u, not to us", dir,
		               (unsigned)st.st_uid);
	else if (st.st_mode & 077)
		rc = tora_fail(err, TORA_E_DENIED,
		               "'%s' is open to others (mode %03o); chmod 700 it", dir,
		               (unsigned)st.st_mode & 0777);
	(void)close(fd);
	return rc;
}

int tora_paths_format(char *buf, size_t size, struct tora_err *err, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(buf, size, fmt, ap);
	va_end(ap);
	if (n < 0 || (size_t)n >= size)
		return tora_fail(err, TORA_E_LIMIT, "a path is over %zu bytes", size - 1);
	return TORA_OK;
}
