/*
 * box LANGUAGE TREE WORK MARK PROGRAM...: run programs as tests are run, and tell how each ended.
 *
 * One line of JSON for each: {"program", "status", "code", "out", "err", "left", "ms"}; `left` counts the
 * processes whose command line has the word MARK, looked for at once. A program whose name ends with
 * .command is a build command, its words one a line. After each a harmless test is run, too:
 * "next" is what it printed. Status 77: no sandbox here, and why is on stderr.
 */
#include "world.h"

#include "tora/clock.h"
#include "tora/json.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct tora_sv slurp(const char *path, struct tora_arena *arena)
{
	char *text = tora_arena_alloc(arena, 1 << 20);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, text, (1 << 20) - 1);

	if (fd >= 0)
		(void)close(fd);
	text[n < 0 ? 0 : n] = '\0';
	return (struct tora_sv){ text, n < 0 ? 0 : (size_t)n };
}

static int count_left(const struct world *w)
{
	DIR *d = opendir("/proc");
	struct dirent *e;
	int n = 0;

	while (d && (e = readdir(d))) {
		char path[300];
		struct tora_sv line;
		if (!isdigit((unsigned char)e->d_name[0]))
			continue;
		(void)snprintf(path, sizeof(path), "/proc/%s/cmdline", e->d_name);
		line = slurp(path, w->check.arena);
		for (size_t i = 0; i < line.len; i += strlen(line.at + i) + 1)
			n += i > 0 && strcmp(line.at + i, w->mark) == 0 &&
			     strcmp(line.at, "sleep") == 0;
	}
	if (d)
		(void)closedir(d);
	return n;
}

static void run_test(struct world *w, const char *source, struct tora_trial *t)
{
	struct tora_exec_job job = { .source = source };
	struct tora_err err = TORA_ERR_INIT;

	if (w->check.exec->run(w->check.exec->ctx, &job, 1, t, &err)) {
		(void)fprintf(stderr, "box: %s\n", err.msg);
		exit(2);
	}
}

static void put_sv(cJSON *into, const char *name, struct tora_sv text, struct tora_arena *arena)
{
	if (text.len > 2000)
		text.len = 2000;
	tora_json_put_text(into, name, tora_arena_text(arena, text));
}

static void run_command(struct world *w, struct tora_sv words, cJSON *line)
{
	const char *argv[16] = { NULL };
	struct tora_err err = TORA_ERR_INIT;
	struct tora_sv word, log = { NULL, 0 };
	int status = 0;

	for (size_t n = 0; n < 15 && tora_sv_line(&words, &word); n++)
		argv[n] = tora_arena_text(w->check.arena, word);
	if (w->check.sandbox->run(w->check.sandbox->ctx, argv, w->check.builds[0].dir, NULL, 10000,
	                          4000, NULL, &log, &status, &err)) {
		(void)fprintf(stderr, "box: %s\n", err.msg);
		exit(2);
	}
	tora_json_put_text(line, "status", "command");
	tora_json_put_int(line, "code", status);
	put_sv(line, "out", log, w->check.arena);
	tora_json_put_text(line, "err", "");
}

/* A test that shows that the next one finds its folder empty. */
static const char *harmless(const char *lang)
{
	if (strcmp(lang, "python") == 0)
		return "import os; print('next', os.listdir('.'))";
	if (strcmp(lang, "c") == 0)
		return "#include <dirent.h>\n#include <stdio.h>\n\nint main(void)\n{\n"
		       "    DIR *d = opendir(\".\");\n    int n = 0;\n    while (readdir(d))\n     "
		       "   n++;\n"
		       "    printf(\"next %d\\n\", n - 2);\n    return 0;\n}\n";
	return "console.log('next', require('fs').readdirSync('.'))";
}

static void run_program(struct world *w, const char *path, const char *next)
{
	struct tora_str text = TORA_STR_INIT(1 << 20);
	struct tora_sv source = slurp(path, w->check.arena);
	cJSON *line = cJSON_CreateObject();
	struct tora_trial t = { .status = TORA_TRIAL_OK };
	int64_t began = tora_clock_mono_ms();

	tora_json_put_text(line, "program", path);
	if (tora_sv_ends(tora_sv(path), ".command")) {
		run_command(w, source, line);
	} else {
		run_test(w, source.at, &t);
		tora_json_put_text(line, "status", tora_trial_status_name(t.status));
		tora_json_put_int(line, "code", t.code);
		put_sv(line, "out", t.out, w->check.arena);
		put_sv(line, "err", t.err, w->check.arena);
		tora_json_put_text(line, "exception", t.exception ? t.exception->message : NULL);
	}
	tora_json_put_int(line, "left", count_left(w));
	run_test(w, next, &t);
	put_sv(line, "next", t.out, w->check.arena);
	tora_json_put_int(line, "ms", tora_clock_mono_ms() - began);
	tora_json_print(line, &text);
	(void)printf("%s\n", text.buf);
	(void)fflush(stdout);
	tora_str_free(&text);
	cJSON_Delete(line);
}

int main(int argc, char **argv)
{
	struct world w = { .mark = argc > 4 ? argv[4] : "" };

	if (argc < 6)
		return 64;
	world_open(&w, argv[1], argv[2], argv[3]);
	for (int i = 5; i < argc; i++)
		run_program(&w, argv[i], harmless(argv[1]));
	world_close(&w);
	return 0;
}
