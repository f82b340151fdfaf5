/*
 * soak LANGUAGE TREE WORK N: N trials on both sides, and what they leave.
 *
 * One line of JSON: {"trials", "bad", "before": {"processes", "descriptors", "mounts", "files"},
 * "after": {…}}. Files are those below WORK, processes those that have it in their command line,
 * or us as their parent. The trials try to leave something: daemons, files, threads, locks.
 */
#include "world.h"

#include "tora/json.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BATCH 200

static const char *const python[] = {
	"print(1)",
	"raise ValueError('x')",
	"import os\nif os.fork() == 0:\n os.setsid()\n if os.fork() == 0:\n"
	"  os.execv('/bin/sleep', ['sleep', '3600'])\n os._exit(0)\nos.wait()",
	"import os, tempfile\nfor i in range(5): tempfile.mkstemp()\nos.makedirs('a/b/c/d')",
	"import threading, time\n"
	"threading.Thread(target=time.sleep, args=(60,), daemon=True).start()",
	"import os; os._exit(3)",
	"import os; os.kill(os.getpid(), 9)",
	"import os; r, w = os.pipe(); os.dup2(w, 200); os.mkfifo('fifo')",
};

static const char *const javascript[] = {
	"console.log(1)",
	"throw new Error('x')",
	("require('child_process').spawn('setsid', ['sleep', '3600'], "
	 "{ detached: true, stdio: 'ignore' }).unref()"),
	"require('fs').mkdtempSync('x'); require('fs').writeFileSync('y', 'z')",
	"process.exit(3)",
};

struct counts {
	int processes, descriptors, mounts, files;
};

static int count_files(const char *path, int depth)
{
	DIR *d = opendir(path);
	struct dirent *e;
	int n = 0;

	while (d && (e = readdir(d))) {
		char below[4096];
		if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
			continue;
		n++;
		(void)snprintf(below, sizeof(below), "%s/%s", path, e->d_name);
		if (e->d_type == DT_DIR && depth < 30)
			n += count_files(below, depth + 1);
	}
	if (d)
		(void)closedir(d);
	return n;
}

static bool has(const char *path, const char *word, size_t skip)
{
	char text[65536];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof(text));

	if (fd >= 0)
		(void)close(fd);
	return n > (ssize_t)skip && memmem(text + skip, (size_t)n - skip, word, strlen(word));
}

static int count_processes(const char *work)
{
	DIR *d = opendir("/proc");
	struct dirent *e;
	char parent[64];
	int n = 0;

	(void)snprintf(parent, sizeof(parent), "PPid:\t%d\n", (int)getpid());
	while (d && (e = readdir(d))) {
		char path[300];
		bool ours;
		if (!isdigit((unsigned char)e->d_name[0]) || atoi(e->d_name) == (int)getpid())
			continue;
		(void)snprintf(path, sizeof(path), "/proc/%s/cmdline", e->d_name);
		ours = has(path, work, 0);
		(void)snprintf(path, sizeof(path), "/proc/%s/status", e->d_name);
		n += ours || has(path, parent, 0);
	}
	if (d)
		(void)closedir(d);
	return n;
}

static int count_lines(const char *path)
{
	FILE *f = fopen(path, "re");
	int c, n = 0;

	while (f && (c = fgetc(f)) != EOF)
		n += c == '\n';
	if (f)
		(void)fclose(f);
	return n;
}

static struct counts count(const char *work)
{
	return (struct counts){ .processes = count_processes(work),
		                .descriptors = count_files("/proc/self/fd", 30),
		                .mounts = count_lines("/proc/self/mountinfo"),
		                .files = count_files(work, 0) };
}

/* What was killed may take a moment to be gone: once nothing has changed for a while. */
static struct counts settled(const char *work)
{
	struct counts last = count(work), now;
	int same = 0;

	for (int tries = 0; tries < 1000 && same < 30; tries++) {
		(void)usleep(10000);
		now = count(work);
		same = memcmp(&last, &now, sizeof(now)) == 0 ? same + 1 : 0;
		last = now;
	}
	return last;
}

static void put(cJSON *into, const char *name, struct counts c)
{
	cJSON *o = tora_json_put_obj(into, name);

	tora_json_put_int(o, "processes", c.processes);
	tora_json_put_int(o, "descriptors", c.descriptors);
	tora_json_put_int(o, "mounts", c.mounts);
	tora_json_put_int(o, "files", c.files);
}

/* -> how many had no outcome of their own. */
static int run_batch(struct world *w, const char *const *sources, size_t n_sources, int n)
{
	struct tora_exec_job jobs[BATCH];
	struct tora_trial trials[BATCH];
	struct tora_err err = TORA_ERR_INIT;
	int bad = 0;

	for (int i = 0; i < n; i++)
		jobs[i] = (struct tora_exec_job){ .source = sources[(size_t)i / 2 % n_sources],
			                          .side = i % 2 ? TORA_HEAD : TORA_BASE };
	w->check.deadline_ms += 600000;
	if (w->check.exec->run(w->check.exec->ctx, jobs, (size_t)n, trials, &err)) {
		(void)fprintf(stderr, "soak: %s\n", err.msg);
		exit(2);
	}
	for (int i = 0; i < n; i++)
		bad += trials[i].status == TORA_TRIAL_TIMEOUT ||
		       trials[i].status == TORA_TRIAL_LIMIT;
	return bad;
}

int main(int argc, char **argv)
{
	struct world w = { .mark = "" };
	bool is_python = argc == 5 && strcmp(argv[1], "python") == 0;
	const char *const *sources = is_python ? python : javascript;
	size_t n_sources = is_python ? sizeof python / sizeof python[0]
	                             : sizeof javascript / sizeof javascript[0];
	struct tora_str text = TORA_STR_INIT(4096);
	cJSON *line = cJSON_CreateObject();
	struct counts before, after;
	int n, bad = 0;

	if (argc != 5)
		return 64;
	n = atoi(argv[4]);
	/* once, so that what is kept on purpose is there: the runner's folder */
	world_open(&w, argv[1], argv[2], argv[3]);
	(void)run_batch(&w, sources, n_sources, 2);
	world_close(&w);
	before = settled(argv[3]);
	world_open(&w, argv[1], argv[2], argv[3]);
	for (int done = 0; done < n; done += BATCH)
		bad += run_batch(&w, sources, n_sources, n - done < BATCH ? n - done : BATCH);
	world_close(&w);
	after = settled(argv[3]);
	tora_json_put_int(line, "trials", n);
	tora_json_put_int(line, "bad", bad);
	put(line, "before", before);
	put(line, "after", after);
	tora_json_print(line, &text);
	(void)printf("%s\n", text.buf);
	tora_str_free(&text);
	cJSON_Delete(line);
	return memcmp(&before, &after, sizeof(before)) ? 1 : 0;
}
