/*
 * What a hostile program may try with nothing but system calls. Prints ESCAPED when it worked
 * (tests/e2e/test_escape.sh); what it is to reach is filled in when it is compiled.
 */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
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

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} attacks[] = { { "home", home },       { "keys", keys },      { "write", write_outside },
		        { "network", network }, { "forks", forks },    { "outlive", outlive },
		        { "others", others },   { "exhaust", exhaust } };

	for (size_t i = 0; argc == 2 && i < sizeof attacks / sizeof attacks[0]; i++)
		if (strcmp(argv[1], attacks[i].name) == 0) {
			attacks[i].run();
			return 0;
		}
	return 64;
}
