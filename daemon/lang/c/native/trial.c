/*
 * trial.c - see trial.h.
 */
#include "lang/c/native/trial.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOMENTS_MS 4 /* before a test's words are read */
#define CHUNK      65536
#define KEPT_MAX   64
#define SPARE      (16l << 20)
#define REST_MS    1000 /* to read what a test that has ended left in its pipes */
#define FDS_MAX    4096
#define SCOPE_BOTH 3 /* LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET and _SIGNAL */
#define MAKE_BLOCK (1u << 11)
#define NEST_MAX   500 /* folders, each of which is open while what is in it is removed */

static struct {
	bool alone;            /* process 1 of a namespace of our own */
	const char *only;      /* TORA_SCRATCH: the one folder to write to */
	char folder[PATH_MAX]; /* a test's own, HOME of it */
	char *kept[KEPT_MAX];  /* "folder/name": there before any test */
	size_t n_kept;
} place;

static bool is_everybody_ours(void)
{
	return place.alone || place.only;
}

long trial_now_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- places ------------------------------------------------------------------------------------ */

static const char *const *scratches(void)
{
	static const char *const all[] = { "/tmp", "/dev/shm", "/run", NULL };
	static const char *one[2];

	if (place.alone && !place.only)
		return all;
	one[0] = place.only;
	return one;
}

static bool is_kept(const char *folder, const char *name)
{
	char path[PATH_MAX];

	(void)snprintf(path, sizeof path, "%s/%s", folder, name);
	for (size_t i = 0; i < place.n_kept; i++)
		if (strcmp(place.kept[i], path) == 0)
			return true;
	return false;
}

static void keep_what_is_there(const char *folder)
{
	DIR *d = opendir(folder);
	struct dirent *e;
	char path[PATH_MAX];

	while (d && (e = readdir(d)) && place.n_kept < KEPT_MAX) {
		(void)snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
		if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
			place.kept[place.n_kept++] = tora_xstrdup(path);
	}
	if (d)
		(void)closedir(d);
}

const char *trial_scratch(void)
{
	const char *tmp = getenv("TMPDIR");

	return place.only ? place.only : place.alone ? "/tmp" : tmp ? tmp : "/tmp";
}

void trial_setup(void)
{
	place.alone = getpid() == 1;
	place.only = getenv("TORA_SCRATCH");
	if (is_everybody_ours())
		(void)snprintf(place.folder, sizeof place.folder, "%s/test", trial_scratch());
	else
		(void)snprintf(place.folder, sizeof place.folder, "%s/tora-test-%ld",
		               trial_scratch(), (long)getpid());
	(void)setenv("HOME", place.folder, 1); /* here once: in each test it would copy pages */
	for (const char *const *s = scratches(); *s; s++)
		keep_what_is_there(*s);
	if (!place.alone)
		(void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
	(void)prctl(PR_SET_DUMPABLE, 0, 0, 0,
	            0); /* nobody else may look into who holds the channel */
}

/* A nest that is too deep stays, which spoils the runner. */
static bool remove_at(int folder, const char *name, int depth)
{
	struct stat st;
	struct dirent *e;
	DIR *d;
	bool all = true;
	int fd;

	if (unlinkat(folder, name, AT_REMOVEDIR) == 0) /* empty, as nearly all are */
		return true;
	if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return errno == ENOENT;
	if (!S_ISDIR(st.st_mode))
		return unlinkat(folder, name, 0) == 0;
	if (depth == NEST_MAX)
		return false;
	(void)!fchmodat(folder, name, 0700, 0);
	fd = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	d = fd >= 0 ? fdopendir(fd) : NULL;
	while (d && (e = readdir(d)))
		if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
			all = remove_at(fd, e->d_name, depth + 1) && all;
	if (d)
		(void)closedir(d);
	else if (fd >= 0)
		(void)close(fd);
	return unlinkat(folder, name, AT_REMOVEDIR) == 0 && all;
}

/* What System V keeps for all processes of our namespace. */
static void remove_shared(void)
{
	struct shm_info shm;
	struct shmid_ds shm_one;
	struct seminfo sem;
	struct semid_ds sem_one;
	struct msginfo msg;
	struct msqid_ds msg_one;
	union {
		int value;
		struct semid_ds *one;
		struct seminfo *info;
	} arg = { .info = &sem }, each = { .one = &sem_one };
	int id;

	for (int i = shmctl(0, SHM_INFO, (struct shmid_ds *)(void *)&shm); i >= 0; i--)
		if ((id = shmctl(i, SHM_STAT, &shm_one)) >= 0)
			(void)shmctl(id, IPC_RMID, NULL);
	for (int i = semctl(0, 0, SEM_INFO, arg); i >= 0; i--)
		if ((id = semctl(i, 0, SEM_STAT, each)) >= 0)
			(void)semctl(id, 0, IPC_RMID, each);
	for (int i = msgctl(0, MSG_INFO, (struct msqid_ds *)(void *)&msg); i >= 0; i--)
		if ((id = msgctl(i, MSG_STAT, &msg_one)) >= 0)
			(void)msgctl(id, IPC_RMID, NULL);
}

/* Without opendir(): its memory would be copied for each test. */
static bool clean_folder(const char *path)
{
	_Alignas(struct dirent64) char some[4096];
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool all = true;
	ssize_t n;

	while (fd >= 0 && (n = getdents64(fd, some, sizeof some)) > 0)
		for (ssize_t at = 0; at < n;) {
			struct dirent64 *e = (struct dirent64 *)(void *)(some + at);

			at += e->d_reclen;
			if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 &&
			    !is_kept(path, e->d_name))
				all = remove_at(fd, e->d_name, 0) && all;
		}
	if (fd >= 0)
		(void)close(fd);
	return all;
}

