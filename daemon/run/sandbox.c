#include "run/sandbox.h"

#include "model/build.h"

#include <assert.h>
#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

/* ---- the command line ------------------------------------------------------------------ */

struct line {
	struct tora_arena *arena;
	TORA_VEC(const char *) at;
};

static void add(struct line *l, const char *word)
{
	*tora_vec_push(l->arena, &l->at) = word;
}

static void add2(struct line *l, const char *option, const char *value)
{
	add(l, option);
	add(l, value);
}

static void add3(struct line *l, const char *option, const char *from, const char *to)
{
	add2(l, option, from);
	add(l, to);
}

/*
 * The same for both sides and on every machine. Thread pools of numeric libraries stay at one
 * thread: a forked test would wait for threads that only its parent has.
 */
static const char *const environment[][2] = {
	{ "PATH", "/usr/local/bin:/usr/bin:/bin" },
	{ "HOME", TORA_BOX_HOME },
	{ "USER", "nobody" },
	{ "LOGNAME", "nobody" },
	{ "LANG", "C.UTF-8" },
	{ "LC_ALL", "C.UTF-8" },
	{ "TZ", "UTC" },
	{ "TERM", "dumb" },
	{ "PYTHONDONTWRITEBYTECODE", "1" },
	{ "PYTHONNOUSERSITE", "1" },
	{ "PYTHONNODEBUGRANGES", "1" },
	{ "OPENBLAS_NUM_THREADS", "1" },
	{ "OMP_NUM_THREADS", "1" },
	{ "MKL_NUM_THREADS", "1" },
	{ "TORA_SANDBOX", "1" },
};

static void add_environment(struct line *l, const struct tora_box_spec *spec)
{
	add(l, "--clearenv");
	for (size_t i = 0; i < sizeof environment / sizeof environment[0]; i++)
		add3(l, "--setenv", environment[i][0], environment[i][1]);
	add3(l, "--setenv", "PYTHONHASHSEED", tora_arena_printf(l->arena, "%u", spec->seed));
	for (const char *const *e = spec->env; e && *e; e++) {
		const char *eq = strchr(*e, '=');
		if (eq)
			add3(l, "--setenv",
			     tora_arena_text(l->arena, (struct tora_sv){ *e, (size_t)(eq - *e) }),
			     eq + 1);
	}
}

static void add_namespaces(struct line *l, const struct tora_box_spec *spec)
{
	add(l, "--die-with-parent");
	add(l, "--new-session");
	add(l, "--unshare-pid");
	add(l, "--unshare-net");
	add(l, "--unshare-ipc");
	add(l, "--unshare-uts");
	add(l, "--unshare-cgroup-try");
	add2(l, "--hostname", "tora");
	add2(l, "--cap-drop", "ALL");
	if (spec->is_init)
		add(l, "--as-pid-1");
	if (spec->setpriv) {
		add2(l, "--cap-add", "CAP_SETUID");
		add2(l, "--cap-add", "CAP_SETGID");
	} else if (!spec->is_root) {
		const char *nobody = tora_arena_printf(l->arena, "%d", TORA_BOX_NOBODY);
		add(l, "--unshare-user");
		add2(l, "--uid", nobody);
		add2(l, "--gid", nobody);
	}
}

static void add_tmpfs(struct line *l, const char *where, unsigned mib)
{
	add2(l, "--perms", "1777");
	add2(l, "--size", tora_arena_printf(l->arena, "%llu", (unsigned long long)mib << 20));
	add2(l, "--tmpfs", where);
}

/* The folders above `path`, readable; bubblewrap would make them for the owner alone, who is not nobody. */
static void add_parents(struct line *l, const char *path)
{
	for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		const char *dir =
			tora_arena_text(l->arena, (struct tora_sv){ path, (size_t)(slash - path) });
		add2(l, "--perms", "0755");
		add2(l, "--dir", dir);
	}
}

