/*
 * notify.c - libinotifytools without its blocking calls.
 *
 * The library hides its descriptor, and we need it to wait in our own loop. It is
 * opened as the lowest free number, so we look that number up just before, and make
 * sure afterwards that it is what we think.
 */
#include "watch/notify.h"
#include "loop/io.h"
#include "loop/timer.h"

#include <errno.h>
#include <fcntl.h>
#include <inotifytools/inotifytools.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "tora/str.h"

/*
 * git writes a dozen files for a commit. It is left alone until it is done with most of them: one
 * wake-up for all, which then costs the commit nothing. The debounce is longer anyway.
 */
#define NAP_MS 50

struct entry {
	int wd;
	void *tag;
	bool is_adopted; /* the library does not know it */
};

struct tora_notify {
	struct tora_notify_spec spec;
	struct tora_loop *loop;
	int fd;                 /* the library's */
	struct tora_io *io;     /* NULL during a nap */
	struct tora_timer *nap; /* from the first event to the look at all of them */
	struct entry *at;       /* by wd: the kernel counts up, so new ones go to the end */
	size_t n, cap;
	unsigned serial; /* of the spelling of the next watch */
};

static int find_fd(int guess, struct tora_err *err)
{
	char link[64], path[64];
	struct tora_str s = TORA_STR_INIT(sizeof path);
	ssize_t len;

	tora_str_addf(&s, "/proc/self/fd/%d", guess);
	len = readlink(s.buf, link, sizeof link - 1);
	tora_str_free(&s);
	if (len > 0)
		link[len] = '\0';
	if (len <= 0 || strcmp(link, "anon_inode:inotify") != 0)
		return tora_fail(err, TORA_E_UNSUPPORTED, "inotify: its descriptor was not found");
	if (fcntl(guess, F_SETFD, FD_CLOEXEC) < 0)
		return tora_fail_sys(err, "inotify");
	return TORA_OK;
}

static int start_library(int *ret_fd, struct tora_err *err)
{
	int guess = open("/dev/null", O_RDONLY | O_CLOEXEC), sys, rc;

	if (guess < 0)
		return tora_fail_sys(err, "inotify");
	(void)close(guess);
	if (!inotifytools_initialize()) {
		sys = inotifytools_error();
		if (sys == EMFILE)
			return tora_fail(err, TORA_E_LIMIT,
			                 "no inotify instance left (sysctl "
			                 "fs.inotify.max_user_instances is too low)");
		errno = sys;
		return tora_fail_sys(err, "inotify");
	}
	rc = find_fd(guess, err);
	if (rc)
		inotifytools_cleanup();
	else
		*ret_fd = guess;
	return rc;
}

