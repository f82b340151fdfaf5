/*
 * What hostile code may try with nothing but system calls: a program of its own (attack_main.c), and a library whose
 * functions a test calls. Prints ESCAPED when it worked (tests/e2e/test_escape.sh); what it is to reach is in places.h,
 * which that test writes.
 */
#include "attack.h"
#include "places.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static void escaped(const char *how)
{
	(void)fprintf(stderr, "ESCAPED %s\n", how);
}

static void read_file(const char *path)
{
	char text[65536];
	int fd = open(path, O_RDONLY);
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof(text));

	if (n > 0 && memmem(text, (size_t)n, TOKEN, strlen(TOKEN)))
		escaped(path);
}

static void home(void)
{
	read_file(SECRET);
	if (chdir("/proc/self/root") == 0)
		read_file(SECRET + 1);
}

static void keys(void)
{
	char path[64];

	for (int pid = 1; pid < 40000; pid++) {
		(void)snprintf(path, sizeof(path), "/proc/%d/environ", pid);
		if (access(path, R_OK) == 0)
			read_file(path);
	}
}

static void write_outside(void)
{
	int fd = open(OUTSIDE "/written", O_WRONLY | O_CREAT, 0666);

	if (fd >= 0)
		escaped(OUTSIDE);
	if (unlink(OUTSIDE "/keep") == 0 || truncate(SECRET, 3) == 0)
		escaped("names");
}

static void reach(int family, const void *address, socklen_t size, const char *how)
{
	int fd = socket(family, SOCK_STREAM, 0);

	if (fd >= 0 && connect(fd, (const struct sockaddr *)address, size) == 0 &&
	    write(fd, TOKEN, strlen(TOKEN)) > 0)
		escaped(how);
	if (fd >= 0)
		(void)close(fd);
}

static void network(void)
{
	struct sockaddr_in ip = { .sin_family = AF_INET, .sin_port = htons(PORT) };
	struct sockaddr_un un = { .sun_family = AF_UNIX };
	int pair[2];

	ip.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	reach(AF_INET, &ip, sizeof(ip), "127.0.0.1");
	(void)snprintf(un.sun_path, sizeof(un.sun_path), "%s", SOCKET);
	reach(AF_UNIX, &un, sizeof(un), SOCKET);
	(void)snprintf(un.sun_path + 1, sizeof(un.sun_path) - 1, "%s", ABSTRACT);
	un.sun_path[0] = '\0';
	reach(AF_UNIX, &un, (socklen_t)(sizeof(sa_family_t) + 1 + strlen(ABSTRACT)), "abstract");
	un = (struct sockaddr_un){ .sun_family = AF_UNIX };
	(void)snprintf(un.sun_path, sizeof(un.sun_path), "%s", DATAGRAM);
	if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0 &&
	    sendto(pair[0], TOKEN, strlen(TOKEN), 0, (struct sockaddr *)&un, sizeof(un)) > 0)
		escaped("datagram");
}

/* Sleeping children, at most 3000; they end with us. */
static void forks(void)
{
	int ends[2], n;

	if (pipe(ends) < 0)
		return;
	for (n = 0; n < 3000; n++) {
		pid_t pid = fork();
		char c;
		if (pid < 0)
			break;
		if (pid == 0) {
			(void)close(ends[1]);
			_exit(read(ends[0], &c, 1) > 0);
		}
	}
	if (n == 3000)
		escaped("3000 processes");
	(void)close(ends[1]);
	while (wait(NULL) > 0)
		;
}

static void outlive(void)
{
	static const char *const argv[] = { "sleep", MARK, NULL };
	union {
		const char *const *in;
		char *const *out;
	} words = { .in = argv };

	for (int i = 0; i < 3; i++) {
		if (fork() == 0) {
			(void)setsid();
			if (fork() == 0) {
				for (int fd = 0; fd < 64; fd++)
					(void)close(fd);
				(void)execv("/bin/sleep", words.out);
			}
			_exit(0);
		}
	}
	(void)usleep(200000);
}