static void add_system(struct line *l, const struct tora_box_spec *spec)
{
	/* what the dynamic linker and Debian's alternatives need; nothing that names a person or a key */
	static const char *const linker[] = { "/etc/ld.so.cache", "/etc/ld.so.conf",
		                              "/etc/ld.so.conf.d", "/etc/alternatives" };
	static const char *const made_up[] = { "passwd", "group", "hosts", "nsswitch.conf" };

	for (size_t i = 0; i < spec->n_roots; i++) {
		const struct tora_box_root *r = &spec->roots[i];
		if (r->link)
			add3(l, "--symlink", r->link, r->path);
		else
			add3(l, "--ro-bind", r->path, r->path);
	}
	add_parents(l, "/etc/");
	for (size_t i = 0; i < sizeof linker / sizeof linker[0]; i++)
		add3(l, "--ro-bind-try", linker[i], linker[i]);
	for (size_t i = 0; spec->etc && i < sizeof made_up / sizeof made_up[0]; i++)
		add3(l, "--ro-bind", tora_arena_printf(l->arena, "%s/%s", spec->etc, made_up[i]),
		     tora_arena_printf(l->arena, "/etc/%s", made_up[i]));
	add2(l, "--proc", "/proc");
	add2(l, "--dev", "/dev");
	add_tmpfs(l, "/tmp", spec->tmp_mib);
	add_tmpfs(l, "/run", spec->tmp_mib / 4 + 1);
	add_tmpfs(l, "/dev/shm", spec->tmp_mib / 4 + 1);
}

/* After the tmpfs above, which a toolchain may lie under. */
static void add_folders(struct line *l, const struct tora_box_spec *spec)
{
	for (size_t i = 0; i < spec->n_mounts; i++) {
		add_parents(l, spec->mounts[i]);
		add3(l, "--ro-bind", spec->mounts[i], spec->mounts[i]);
	}
	if (spec->tree)
		add3(l, spec->is_tree_writable ? "--bind" : "--ro-bind", spec->tree, TORA_BOX_TREE);
	if (spec->runner) {
		add_parents(l, TORA_BOX_RUNNER);
		add3(l, spec->is_runner_writable ? "--bind" : "--ro-bind", spec->runner,
		     TORA_BOX_RUNNER);
	}
	if (spec->out) {
		add_parents(l, TORA_BOX_OUT);
		add3(l, "--bind", spec->out, TORA_BOX_OUT);
	}
	/* The root and /dev are tmpfs of bubblewrap's own, without a size. */
	add2(l, "--remount-ro", "/dev");
	add2(l, "--remount-ro", "/");
	add2(l, "--chdir", spec->dir ? spec->dir : "/");
}

const char *const *tora_box_argv(const struct tora_box_spec *spec, struct tora_arena *arena)
{
	struct line l = { .arena = arena };

	assert(strcmp(TORA_BOX_TREE, TORA_MOUNT) == 0);
	add(&l, spec->bwrap);
	add_namespaces(&l, spec);
	add_environment(&l, spec);
	add_system(&l, spec);
	add_folders(&l, spec);
	if (spec->filter_fd >= 0)
		add2(&l, "--seccomp", tora_arena_printf(arena, "%d", spec->filter_fd));
	add(&l, "--");
	if (spec->setpriv) {
		add(&l, spec->setpriv);
		add(&l, tora_arena_printf(arena, "--reuid=%d", TORA_BOX_NOBODY));
		add(&l, tora_arena_printf(arena, "--regid=%d", TORA_BOX_NOBODY));
		add(&l, "--clear-groups");
		add(&l, "--inh-caps=-all");
	}
	for (const char *const *a = spec->argv; *a; a++)
		add(&l, *a);
	add(&l, NULL);
	return l.at.at;
}

/* ---- the filter of system calls ------------------------------------------------------------ */

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
	"landlock_restrict_self",
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

#define FAMILIES 64 /* more than any kernel has; numbers above are refused by the kernel itself */
#define LOW_BITS 0xffffffffu /* an int argument: what the kernel looks at */
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

int tora_box_filter(int fd, struct tora_err *err)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	int rc = filter ? 0 : -ENOMEM;

	for (size_t i = 0; i < sizeof denied / sizeof denied[0] && rc == 0; i++) {
		int number = seccomp_syscall_resolve_name(denied[i]);
		if (number >= 0)
			rc = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), number, 0);
	}
	if (rc == 0)
		rc = deny_sockets(filter);
	if (rc == 0)
		rc = deny_namespaces(filter);
	if (rc == 0)
		rc = deny_ioctls(filter);
	if (rc == 0)
		rc = seccomp_export_bpf(filter, fd);
	if (filter)
		seccomp_release(filter);
	if (rc == 0)
		return TORA_OK;
	errno = -rc;
	return tora_fail_sys(err, "making the filter of system calls");
}
