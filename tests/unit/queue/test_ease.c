/* When work that nobody waits for should wait: what batteries and the kernel's pressure file say. */
#include "queue/ease.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static void put(const char *root, const char *path, const char *text)
{
	char full[512];
	int fd;

	(void)snprintf(full, sizeof full, "%s/%s", root, path);
	for (char *slash = strchr(full + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		(void)mkdir(full, 0755);
		*slash = '/';
	}
	fd = open(full, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	(void)close(fd);
}

static void put_supply(const char *root, const char *name, const char *type, const char *scope,
                       const char *status, const char *capacity)
{
	const char *const fields[][2] = {
		{ "type", type }, { "scope", scope }, { "status", status }, { "capacity", capacity }
	};

	for (size_t i = 0; i < 4; i++) {
		char path[256];

		if (!fields[i][1])
			continue;
		(void)snprintf(path, sizeof path, "sys/class/power_supply/%s/%s", name,
		               fields[i][0]);
		put(root, path, fields[i][1]);
	}
}

static void remove_tree(const char *root)
{
	static const char *const names[] = { "AC", "BAT0", "BAT1", "mouse" };
	static const char *const fields[] = { "type", "scope", "status", "capacity" };
	static const char *const folders[] = { "proc/pressure/memory",
		                               "proc/pressure",
		                               "proc",
		                               "sys/class/power_supply",
		                               "sys/class",
		                               "sys",
		                               "" };
	char path[512];

	for (size_t i = 0; i < 4; i++) {
		for (size_t k = 0; k < 4; k++) {
			(void)snprintf(path, sizeof path, "%s/sys/class/power_supply/%s/%s", root,
			               names[i], fields[k]);
			(void)unlink(path);
		}
		(void)snprintf(path, sizeof path, "%s/sys/class/power_supply/%s", root, names[i]);
		(void)rmdir(path);
	}
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		(void)snprintf(path, sizeof path, "%s/%s", root, folders[i]);
		(void)remove(path);
	}
}

static void test_looks(void **state)
{
	static const struct {
		const char *label;
		const char *status, *capacity; /* of BAT0; NULL: there is none */
		const char *second;            /* capacity of BAT1, discharging */
		const char *mouse;             /* capacity of a mouse's battery */
		const char *memory;            /* the pressure file, or NULL */
		enum tora_reason reason;
		const char *says;
	} rows[] = {
		{ "nothing is there", NULL, NULL, NULL, NULL, NULL, TORA_REASON_NONE, "" },
		{ "nearly empty", "Discharging\n", "29\n", NULL, NULL, NULL, TORA_REASON_BATTERY,
		  "on battery (29 %)" },
		{ "enough", "Discharging\n", "30\n", NULL, NULL, NULL, TORA_REASON_NONE, "" },
		{ "plugged in", "Charging\n", "5\n", NULL, NULL, NULL, TORA_REASON_NONE, "" },
		{ "plugged in and full", "Full\n", "100\n", NULL, NULL, NULL, TORA_REASON_NONE,
		  "" },
		{ "a second battery takes over", "Discharging\n", "5\n", "80\n", NULL, NULL,
		  TORA_REASON_NONE, "" },
		{ "both nearly empty: the fuller is told", "Discharging\n", "5\n", "12\n", NULL,
		  NULL, TORA_REASON_BATTERY, "on battery (12 %)" },
		{ "a mouse's", NULL, NULL, NULL, "3\n", NULL, TORA_REASON_NONE, "" },
		{ "no number", "Discharging\n", "low\n", NULL, NULL, NULL, TORA_REASON_NONE, "" },
		{ "no percentage", "Discharging\n", "-3\n", NULL, NULL, NULL, TORA_REASON_NONE,
		  "" },
		{ "programs stall", NULL, NULL, NULL, NULL,
		  "some avg10=12.50 avg60=1.00 avg300=0.10 total=1\nfull avg10=0.00\n",
		  TORA_REASON_MEMORY_PRESSURE, "12 % of the time" },
		{ "a little", NULL, NULL, NULL, NULL, "some avg10=9.99 avg60=50.00\n",
		  TORA_REASON_NONE, "" },
		{ "another file", NULL, NULL, NULL, NULL, "avg10=99\n", TORA_REASON_NONE, "" },
		{ "no number there", NULL, NULL, NULL, NULL, "some avg10=nan\n", TORA_REASON_NONE,
		  "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char root[] = "/tmp/tora-test-ease.XXXXXX";
		struct tora_ease ease;

		assert_non_null(mkdtemp(root));
		if (rows[i].status) {
			put_supply(root, "AC", "Mains\n", NULL, NULL, NULL);
			put_supply(root, "BAT0", "Battery\n", NULL, rows[i].status,
			           rows[i].capacity);
		}
		if (rows[i].second)
			put_supply(root, "BAT1", "Battery\n", NULL, "Discharging\n",
			           rows[i].second);
		if (rows[i].mouse)
			put_supply(root, "mouse", "Battery\n", "Device\n", "Discharging\n",
			           rows[i].mouse);
		if (rows[i].memory)
			put(root, "proc/pressure/memory", rows[i].memory);
		tora_ease_look(root, &ease);
		remove_tree(root);
		if (ease.reason != rows[i].reason || !strstr(ease.detail, rows[i].says))
			fail_msg("%s: %s, '%s'", rows[i].label, tora_reason_name(ease.reason),
			         ease.detail);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_looks) };

	return cmocka_run_group_tests_name("ease", tests, NULL, NULL);
}
