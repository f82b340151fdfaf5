/*
 * fork.c - what lets a Node process be copied: loaded by the runner (runner/copies.js) as fork.node.
 *
 * Three things keep a plain fork() of Node from working. V8 marks its memory to be left out of
 * copies: that is undone right before. The event loop shares its descriptors with the original:
 * libuv renews them. And the threads are not there any more: with --single-threaded V8 needs none
 * of them, but Node itself waits for them when its loop has run empty; so the loop never returns to
 * it: a handle of ours keeps it alive, sees that nothing else does, and ends the process as Node
 * would have, with 'beforeExit' and 'exit'.
 *
 * What comes of it depends on the insides of a Node: the runner tries it, with everything that
 * could fail, before it relies on it, and else starts a process for every test.
 *
 * What keeps a copy away from the original, and so from the next copy: the original cannot be looked
 * into while there is one, nor signalled (by Landlock, Linux 6.12; before that a test can end it, and
 * its own run with it); its report pipe is replaced by the copy's; and so are, by /dev/null, the
 * descriptors its threads wake each other with, into which a test could write. When the original dies
 * so does the copy. Orphans of a copy become the original's children, so that "no child left" means
 * that a test left nothing.
 */
#include "node.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define PIPES       3 /* output, errors, reports */
#define COMMANDS_FD 3 /* of the original alone */
#define REPORTS_FD  4
#define SOON_MS     10 /* most copies are over by then: only then is anybody woken */
#define WORD_MAX    64
#define CHUNK       (16u << 10)  /* of what a copy says */
#define SAID_MAX    (128u << 10) /* some chunks as lines */
#define QUIET_TURNS                                                                                \
	2         /* of the loop, before it counts as empty: V8's own tasks do not keep it alive */
#define SCOPES  3 /* abstract sockets and signals: LANDLOCK_SCOPE_*, which older headers lack */
#define FDS_MAX 256

#define HUGE_PAGE (2ul << 20)
#define TEXT_MIN  (8ul << 20)
#define TEXT_MAX  (64ul << 20)
#define CONSTANTS (16ul << 20) /* those of the code itself: what is behind is data of languages */
#define COLLAPSE  25           /* MADV_COLLAPSE, Linux 6.1: 0 only if all of it is huge */
#define POPULATE  22  /* MADV_POPULATE_READ, Linux 5.14: not 0 where something cannot be read */
#define PAGES     512 /* in a huge one */
#define PARTS_MAX 16  /* of a huge page */
#define ROOM      (8ul << 20) /* a thread's stack and its guard are more */
#define ROOMS     6
#define ASKED     (1ul << 46) /* below it V8 asks for memory */
#define LOW       (1ul << 36) /* the program, and what grows behind it */

struct own_fd {
	int fd;
	dev_t dev;
	ino_t ino;
};

struct helper {
	napi_env env;
	void *loop;
	napi_ref before_exit, at_exit;
	struct uv_handle prepare, idle;
	unsigned quiet;
	struct own_fd own[FDS_MAX]; /* Node's, from before anything was loaded */
	size_t n_own;
	unsigned long mapped; /* pages of memory that are known to go into a copy */
	bool is_enlarged;
	char word[WORD_MAX]; /* that reports begin with */
	char said[SAID_MAX]; /* for one write of all of it */
	size_t n_said;
};

static napi_value number(napi_env env, int n)
{
	napi_value value = NULL;

	(void)napi_create_int32(env, n, &value);
	return value;
}

static struct helper *helper_of(napi_env env, napi_call call, napi_value *ret, size_t n)
{
	void *data = NULL;

	(void)napi_get_cb_info(env, call, &n, ret, NULL, &data);
	return data;
}

/* ---- the memory of Node ---------------------------------------------------------------------- */

/*
 * V8 asks for each quarter of a MiB of its heap at an address of its own, drawn from 64 TiB. Each has page tables of its own
 * then, three deep, and every copy needs them too. Where all those addresses are taken, the kernel looks for room from the top
 * of what is left; what it finds first are a few rooms of whole huge pages, too small for the stack of a thread. So the heap lies in one
 * piece. It has to be so before V8 begins: this file is loaded ahead of Node's own libraries (limits.js), of which
 * process.env shows nothing. All of it is a wish.
 */
