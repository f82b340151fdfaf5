#include "tora/stamp.h"

#include <stdlib.h>
#include <sys/stat.h>

struct tora_stamp tora_stamp_of(const char *path)
{
	struct tora_stamp stamp = { 0 };
	struct stat st;

	if (stat(path, &st) == 0) {
		stamp.mtime_ns = (int64_t)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec;
		stamp.size = st.st_size;
		stamp.inode = (int64_t)st.st_ino;
	}
	return stamp;
}

void tora_stamp_put(const struct tora_stamp *stamp, struct tora_str *out)
{
	tora_str_addf(out, "%lld %lld %lld", (long long)stamp->mtime_ns, (long long)stamp->size,
	              (long long)stamp->inode);
}

bool tora_stamp_parse(const char *text, struct tora_stamp *ret)
{
	int64_t value[3];

	for (int i = 0; i < 3; i++) {
		char *end;

		value[i] = strtoll(text, &end, 10);
		if (end == text || *end != (i < 2 ? ' ' : '\0'))
			return false;
		text = end + 1;
	}
	*ret = (struct tora_stamp){ value[0], value[1], value[2] };
	return true;
}

size_t tora_stamp_git_files(const char *common_dir, char ret[TORA_STAMP_GIT_FILES][TORA_PATH_MAX])
{
	const char *home = getenv("HOME"), *xdg = getenv("XDG_CONFIG_HOME");
	struct tora_err ignored;
	size_t n = 0;

	n += !tora_paths_format(ret[n], TORA_PATH_MAX, &ignored, "/etc/gitconfig");
	n += !tora_paths_format(ret[n], TORA_PATH_MAX, &ignored, "%s/config", common_dir);
	if (home)
		n += !tora_paths_format(ret[n], TORA_PATH_MAX, &ignored, "%s/.gitconfig", home);
	if (xdg && *xdg)
		n += !tora_paths_format(ret[n], TORA_PATH_MAX, &ignored, "%s/git/config", xdg);
	else if (home)
		n += !tora_paths_format(ret[n], TORA_PATH_MAX, &ignored, "%s/.config/git/config",
		                        home);
	return n;
}

bool tora_stamp_git_has_others(void)
{
	return getenv("GIT_CONFIG_PARAMETERS") || getenv("GIT_CONFIG_COUNT") ||
	       getenv("GIT_CONFIG_GLOBAL") || getenv("GIT_CONFIG_SYSTEM");
}
