#include "queue/ease.h"

#include "tora/paths.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define POWER        "/sys/class/power_supply"
#define MEMORY       "/proc/pressure/memory"
#define SUPPLIES_MAX 64 /* batteries of mice and pens are among them */

/* The first line of a small file, "" when there is none. */
static void read_line(const char *path, char *buf, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, buf, size - 1);

	if (fd >= 0)
		(void)close(fd);
	buf[n > 0 ? n : 0] = '\0';
	buf[strcspn(buf, "\n")] = '\0';
}

static void read_field(const char *supply, const char *field, char *buf, size_t size)
{
	char path[PATH_MAX];
	struct tora_err ignored;

	buf[0] = '\0';
	if (tora_paths_format(path, sizeof path, &ignored, "%s/%s", supply, field) == TORA_OK)
		read_line(path, buf, size);
}

/* Percent left of a battery that feeds this machine and is being emptied; -1: it is none. */
static long draining(const char *supply)
{
	char type[32], scope[32], status[32], capacity[32], *end;
	long percent;

	read_field(supply, "type", type, sizeof type);
	read_field(supply, "scope", scope, sizeof scope);
	read_field(supply, "status", status, sizeof status);
	read_field(supply, "capacity", capacity, sizeof capacity);
	percent = strtol(capacity, &end, 10);
	if (strcmp(type, "Battery") != 0 || strcmp(scope, "Device") == 0 ||
	    strcmp(status, "Discharging") != 0 || end == capacity || percent < 0 || percent > 100)
		return -1;
	return percent;
}

/* The fullest battery counts: a second one takes over. */
static void look_at_battery(const char *root, struct tora_ease *ret)
{
	char folder[PATH_MAX], supply[PATH_MAX];
	struct tora_err ignored;
	const struct dirent *entry;
	long best = -1;
	DIR *dir = NULL;

	if (tora_paths_format(folder, sizeof folder, &ignored, "%s" POWER, root) == TORA_OK)
		dir = opendir(folder);
	for (int i = 0; dir && i < SUPPLIES_MAX && (entry = readdir(dir)); i++) {
		long percent;

		if (entry->d_name[0] == '.' || tora_paths_format(supply, sizeof supply, &ignored,
		                                                 "%s/%s", folder, entry->d_name))
			continue;
		percent = draining(supply);
		best = percent > best ? percent : best;
	}
	if (dir)
		(void)closedir(dir);
	if (best < 0 || best >= TORA_EASE_BATTERY)
		return;
	ret->reason = TORA_REASON_BATTERY;
	(void)snprintf(ret->detail, sizeof ret->detail,
	               "on battery (%ld %%); a push or tora check is done all the same", best);
}

/* "some avg10=1.23 avg60=..." */
static void look_at_memory(const char *root, struct tora_ease *ret)
{
	static const char head[] = "some avg10=";
	char path[PATH_MAX], line[128], *end;
	struct tora_err ignored;
	double share;

	if (tora_paths_format(path, sizeof path, &ignored, "%s" MEMORY, root))
		return;
	read_line(path, line, sizeof line);
	if (strncmp(line, head, sizeof head - 1) != 0)
		return;
	share = strtod(line + sizeof head - 1, &end);
	if (end == line + sizeof head - 1 || !(share >= TORA_EASE_PRESSURE))
		return;
	ret->reason = TORA_REASON_MEMORY_PRESSURE;
	(void)snprintf(ret->detail, sizeof ret->detail,
	               "memory is short (programs wait for it %.0f %% of the time)", share);
}

void tora_ease_look(const char *root, struct tora_ease *ret)
{
	*ret = (struct tora_ease){ .reason = TORA_REASON_NONE };
	look_at_memory(root, ret);
	if (ret->reason == TORA_REASON_NONE)
		look_at_battery(root, ret);
}