__attribute__((constructor)) static void prepare_addresses(void)
{
	char *rooms;

	(void)unsetenv("LD_PRELOAD");
	(void)mmap((void *)LOW, ASKED - LOW, PROT_NONE, /* NOLINT: no object is there */
	           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
	rooms = mmap(NULL, HUGE_PAGE + ROOMS * (ROOM + HUGE_PAGE), PROT_NONE,
	             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (rooms == MAP_FAILED)
		return;
	rooms += HUGE_PAGE - (unsigned long)rooms % HUGE_PAGE;
	for (size_t i = 0; i < ROOMS; i++)
		(void)munmap(rooms + i * (ROOM + HUGE_PAGE), ROOM);
	(void)mallopt(M_TOP_PAD, HUGE_PAGE); /* and that of malloc() grows by huge pages */
}

/* What is mapped of the place of one huge page. */
struct block {
	unsigned long from;
	struct part {
		unsigned long from, to;
	} parts[PARTS_MAX];
	size_t n;
	bool is_plain; /* memory that can be read and written alone */
	bool is_named; /* by the kernel, which makes it grow: a heap, a stack */
	bool no_huge;  /* one was asked for and there was none: no other is */
};

static void *memory_at(unsigned long address)
{
	return (void *)address; /* NOLINT: the kernel's own number */
}

static size_t pages_there(const struct block *block)
{
	unsigned char there[PAGES];
	size_t n = 0;

	for (size_t i = 0; i < block->n; i++) {
		const struct part *part = &block->parts[i];

		memset(there, 0, sizeof there); /* fewer are written where pages are larger */
		if (mincore(memory_at(part->from), part->to - part->from, there))
			return 0;
		for (size_t k = 0; k < PAGES; k++)
			n += there[k] & 1;
	}
	return n;
}

/* A guard, as of a thread's stack, may lie in what is mapped to be read: that is not copied. */
static bool copy_parts(const struct block *block, char *huge)
{
	for (size_t i = 0; i < block->n; i++) {
		void *part = memory_at(block->parts[i].from);
		size_t n = block->parts[i].to - block->parts[i].from;

		if (madvise(part, n, POPULATE))
			return false;
		memcpy(huge + (block->parts[i].from - block->from), part, n);
	}
	return true;
}

/* Parts with gaps, as behind V8's large objects, the kernel leaves apart: they are copied, and put where they were. */
static bool join_parts(const struct block *block)
{
	char *room, *huge;
	bool is_huge;

	room = mmap(NULL, 2 * HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
	            0);
	if (room == MAP_FAILED)
		return false;
	huge = room + HUGE_PAGE - (unsigned long)room % HUGE_PAGE;
	(void)madvise(huge, HUGE_PAGE, MADV_HUGEPAGE);
	*huge = 0;
	is_huge = madvise(huge, HUGE_PAGE, COLLAPSE) == 0;
	if (is_huge && copy_parts(block, huge) &&
	    mremap(huge, HUGE_PAGE, HUGE_PAGE, MREMAP_MAYMOVE | MREMAP_FIXED,
	           memory_at(block->from)) == MAP_FAILED)
		abort(); /* what was there is gone */
	(void)munmap(room, 2 * HUGE_PAGE);
	return is_huge;
}

/*
 * What is mostly there already of a huge page becomes one: what is copied of it is one entry, and not all. Nobody writes
 * meanwhile: V8 has one thread in what is to be copied, and Node's others sleep.
 */
static void join(struct block *block)
{
	if (!block->is_plain || pages_there(block) <= PAGES / 2)
		return;
	if (block->parts[0].to - block->parts[0].from == HUGE_PAGE)
		(void)madvise(memory_at(block->from), HUGE_PAGE, COLLAPSE);
	else if (!block->is_named && !block->no_huge)
		block->no_huge = !join_parts(block);
}

/* What is mapped next, in rising order; a block that is over is joined. */
static void add_part(struct block *block, unsigned long from, unsigned long to, bool is_plain,
                     bool is_named)
{
	for (unsigned long end; from < to; from = end) {
		end = from / HUGE_PAGE * HUGE_PAGE + HUGE_PAGE;
		if (!is_plain && end < to) /* whole ones, perhaps of TiB */
			end = (to - 1) / HUGE_PAGE * HUGE_PAGE;
		if (from / HUGE_PAGE * HUGE_PAGE != block->from) {
			join(block);
			*block = (struct block){ .from = from / HUGE_PAGE * HUGE_PAGE,
				                 .is_plain = true,
				                 .no_huge = block->no_huge };
		}
		block->is_plain = block->is_plain && is_plain && block->n < PARTS_MAX;
		block->is_named = block->is_named || is_named;
		if (block->is_plain)
			block->parts[block->n++] = (struct part){ from, end < to ? end : to };
	}
}

/*
 * The whole huge pages between two addresses of a program, as memory of the process: what is mapped of a file is not
 * copied along, and each copy would look up, some at a time, the thousands of pages that it runs through. Where there are no
 * huge pages it stays a file: small ones would all have to be copied.
 */
static void enlarge(unsigned long from, unsigned long to, int access)
{
	size_t n, before;
	char *room, *at, *text;

	from = (from + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
	n = to / HUGE_PAGE * HUGE_PAGE;
	n = n > from ? n - from : 0;
	if (n == 0 || n > TEXT_MAX)
		return;
	room = mmap(NULL, n + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
	            0);
	if (room == MAP_FAILED)
		return;
	before = HUGE_PAGE - (unsigned long)room % HUGE_PAGE;
	at = room + before;
	text = memory_at(from);
	(void)madvise(at, n, MADV_HUGEPAGE);
	memcpy(at, text, n);
	if (madvise(at, n, COLLAPSE) || mprotect(at, n, access) ||
	    mremap(at, n, n, MREMAP_MAYMOVE | MREMAP_FIXED, text) == MAP_FAILED)
		(void)munmap(at, n);
	else
		__builtin___clear_cache(text, text + n);
	(void)munmap(room, before);
	(void)munmap(at + n, HUGE_PAGE - before);
}

/* Of the program itself the text, which is mapped first, and the constants behind it; and the heaps. */
static void enlarge_all(void)
{
	unsigned long from, to, inode, text = 0;
	struct block block = { .is_plain = false };
	char line[4352], mode[5];
	FILE *maps = fopen("/proc/self/maps", "re");
	bool is_done = false;

	while (maps && fgets(line, sizeof line, maps)) {
		if (sscanf(line, "%lx-%lx %4s %*s %*s %lu", &from, &to, mode, &inode) != 4)
			continue;
		add_part(&block, from, to, inode == 0 && strcmp(mode, "rw-p") == 0,
		         strchr(line, '[') != NULL);
		if (!is_done && text != 0 && inode == text && strcmp(mode, "r--p") == 0) {
			enlarge(from, to - from < CONSTANTS ? to : from + CONSTANTS, PROT_READ);
			is_done = true;
		}
		if (text == 0 && inode != 0 && strcmp(mode, "r-xp") == 0 && to - from >= TEXT_MIN) {
			enlarge(from, to, PROT_READ | PROT_EXEC);
			text = inode;
		}
	}
	join(&block);
	if (maps)
		(void)fclose(maps);
}

/* ---- a copy --------------------------------------------------------------------------------- */

/* Pages that are mapped, used or not; 0: nobody says. */
static unsigned long pages_mapped(void)
{
	int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
	char text[32] = "";
	ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof text - 1);

	if (fd >= 0)
		(void)close(fd);
	return n > 0 ? strtoul(text, NULL, 10) : 0;
}

/*
 * Let everything private that is no file go into the copy: what was mapped since the last one, when something was. A copy
 * that lacks memory for all that crashes, and is not believed.
 */
static int copy_all_memory(struct helper *h)
{
	unsigned long from, to, inode, mapped = pages_mapped();
	char line[4352], mode[5];
	FILE *maps;
	int end;

	if (mapped && mapped == h->mapped)
		return 0;
	maps = fopen("/proc/self/maps", "re");
	if (!maps)
		return -errno;
	while (fgets(line, sizeof line, maps)) {
		end = 0;
		if (sscanf(line, "%lx-%lx %4s %*s %*s %lu%n", &from, &to, mode, &inode, &end) ==
		            4 &&
		    inode == 0 && mode[3] == 'p' &&
		    line[end + (int)strspn(line + end, " ")] == '\n')
			(void)madvise(memory_at(from), to - from, MADV_DOFORK);
	}
	(void)fclose(maps);
	h->mapped = mapped;
	return 0;
}

static void close_all(int fds[PIPES][2])
{
	for (size_t i = 0; i < PIPES; i++) {
		for (size_t k = 0; k < 2; k++)
			if (fds[i][k] >= 0)
				(void)close(fds[i][k]);
	}
}

/* Only what is still the original's: libuv has made some of them anew by now. */
static int give_up_own(const struct helper *h)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC), rc = 0;
	struct stat st;

	if (null < 0)
		return -1;
	for (size_t i = 0; i < h->n_own && rc == 0; i++)
		if (fstat(h->own[i].fd, &st) == 0 && st.st_dev == h->own[i].dev &&
		    st.st_ino == h->own[i].ino && dup3(null, h->own[i].fd, O_CLOEXEC) < 0)
			rc = -1;
	(void)close(null);
	return rc;
}

