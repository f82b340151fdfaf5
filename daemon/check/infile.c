#include "check/infile.h"

#include <fcntl.h>
#include <unistd.h>

int tora_infile_read(const char *path, struct tora_str *ret, struct tora_err *err)
{
	char chunk[65536];
	ssize_t n;
	int rc = TORA_OK, fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return tora_fail_sys(err, "opening %s", path);
	while ((n = read(fd, chunk, sizeof chunk)) > 0 && !ret->over)
		tora_str_add(ret, (struct tora_sv){ chunk, (size_t)n });
	if (n < 0)
		rc = tora_fail_sys(err, "reading %s", path);
	(void)close(fd);
	return rc ? rc : tora_str_check(ret, err);
}
