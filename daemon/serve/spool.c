/*
 * spool.c - drain the folder.
 */
#include "serve/spool.h"
#include "serve/server.h"
#include "tora/clock.h"
#include "tora/json.h"
#include "tora/log.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool tora_spool_is_name(const char *name)
{
	size_t a = strspn(name, "0123456789"), b;

	if (a == 0 || name[a] != '-')
		return false;
	b = strspn(name + a + 1, "0123456789");
	return b > 0 && strcmp(name + a + 1 + b, ".json") == 0;
}

bool tora_spool_is_torn(int dir, const char *name, int64_t now_ms)
{
	struct stat st;

	if (name[0] != '.' || !tora_spool_is_name(name + 1) ||
	    fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) < 0 || !S_ISREG(st.st_mode))
		return false;
	return now_ms - (int64_t)st.st_mtim.tv_sec * 1000 > TORA_SPOOL_TORN_MS;
}

/* NULL: not a file of ours to read. Heap, NUL-terminated. */
static char *read_file(int dir, const char *name, size_t *ret_len)
{
	int fd = openat(dir, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	char *text = NULL;
	struct stat st;
	size_t len = 0;

	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
	    st.st_size <= (off_t)TORA_SPOOL_FILE_MAX) {
		text = tora_xmalloc((size_t)st.st_size + 1);
		while (len < (size_t)st.st_size) {
			ssize_t n = read(fd, text + len, (size_t)st.st_size - len);

			if (n <= 0)
				break;
			len += (size_t)n;
		}
		text[len] = '\0';
		*ret_len = len;
	}
	(void)close(fd);
	return text;
}

/* Only hooks write here: another method in a file is not obeyed. */
static bool is_hook(struct tora_sv text)
{
	struct tora_err err;
	cJSON *json = NULL;
	bool ret;

	if (tora_json_parse(text, TORA_SPOOL_FILE_MAX, &json, &err))
		return false;
	ret = strcmp(tora_json_text(json, "method", ""), "hook") == 0;
	cJSON_Delete(json);
	return ret;
}

/* Is it gone? */
static bool take(struct tora_daemon *d, int dir, const char *name)
{
	size_t len = 0;
	char *text = read_file(dir, name, &len);
	/* Deleted first: one that would bring us down is not read again by our successor. */
	bool is_gone = unlinkat(dir, name, 0) == 0;

	if (text && is_hook((struct tora_sv){ text, len }))
		tora_server_request(d->server, (struct tora_sv){ text, len });
	else
		tora_log(d->log, TORA_LOG_WARN, "spool", "'%s' is not a hook's request, dropped",
		         name);
	free(text);
	return is_gone;
}

void tora_spool_unwatched(struct tora_daemon *d, bool is_unwatched)
{
	char path[TORA_PATH_MAX + 16];
	struct tora_err ignored;
	int fd;

	if (tora_paths_format(path, sizeof path, &ignored, "%s/" TORA_SPOOL_UNWATCHED,
	                      d->paths->spool))
		return;
	if (!is_unwatched) {
		(void)unlink(path);
		return;
	}
	fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd >= 0)
		(void)close(fd);
}

bool tora_spool_drain(struct tora_daemon *d)
{
	DIR *dir = opendir(d->paths->spool);
	const struct dirent *entry;
	unsigned n = 0, gone = 0;

	if (!dir)
		return false;
	while (n < TORA_SPOOL_FILES && (entry = readdir(dir))) {
		if (tora_spool_is_torn(dirfd(dir), entry->d_name, tora_clock_wall_ms()))
			(void)unlinkat(dirfd(dir), entry->d_name, 0);
		if (!tora_spool_is_name(entry->d_name))
			continue;
		gone += take(d, dirfd(dir), entry->d_name);
		n++;
	}
	if (n)
		tora_log(d->log, TORA_LOG_DEBUG, "spool", "%u hooks spoke", n);
	(void)closedir(dir);
	return n == TORA_SPOOL_FILES && gone > 0;
}