static size_t slot_of(const struct tora_notify *n, int wd)
{
	size_t lo = 0, hi = n->n;

	while (lo < hi) {
		size_t mid = (lo + hi) / 2;

		if (n->at[mid].wd < wd)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static struct entry *find(struct tora_notify *n, int wd)
{
	size_t i = slot_of(n, wd);

	return i < n->n && n->at[i].wd == wd ? &n->at[i] : NULL;
}

static void forget(struct tora_notify *n, int wd)
{
	size_t i = slot_of(n, wd);

	if (i >= n->n || n->at[i].wd != wd)
		return;
	memmove(&n->at[i], &n->at[i + 1], (n->n - i - 1) * sizeof *n->at);
	n->n--;
}

static void handle(struct tora_notify *n, const struct inotify_event *event)
{
	struct entry *entry;
	uint32_t mask = event->mask;
	void *tag;

	if (mask & IN_Q_OVERFLOW) {
		n->spec.on_lost(n->spec.ctx);
		return;
	}
	entry = find(n, event->wd);
	if (!entry) { /* of a watch that was removed while its event waited, or is not adopted yet */
		if (n->spec.on_stray && !(mask & IN_IGNORED))
			n->spec.on_stray(n->spec.ctx);
		return;
	}
	tag = entry->tag;
	if (mask & IN_IGNORED)
		forget(n, event->wd);
	n->spec.on_event(n->spec.ctx, tag, event->len ? event->name : "", mask);
}

/* The library has a buffer of its own: asked until it has nothing, else events would lie there unheard. */
void tora_notify_drain(struct tora_notify *n)
{
	const struct inotify_event *event;

	while ((event = inotifytools_next_events(0, 1)))
		handle(n, event);
}

static void readable(void *ctx, unsigned events)
{
	struct tora_notify *n = ctx;

	(void)events;
	tora_io_free(n->io);
	n->io = NULL;
	tora_timer_start(n->nap, NAP_MS);
}

static void wake(void *ctx)
{
	struct tora_notify *n = ctx;

	n->io = tora_io_new(n->loop, "inotify", n->fd, TORA_IO_READ, readable, n);
	tora_notify_drain(n);
}

int tora_notify_new(struct tora_loop *loop, const struct tora_notify_spec *spec,
                    struct tora_notify **ret_notify, struct tora_err *err)
{
	struct tora_notify *n;
	int fd = -1, rc = start_library(&fd, err);

	if (rc)
		return rc;
	n = tora_xcalloc(1, sizeof *n);
	n->spec = *spec;
	n->loop = loop;
	n->fd = fd;
	n->io = tora_io_new(loop, "inotify", fd, TORA_IO_READ, readable, n);
	n->nap = tora_timer_new(loop, "let git finish", wake, n);
	*ret_notify = n;
	return TORA_OK;
}

void tora_notify_free(struct tora_notify *n)
{
	if (!n)
		return;
	tora_timer_free(n->nap);
	tora_io_free(n->io);
	inotifytools_cleanup();
	free(n->at);
	free(n);
}

/*
 * The library finds a watch by the name it was given, and never forgets one whose directory vanished: a directory
 * made again under the same name would be taken for the old one. So every watch gets a spelling of its own, its
 * serial number in binary, "/" for 0 and "/./" for 1: all of them name the same directory.
 */
static void spell(struct tora_str *out, const char *dir, unsigned serial)
{
	tora_str_adds(out, dir);
	for (; serial; serial >>= 1)
		tora_str_adds(out, serial & 1 ? "/./" : "/");
	tora_str_addc(out, '/');
}

static int add_failed(const char *dir, int sys, struct tora_err *err)
{
	if (sys == ENOENT || sys == ENOTDIR)
		return tora_fail(err, TORA_E_NOTFOUND, "no directory '%s'", dir);
	if (sys == ENOSPC)
		return tora_fail(
			err, TORA_E_LIMIT,
			"no inotify watch left (sysctl fs.inotify.max_user_watches is too low)");
	errno = sys;
	return tora_fail_sys(err, "watching '%s'", dir);
}

static void remember(struct tora_notify *n, int wd, void *tag, bool is_adopted)
{
	size_t i = slot_of(n, wd);

	if (n->n == n->cap) {
		n->cap = n->cap ? n->cap * 2 : 64;
		n->at = tora_xrealloc(n->at, n->cap * sizeof *n->at);
	}
	memmove(&n->at[i + 1], &n->at[i], (n->n - i) * sizeof *n->at);
	n->at[i] = (struct entry){ wd, tag, is_adopted };
	n->n++;
}

int tora_notify_add(struct tora_notify *n, const char *dir, void *tag, int *ret_watch,
                    struct tora_err *err)
{
	struct tora_str name = TORA_STR_INIT(8192);
	int wd, rc = TORA_OK;

	spell(&name, dir, ++n->serial);
	rc = tora_str_check(&name, err);
	if (rc)
		goto out;
	if (!inotifytools_watch_file(name.buf, TORA_NOTIFY_MASK)) {
		rc = add_failed(dir, inotifytools_error(), err);
		goto out;
	}
	wd = inotifytools_wd_from_filename(name.buf);
	if (wd < 0 || find(n, wd)) {
		rc = tora_fail(err, TORA_E_CONFLICT, "'%s' is watched already", dir);
		goto out;
	}
	remember(n, wd, tag, false);
	*ret_watch = wd;
out:
	tora_str_free(&name);
	return rc;
}

int tora_notify_fd(const struct tora_notify *n)
{
	return n->fd;
}

bool tora_notify_adopt(struct tora_notify *n, int watch, void *tag)
{
	if (find(n, watch))
		return false;
	remember(n, watch, tag, true);
	return true;
}

void tora_notify_remove(struct tora_notify *n, int watch)
{
	const struct entry *entry = watch < 0 ? NULL : find(n, watch);
	bool is_adopted;

	if (!entry)
		return;
	is_adopted = entry->is_adopted;
	forget(n, watch);
	if (is_adopted)
		(void)inotify_rm_watch(n->fd, watch);
	else
		(void)inotifytools_remove_watch_by_wd(watch);
}