static void others(void)
{
	char path[64], c;
	int fd;

	(void)snprintf(path, sizeof(path), "/proc/%d/mem", VICTIM);
	fd = open(path, O_RDWR);
	if (fd >= 0 && pread(fd, &c, 1, 0) != -2)
		escaped(path);
	if (kill(VICTIM, 0) == 0 && getpid() != VICTIM && access(path, F_OK) == 0)
		escaped("signal");
	if (ptrace(PTRACE_ATTACH, VICTIM, NULL, NULL) == 0) {
		(void)waitpid(VICTIM, NULL, __WALL);
		(void)ptrace(PTRACE_DETACH, VICTIM, NULL, NULL);
		escaped("ptrace");
	}
}

/* 700 MiB, touched; the limit of the test is 256. */
static void exhaust(void)
{
	size_t size = 700u << 20;
	char *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED)
		return;
	for (size_t i = 0; i < size; i += 4096)
		at[i] = 1;
	escaped("700 MiB");
}

/* 384 MiB; the sandbox has 256. */
static void disk(void)
{
	char name[16];
	int n, fd[12];

	for (n = 0; n < 12; n++) {
		(void)snprintf(name, sizeof(name), "fill%d", n);
		fd[n] = open(name, O_RDWR | O_CREAT, 0600);
		if (fd[n] < 0 || posix_fallocate(fd[n], 0, 32 << 20) != 0)
			break;
	}
	(void)usleep(500000); /* a folder without a limit of its own is measured now and then */
	if (n == 12)
		escaped("384 MiB");
	for (int i = 0; i <= n && i < 12; i++) {
		(void)snprintf(name, sizeof(name), "fill%d", i);
		(void)unlink(name);
	}
}

static bool in_sandbox(void)
{
	return getenv("TORA_SANDBOX") != NULL;
}

static void signal_runner(void)
{
	static const int numbers[] = { SIGSTOP, SIGTERM, SIGKILL };
	pid_t parent = getppid();

	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
		(void)kill(parent, numbers[i]);
	for (int i = 0; i < 100 && getppid() == parent; i++)
		(void)usleep(10000);
	if (getppid() != parent)
		escaped("the parent is dead");
}

static void ptrace_runner(void)
{
	if (ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) == 0) {
		(void)waitpid(getppid(), NULL, __WALL);
		(void)ptrace(PTRACE_DETACH, getppid(), NULL, NULL);
		escaped("attached to the parent");
	}
}

/* The runner's channel: its descriptors, its memory, and what may be left of both in this process. */
static void forge(void)
{
	static const char answer[] = "{\"id\":1,\"ok\":true,\"status\":\"ok\",\"code\":0,"
				     "\"stdout\":\"FORGED\",\"stderr\":\"\"}\n";
	char path[64];
	int fd;

	for (int i = 3; i < 64; i++) {
		(void)snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)getppid(), i);
		fd = open(path, O_WRONLY | O_APPEND);
		if (fd >= 0 && write(fd, answer, sizeof(answer) - 1) > 0)
			escaped(path);
	}
	(void)snprintf(path, sizeof(path), "/proc/%d/mem", (int)getppid());
	if (open(path, O_RDWR) >= 0)
		escaped(path);
	for (int i = 3; i < 64 && in_sandbox(); i++)
		(void)!write(i, answer, sizeof(answer) - 1);
}

/* 10 GB in the sandbox; without one 16 MiB show that nobody minds. */
static void flood(void)
{
	static char text[1 << 20];

	(void)memset(text, 'x', sizeof(text));
	for (int i = 0; i < (in_sandbox() ? 10240 : 16); i++)
		(void)!write(1, text, sizeof(text));
	escaped("all was printed");
}

static void busy(void)
{
	for (volatile int i = 0;; i = 1)
		;
}

static void sleeping(void)
{
	(void)signal(SIGTERM, SIG_IGN);
	(void)sleep(3600);
}

int attack(const char *what)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} attacks[] = {
		{ "home", home },
		{ "keys", keys },
		{ "write", write_outside },
		{ "network", network },
		{ "forks", forks },
		{ "outlive", outlive },
		{ "others", others },
		{ "exhaust", exhaust },
		{ "disk", disk },
		{ "signal_runner", signal_runner },
		{ "ptrace_runner", ptrace_runner },
		{ "forge", forge },
		{ "flood", flood },
		{ "busy", busy },
		{ "sleeping", sleeping },
	};

	for (size_t i = 0; i < sizeof attacks / sizeof attacks[0]; i++)
		if (strcmp(what, attacks[i].name) == 0) {
			attacks[i].run();
			return 0;
		}
	return 64;
}
