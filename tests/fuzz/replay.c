/*
 * replay.c - run a fuzz target over the files of its corpus as plain test cases, as TAP.
 *
 * The same object that libFuzzer drives is linked here with an ordinary main, so that every
 * input that once mattered is tried by `make check` with any compiler.
 */
#include <dirent.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INPUT_MAX (1u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Runs one file; a target that finds something wrong aborts, which the runner counts. */
static void run_file(const char *dir, const char *name, int number)
{
	static uint8_t data[INPUT_MAX];
	char path[4096];
	size_t n = 0;
	FILE *f;

	(void)snprintf(path, sizeof path, "%s/%s", dir, name);
	f = fopen(path, "rb");
	if (f) {
		n = fread(data, 1, sizeof data, f);
		(void)fclose(f);
	}
	(void)LLVMFuzzerTestOneInput(data, n);
	(void)printf("ok %d - %s\n", number, name);
	(void)fflush(stdout);
}

int main(int argc, char **argv)
{
	struct dirent *entry;
	int n = 0;
	DIR *dir;

	if (argc != 2 || !(dir = opendir(argv[1]))) {
		(void)fprintf(stderr, "usage: %s CORPUS-FOLDER\n", argv[0]);
		return 2;
	}
	while ((entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			run_file(argv[1], entry->d_name, ++n);
	(void)closedir(dir);
	(void)printf("1..%d\n", n);
	return n > 0 ? 0 : 1;
}
