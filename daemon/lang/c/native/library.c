/*
 * library.c - see library.h.
 */
#include "lang/c/native/library.h"

#include <dirent.h>
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEPTH_MAX 5

static bool is_library(const char *name)
{
	const char *dot = strstr(name, ".so");

	return dot && dot != name && (dot[3] == '\0' || dot[3] == '.');
}

/* Nearest to the root, by name where several are. */
static void search(const char *folder, int depth, int *best_depth, struct library *ret)
{
	DIR *d = opendir(folder);
	struct dirent *e;

	while (d && (e = readdir(d))) {
		char path[sizeof ret->path];
		struct stat st;

		if (e->d_name[0] == '.' ||
		    snprintf(path, sizeof path, "%s/%s", folder, e->d_name) >= (int)sizeof path ||
		    lstat(path, &st) < 0)
			continue;
		if (S_ISDIR(st.st_mode) && depth < DEPTH_MAX && strncmp(e->d_name, "test", 4) != 0)
			search(path, depth + 1, best_depth, ret);
		if (!S_ISREG(st.st_mode) || !is_library(e->d_name))
			continue;
		if (depth < *best_depth || (depth == *best_depth && strcmp(path, ret->path) < 0)) {
			*best_depth = depth;
			memcpy(ret->path, path, sizeof path);
		}
	}
	if (d)
		(void)closedir(d);
}

bool library_find(const char *root, struct library *ret)
{
	int best = DEPTH_MAX + 1;

	*ret = (struct library){ .base = 0 };
	(void)snprintf(ret->path, sizeof ret->path, "%s/.tora-c/library.so", root);
	if (access(ret->path, R_OK) == 0)
		return true;
	ret->path[0] = '\0';
	search(root, 0, &best, ret);
	if (best > DEPTH_MAX)
		(void)snprintf(ret->problem, sizeof ret->problem,
		               "the build made no shared library (tora.build.command has to)");
	return best <= DEPTH_MAX;
}

bool library_load(struct library *l)
{
	void *handle = dlopen(l->path, RTLD_LAZY | RTLD_GLOBAL);
	struct link_map *map = NULL;

	if (!handle || dlinfo(handle, RTLD_DI_LINKMAP, &map) < 0) {
		const char *why = dlerror();

		(void)snprintf(l->problem, sizeof l->problem, "%s",
		               why ? why : "it cannot be loaded");
		return false;
	}
	l->base = map->l_addr ? map->l_addr : 1;
	return true;
}
