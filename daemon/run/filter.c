#include "run/filter.h"

#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>

/* Names, because which of them exist depends on the machine; an unknown one is left out. */
static const char *const denied[] = {
	/* other processes */
	"ptrace",
	"process_vm_readv",
	"process_vm_writev",
	"kcmp",
	"pidfd_getfd",
	"process_madvise",
	/* what is mounted where, and namespaces */
	"mount",
	"umount",
	"umount2",
	"mount_setattr",
	"move_mount",
	"open_tree",
	"fsopen",
	"fsconfig",
	"fsmount",
	"fspick",
	"pivot_root",
	"chroot",
	"unshare",
	"setns",
	"open_by_handle_at",
	"name_to_handle_at",
	/* what outlives its process: a test would leave it to the next one */
	"shmget",
	"semget",
	"msgget",
	"mq_open",
	/* keys */
	"keyctl",
	"add_key",
	"request_key",
	/* large and often broken interfaces of the kernel */
	"bpf",
	"userfaultfd",
	"io_uring_setup",
	"io_uring_enter",
	"io_uring_register",
	"perf_event_open",
	"fanotify_init",
	"lookup_dcookie",
	"quotactl",
	"quotactl_fd",
	"vmsplice",
	/* the machine */
	"kexec_load",
	"kexec_file_load",
	"reboot",
	"init_module",
	"finit_module",
	"delete_module",
	"swapon",
	"swapoff",
	"acct",
	"syslog",
	"settimeofday",
	"clock_settime",
	"clock_adjtime",
	"adjtimex",
	"sethostname",
	"setdomainname",
	"iopl",
	"ioperm",
	"nfsservctl",
	"vhangup",
};

/* The same for the Landlock tier, besides. */
static const char *const denied_alone[] = {
	/* what Landlock leaves to the owner of a file, who we may be */
	"chown",
	"fchown",
	"lchown",
	"fchownat",
	"setxattr",
	"lsetxattr",
	"fsetxattr",
	"setxattrat",
	"removexattr",
	"lremovexattr",
	"fremovexattr",
	"removexattrat",
	"inotify_add_watch",
	/* sockets: see deny_pairs() */
	"socket",
	"connect",
	"bind",
	"listen",
	"accept",
	"accept4",
	/* what other programs of the user keep there */
	"shmat",
	"shmctl",
	"semop",
	"semtimedop",
	"semctl",
	"msgsnd",
	"msgrcv",
	"msgctl",
	"mq_unlink",
	/* other processes of the user */
	"ioprio_set",
	"migrate_pages",
	"move_pages",
};

/*
 * Likewise, but much ordinary code (copying a file) does it by the way: not done, and nobody is told. So what a linker makes
 * in this tier is not executable, unless it is opened as a program at once (gold, lld: lang/python/extensions.c), and builds
 * that run it fail, though Landlock would let them. A filter cannot see the path: allowed, chmod would reach every file of the user's, and for root's builds,
 * which are root without capabilities, every file of the system. Somebody outside would have to do it in their place, on a
 * file opened below the tree (SECCOMP_RET_USER_NOTIF).
 */
static const char *const pretended_alone[] = {
	"chmod", "fchmod", "fchmodat", "fchmodat2", "utime", "utimes", "futimesat", "utimensat",
};

/*
 * What a process may set of others of its user: the number of the argument that says of whom. With bubblewrap that is not
 * to be the runner, process 1, whose every test would have it; in the Landlock tier nobody but the caller, which is 0.
 */
static const struct {
	const char *name;
	unsigned whose;
} settings[] = {
	{ "prlimit64", 0 },          { "setpriority", 1 },    { "sched_setaffinity", 0 },
	{ "sched_setscheduler", 0 }, { "sched_setparam", 0 }, { "sched_setattr", 0 },
};

#define FAMILIES   64 /* more than any kernel has; numbers above are refused by the kernel itself */
#define SOCK_TYPES 0xf         /* the rest are flags */
#define LOW_BITS   0xffffffffu /* an int argument: what the kernel looks at */
#define NEW_NAMESPACE                                                                              \
	(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | \
	 CLONE_NEWCGROUP)

static int deny_sockets(scmp_filter_ctx filter)
{
	int rc = 0;

	for (unsigned family = 0; family < FAMILIES && rc == 0; family++) {
		if (family == AF_UNIX || family == AF_INET || family == AF_INET6 ||
		    family == AF_NETLINK)
			continue;
		rc = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EAFNOSUPPORT), SCMP_SYS(socket), 1,
		                      SCMP_A0(SCMP_CMP_MASKED_EQ, LOW_BITS, family));
	}
	/* netlink protocols are numbered from 0, route; each higher one has one of these bits */
	for (unsigned bit = 1; bit && bit < 1u << 8 && rc == 0; bit <<= 1)
		rc = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPROTONOSUPPORT), SCMP_SYS(socket), 2,
		                      SCMP_A0(SCMP_CMP_MASKED_EQ, LOW_BITS, AF_NETLINK),
		                      SCMP_A2(SCMP_CMP_MASKED_EQ, bit, bit));
	return rc;
}

