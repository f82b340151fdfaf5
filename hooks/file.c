#include "hooks/file.h"

#include "hooks/shim.h"
#include "tora/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HOOK_FILE_MAX (1u << 20)
#define OLD_PROGRAM   "tora" /* what links named once: taken over, and taken out */

/* The whole file, or NOTFOUND. A push asks: what is no file, or has no end, is not waited for. */
static int read_file(const char *path, struct tora_str *ret, struct tora_err *err)
{
	char chunk[4096];
	struct stat st;
	ssize_t n;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0)
		return errno == ENOENT ? tora_fail(err, TORA_E_NOTFOUND, "%s is not there", path)
		                       : tora_fail_sys(err, "opening %s", path);
	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode)) {
		(void)close(fd);
		return tora_fail(err, TORA_E_DENIED, "%s is no regular file", path);
	}
	while ((n = read(fd, chunk, sizeof chunk)) > 0 && !ret->over)
		tora_str_add(ret, (struct tora_sv){ chunk, (size_t)n });
	(void)close(fd);
	if (n < 0)
		return tora_fail_sys(err, "reading %s", path);
	return tora_str_check(ret, err);
}

static bool is_absolute_to(const char *target, const char *name)
{
	return target[0] == '/' && strcmp(strrchr(target, '/') + 1, name) == 0;
}

/* Is what a link names ours, there or not? */
static bool names_tora(const char *target)
{
	return is_absolute_to(target, TORA_HOOK_PROGRAM) || is_absolute_to(target, OLD_PROGRAM);
}

/* A link of ours is not read: behind it is the whole program. */
static bool look_at_link(struct tora_hook_file *f)
{
	char target[PATH_MAX];
	ssize_t n = readlink(f->path, target, sizeof target - 1);

	if (n < 0)
		return false;
	target[n] = '\0';
	if (!names_tora(target))
		return false;
	tora_str_adds(&f->program, target);
	f->ours = f->is_link = true;
	return true;
}

static int look_at_text(struct tora_hook_file *f, struct tora_err *err)
{
	int rc = read_file(f->path, &f->text, err);

	f->ours = rc == TORA_OK && tora_shim_is_ours(tora_str_view(&f->text));
	if (f->ours)
		(void)tora_shim_program(tora_str_view(&f->text), &f->program);
	return rc == TORA_E_NOTFOUND || rc == TORA_E_LIMIT ? TORA_OK : rc;
}

int tora_hook_file_look(const char *dir, const char *event, struct tora_hook_file *ret,
                        struct tora_err *err)
{
	struct tora_hook_file *f = ret;
	struct stat at_path, at_chained;
	int rc;

	memset(f, 0, sizeof *f);
	tora_str_init(&f->text, HOOK_FILE_MAX);
	tora_str_init(&f->program, PATH_MAX);
	rc = tora_paths_format(f->path, sizeof f->path, err, "%s/%s", dir, event);
	if (rc == TORA_OK)
		rc = tora_paths_format(f->chained, sizeof f->chained, err, "%s" TORA_SHIM_CHAINED,
		                       f->path);
	if (rc)
		return rc;
	f->present = lstat(f->path, &at_path) == 0;
	f->has_chained = lstat(f->chained, &at_chained) == 0;
	f->is_same = f->present && f->has_chained && at_path.st_dev == at_chained.st_dev &&
	             at_path.st_ino == at_chained.st_ino;
	return look_at_link(f) ? TORA_OK : look_at_text(f, err);
}

void tora_hook_file_done(struct tora_hook_file *f)
{
	tora_str_free(&f->text);
	tora_str_free(&f->program);
}

static bool is_configured(const char *common_dir, const char *event)
{
	struct tora_str text = TORA_STR_INIT(HOOK_FILE_MAX), section = TORA_STR_INIT(64);
	char path[PATH_MAX];
	struct tora_err ignored;
	bool yes;

	tora_str_addf(&section, "[hook \"tora-%s\"]", event); /* as git writes it */
	yes = tora_paths_format(path, sizeof path, &ignored, "%s/config", common_dir) == TORA_OK &&
	      read_file(path, &text, &ignored) == TORA_OK &&
	      tora_sv_has(tora_str_view(&text), section.buf);
	tora_str_free(&section);
	tora_str_free(&text);
	return yes;
}

bool tora_hook_file_is_installed(const char *common_dir, const char *event)
{
	char dir[PATH_MAX];
	struct tora_hook_file f;
	struct tora_err ignored;
	bool yes;

	if (tora_paths_format(dir, sizeof dir, &ignored, "%s/hooks", common_dir))
		return false;
	yes = tora_hook_file_look(dir, event, &f, &ignored) == TORA_OK && f.ours;
	tora_hook_file_done(&f);
	return yes || is_configured(common_dir, event);
}

static int new_name(const char *path, char *buf, size_t size, struct tora_err *err)
{
	return tora_paths_format(buf, size, err, "%s.tora-new", path);
}

/* False where a link cannot be had: the shim does the same. */
static bool write_link(const char *path, const char *program)
{
	char tmp[PATH_MAX];
	struct tora_err ignored;

	if (!is_absolute_to(program, TORA_HOOK_PROGRAM) ||
	    new_name(path, tmp, sizeof tmp, &ignored))
		return false;
	(void)unlink(tmp); /* of an installation that was cut off */
	if (symlink(program, tmp) < 0)
		return false;
	if (rename(tmp, path) == 0)
		return true;
	(void)unlink(tmp);
	return false;
}

static int write_text(const char *path, struct tora_sv text, struct tora_err *err)
{
	char tmp[PATH_MAX];
	int fd, rc = new_name(path, tmp, sizeof tmp, err);

	if (rc)
		return rc;
	(void)unlink(tmp);
	fd = open(tmp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0755);
	if (fd >= 0)
		errno = ENOSPC; /* what a short write means and does not say */
	if (fd < 0 || write(fd, text.at, text.len) != (ssize_t)text.len || fsync(fd) < 0 ||
	    rename(tmp, path) < 0)
		rc = tora_fail_sys(err, "writing %s", path);
	if (fd >= 0) {
		(void)close(fd);
		if (rc)
			(void)unlink(tmp);
	}
	return rc;
}

int tora_hook_file_write(const struct tora_hook_file *f, const char *event, const char *program,
                         struct tora_err *err)
{
	struct tora_str text = TORA_STR_INIT(8192);
	bool is_current;
	int rc = TORA_OK;

	if (!f->has_chained) {
		is_current = f->is_link && strcmp(f->program.buf, program) == 0;
		if (is_current || write_link(f->path, program))
			return TORA_OK;
	}
	tora_shim_text(event, program, f->has_chained, &text);
	is_current = f->ours && tora_sv_eq(tora_str_view(&f->text), tora_str_view(&text));
	if (!is_current)
		rc = write_text(f->path, tora_str_view(&text), err);
	tora_str_free(&text);
	return rc;
}

int tora_hook_file_set_aside(struct tora_hook_file *f, struct tora_err *err)
{
	if (f->is_same || link(f->path, f->chained) == 0)
		f->is_same = true;
	else if (rename(f->path, f->chained) < 0)
		return tora_fail_sys(err, "renaming %s", f->path);
	f->has_chained = true;
	return TORA_OK;
}

void tora_hook_file_give_back(const struct tora_hook_file *f)
{
	if (f->is_same)
		(void)unlink(f->chained);
	else
		(void)rename(f->chained, f->path);
}
