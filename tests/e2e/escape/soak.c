/*
 * soak LANGUAGE TREE WORK N: N trials on both sides, and what they leave.
 *
 * One line of JSON: {"trials", "ok", "bad", "before": {"processes", "descriptors", "mounts", "files"},
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

#define C_MAIN(head, body)                                                                         \
	"#include <stdlib.h>\n#include <unistd.h>\n" head                                          \
	"#include \"attack.h\"\n\nint main(void)\n{\n" body "}\n"

static const char *const in_c[] = {
	C_MAIN("", "    return attack(0);\n"),
	C_MAIN("", "    abort();\n"),
	C_MAIN("", "    if (fork() == 0) {\n        setsid();\n        if (fork() == 0)\n"
	           "            execl(\"/bin/sleep\", \"sleep\", \"3600\", (char *)0);\n"
	           "        _exit(0);\n    }\n    return 0;\n"),
	C_MAIN("#include <fcntl.h>\n#include <sys/stat.h>\n",
	       "    char name[] = \"xXXXXXX\";\n    int fd = mkstemp(name);\n    mkdir(\"a\", "
	       "0700);\n"
	       "    return open(\"a/b\", O_CREAT | O_RDWR, 0600) < 0 || fd < 0;\n"),
	C_MAIN("#include <pthread.h>\nstatic void *waits(void *x)\n{\n    sleep(60);\n    return "
	       "x;\n}\n",
	       "    pthread_t t;\n    return pthread_create(&t, 0, waits, 0);\n"),
	C_MAIN("", "    _exit(3);\n"),
	C_MAIN("#include <signal.h>\n", "    return kill(getpid(), SIGKILL);\n"),
	C_MAIN("#include <sys/stat.h>\n", "    int p[2];\n    return pipe(p) || dup2(p[1], 200) < "
	                                  "0 || mkfifo(\"fifo\", 0600);\n"),
	C_MAIN("", "    return nothing_of_that_name(1);\n"),
};

static const struct {
	const char *name;
	const char *const *sources;
	size_t n;
} languages[] = { { "python", python, sizeof python / sizeof *python },
	          { "javascript", javascript, sizeof javascript / sizeof *javascript },
	          { "c", in_c, sizeof in_c / sizeof *in_c } };

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

struct ended { /* how many ended as programs should, and how many had no outcome of their own */
	int ok, bad;
};

static void run_batch(struct world *w, const char *const *sources, size_t n_sources, int n,
                      struct ended *ended)
{
	struct tora_exec_job jobs[BATCH];
	struct tora_trial trials[BATCH];
	struct tora_err err = TORA_ERR_INIT;

	for (int i = 0; i < n; i++)
		jobs[i] = (struct tora_exec_job){ .source = sources[(size_t)i / 2 % n_sources],
			                          .side = i % 2 ? TORA_HEAD : TORA_BASE };
	w->check.deadline_ms += 600000;
	if (w->check.exec->run(w->check.exec->ctx, jobs, (size_t)n, trials, &err)) {
		(void)fprintf(stderr, "soak: %s\n", err.msg);
		exit(2);
	}
	for (int i = 0; i < n; i++) {
		ended->ok += trials[i].status == TORA_TRIAL_OK;
		ended->bad += trials[i].status == TORA_TRIAL_TIMEOUT ||
		              trials[i].status == TORA_TRIAL_LIMIT;
	}
}

int main(int argc, char **argv)
{
	struct world w = { .mark = "" };
	const char *const *sources;
	size_t n_sources, l = 0;
	struct tora_str text = TORA_STR_INIT(4096);
	cJSON *line = cJSON_CreateObject();
	struct counts before, after;
	struct ended ended = { 0, 0 };
	int n;

	while (argc == 5 && l < 3 && strcmp(argv[1], languages[l].name) != 0)
		l++;
	if (argc != 5 || l == 3)
		return 64;
	sources = languages[l].sources;
	n_sources = languages[l].n;
	n = atoi(argv[4]);
	/* once, so that what is kept on purpose is there: the runner's folder */
	world_open(&w, argv[1], argv[2], argv[3]);
	run_batch(&w, sources, n_sources, 2, &(struct ended){ 0, 0 });
	world_close(&w);
	before = settled(argv[3]);
	world_open(&w, argv[1], argv[2], argv[3]);
	for (int done = 0; done < n; done += BATCH)
		run_batch(&w, sources, n_sources, n - done < BATCH ? n - done : BATCH, &ended);
	world_close(&w);
	after = settled(argv[3]);
	tora_json_put_int(line, "trials", n);
	tora_json_put_int(line, "ok", ended.ok);
	tora_json_put_int(line, "bad", ended.bad);
	put(line, "before", before);
	put(line, "after", after);
	tora_json_print(line, &text);
	(void)printf("%s\n", text.buf);
	tora_str_free(&text);
	cJSON_Delete(line);
	return memcmp(&before, &after, sizeof(before)) ? 1 : 0;
}