/* Its own domain: signals stay inside. Where the kernel has none, it goes without. */
static void keep_signals_in(void)
{
	struct {
		unsigned long long fs, net, scoped;
	} rules = { .scoped = SCOPES };
	int fd = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);

	if (fd < 0)
		return;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
		(void)syscall(SYS_landlock_restrict_self, fd, 0);
	(void)close(fd);
}

static void become_copy(struct helper *h, int fds[PIPES][2], pid_t parent)
{
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	(void)prctl(PR_SET_DUMPABLE, 1);
	(void)prctl(PR_SET_CHILD_SUBREAPER, 0);
	if (dup2(fds[0][1], 1) < 0 || dup2(fds[1][1], 2) < 0 ||
	    dup3(fds[2][1], REPORTS_FD, O_CLOEXEC) < 0)
		_exit(1);
	close_all(fds);
	(void)close(COMMANDS_FD);
	if (give_up_own(h) || uv_loop_fork(h->loop))
		_exit(1);
	keep_signals_in();
}

/* ---- the original, while there is a copy ----------------------------------------------------- */

static void flush(struct helper *h)
{
	struct pollfd out = { .fd = REPORTS_FD, .events = POLLOUT };
	size_t at = 0;
	ssize_t n;

	while (at < h->n_said) {
		n = write(REPORTS_FD, h->said + at, h->n_said - at);
		if (n < 0 && errno == EAGAIN) /* the package made it so */
			(void)poll(&out, 1, -1);
		else if (n < 0 && errno != EINTR)
			break; /* the runner is gone */
		at += n > 0 ? (size_t)n : 0;
	}
	h->n_said = 0;
}

