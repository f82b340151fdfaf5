/*
 * Three passes over the sorted list. The first makes the folders, the second hard links, noting what
 * is left, and the third reads those blobs in one go (repo.h reads many at once from the git program)
 * and writes each. One folder is kept open: neighbours in the list share it.
 */
#include "git/unpack.h"

#include "git/object.h"
#include "git/text.h"
#include "tora/clock.h"
#include "tora/copy.h"
#include "tora/links.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#define LFS_MAX   1024 /* an LFS pointer is shorter */
#define OPEN_DIR  (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
#define TIME_ZERO 1000000000 /* 2001: old enough to be nobody's "just now" */
#define ASIDE_MAX 100        /* their names are to fit into the one block of their folder */

static const char lfs_magic[] = "version https://git-lfs.github.com/spec/v1\n";

struct unpacking {
	const struct tora_unpack_spec *spec;
	struct tora_arena *arena;
	int root, donor;         /* folders */
	int folder;              /* the one that is open, or -1 */
	const char *folder_path; /* its path: a prefix of an entry's, not NUL-terminated */
	size_t folder_len;
	const size_t *wanted; /* entries whose blobs are read, by the order of reading */
	bool has_lost_folders;
	unsigned n_to_write, n_aside; /* files; files that are kept to be written over */
	struct tora_unpacked made;
};

/* ---- names --------------------------------------------------------------------------- */

static const char *refuse_name(const char *name, size_t n)
{
	if (n == 0)
		return "an empty name";
	if (n > NAME_MAX)
		return "a name longer than a file system takes";
	if ((n == 1 && name[0] == '.') || (n == 2 && name[0] == '.' && name[1] == '.'))
		return "a name that leads out of its folder";
	if (n == 4 && strncasecmp(name, ".git", 4) == 0)
		return "a name that git would take for a repository";
	return NULL;
}

const char *tora_unpack_refuses(const char *path)
{
	const char *why = NULL;

	if (strlen(path) >= PATH_MAX / 2)
		return "a path longer than a file system takes";
	while (!why) {
		size_t n = strcspn(path, "/");

		why = refuse_name(path, n);
		if (!path[n])
			break;
		path += n + 1;
	}
	return why;
}

static int check_names(const struct tora_tree *tree, struct tora_arena *arena, struct tora_err *err)
{
	for (size_t i = 0; i < tree->entries.n; i++) {
		const char *why = tora_unpack_refuses(tree->entries.at[i].path);

		if (why)
			return tora_fail(err, TORA_E_FORMAT, "'%.100s' in the tree is %s",
			                 tora_text_path(tree->entries.at[i].path, arena), why);
	}
	return TORA_OK;
}

/*
 * In a folder that only we write to, these mean that the tree has two entries of one name, or a
 * name that this file system does not take: its fault, not the disk's.
 */
static int disk_fail(struct tora_err *err, const char *what)
{
	if (errno == EEXIST || errno == ENOTDIR || errno == ELOOP || errno == ENAMETOOLONG ||
	    errno == EINVAL || errno == EILSEQ)
		return tora_fail(err, TORA_E_FORMAT,
		                 "%s: the tree has a name twice, or one that "
		                 "cannot be written here",
		                 what);
	return tora_fail_sys(err, "%s", what);
}

/* Both lists are sorted: *at moves forward only. */
static bool has_same(const struct tora_tree *tree, const struct tora_tree_entry *e, size_t *at)
{
	while (*at < tree->entries.n && strcmp(tree->entries.at[*at].path, e->path) < 0)
		(*at)++;
	return *at < tree->entries.n && tree->entries.at[*at].kind == e->kind &&
	       strcmp(tree->entries.at[*at].path, e->path) == 0 &&
	       tora_oid_eq(&tree->entries.at[*at].oid, &e->oid);
}

/* ---- folders ------------------------------------------------------------------------- */

