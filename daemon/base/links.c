/*
 * The links are put in order by their folders, and each thread takes the next folder that nobody has
 * begun. The caller's thread works too: where no other can be had, it does everything.
 */
#include "tora/links.h"

#include "tora/clock.h"
#include "tora/str.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OPEN_DIR    (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
#define ENOUGH      200 /* links: starting another thread costs as much as twenty */
#define STACK_BYTES (256u << 10)

struct linking {
	int from, to;
	struct tora_link **links; /* by folder, each folder's in the order given */
	size_t n;
	size_t *folders; /* where each one's begin, and the end */
	size_t n_folders;
	atomic_size_t next; /* folder that nobody has begun */
	int64_t until_ms;
};

static size_t folder_len(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? (size_t)(slash - path) : 0;
}

static bool same_folder(const struct tora_link *a, const struct tora_link *b)
{
	size_t n = folder_len(a->path);

	return n == folder_len(b->path) && memcmp(a->path, b->path, n) == 0;
}

static int by_folder(const void *one, const void *other)
{
	const struct tora_link *a = *(struct tora_link *const *)one;
	const struct tora_link *b = *(struct tora_link *const *)other;
	size_t n = folder_len(a->path), m = folder_len(b->path);
	int c = n == m ? memcmp(a->path, b->path, n) : (n > m) - (n < m);

	return c ? c : (a > b) - (a < b);
}

static const char *name_of(const struct tora_link *l)
{
	size_t n = folder_len(l->path);

	return n ? l->path + n + 1 : l->path;
}

static int open_folder(int top, const struct tora_link *l, bool is_made)
{
	char path[PATH_MAX];
	size_t n = folder_len(l->path);

	if (n >= sizeof(path)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	memcpy(path, n ? l->path : ".", n ? n : 1);
	path[n ? n : 1] = '\0';
	if (is_made && mkdirat(top, path, 0755) < 0 && errno != EEXIST)
		return -1;
	return openat(top, path, OPEN_DIR);
}

static bool is_regular(int folder, const char *name, off_t *ret_size)
{
	struct stat st;

	if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return false;
	*ret_size = st.st_size;
	return S_ISREG(st.st_mode);
}

/* The link comes first: one look says both what it is and how long. */
static bool link_one(int from, int to, struct tora_link *l)
{
	const char *name = name_of(l);

	if (from < 0 || linkat(from, name, to, name, 0) < 0)
		return false;
	if (is_regular(to, name, &l->size))
		return true;
	(void)unlinkat(to, name, 0);
	l->size = 0;
	return false;
}

static void make_one(const struct linking *k, int from, int to, struct tora_link *l)
{
	int fd;

	if (k->until_ms && tora_clock_mono_ms() >= k->until_ms) {
		l->error = ETIMEDOUT;
		return;
	}
	l->linked = l->wanted && link_one(from, to, l);
	if (l->linked || !l->reserved)
		return;
	fd = openat(to, name_of(l), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		l->error = errno;
	else
		(void)close(fd);
}

static void make_folder(const struct linking *k, size_t folder)
{
	size_t begin = k->folders[folder], end = k->folders[folder + 1];
	int from = open_folder(k->from, k->links[begin], false);
	int to = open_folder(k->to, k->links[begin], from >= 0 && k->links[begin]->makes_folder);
	int error = to < 0 ? errno : 0;

	for (size_t i = begin; i < end; i++) {
		if (to >= 0)
			make_one(k, from, to, k->links[i]);
		else if (k->links[i]->reserved)
			k->links[i]->error = error;
	}
	if (from >= 0)
		(void)close(from);
	if (to >= 0)
		(void)close(to);
}

static void *work(void *ctx)
{
	struct linking *k = ctx;
	size_t folder;

	while ((folder = atomic_fetch_add(&k->next, 1)) < k->n_folders)
		make_folder(k, folder);
	return NULL;
}

static void sort(struct linking *k, struct tora_link *links)
{
	for (size_t i = 0; i < k->n; i++) {
		links[i].linked = false;
		links[i].error = 0;
		links[i].size = 0;
		k->links[i] = &links[i];
	}
	qsort(k->links, k->n, sizeof(struct tora_link *), by_folder);
	for (size_t i = 0; i < k->n; i++)
		if (i == 0 || !same_folder(k->links[i - 1], k->links[i]))
			k->folders[k->n_folders++] = i;
	k->folders[k->n_folders] = k->n;
}

static unsigned helpers_for(const struct linking *k)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	size_t most = k->n / ENOUGH < k->n_folders ? k->n / ENOUGH : k->n_folders;

	if (processors > TORA_LINKS_THREADS_MAX)
		processors = TORA_LINKS_THREADS_MAX;
	if (most > (size_t)(processors > 1 ? processors : 1))
		most = (size_t)(processors > 1 ? processors : 1);
	return most > 1 ? (unsigned)most - 1 : 0;
}

/* With helpers, none of which is sent our signals. */
static void work_together(struct linking *k)
{
	pthread_t helpers[TORA_LINKS_THREADS_MAX];
	unsigned n = 0, wanted = helpers_for(k);
	pthread_attr_t attr;
	sigset_t all, before;

	if (wanted && pthread_attr_init(&attr) == 0) {
		(void)pthread_attr_setstacksize(&attr, STACK_BYTES);
		(void)sigfillset(&all);
		(void)pthread_sigmask(SIG_SETMASK, &all, &before);
		while (n < wanted && pthread_create(&helpers[n], &attr, work, k) == 0)
			n++;
		(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
		(void)pthread_attr_destroy(&attr);
	}
	(void)work(k);
	while (n)
		(void)pthread_join(helpers[--n], NULL);
}

void tora_links_make(int from, int to, struct tora_link *links, size_t n, int64_t until_ms)
{
	struct linking k = { .from = from, .to = to, .n = n, .until_ms = until_ms };

	k.links = tora_xcalloc(n + 1, sizeof(*k.links));
	k.folders = tora_xcalloc(n + 1, sizeof(*k.folders));
	sort(&k, links);
	work_together(&k);
	free(k.folders);
	free(k.links);
}