/* -> where the `n` characters of a line go. */
static char *add_line(struct helper *h, char kind, size_t n)
{
	size_t len = strlen(h->word);
	char *at;

	if (h->n_said + len + n + 4 > sizeof h->said)
		flush(h);
	at = h->said + h->n_said;
	h->n_said += len + n + 4;
	memcpy(at, h->word, len);
	at[len] = at[len + 2] = ' ';
	at[len + 1] = kind;
	at[len + 3 + n] = '\n';
	return at + len + 3;
}

static void add_base64(struct helper *h, char kind, const unsigned char *bytes, size_t n)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char *to = add_line(h, kind, (n + 2) / 3 * 4);

	for (size_t i = 0; i < n; i += 3, to += 4) {
		unsigned three = (unsigned)bytes[i] << 16;

		three |= i + 1 < n ? (unsigned)bytes[i + 1] << 8 : 0;
		three |= i + 2 < n ? bytes[i + 2] : 0;
		to[0] = digits[three >> 18];
		to[1] = digits[three >> 12 & 63];
		to[2] = i + 1 < n ? digits[three >> 6 & 63] : '=';
		to[3] = i + 2 < n ? digits[three & 63] : '=';
	}
}

static void add_end(struct helper *h, const char *text)
{
	size_t n = strlen(text);

	memcpy(add_line(h, 'X', n), text, n);
	flush(h);
}

/* What a pipe has to say; false: nothing more now. At its end it is closed, and -1. */
static bool hand_on(struct helper *h, int *fd, char kind)
{
	unsigned char bytes[CHUNK];
	ssize_t n;

	do
		n = read(*fd, bytes, sizeof bytes);
	while (n < 0 && errno == EINTR);
	if (n > 0)
		add_base64(h, kind, bytes, (size_t)n);
	if (n > 0 || (n < 0 && errno == EAGAIN))
		return n > 0;
	(void)close(*fd);
	*fd = -1;
	return false;
}

static int ready(struct pollfd *fds, nfds_t n, int ms)
{
	int rc;

	do
		rc = poll(fds, n, ms);
	while (rc < 0 && errno == EINTR);
	return rc;
}