static int deny_namespaces(scmp_filter_ctx filter)
{
	int rc = 0;

	for (unsigned bit = 1; bit && rc == 0; bit <<= 1)
		if (bit & NEW_NAMESPACE)
			rc = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
			                      SCMP_A0(SCMP_CMP_MASKED_EQ, bit, bit));
	/* its flags are in memory, where a filter cannot look; the C library falls back to clone */
	if (rc == 0)
		rc = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
	return rc;
}

static int deny_ioctls(scmp_filter_ctx filter)
{
	static const unsigned requests[] = { TIOCSTI, TIOCLINUX };
	int rc = 0;

	for (size_t i = 0; i < sizeof requests / sizeof requests[0] && rc == 0; i++)
		rc = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1,
		                      SCMP_A1(SCMP_CMP_MASKED_EQ, LOW_BITS, requests[i]));
	return rc;
}

/* SOCK_RAW is a datagram socket, too, to a pair. */
static int deny_pairs(scmp_filter_ctx filter)
{
	static const unsigned datagrams[] = { SOCK_DGRAM, SOCK_RAW };
	int rc = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(socketpair), 1,
	                          SCMP_A0(SCMP_CMP_NE, AF_UNIX, 0));

	for (size_t i = 0; i < 2 && rc == 0; i++)
		rc = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(socketpair), 1,
		                      SCMP_A1(SCMP_CMP_MASKED_EQ, SOCK_TYPES, datagrams[i]));
	return rc;
}

static int deny_names(scmp_filter_ctx filter, int sys, const char *const *names, size_t n)
{
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0; i++) {
		int number = seccomp_syscall_resolve_name(names[i]);
		if (number >= 0)
			rc = seccomp_rule_add(filter, SCMP_ACT_ERRNO(sys), number, 0);
	}
	return rc;
}

static int deny_settings(scmp_filter_ctx filter, bool is_alone)
{
	int rc = 0;

	for (size_t i = 0; i < sizeof settings / sizeof settings[0] && rc == 0; i++) {
		unsigned whose = settings[i].whose;
		struct scmp_arg_cmp of = is_alone
		                                 ? SCMP_CMP(whose, SCMP_CMP_NE, 0, 0)
		                                 : SCMP_CMP(whose, SCMP_CMP_MASKED_EQ, LOW_BITS, 1);

		rc = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM),
		                      seccomp_syscall_resolve_name(settings[i].name), 1, of);
	}
	return rc;
}

/* All of a group or of a user: the runner is one of them. */
static int deny_priorities(scmp_filter_ctx filter)
{
	const struct scmp_arg_cmp not_one = { .op = SCMP_CMP_NE, .datum_a = PRIO_PROCESS };

	return seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(setpriority), 1, not_one);
}

static int deny_alone(scmp_filter_ctx filter)
{
	int rc = deny_names(filter, EPERM, denied_alone,
	                    sizeof denied_alone / sizeof denied_alone[0]);

	if (rc == 0)
		rc = deny_names(filter, 0, pretended_alone,
		                sizeof pretended_alone / sizeof pretended_alone[0]);
	if (rc == 0)
		rc = deny_settings(filter, true);
	return rc ? rc : deny_pairs(filter);
}

int tora_box_filter(enum tora_tier tier, int fd, struct tora_err *err)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	int rc = filter ? 0 : -ENOMEM;

	if (rc == 0)
		rc = deny_names(filter, EPERM, denied, sizeof denied / sizeof denied[0]);
	if (rc == 0 && tier != TORA_TIER_LANDLOCK)
		rc = deny_sockets(filter);
	if (rc == 0 && tier != TORA_TIER_LANDLOCK)
		rc = deny_settings(filter, false);
	if (rc == 0)
		rc = deny_priorities(filter);
	if (rc == 0)
		rc = deny_namespaces(filter);
	if (rc == 0)
		rc = deny_ioctls(filter);
	if (rc == 0 && tier == TORA_TIER_LANDLOCK)
		rc = deny_alone(filter);
	if (rc == 0)
		rc = seccomp_export_bpf(filter, fd);
	if (filter)
		seccomp_release(filter);
	if (rc == 0)
		return TORA_OK;
	errno = -rc;
	return tora_fail_sys(err, "making the filter of system calls");
}