static bool clean(void)
{
	bool all = true;

	if (!is_everybody_ours())
		return remove_at(AT_FDCWD, place.folder, 0);
	if (place.alone)
		remove_shared();
	for (const char *const *s = scratches(); *s; s++)
		all = clean_folder(*s) && all;
	return all;
}

/* ---- limits ------------------------------------------------------------------------------------ */

/* When root checks, the kernel counts our processes with those of the other runners of our check. */
static long processes(void)
{
	const char *others = getenv("TORA_PROCESSES");
	unsigned first = 1, outside = 1, count = 0;
	FILE *map;

	if (others && *others)
		return 64 + strtol(others, NULL, 10);
	map = fopen("/proc/self/uid_map", "re");
	if (map && fscanf(map, "%u %u %u", &first, &outside, &count) != 3)
		count = 0;
	if (map)
		(void)fclose(map);
	return !first && !outside && count == UINT_MAX ? 192 : 64;
}

struct trial_limits trial_defaults(void)
{
	return (struct trial_limits){ .timeout_ms = 5000,
		                      .memory_mib = 1024,
		                      .output_kib = 256,
		                      .processes = processes(),
		                      .file_mib = 64,
		                      .files = 256 };
}

static void limit(int what, long value, long spare)
{
	struct rlimit r = { (rlim_t)value, (rlim_t)(value + spare) };

	(void)setrlimit((__rlimit_resource_t)what, &r); /* or a lower one is in force already */
}

static void memory_in_use(long *ret_space, long *ret_data)
{
	long page = sysconf(_SC_PAGESIZE), all[6] = { 0 }; /* size, ..., the sixth is data */
	int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
	char text[256] = "", *at = text;

	if (fd >= 0 && read(fd, text, sizeof text - 1) > 0)
		for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
			all[i] = strtol(at, &at, 10);
	if (fd >= 0)
		(void)close(fd);
	*ret_space = all[0] * page;
	*ret_data = all[5] * page;
}