/* Until the copy is over, which `end` says; what it wrote before is in the pipes then. Whoever started us ends us when it
 * takes too long. */
static void follow(struct helper *h, int end, int fds[PIPES])
{
	static const char kinds[PIPES] = { 'O', 'E', 'P' };
	struct pollfd polled[1 + PIPES] = { { .fd = end, .events = POLLIN } };

	(void)ready(polled, 1, SOON_MS);
	while (!polled[0].revents) {
		for (size_t i = 0; i < PIPES; i++)
			polled[1 + i] = (struct pollfd){ .fd = fds[i], .events = POLLIN };
		if (ready(polled, 1 + PIPES, 0) == 0) { /* nobody knows for how long */
			flush(h);
			(void)ready(polled, 1 + PIPES, -1);
		}
		for (size_t i = 0; i < PIPES; i++)
			if (polled[1 + i].revents)
				(void)hand_on(h, &fds[i], kinds[i]);
	}
	for (size_t i = 0; i < PIPES; i++) {
		int left = 0; /* and no more: a process that it left may write on for ever */

		if (fds[i] >= 0)
			(void)ioctl(fds[i], FIONREAD, &left);
		for (unsigned n = (unsigned)left / CHUNK + 1;
		     n && fds[i] >= 0 && hand_on(h, &fds[i], kinds[i]); n--)
			;
		if (fds[i] >= 0)
			(void)close(fds[i]);
	}
}

static void bury(struct helper *h, pid_t pid)
{
	bool is_left = true; /* a process of the test */
	char text[96];
	int status = 0;
	pid_t more;

	if (waitpid(pid, &status, 0) == pid) {
		do
			more = waitpid(-1, NULL, WNOHANG);
		while (more > 0);
		is_left = more == 0;
	}
	if (WIFSIGNALED(status))
		h->mapped = 0; /* for want of memory, perhaps */
	(void)snprintf(text, sizeof text, "{\"code\":%d,\"signal\":%d,\"left\":%s}",
	               WIFEXITED(status) ? WEXITSTATUS(status) : 0,
	               WIFSIGNALED(status) ? WTERMSIG(status) : 0, is_left ? "true" : "false");
	add_end(h, text);
}

/* -> 0 in the copy; 1 in the original, once the copy is over and that is reported. */
static napi_value make_copy(napi_env env, napi_call call)
{
	struct helper *h = helper_of(env, call, NULL, 0);
	int fds[PIPES][2] = { { -1, -1 }, { -1, -1 }, { -1, -1 } }, end = -1, rc = 0;
	pid_t pid = -1, parent = getpid();
	char text[64];

	for (size_t i = 0; i < PIPES && rc == 0; i++)
		rc = pipe2(fds[i], O_CLOEXEC) < 0 ? -errno : 0;
	(void)prctl(PR_SET_DUMPABLE, 1); /* its own memory is looked up */
	if (!h->is_enlarged)             /* not sooner: those that stand by may never make one */
		enlarge_all();
	h->is_enlarged = true;
	rc = rc ? rc : copy_all_memory(h);
	(void)prctl(PR_SET_DUMPABLE, 0);
	if (rc == 0 && (pid = fork()) < 0)
		rc = -errno;
	if (pid == 0) {
		become_copy(h, fds, parent);
		return number(env, 0);
	}
	if (rc == 0 && (end = (int)syscall(SYS_pidfd_open, pid, 0)) < 0) {
		rc = -errno;
		(void)kill(pid, SIGKILL);
		(void)waitpid(pid, NULL, 0);
	}
	if (rc) {
		close_all(fds);
		(void)snprintf(text, sizeof text,
		               "{\"failed\":\"no copy: error %d\",\"left\":true}", -rc);
		add_end(h, text);
		return number(env, 1);
	}
	for (size_t i = 0; i < PIPES; i++) {
		(void)close(fds[i][1]);
		(void)fcntl(fds[i][0], F_SETFL, O_NONBLOCK); /* what a test left may hold it open */
	}
	follow(h, end, (int[PIPES]){ fds[0][0], fds[1][0], fds[2][0] });
	(void)close(end);
	bury(h, pid);
	return number(env, 1);
}

