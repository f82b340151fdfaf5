/*
 * domain.c - Landlock. The kernel's header of the build machine may be older than the kernel, so the
 * numbers are here; what a kernel does not know is left out, except what the guarantee rests on.
 */
#include "launch/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	FS_EXECUTE = 1 << 0,
	FS_WRITE_FILE = 1 << 1,
	FS_READ_FILE = 1 << 2,
	FS_READ_DIR = 1 << 3,
	FS_MAKE_CHAR = 1 << 6,
	FS_MAKE_BLOCK = 1 << 11,
	FS_TRUNCATE = 1 << 14,
	FS_IOCTL_DEV = 1 << 15,
};

#define NET_ALL       3 /* bind and connect */
#define SCOPE_ALL     3 /* abstract sockets, signals */
#define READ_RIGHTS   (FS_EXECUTE | FS_READ_FILE | FS_READ_DIR)
#define DEVICE_RIGHTS (FS_READ_FILE | FS_WRITE_FILE | FS_TRUNCATE)
#define FILE_RIGHTS   (FS_EXECUTE | FS_READ_FILE | FS_WRITE_FILE | FS_TRUNCATE)

#define CREATE_VERSION 1
#define RULE_PATH      1
#define CREATE_CALL    444 /* the same on every machine */
#define ADD_CALL       445
#define RESTRICT_CALL  446

struct attributes {
	uint64_t fs, net, scoped;
};

struct path_rule {
	uint64_t allowed;
	int32_t fd;
} __attribute__((packed));

static uint64_t fs_known(long abi)
{
	if (abi >= 5)
		return (1u << 16) - 1;
	return abi >= 3 ? (1u << 15) - 1 : abi == 2 ? (1u << 14) - 1 : (1u << 13) - 1;
}

/* An older kernel takes the part of the attributes that it knows. */
static size_t size_known(long abi)
{
	return abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
}

static int allow(int rules, const char *path, uint64_t rights, bool is_optional,
                 struct tora_err *err)
{
	struct path_rule rule = { .allowed = rights };
	struct stat st;
	long rc;

	rule.fd = open(path, O_PATH | O_CLOEXEC);
	if (rule.fd < 0) {
		if (is_optional && (errno == ENOENT || errno == ENOTDIR))
			return TORA_OK;
		return tora_fail_sys(err, "'%s'", path);
	}
	if (fstat(rule.fd, &st) == 0 && !S_ISDIR(st.st_mode))
		rule.allowed &= FILE_RIGHTS;
	rc = syscall(ADD_CALL, rules, RULE_PATH, &rule, 0);
	if (rc < 0)
		(void)tora_fail_sys(err, "allowing '%s'", path);
	(void)close(rule.fd);
	return rc < 0 ? TORA_E_SYS : TORA_OK;
}

static int allow_list(int rules, const struct tora_launch_list *paths, uint64_t rights,
                      bool is_optional, struct tora_err *err)
{
	int rc = TORA_OK;

	for (size_t i = 0; i < paths->n && !rc; i++)
		rc = allow(rules, paths->at[i], rights, is_optional, err);
	return rc;
}

static int allow_all(int rules, const struct tora_launch *l, long abi, struct tora_err *err)
{
	uint64_t write_rights = fs_known(abi) & ~(uint64_t)(FS_MAKE_CHAR | FS_MAKE_BLOCK);
	int rc = allow_list(rules, &l->read, READ_RIGHTS, true, err);

	if (!rc)
		rc = allow_list(rules, &l->write, write_rights, false, err);
	if (!rc)
		rc = allow_list(rules, &l->device, DEVICE_RIGHTS, true, err);
	if (!rc && l->scratch)
		rc = allow(rules, l->scratch, write_rights, false, err);
	/* of /proc, where other people's command lines are, only what says something of itself */
	return rc ? rc : allow(rules, "/proc/self/", FS_READ_FILE | FS_READ_DIR, true, err);
}

int tora_launch_rules(const struct tora_launch *l, struct tora_err *err)
{
	long abi = syscall(CREATE_CALL, NULL, 0, CREATE_VERSION);
	struct attributes all = { .scoped = SCOPE_ALL };
	int rules;

	if (abi < 0)
		return tora_fail(err, TORA_E_UNSUPPORTED,
		                 "this kernel has no Landlock, or it is off");
	if (!l->is_domain && abi < TORA_LAUNCH_ABI_GUARD)
		return tora_fail(
			err, TORA_E_UNSUPPORTED,
			"the kernel's Landlock is version %ld; %d (Linux 6.12) is the first "
			"that keeps signals inside",
			abi, TORA_LAUNCH_ABI_GUARD);
	/* no domain is made of nothing; block devices nobody in here could make anyway */
	all.fs = l->is_domain ? FS_MAKE_BLOCK : fs_known(abi);
	all.net = l->is_domain ? 0 : NET_ALL;
	rules = (int)syscall(CREATE_CALL, &all, size_known(abi), 0);
	if (rules < 0)
		return tora_fail_sys(err, "making rules for files");
	if (l->is_domain || allow_all(rules, l, abi, err) == TORA_OK)
		return rules;
	(void)close(rules);
	return -1;
}

bool tora_launch_scopes_signals(void)
{
	return syscall(CREATE_CALL, NULL, 0, CREATE_VERSION) >= TORA_LAUNCH_ABI_GUARD;
}

int tora_launch_bind(int rules, struct tora_err *err)
{
	if (syscall(RESTRICT_CALL, rules, 0) < 0)
		return tora_fail_sys(err, "binding the rules for files");
	return TORA_OK;
}