/* A folder that is frozen is not any more. Setting a mode that it has costs more than a look. */
static int thaw(const struct unpacking *u, int fd, struct tora_err *err)
{
	struct stat st;

	if (!u->spec->was || (fstat(fd, &st) == 0 && (st.st_mode & 07777) == 0755) ||
	    fchmod(fd, 0755) == 0)
		return TORA_OK;
	return disk_fail(err, "opening a folder");
}

static int step_into(const struct unpacking *u, int *fd, const char *name, size_t n,
                     struct tora_err *err)
{
	char part[NAME_MAX + 1];
	int next, rc = thaw(u, *fd, err);

	if (rc)
		return rc;
	memcpy(part, name, n);
	part[n] = '\0';
	next = openat(*fd, part, OPEN_DIR);
	if (next < 0 && errno == ENOENT) {
		if (mkdirat(*fd, part, 0755) < 0)
			return disk_fail(err, "making a folder");
		next = openat(*fd, part, OPEN_DIR);
	}
	if (next < 0)
		return disk_fail(err, "opening a folder");
	(void)close(*fd);
	*fd = next;
	return TORA_OK;
}

/* From the root, a component at a time: a link that took a folder's place is not followed. */
static int open_folder(struct unpacking *u, const char *path, size_t len, struct tora_err *err)
{
	int rc = TORA_OK;

	if (u->folder >= 0 && u->folder_len == len && memcmp(u->folder_path, path, len) == 0)
		return TORA_OK;
	if (u->folder >= 0)
		(void)close(u->folder);
	u->folder = openat(u->root, ".", OPEN_DIR);
	if (u->folder < 0)
		return disk_fail(err, "opening a folder");
	u->folder_path = path;
	u->folder_len = len;
	for (size_t i = 0, n; !rc && i < len; i += n + 1) {
		const char *slash = memchr(path + i, '/', len - i);

		n = slash ? (size_t)(slash - path) - i : len - i;
		rc = step_into(u, &u->folder, path + i, n, err);
	}
	if (!rc)
		rc = thaw(u, u->folder, err);
	if (rc)
		u->folder_len = SIZE_MAX; /* half-way: no path's folder */
	return rc;
}

/* Opens the folder of a path; *ret_name is its last component. */
static int open_parent(struct unpacking *u, const char *path, const char **ret_name,
                       struct tora_err *err)
{
	const char *slash = strrchr(path, '/');

	*ret_name = slash ? slash + 1 : path;
	return open_folder(u, path, slash ? (size_t)(slash - path) : 0, err);
}

/* ---- files --------------------------------------------------------------------------- */

static bool is_file(const struct tora_tree_entry *e)
{
	return e->kind == TORA_ENTRY_FILE || e->kind == TORA_ENTRY_EXEC;
}

static int out_of_time(const struct unpacking *u, struct tora_err *err)
{
	return tora_fail(err, TORA_E_TIMEOUT, "no time was left for all %zu files",
	                 u->spec->tree->entries.n);
}

static int look_at_time(const struct unpacking *u, struct tora_err *err)
{
	if (!u->spec->until_ms || tora_clock_mono_ms() < u->spec->until_ms)
		return TORA_OK;
	return out_of_time(u, err);
}

struct timespec tora_unpack_time(const struct tora_oid *oid)
{
	char digits[8] = { 0 };

	memcpy(digits, oid->hex, 7);
	return (struct timespec){ .tv_sec = TIME_ZERO + (time_t)strtoul(digits, NULL, 16) };
}

/* Of what is not the donor's. */
static void times_of(const struct unpacking *u, const struct tora_oid *oid, struct timespec ret[2])
{
	ret[0] = ret[1] = u->spec->is_continued ? u->spec->changed : tora_unpack_time(oid);
}

static mode_t mode_of(const struct unpacking *u, enum tora_entry_kind kind)
{
	mode_t mode = kind == TORA_ENTRY_EXEC ? 0755 : 0644;

	return u->spec->writable ? mode : mode & ~(mode_t)0222;
}

static void saw_lfs(struct unpacking *u, const char *path)
{
	if (!u->made.lfs++)
		u->made.lfs_file = tora_text_path(path, u->arena);
}