/* start(word): what descriptors there are now is Node's own, and orphans are ours. -> 0, or -1 */
static napi_value start(napi_env env, napi_call call)
{
	napi_value word = NULL;
	struct helper *h = helper_of(env, call, &word, 1);
	struct stat st;

	h->n_own = 0;
	for (int fd = REPORTS_FD + 1; fd < FDS_MAX; fd++)
		if (fstat(fd, &st) == 0)
			h->own[h->n_own++] = (struct own_fd){ fd, st.st_dev, st.st_ino };
	if (napi_get_value_string_utf8(env, word, h->word, sizeof h->word, NULL) != NAPI_OK)
		return number(env, -1);
	return number(env, prctl(PR_SET_CHILD_SUBREAPER, 1) < 0 ? -1 : 0);
}

/* ---- the end of a copy ------------------------------------------------------------------------ */

static void nothing(struct uv_handle *handle)
{
	(void)handle;
}

static bool is_alive(struct helper *h)
{
	bool alive;

	uv_unref(&h->prepare);
	alive = uv_loop_alive(h->loop);
	uv_ref(&h->prepare);
	return alive;
}

/* Calls it as an event of the loop is: what it throws is uncaught, its microtasks run. */
static void call_back(struct helper *h, napi_ref ref)
{
	napi_value f, global, ret, error;
	napi_scope scope = NULL;

	(void)napi_open_handle_scope(h->env, &scope);
	if (napi_get_reference_value(h->env, ref, &f) == NAPI_OK &&
	    napi_get_global(h->env, &global) == NAPI_OK &&
	    napi_make_callback(h->env, NULL, global, f, 0, NULL, &ret) == NAPI_PENDING_EXCEPTION &&
	    napi_get_and_clear_last_exception(h->env, &error) == NAPI_OK)
		(void)napi_fatal_exception(h->env, error);
	(void)napi_close_handle_scope(h->env, scope);
}

static void on_prepare(struct uv_handle *handle)
{
	struct helper *h =
		(struct helper *)(void *)((char *)handle - offsetof(struct helper, prepare));

	if (is_alive(h)) {
		h->quiet = 0;
		(void)uv_idle_stop(&h->idle);
	} else if (h->quiet < QUIET_TURNS) {
		h->quiet++;
		(void)uv_idle_start(&h->idle, nothing); /* the loop does not wait, and comes back */
		uv_unref(&h->idle);
	} else {
		h->quiet = 0;
		call_back(h, h->before_exit);
		if (!is_alive(h))
			call_back(h, h->at_exit);
	}
}

/* whenIdle(beforeExit, atExit): from now on this process ends by them, never by returning to Node. */
static napi_value when_idle(napi_env env, napi_call call)
{
	napi_value functions[2];
	struct helper *h = helper_of(env, call, functions, 2);

	(void)napi_create_reference(env, functions[0], 1, &h->before_exit);
	(void)napi_create_reference(env, functions[1], 1, &h->at_exit);
	(void)uv_idle_init(h->loop, &h->idle);
	(void)uv_prepare_init(h->loop, &h->prepare);
	(void)uv_prepare_start(&h->prepare, on_prepare);
	return NULL;
}

/* exit(code): at once; Node would wait for threads that a copy does not have. */
static napi_value end(napi_env env, napi_call call)
{
	napi_value value = NULL;
	int code = 0;

	(void)helper_of(env, call, &value, 1);
	(void)napi_get_value_int32(env, value, &code);
	_exit(code & 0xff);
}

static napi_value own_id(napi_env env, napi_call call)
{
	(void)call;
	return number(env, getpid());
}

/* ---- Node's side -------------------------------------------------------------------------------- */

napi_value napi_register_module_v1(napi_env env, napi_value exports)
{
	static const struct {
		const char *name;
		napi_function f;
	} all[] = { { "start", start },
		    { "copy", make_copy },
		    { "whenIdle", when_idle },
		    { "exit", end },
		    { "pid", own_id } };
	struct helper *h = calloc(1, sizeof *h); /* lives as long as the process */
	napi_value f;

	if (!h || napi_get_uv_event_loop(env, &h->loop))
		return exports; /* without functions it counts as not there */
	h->env = env;
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		if (napi_create_function(env, all[i].name, NAPI_AUTO_LENGTH, all[i].f, h, &f) ==
		    NAPI_OK)
			(void)napi_set_named_property(env, exports, all[i].name, f);
	return exports;
}
