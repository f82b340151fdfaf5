#include "store/folder.h"

#include "tora/clock.h"
#include "tora/copy.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OPEN_DIR (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
#define DIR_TIME 1000000000

static bool is_dots(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* A build may leave folders that its owner must not read; they are ours all the same. */
static DIR *open_dir(int parent, const char *name)
{
	int fd = openat(parent, name, OPEN_DIR);
	DIR *dir;

	if (fd < 0 && errno == EACCES && fchmodat(parent, name, 0700, AT_SYMLINK_NOFOLLOW) == 0)
		fd = openat(parent, name, OPEN_DIR);
	if (fd < 0)
		return NULL;
	dir = fdopendir(fd);
	if (!dir)
		(void)close(fd);
	return dir;
}

/* ---- removing -------------------------------------------------------------------------- */

struct removal {
	int parent;
	unsigned n_lifted; /* folders that were too deep and now lie beside the one to be removed */
};

static void lifted_name(char *buf, size_t size, unsigned i)
{
	(void)snprintf(buf, size, ".deep-%ld-%u", (long)getpid(), i);
}

static void remove_at(struct removal *r, int parent, const char *name, unsigned depth)
{
	char lifted[64];
	struct dirent *e;
	DIR *dir;

	if (unlinkat(parent, name, 0) == 0)
		return;
	if (depth == TORA_FOLDER_DEPTH_MAX) {
		lifted_name(lifted, sizeof lifted, r->n_lifted);
		r->n_lifted += renameat(parent, name, r->parent, lifted) == 0;
		return;
	}
	dir = open_dir(parent, name);
	if (!dir)
		return;
	(void)fchmod(dirfd(dir), 0700);
	while ((e = readdir(dir)))
		if (!is_dots(e->d_name))
			remove_at(r, dirfd(dir), e->d_name, depth + 1);
	(void)closedir(dir);
	(void)unlinkat(parent, name, AT_REMOVEDIR);
}

void tora_folder_remove(int parent, const char *name)
{
	struct removal r = { .parent = parent };
	char lifted[64];

	remove_at(&r, parent, name, 0);
	for (unsigned i = 0; i < r.n_lifted; i++) {
		lifted_name(lifted, sizeof lifted, i);
		remove_at(&r, parent, lifted, 0);
	}
}

/* ---- walking --------------------------------------------------------------------------- */

struct path { /* of what is looked at, below the top */
	char text[PATH_MAX];
	size_t len;
};

/* -> how long it was, for path_up(). */
static int path_down(struct path *p, const char *name, size_t *ret_len, struct tora_err *err)
{
	size_t n = strlen(name);

	*ret_len = p->len;
	if (p->len + n + 2 > sizeof(p->text))
		return tora_fail(err, TORA_E_LIMIT, "a path is longer than %zu bytes",
		                 sizeof(p->text));
	if (p->len)
		p->text[p->len++] = '/';
	memcpy(p->text + p->len, name, n + 1);
	p->len += n;
	return TORA_OK;
}

static void path_up(struct path *p, size_t len)
{
	p->len = len;
	p->text[len] = '\0';
}

static int too_deep(struct tora_err *err)
{
	return tora_fail(err, TORA_E_LIMIT, "folders are nested deeper than %d",
	                 TORA_FOLDER_DEPTH_MAX);
}

/* ---- sharing --------------------------------------------------------------------------- */

#define LINK_NAME                                                                                  \
	".tora-link" /* for a moment; where a build made one, its neighbours are not shared */
#define PIECE (1u << 15)

static bool read_fully(int fd, char *buf, size_t *ret_n)
{
	size_t n = 0;

	while (n < PIECE) {
		ssize_t got = read(fd, buf + n, PIECE - n);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return false;
		if (got == 0)
			break;
		n += (size_t)got;
	}
	*ret_n = n;
	return true;
}

static bool same_bytes(int a, int b)
{
	char x[PIECE], y[PIECE];
	size_t n, m;

	do {
		if (!read_fully(a, x, &n) || !read_fully(b, y, &m) || n != m ||
		    memcmp(x, y, n) != 0)
			return false;
	} while (n == PIECE);
	return true;
}

static bool same_file(int dir, int donor, const char *name)
{
	int a = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	int b = openat(donor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	bool same = a >= 0 && b >= 0 && same_bytes(a, b);

	if (a >= 0)
		(void)close(a);
	if (b >= 0)
		(void)close(b);
	return same;
}

/* True: `name` is the donor's now. The link comes first: nothing is lost when there can be no more of them. */
static bool share_file(int dir, int donor, const char *name)
{
	struct stat mine, other;

	if (fstatat(dir, name, &mine, AT_SYMLINK_NOFOLLOW) < 0 ||
	    fstatat(donor, name, &other, AT_SYMLINK_NOFOLLOW) < 0 || !S_ISREG(other.st_mode))
		return false;
	if (mine.st_dev == other.st_dev && mine.st_ino == other.st_ino)
		return true;
	if (mine.st_size != other.st_size || mine.st_mode != other.st_mode || mine.st_nlink != 1 ||
	    mine.st_mtim.tv_sec != other.st_mtim.tv_sec ||
	    mine.st_mtim.tv_nsec != other.st_mtim.tv_nsec || !same_file(dir, donor, name))
		return false;
	if (linkat(donor, name, dir, LINK_NAME, 0) < 0)
		return false;
	if (renameat(dir, LINK_NAME, dir, name) == 0)
		return true;
	(void)unlinkat(dir, LINK_NAME, 0);
	return false;
}

/* ---- freezing -------------------------------------------------------------------------- */

struct freezing {
	const struct tora_folder_freezing *how;
	struct tora_folder_sum *sum;
	struct path path;
};

static int freeze_at(struct freezing *f, int parent, int donor_parent, const char *name,
                     unsigned depth, struct tora_err *err);

static int set_time(struct freezing *f, int dir, const char *name, const struct stat *st,
                    struct tora_err *err)
{
	struct timespec times[2];

	if (!f->how->time_of)
		return TORA_OK;
	times[0] = times[1] = f->how->time_of(f->how->ctx, f->path.text, st);
	return utimensat(dir, name, times, AT_SYMLINK_NOFOLLOW) < 0
	               ? tora_fail_sys(err, "setting a time")
	               : TORA_OK;
}

static int freeze_file(struct freezing *f, int dir, int donor, const char *name, struct stat *st,
                       struct tora_err *err)
{
	mode_t mode = st->st_mode & 0111 ? 0555 : 0444;
	bool shared = false;
	int rc = set_time(f, dir, name, st, err);

	if (rc)
		return rc;
	f->sum->files++;
	if (S_ISREG(st->st_mode)) {
		f->sum->bytes += (uint64_t)st->st_size;
		if ((st->st_mode & 07777) != mode && fchmodat(dir, name, mode, 0) < 0)
			return tora_fail_sys(err, "freezing");
		shared = donor >= 0 && share_file(dir, donor, name);
		f->sum->shared += shared;
	}
	if (!shared && st->st_nlink == 1)
		f->sum->own += (uint64_t)st->st_blocks * 512;
	return TORA_OK;
}

static int freeze_entry(struct freezing *f, int dir, int donor, const struct dirent *e,
                        unsigned depth, struct tora_err *err)
{
	const char *name = e->d_name;
	struct stat st;
	size_t len;
	int rc;

	if (f->how->until_ms && tora_clock_mono_ms() >= f->how->until_ms)
		return tora_fail(err, TORA_E_TIMEOUT, "no time was left to freeze it");
	if (f->how->has_files_frozen && (e->d_type == DT_REG || e->d_type == DT_LNK))
		return TORA_OK;
	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return tora_fail_sys(err, "freezing");
	if (f->how->has_files_frozen && (!S_ISDIR(st.st_mode) || (st.st_mode & 07777) == 0555)) {
		f->sum->own += S_ISDIR(st.st_mode) ? (uint64_t)st.st_blocks * 512 : 0;
		return TORA_OK;
	}
	if (!S_ISDIR(st.st_mode) && !S_ISREG(st.st_mode) && !S_ISLNK(st.st_mode)) {
		(void)unlinkat(dir, name, 0);
		return TORA_OK;
	}
	rc = path_down(&f->path, name, &len, err);
	if (rc)
		return rc;
	rc = S_ISDIR(st.st_mode) ? freeze_at(f, dir, donor, name, depth + 1, err)
	                         : freeze_file(f, dir, donor, name, &st, err);
	path_up(&f->path, len);
	return rc;
}

static int close_folder(struct freezing *f, int fd, struct tora_err *err)
{
	static const struct timespec times[2] = { { .tv_sec = DIR_TIME }, { .tv_sec = DIR_TIME } };
	struct stat st;

	if (futimens(fd, times) < 0 || fchmod(fd, 0555) < 0 || fstat(fd, &st) < 0)
		return tora_fail_sys(err, "freezing a folder");
	if (f->how->are_blocks_asked && st.st_size > st.st_blksize)
		return tora_fail(err, TORA_E_CONFLICT, "a folder is longer than a block");
	f->sum->folders++;
	f->sum->own += (uint64_t)st.st_blocks * 512;
	return TORA_OK;
}

static int freeze_at(struct freezing *f, int parent, int donor_parent, const char *name,
                     unsigned depth, struct tora_err *err)
{
	int donor = donor_parent >= 0 ? openat(donor_parent, depth ? name : ".", OPEN_DIR) : -1;
	struct dirent *e;
	int rc = TORA_OK;
	DIR *dir = NULL;

	if (depth > TORA_FOLDER_DEPTH_MAX)
		rc = too_deep(err);
	if (!rc && !(dir = open_dir(parent, name)))
		rc = tora_fail_sys(err, "freezing a folder");
	while (!rc && (e = readdir(dir)))
		if (!is_dots(e->d_name))
			rc = freeze_entry(f, dirfd(dir), donor, e, depth, err);
	if (!rc)
		rc = close_folder(f, dirfd(dir), err);
	if (dir)
		(void)closedir(dir);
	if (donor >= 0)
		(void)close(donor);
	return rc;
}

int tora_folder_freeze(int parent, const char *name, const struct tora_folder_freezing *how,
                       struct tora_folder_sum *ret, struct tora_err *err)
{
	static const struct tora_folder_freezing nothing = { .donor = -1 };
	struct tora_folder_sum unwanted = { 0 };
	struct freezing f = { .how = how ? how : &nothing, .sum = ret ? ret : &unwanted };

	return freeze_at(&f, parent, f.how->donor, name, 0, err);
}

/* ---- copying --------------------------------------------------------------------------- */

struct copying {
	bool (*leave_out)(void *ctx, const char *path);
	void *ctx;
	struct path path;
};

static int copy_folder(struct copying *c, int from, int to, unsigned depth, struct tora_err *err);

static int in_the_way(const struct copying *c, struct tora_err *err)
{
	return tora_fail(err, TORA_E_CONFLICT, "'%.60s' is a folder on one side only",
	                 c->path.text);
}

static int copy_file(int from, int to, const char *name, const struct stat *st,
                     struct tora_err *err)
{
	const struct timespec times[2] = { st->st_mtim, st->st_mtim };
	int in = openat(from, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC), out = -1;
	uint64_t bytes;
	int rc = TORA_OK;

	if (in >= 0)
		out = openat(to, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (out < 0 && (in < 0 || errno != EEXIST))
		rc = tora_fail_sys(err, "copying a file");
	if (!rc && out >= 0)
		rc = tora_copy_bytes(in, out, &bytes, err);
	if (!rc && out >= 0 &&
	    (fchmod(out, st->st_mode & 0111 ? 0755 : 0644) < 0 || futimens(out, times) < 0))
		rc = tora_fail_sys(err, "copying a file");
	if (out >= 0)
		(void)close(out);
	if (in >= 0)
		(void)close(in);
	return rc;
}

static int copy_link(int from, int to, const char *name, const struct stat *st,
                     struct tora_err *err)
{
	const struct timespec times[2] = { st->st_mtim, st->st_mtim };
	char target[PATH_MAX];
	ssize_t n = readlinkat(from, name, target, sizeof(target) - 1);

	if (n < 0)
		return tora_fail_sys(err, "copying a link");
	target[n] = '\0';
	if (symlinkat(target, to, name) < 0)
		return errno == EEXIST ? TORA_OK : tora_fail_sys(err, "copying a link");
	(void)utimensat(to, name, times, AT_SYMLINK_NOFOLLOW);
	return TORA_OK;
}

static int copy_subfolder(struct copying *c, int from, int to, const char *name, unsigned depth,
                          struct tora_err *err)
{
	int in = -1, out = -1, rc = TORA_OK;

	if (mkdirat(to, name, 0755) < 0 && errno != EEXIST)
		return tora_fail_sys(err, "copying a folder");
	in = openat(from, name, OPEN_DIR);
	out = openat(to, name, OPEN_DIR);
	if (in < 0)
		rc = tora_fail_sys(err, "copying a folder");
	else if (out < 0)
		rc = in_the_way(c, err);
	else
		rc = copy_folder(c, in, out, depth + 1, err);
	if (in >= 0)
		(void)close(in);
	if (out >= 0)
		(void)close(out);
	return rc;
}

static int copy_entry(struct copying *c, int from, int to, const char *name, unsigned depth,
                      struct tora_err *err)
{
	struct stat st, there;

	if (fstatat(from, name, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return tora_fail_sys(err, "copying");
	if (c->leave_out(c->ctx, c->path.text))
		return TORA_OK;
	if (S_ISDIR(st.st_mode))
		return copy_subfolder(c, from, to, name, depth, err);
	if (fstatat(to, name, &there, AT_SYMLINK_NOFOLLOW) == 0)
		return S_ISDIR(there.st_mode) ? in_the_way(c, err) : TORA_OK;
	if (S_ISLNK(st.st_mode))
		return copy_link(from, to, name, &st, err);
	return S_ISREG(st.st_mode) ? copy_file(from, to, name, &st, err) : TORA_OK;
}

static int copy_folder(struct copying *c, int from, int to, unsigned depth, struct tora_err *err)
{
	int own = openat(from, ".", OPEN_DIR), rc = TORA_OK;
	DIR *dir = own >= 0 ? fdopendir(own) : NULL;
	struct dirent *e;
	size_t len;

	if (!dir)
		rc = tora_fail_sys(err, "copying a folder");
	if (!dir && own >= 0)
		(void)close(own);
	if (!rc && depth > TORA_FOLDER_DEPTH_MAX / 2) /* three descriptors a folder */
		rc = too_deep(err);
	while (!rc && (e = readdir(dir))) {
		if (is_dots(e->d_name))
			continue;
		rc = path_down(&c->path, e->d_name, &len, err);
		if (rc)
			break;
		rc = copy_entry(c, from, to, e->d_name, depth, err);
		path_up(&c->path, len);
	}
	if (dir)
		(void)closedir(dir);
	return rc;
}

int tora_folder_copy(int from, int to, bool (*leave_out)(void *ctx, const char *path), void *ctx,
                     struct tora_err *err)
{
	struct copying c = { .leave_out = leave_out, .ctx = ctx };

	return copy_folder(&c, from, to, 0, err);
}