static bool is_lfs(struct tora_sv text)
{
	return text.len < LFS_MAX && tora_sv_starts(text, lfs_magic);
}

static int write_all(int fd, struct tora_sv bytes, struct tora_err *err)
{
	while (bytes.len) {
		ssize_t n = write(fd, bytes.at, bytes.len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return tora_fail_sys(err, "writing");
		bytes.at += n;
		bytes.len -= (size_t)n;
	}
	return TORA_OK;
}

/*
 * Its place among the files of its folder, for now empty: with a donor, files are not made in the order
 * of the tree otherwise, and on many file systems a folder lists them in the order they were made.
 */
static int reserve(struct unpacking *u, const char *name, struct tora_err *err)
{
	int fd =
		openat(u->folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);

	if (fd < 0)
		return disk_fail(err, "creating a file");
	(void)close(fd);
	return TORA_OK;
}

/* ---- put aside ----------------------------------------------------------------------- */

/*
 * A file that goes and that nothing else links to is put beside the tree, and one that comes is written over
 * it: ext4 frees what was removed block by block, and finds no room for a new file near by before it has
 * passed over all that was removed in the last minutes.
 */
static void aside_name(unsigned i, char ret[32])
{
	(void)snprintf(ret, 32, "../.aside-%u", i);
}

static bool put_aside(struct unpacking *u, const char *name, const struct stat *st)
{
	char aside[32];

	if (!S_ISREG(st->st_mode) || st->st_nlink != 1 || u->n_aside == u->n_to_write ||
	    u->n_aside == ASIDE_MAX)
		return false;
	aside_name(u->n_aside, aside);
	if (renameat(u->folder, name, u->root, aside) < 0)
		return false;
	u->n_aside++;
	return true;
}

/* -> open to be written; -1: there is none, or it cannot be had. There are never more than files to write. */
static int take_aside(struct unpacking *u, const char *name)
{
	char aside[32];
	struct stat st;
	int fd = -1;

	if (!u->n_aside)
		return -1;
	aside_name(--u->n_aside, aside);
	if (fchmodat(u->root, aside, 0600, 0) == 0)
		fd = openat(u->root, aside, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
	if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_nlink == 1 &&
	    renameat2(u->root, aside, u->folder, name, RENAME_NOREPLACE) == 0)
		return fd;
	if (fd >= 0)
		(void)close(fd);
	(void)unlinkat(u->root, aside, 0);
	return -1;
}

/* Where folders list their files by hash (`was`), none has to have its place before. */
static bool reserves(const struct unpacking *u)
{
	return u->donor >= 0 && !u->spec->was;
}

static int write_file(struct unpacking *u, const char *name, const struct tora_tree_entry *e,
                      struct tora_sv bytes, struct tora_err *err)
{
	int fd = take_aside(u, name), rc, made = reserves(u) ? 0 : O_CREAT | O_EXCL;
	bool is_over = fd >= 0;
	struct timespec times[2];

	if (fd < 0)
		fd = openat(u->folder, name, O_WRONLY | made | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return disk_fail(err, "creating a file");
	times_of(u, &e->oid, times);
	rc = write_all(fd, bytes, err);
	if (!rc && is_over && ftruncate(fd, (off_t)bytes.len) < 0)
		rc = tora_fail_sys(err, "cutting a file");
	if (!rc && (fchmod(fd, mode_of(u, e->kind)) < 0 || futimens(fd, times) < 0))
		rc = tora_fail_sys(err, "finishing a file");
	if (close(fd) < 0 && !rc)
		rc = tora_fail_sys(err, "closing a file");
	u->made.bytes += bytes.len;
	u->made.written += tora_copy_blocks(bytes.len);
	return rc;
}

static int write_link(struct unpacking *u, const char *name, const struct tora_tree_entry *e,
                      struct tora_sv target, struct tora_err *err)
{
	struct timespec times[2];
	char text[PATH_MAX];

	if (target.len == 0 || target.len >= sizeof(text) || memchr(target.at, '\0', target.len))
		return tora_fail(err, TORA_E_FORMAT, "a symbolic link without a usable target");
	memcpy(text, target.at, target.len);
	text[target.len] = '\0';
	times_of(u, &e->oid, times);
	if (symlinkat(text, u->folder, name) < 0 ||
	    utimensat(u->folder, name, times, AT_SYMLINK_NOFOLLOW) < 0)
		return disk_fail(err, "making a symbolic link");
	return TORA_OK;
}

static int write_entry(void *ctx, const struct tora_object *o, struct tora_err *err)
{
	struct unpacking *u = ctx;
	const struct tora_tree_entry *e = &u->spec->tree->entries.at[u->wanted[o->index]];
	const char *name;
	int rc;

	rc = look_at_time(u, err);
	if (rc)
		return rc;
	if (o->type != TORA_OBJECT_BLOB)
		return tora_fail(err, TORA_E_FORMAT, "'%.100s' is not a file",
		                 tora_text_path(e->path, u->arena));
	if (!o->bytes.at)
		return tora_fail(err, TORA_E_LIMIT, "'%.100s' is larger than %u MiB",
		                 tora_text_path(e->path, u->arena), TORA_UNPACK_FILE_MAX >> 20);
	rc = open_parent(u, e->path, &name, err);
	if (!rc)
		rc = e->kind == TORA_ENTRY_LINK ? write_link(u, name, e, o->bytes, err)
		                                : write_file(u, name, e, o->bytes, err);
	if (rc)
		return tora_wrap(err, "'%.60s'", tora_text_path(e->path, u->arena));
	if (e->kind != TORA_ENTRY_LINK && is_lfs(o->bytes))
		saw_lfs(u, e->path);
	return TORA_OK;
}

/* ---- sharing ------------------------------------------------------------------------- */

static void look_for_lfs(struct unpacking *u, const char *path, off_t size)
{
	char text[sizeof(lfs_magic)];
	ssize_t n;
	int fd;

	if (size < (off_t)sizeof(lfs_magic) || size >= LFS_MAX)
		return;
	fd = openat(u->root, path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return;
	n = read(fd, text, sizeof(lfs_magic) - 1);
	if (n == (ssize_t)sizeof(lfs_magic) - 1 && memcmp(text, lfs_magic, (size_t)n) == 0)
		saw_lfs(u, path);
	(void)close(fd);
}

/* What could not be shared, for whatever reason, has its place by then and is written instead. */
static int link_all(struct unpacking *u, bool *taken, struct tora_err *err)
{
	const struct tora_tree *tree = u->spec->tree;
	struct tora_link *links = tora_xcalloc(tree->entries.n + 1, sizeof(*links));
	size_t *entries = tora_xcalloc(tree->entries.n + 1, sizeof(*entries));
	size_t n = 0, at = 0;
	int rc = TORA_OK;

	for (size_t i = 0; i < tree->entries.n; i++) {
		const struct tora_tree_entry *e = &tree->entries.at[i];

		if (!is_file(e) || taken[i])
			continue;
		links[n] = (struct tora_link){ .path = e->path, .reserved = reserves(u) };
		links[n].wanted = has_same(u->spec->donor, e, &at);
		if (links[n].wanted || links[n].reserved)
			entries[n++] = i;
	}
	tora_links_make(u->donor, u->root, links, n, u->spec->until_ms);
	for (size_t i = 0; !rc && i < n; i++) {
		taken[entries[i]] = links[i].linked;
		u->made.shared += links[i].linked;
		u->made.bytes += (uint64_t)links[i].size;
		errno = links[i].error;
		if (errno)
			rc = errno == ETIMEDOUT ? out_of_time(u, err)
			                        : disk_fail(err, "creating a file");
		else if (links[i].linked)
			look_for_lfs(u, links[i].path, links[i].size);
	}
	free(entries);
	free(links);
	return rc;
}

/* A file that the command left alone: it still has the time it was unpacked with. */
static bool is_untouched(int fd, const struct tora_oid *oid)
{
	struct timespec t = tora_unpack_time(oid);
	struct stat st;

	return fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_mtim.tv_sec == t.tv_sec &&
	       st.st_mtim.tv_nsec == 0;
}

/* False: it is not the donor's to give, and is written instead. */
static bool copy_over(struct unpacking *u, const char *name, const struct tora_tree_entry *e)
{
	int from = tora_open_beneath(u->donor, e->path), to = -1;
	struct timespec times[2];
	struct tora_err ignored;
	uint64_t bytes = 0;
	bool copied;

	if (from >= 0 && is_untouched(from, &e->oid))
		to = openat(u->folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
		            0600);
	times[0] = times[1] = tora_unpack_time(&e->oid);
	copied = to >= 0 && tora_copy_bytes(from, to, &bytes, &ignored) == TORA_OK &&
	         fchmod(to, mode_of(u, e->kind)) == 0 && futimens(to, times) == 0;
	if (to >= 0) {
		(void)close(to);
		if (!copied)
			(void)unlinkat(u->folder, name, 0);
	}
	if (from >= 0)
		(void)close(from);
	if (!copied)
		return false;
	u->made.bytes += bytes;
	u->made.written += tora_copy_blocks(bytes);
	u->made.shared++;
	look_for_lfs(u, e->path, (off_t)bytes);
	return true;
}

static int make_submodules(struct unpacking *u, struct tora_err *err)
{
	const struct tora_tree *tree = u->spec->tree;
	const char *name;
	int rc = TORA_OK;

	for (size_t i = 0; !rc && i < tree->entries.n; i++) {
		const char *path = tree->entries.at[i].path;

		if (tree->entries.at[i].kind != TORA_ENTRY_SUBMODULE)
			continue;
		rc = open_parent(u, path, &name, err);
		if (!rc && mkdirat(u->folder, name, 0755) < 0)
			rc = disk_fail(err, "making a folder");
		if (!u->made.submodules++)
			u->made.submodule = tora_text_path(path, u->arena);
	}
	return rc;
}

/* Where a file went, its folder is open for another, unless it went too. */
static bool has_open_folder(const struct unpacking *u, const char *path)
{
	return u->spec->was && !u->has_lost_folders && tora_tree_at(u->spec->was, path);
}

/* All before the first file, so that they are listed in one order whether there is a donor or not. */
static int make_folders(struct unpacking *u, const bool *taken, struct tora_err *err)
{
	const struct tora_tree *tree = u->spec->tree;
	const char *name;
	int rc = TORA_OK;

	for (size_t i = 0; !rc && i < tree->entries.n; i++)
		if (tree->entries.at[i].kind != TORA_ENTRY_SUBMODULE && !taken[i] &&
		    !has_open_folder(u, tree->entries.at[i].path))
			rc = open_parent(u, tree->entries.at[i].path, &name, err);
	return rc;
}

/* ---- what is there already ----------------------------------------------------------- */

bool tora_unpack_is_long(const struct stat *folder)
{
	return folder->st_size > folder->st_blksize;
}

static int look_at_folder(const struct unpacking *u, struct tora_err *err)
{
	struct stat st;

	if (fstat(u->folder, &st) < 0)
		return tora_fail_sys(err, "looking at a folder");
	return tora_unpack_is_long(&st)
	               ? tora_fail(err, TORA_E_CONFLICT, "a folder is longer than a block")
	               : TORA_OK;
}

/* False: there is no such file. */
static bool remove_file(struct unpacking *u, const char *name)
{
	struct stat st;

	if (fstatat(u->folder, name, &st, AT_SYMLINK_NOFOLLOW) < 0 ||
	    (!put_aside(u, name, &st) && unlinkat(u->folder, name, 0) < 0))
		return false;
	if (S_ISREG(st.st_mode))
		u->made.bytes -= (uint64_t)st.st_size;
	return true;
}

/* From the folder of a path up to the first that is not empty. */
static void remove_folders(struct unpacking *u, const char *path)
{
	char folder[PATH_MAX];
	char *slash;

	(void)snprintf(folder, sizeof(folder), "%s", path);
	while ((slash = strrchr(folder, '/'))) {
		*slash = '\0';
		if (unlinkat(u->root, folder, AT_REMOVEDIR) < 0)
			return;
		u->has_lost_folders = true;
		u->folder_len = SIZE_MAX; /* the open one may be gone */
	}
}

static bool has_folder(const struct unpacking *u, const char *path)
{
	const char *slash = strrchr(path, '/');
	char folder[PATH_MAX];

	(void)snprintf(folder, sizeof(folder), "%.*s", slash ? (int)(slash - path) : 1,
	               slash ? path : ".");
	return faccessat(u->root, folder, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

/* What was compiled of a file may stand behind a link, where nothing of ours is, or not be there. */
static int clear_compiled(struct unpacking *u, const char *path, struct tora_err *err)
{
	struct tora_err ignored = TORA_ERR_INIT;
	const char *name;
	int rc;

	if (!has_folder(u, path) || open_parent(u, path, &name, &ignored) != TORA_OK)
		return TORA_OK;
	rc = look_at_folder(u, err);
	if (rc)
		return rc;
	(void)remove_file(u, name);
	remove_folders(u, path);
	return TORA_OK;
}

static int clear_entry(struct unpacking *u, const struct tora_tree_entry *e, struct tora_err *err)
{
	const char *name;
	int rc = look_at_time(u, err);

	if (!rc)
		rc = open_parent(u, e->path, &name, err);
	if (!rc)
		rc = look_at_folder(u, err);
	if (!rc && !remove_file(u, name))
		rc = tora_fail(err, TORA_E_CONFLICT, "a file is gone");
	return rc;
}

static bool same_folder(const char *a, const char *b)
{
	size_t n = 0, folder = 0;

	for (; a[n] && a[n] == b[n]; n++)
		if (a[n] == '/')
			folder = n + 1;
	return !strchr(a + folder, '/') && !strchr(b + folder, '/');
}

/* Whether what stands around `at` says that the folder of a path is not empty; it need not. */
static bool has_neighbour(const struct tora_tree *tree, size_t at, const char *path)
{
	return (at > 0 && same_folder(tree->entries.at[at - 1].path, path)) ||
	       (at < tree->entries.n && same_folder(tree->entries.at[at].path, path));
}

/* A tree that nobody honest made has a name twice, or in no order. */
static bool is_ascending(const struct tora_tree *tree)
{
	for (size_t i = 1; i < tree->entries.n; i++)
		if (strcmp(tree->entries.at[i - 1].path, tree->entries.at[i].path) >= 0)
			return false;
	return true;
}

/* Notes what stays; the rest goes. Folders go last: what is compiled of their files stands in them. */
static int keep_or_clear(struct unpacking *u, bool *taken, struct tora_err *err)
{
	const struct tora_unpack_spec *spec = u->spec;
	const struct tora_tree *tree = spec->tree, *was = spec->was;
	struct stat st;
	int rc = TORA_OK;

	if (!is_ascending(tree) || !is_ascending(was))
		return tora_fail(err, TORA_E_CONFLICT, "the trees cannot be compared");
	u->made.bytes = spec->was_bytes;
	for (size_t i = 0, at = 0, k = 0; i < tree->entries.n; i++) {
		const struct tora_tree_entry *e = &tree->entries.at[i];
		bool is_donors = u->donor >= 0 && has_same(spec->donor, e, &k);

		taken[i] = has_same(was, e, &at);
		u->made.shared += taken[i];
		u->n_to_write += !taken[i] && !is_donors && is_file(e);
		if (taken[i] && !is_donors &&
		    fstatat(u->root, e->path, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(st.st_mode))
			u->made.written += tora_copy_blocks((uint64_t)st.st_size);
	}
	for (size_t i = 0; !rc && i < spec->n_gone; i++)
		rc = clear_compiled(u, spec->gone[i], err);
	for (size_t i = 0, at = 0; !rc && i < was->entries.n; i++)
		if (!has_same(tree, &was->entries.at[i], &at)) {
			rc = clear_entry(u, &was->entries.at[i], err);
			if (!rc && !has_neighbour(tree, at, was->entries.at[i].path))
				remove_folders(u, was->entries.at[i].path);
		}
	return rc;
}

/* Files that were built upon are copied; what cannot be copied keeps its place. */
static int copy_all(struct unpacking *u, bool *taken, struct tora_err *err)
{
	const struct tora_tree *tree = u->spec->tree;
	const char *name;
	int rc = TORA_OK;

	for (size_t i = 0, at = 0; !rc && i < tree->entries.n; i++) {
		const struct tora_tree_entry *e = &tree->entries.at[i];

		if (!is_file(e))
			continue;
		rc = look_at_time(u, err);
		if (!rc)
			rc = open_parent(u, e->path, &name, err);
		if (rc)
			break;
		taken[i] = has_same(u->spec->donor, e, &at) && copy_over(u, name, e);
		if (!taken[i])
			rc = reserve(u, name, err);
	}
	return rc;
}

/* What is left to write, of what was not taken: files, and links after them. -> how many */
static size_t list_wanted(struct unpacking *u, const bool *taken, size_t *wanted,
                          struct tora_oid *oids)
{
	const struct tora_tree *tree = u->spec->tree;
	size_t n = 0;

	for (int links = 0; links < 2; links++)
		for (size_t i = 0; i < tree->entries.n; i++) {
			const struct tora_tree_entry *e = &tree->entries.at[i];

			if (links ? e->kind != TORA_ENTRY_LINK : !is_file(e))
				continue;
			u->made.files++;
			if (taken[i])
				continue;
			wanted[n] = i;
			oids[n++] = e->oid;
		}
	return n;
}

static int open_roots(struct unpacking *u, struct tora_err *err)
{
	u->root = open(u->spec->dir, OPEN_DIR);
	if (u->root < 0)
		return tora_fail_sys(err, "opening '%s'", u->spec->dir);
	if (u->spec->donor && (u->spec->is_continued ||
	                       !u->spec->writable)) /* gone meanwhile: everything is written */
		u->donor = open(u->spec->donor_dir, OPEN_DIR);
	return TORA_OK;
}

int tora_tree_unpack(struct tora_repo *repo, const struct tora_unpack_spec *spec,
                     struct tora_arena *arena, struct tora_unpacked *ret, struct tora_err *err)
{
	struct unpacking u = {
		.spec = spec, .arena = arena, .root = -1, .donor = -1, .folder = -1
	};
	size_t *wanted = tora_xcalloc(spec->tree->entries.n + 1, sizeof(*wanted));
	struct tora_oid *oids = tora_xcalloc(spec->tree->entries.n + 1, sizeof(*oids));
	bool *taken = tora_xcalloc(spec->tree->entries.n + 1, sizeof(*taken));
	size_t n;
	int rc;

	u.wanted = wanted;
	rc = check_names(spec->tree, arena, err);
	if (!rc)
		rc = open_roots(&u, err);
	if (!rc && spec->was)
		rc = keep_or_clear(&u, taken, err);
	if (!rc)
		rc = make_folders(&u, taken, err);
	if (!rc && u.donor >= 0)
		rc = spec->is_continued ? copy_all(&u, taken, err) : link_all(&u, taken, err);
	if (!rc) {
		n = list_wanted(&u, taken, wanted, oids);
		rc = tora_repo_each(repo, oids, n, TORA_UNPACK_FILE_MAX, write_entry, &u, err);
	}
	if (!rc)
		rc = make_submodules(&u, err);
	if (!rc)
		*ret = u.made;
	if (u.folder >= 0)
		(void)close(u.folder);
	if (u.donor >= 0)
		(void)close(u.donor);
	if (u.root >= 0)
		(void)close(u.root);
	free(taken);
	free(oids);
	free(wanted);
	return rc;
}
