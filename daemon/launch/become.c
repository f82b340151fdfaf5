/*
 * become.c - the steps, in the order that each needs: what takes a privilege before the one that gives
 * it up, the filter last of all.
 */
#include "launch/launch.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <stdlib.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CAPS       63
#define FILTER_MAX 4096 /* instructions: the kernel's limit */

static int join_groups(const struct tora_launch *l, struct tora_err *err)
{
	for (size_t i = 0; i < l->join.n; i++) {
		int fd = open(l->join.at[i], O_WRONLY | O_CLOEXEC);
		bool done = fd >= 0 && write(fd, "0", 1) == 1; /* 0: whoever writes */

		if (!done)
			(void)tora_fail_sys(err, "joining '%s'", l->join.at[i]);
		if (fd >= 0)
			(void)close(fd);
		if (!done)
			return TORA_E_SYS;
	}
	return TORA_OK;
}

static int set_limits(const struct tora_launch *l, struct tora_err *err)
{
	for (size_t i = 0; i < l->n_limits; i++) {
		struct rlimit now, to = { l->limits[i].value, l->limits[i].value };

		to.rlim_max += l->limits[i].what == RLIMIT_CPU; /* XCPU first, then KILL */
		if (getrlimit((__rlimit_resource_t)l->limits[i].what, &now) == 0 &&
		    now.rlim_max < to.rlim_max)
			to.rlim_cur = to.rlim_max =
				now.rlim_max; /* a lower one is in force already */
		if (setrlimit((__rlimit_resource_t)l->limits[i].what, &to) < 0)
			return tora_fail_sys(err, "setting a limit");
	}
	return TORA_OK;
}

static int set_caps(unsigned long long kept, struct tora_err *err)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[2];

	for (int i = 0; i < 2; i++) {
		unsigned word = (unsigned)(kept >> (32 * i));
		data[i] = (struct __user_cap_data_struct){ word, word, word };
	}
	if (syscall(SYS_capset, &head, data) < 0)
		return tora_fail_sys(err, "giving up capabilities");
	return TORA_OK;
}

/*
 * Another user cannot walk through our private folders to what it may read, so it keeps the one
 * capability for that; which files it may open is what the rules say.
 */
static int become_user(const struct tora_launch *l, struct tora_err *err)
{
	gid_t id = (gid_t)l->uid;
	unsigned long long kept = 1ULL << CAP_DAC_READ_SEARCH;

	/* so that changing the user takes no capability, and access(2), too, sees the one that is kept */
	if (prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP, 0, 0, 0) < 0 ||
	    setgroups(0, NULL) < 0 || setresgid(id, id, id) < 0 ||
	    setresuid((uid_t)id, (uid_t)id, (uid_t)id) < 0)
		return tora_fail_sys(err, "becoming user %ld", l->uid);
	for (unsigned long cap = 0; cap <= CAPS; cap++)
		if (cap != CAP_DAC_READ_SEARCH)
			(void)prctl(PR_CAPBSET_DROP, cap, 0, 0, 0);
	if (set_caps(kept, err))
		return TORA_E_SYS;
	if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_DAC_READ_SEARCH, 0, 0) < 0)
		return tora_fail_sys(err, "keeping a capability");
	return TORA_OK;
}

static int set_user(const struct tora_launch *l, struct tora_err *err)
{
	if (l->uid >= 0)
		return become_user(l, err);
	if (!l->is_unprivileged)
		return TORA_OK;
	for (unsigned long cap = 0; cap <= CAPS; cap++)
		(void)prctl(PR_CAPBSET_DROP, cap, 0, 0, 0);
	return set_caps(0, err);
}

static int set_filter(int fd, struct tora_err *err)
{
	struct sock_filter code[FILTER_MAX];
	struct sock_fprog program = { .filter = code };
	size_t size = 0;
	ssize_t n;

	do {
		n = pread(fd, (char *)code + size, sizeof(code) - size, (off_t)size);
		size += n > 0 ? (size_t)n : 0;
	} while (n > 0 && size < sizeof(code));
	if (n < 0)
		return tora_fail_sys(err, "reading the filter");
	if (!size || size % sizeof(code[0]) || size == sizeof(code))
		return tora_fail(err, TORA_E_FORMAT, "the filter has %zu bytes", size);
	program.len = (unsigned short)(size / sizeof(code[0]));
	if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) < 0)
		return tora_fail_sys(err, "setting the filter");
	return TORA_OK;
}

static int set_place(const struct tora_launch *l, struct tora_err *err)
{
	if (l->env_clear && clearenv() != 0)
		return tora_fail_sys(err, "clearing the environment");
	for (size_t i = 0; i < l->env.n; i++) {
		union { /* putenv() changes nothing of it */
			const char *in;
			char *out;
		} entry = { .in = l->env.at[i] };
		if (putenv(entry.out) != 0)
			return tora_fail_sys(err, "setting the environment");
	}
	if (l->dir && chdir(l->dir) < 0)
		return tora_fail_sys(err, "folder '%s'", l->dir);
	if (l->is_fixed)
		(void)personality(ADDR_NO_RANDOMIZE); /* some containers refuse it: launch.h */
	return TORA_OK;
}

/* Not now: the filter is read from one of them. */
static void close_rest(unsigned first)
{
	if (syscall(SYS_close_range, first, ~0u, CLOSE_RANGE_CLOEXEC) == 0)
		return;
	for (int fd = (int)first; fd < 1024; fd++) /* a kernel before 5.11 */
		(void)fcntl(fd, F_SETFD, FD_CLOEXEC);
}

static bool wants_rules(const struct tora_launch *l)
{
	return l->is_domain || l->read.n || l->write.n || l->scratch;
}

int tora_launch_become(const struct tora_launch *l, struct tora_err *err)
{
	int rules = -1, rc = join_groups(l, err);

	if (!rc)
		rc = set_place(l, err);
	if (!rc)
		rc = set_limits(l, err);
	if (!rc && wants_rules(l)) {
		rules = tora_launch_rules(l, err);
		rc = rules < 0 ? err->rc : TORA_OK;
		if (rc == TORA_E_UNSUPPORTED && l->is_domain)
			rc = TORA_OK; /* it is a second wall there, not the first */
	}
	if (!rc)
		rc = set_user(l, err);
	if (!rc && (rules >= 0 || l->filter >= 0) && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
		rc = tora_fail_sys(err, "giving up privileges");
	if (!rc && rules >= 0)
		rc = tora_launch_bind(rules, err);
	if (rc)
		return rc;
	close_rest(l->n_fds);
	if (l->filter >= 0)
		rc = set_filter(l->filter, err);
	if (!rc) {
		(void)execvp(l->argv[0], l->argv);
		rc = tora_fail_sys(err, "'%s'", l->argv[0]);
	}
	return rc;
}