/* Where the runner is no process 1: no signal of ours reaches it, nor any look, from here on. */
static void own_domain(void)
{
	struct {
		uint64_t fs, net, scoped;
	} rules = { MAKE_BLOCK, 0, SCOPE_BOTH };
	long fd = syscall(444, &rules, sizeof rules, 0); /* landlock_create_ruleset */

	(void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (fd < 0 || syscall(446, fd, 0) != 0) /* landlock_restrict_self */
		_exit(70);
	(void)close((int)fd);
}

void trial_confine(const struct trial_limits *limits)
{
	long space, data, memory = limits->memory_mib << 20;

	memory_in_use(&space, &data);
	limit(RLIMIT_CORE, 0, 0);
	limit(RLIMIT_CPU, limits->timeout_ms / 1000 + 2, 1);
	limit(RLIMIT_FSIZE, limits->file_mib << 20, 0);
	limit(RLIMIT_NOFILE, limits->files, 0);
	limit(RLIMIT_NPROC, limits->processes, 0);
	limit(RLIMIT_DATA, data + memory, SPARE);
	limit(RLIMIT_AS, space + 2 * memory + (512l << 20), SPARE);
}

/* ---- the report --------------------------------------------------------------------------------- */

void trial_say(const struct trial_report *report, char kind, unsigned long number)
{
	char line[64], *end = line + sizeof line, *at = end;
	size_t n = strlen(report->word);

	*--at = '\n';
	do
		*--at = (char)('0' + number % 10);
	while (number /= 10);
	*--at = ' ';
	*--at = kind;
	*--at = ' ';
	at -= n;
	memcpy(at, report->word, n);
	while (write(report->fd, at, (size_t)(end - at)) < 0 && errno == EINTR)
		;
}

static void draw_word(char word[20])
{
	unsigned long long drawn = 0;

	if (getrandom(&drawn, sizeof drawn, 0) != (ssize_t)sizeof drawn)
		drawn = (unsigned long long)trial_now_ms();
	(void)snprintf(word, 20, "%016llx", drawn);
}

/* ---- processes ---------------------------------------------------------------------------------- */

static long reap_all(pid_t pid, int *status)
{
	long n = 0;
	int s;
	pid_t p;

	while ((p = waitpid(-1, &s, 0)) > 0 || errno == EINTR) {
		n += p > 0;
		if (p == pid && p > 0)
			*status = s;
	}
	return n;
}

/* kill(-1) is atomic: whoever is forking at that moment dies too. Only waiting is left. */
static void kill_all(pid_t pid, bool *ended, int *status)
{
	int s;

	if (is_everybody_ours()) {
		(void)kill(-1, SIGKILL);
		(void)reap_all(*ended ? 0 : pid, status);
		*ended = true;
		return;
	}
	(void)kill(-pid, SIGKILL);
	(void)kill(pid, SIGKILL);
	if (!*ended && waitpid(pid, &s, 0) == pid)
		*status = s;
	*ended = true;
	while (waitpid(-1, &s, WNOHANG) > 0)
		;
}

long trial_end_rest(void)
{
	int status;

	if (!is_everybody_ours())
		return 0;
	(void)kill(-1, SIGKILL);
	return reap_all(0, &status);
}

struct watch {
	const struct trial_spec *spec;
	struct trial *t;
	pid_t pid;
	int pipes[3][2]; /* stdout, stderr, report */
	int life;        /* pidfd */
	bool ended;
	long until;
};

static struct tora_str *text_of(struct watch *w, int i)
{
	return i == 0 ? &w->t->out : i == 1 ? &w->t->err : &w->t->report;
}

/* One read of what is there; false at the end of the stream. */
static bool read_some(struct watch *w, int i)
{
	char chunk[CHUNK];
	ssize_t n = read(w->pipes[i][0], chunk, sizeof chunk);

	if (n < 0)
		return errno == EAGAIN || errno == EINTR;
	tora_str_add_clip(text_of(w, i), (struct tora_sv){ chunk, (size_t)n });
	return n > 0;
}

static bool is_too_much(const struct watch *w)
{
	return (long)(w->t->out.len + w->t->err.len) > w->spec->output_max || w->t->report.over;
}

static void look(struct watch *w)
{
	int status;
	pid_t p = waitpid(w->pid, &status, WNOHANG);

	if (p == w->pid) {
		w->ended = true;
		w->t->status = status;
	}
}

/*
 * Until it ended, or is over otherwise. A pipe holds what most tests say: for the first moments only the end wakes us
 * up, not each line.
 */
static void watch(struct watch *w)
{
	struct pollfd at[5] = { { -1, POLLIN, 0 },
		                { -1, POLLIN, 0 },
		                { -1, POLLIN, 0 },
		                { w->life, POLLIN, 0 },
		                { w->spec->asker, 0, 0 } };
	bool reads = false;

	while (!w->ended && w->t->over == TRIAL_ENDED) {
		long left = w->until - trial_now_ms();
		long most = w->life < 0 ? 2 : reads ? left : MOMENTS_MS;
		int n;

		if (left <= 0) {
			w->t->over = TRIAL_TIMEOUT;
			return;
		}
		n = poll(at, 5, (int)(left > most ? most : left));
		if (n < 0 && errno != EINTR)
			return;
		for (int i = 0; n == 0 && !reads && i < 3; i++)
			at[i].fd = w->pipes[i][0];
		reads = reads || n == 0;
		if (at[4].revents) {
			kill_all(w->pid, &w->ended, &w->t->status);
			_exit(0); /* nobody is there to hear of it */
		}
		for (int i = 0; i < 3; i++)
			if (at[i].revents && !read_some(w, i))
				at[i].fd = -1;
		if (is_too_much(w))
			w->t->over = TRIAL_OUTPUT;
		else if (w->life < 0 || at[3].revents)
			look(w);
	}
}

/* Everything it started is dead: what is left in the pipes. */
static void finish(struct watch *w)
{
	long until = trial_now_ms() + REST_MS;

	for (int i = 0; i < 3; i++) {
		(void)fcntl(w->pipes[i][0], F_SETFL, 0);
		while (trial_now_ms() < until && !is_too_much(w) && read_some(w, i))
			;
		(void)close(w->pipes[i][0]);
	}
	if (w->t->over == TRIAL_ENDED && is_too_much(w))
		w->t->over = TRIAL_OUTPUT;
}

/* The channel to who asks above all: nothing but the report is for the child. */
static void close_others(int kept)
{
	if (syscall(SYS_close_range, 3, kept - 1, 0) < 0 ||
	    syscall(SYS_close_range, kept + 1, ~0u, 0) < 0)
		for (int fd = 3; fd < FDS_MAX; fd++)
			(void)(fd != kept && close(fd));
}

static _Noreturn void be_child(struct watch *w)
{
	struct trial_report report = { .fd = -1 };
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	memcpy(report.word, w->t->word, sizeof report.word);
	(void)dup2(null, 0);
	(void)dup2(w->pipes[0][1], 1);
	(void)dup2(w->pipes[1][1], 2);
	report.fd = fcntl(w->pipes[2][1], F_DUPFD_CLOEXEC, 200);
	close_others(report.fd);
	(void)prctl(PR_SET_DUMPABLE, 1, 0, 0, 0); /* it may look at itself */
	if (!place.alone)
		(void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	(void)setsid();
	if (place.only)
		own_domain();
	(void)umask(022);
	if (!w->spec->keeps && chdir(place.folder) < 0)
		_exit(70);
	w->spec->work(w->spec->ctx, &report);
	exit(0);
}

void trial_done(struct trial *t)
{
	tora_str_free(&t->out);
	tora_str_free(&t->err);
	tora_str_free(&t->report);
}

static bool make_pipes(struct watch *w)
{
	for (int i = 0; i < 3; i++) {
		if (pipe2(w->pipes[i], O_CLOEXEC) < 0) {
			while (i--) {
				(void)close(w->pipes[i][0]);
				(void)close(w->pipes[i][1]);
			}
			return false;
		}
		(void)fcntl(w->pipes[i][0], F_SETFL, O_NONBLOCK);
	}
	return true;
}

/* For this test alone: HOME is the same for compilers, and one of them may have made it. */
static bool make_folder(void)
{
	if (mkdir(place.folder, 0700) == 0 || errno != EEXIST)
		return true;
	return remove_at(AT_FDCWD, place.folder, 0) && mkdir(place.folder, 0700) == 0;
}

int trial_run(const struct trial_spec *spec, struct trial *ret)
{
	struct watch w = { .spec = spec, .t = ret };
	long began = trial_now_ms();

	*ret = (struct trial){ .over = TRIAL_ENDED };
	tora_str_init(&ret->out, (size_t)spec->output_max + CHUNK);
	tora_str_init(&ret->err, (size_t)spec->output_max + CHUNK);
	tora_str_init(&ret->report, spec->report_max);
	draw_word(ret->word);
	if (!make_pipes(&w))
		return -1;
	if (!spec->keeps && !make_folder())
		ret->spoiled = "files of a compiler could not be removed";
	w.until = began + spec->timeout_ms;
	w.pid = fork();
	if (w.pid == 0)
		be_child(&w);
	for (int i = 0; i < 3; i++)
		(void)close(w.pipes[i][1]);
	if (w.pid < 0) {
		for (int i = 0; i < 3; i++)
			(void)close(w.pipes[i][0]);
		return -1;
	}
	w.life = (int)syscall(SYS_pidfd_open, w.pid, 0);
	watch(&w);
	kill_all(w.pid, &w.ended, &ret->status);
	if (w.life >= 0)
		(void)close(w.life);
	finish(&w);
	if (!spec->keeps && !clean())
		ret->spoiled = "files of the test could not be removed";
	ret->ms = trial_now_ms() - began;
	return 0;
}
