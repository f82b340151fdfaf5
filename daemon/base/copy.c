#include "tora/copy.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PIECE (1u << 16)
#define GULP  (1u << 30) /* the kernel copies at most 2 GiB in one call */

int tora_open_beneath(int dir, const char *path)
{
	struct open_how how = { .flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK,
		                .resolve =
		                        RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_XDEV };

	return (int)syscall(SYS_openat2, dir, path, &how, sizeof(how));
}

static int write_all(int fd, const char *at, size_t n)
{
	while (n) {
		ssize_t done = write(fd, at, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return -1;
		at += done;
		n -= (size_t)done;
	}
	return 0;
}

/* Where the kernel does not copy between these two files. */
static int copy_by_hand(int from, int to, uint64_t *bytes)
{
	char piece[PIECE];

	for (;;) {
		ssize_t n = read(from, piece, sizeof(piece));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return (int)n;
		if (write_all(to, piece, (size_t)n) < 0)
			return -1;
		*bytes += (uint64_t)n;
	}
}

int tora_copy_bytes(int from, int to, uint64_t *ret_bytes, struct tora_err *err)
{
	uint64_t bytes = 0;
	struct stat st;
	ssize_t n;

	if (ioctl(to, FICLONE, from) == 0) {
		if (fstat(to, &st) < 0)
			return tora_fail_sys(err, "copying a file");
		*ret_bytes = (uint64_t)st.st_size;
		return TORA_OK;
	}
	while ((n = copy_file_range(from, NULL, to, NULL, GULP, 0)) != 0) {
		if (n > 0) {
			bytes += (uint64_t)n;
			continue;
		}
		if (errno == EINTR)
			continue;
		if (bytes ||
		    (errno != EXDEV && errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP))
			return tora_fail_sys(err, "copying a file");
		break;
	}
	/* some file systems say 0 for files whose length they do not know: read on until the end */
	if (copy_by_hand(from, to, &bytes) < 0)
		return tora_fail_sys(err, "copying a file");
	*ret_bytes = bytes;
	return TORA_OK;
}
