#include "check/linger.h"

#include "tora/clock.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

#define LINE_MAX_BYTES (64u << 10)

static bool wait_readable(int fd, int64_t until_ms)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	for (;;) {
		int64_t left = until_ms - tora_clock_mono_ms();
		int n = poll(&p, 1, left > 0 ? (int)left : 0);

		if (n >= 0 || errno != EINTR)
			return n > 0;
	}
}

/* Up to a newline; nothing is sent behind it before it was answered. */
static bool read_line(int fd, int64_t until_ms, struct tora_str *line)
{
	char some[4096];

	while (wait_readable(fd, until_ms)) {
		ssize_t n = read(fd, some, sizeof some);

		if (n < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (n <= 0)
			return false;
		tora_str_add(line, (struct tora_sv){ some, (size_t)n });
		if (line->over)
			return false;
		if (some[n - 1] == '\n')
			return true;
	}
	return false;
}

static bool take_words(struct tora_linger_line *ret)
{
	const cJSON *list = tora_json_list(ret->json, "check"), *word;

	ret->argc = 0;
	cJSON_ArrayForEach(word, list)
	{
		if (!cJSON_IsString(word) || ret->argc == TORA_LINGER_ARGS)
			return false;
		ret->argv[ret->argc++] = word->valuestring;
	}
	ret->argv[ret->argc] = NULL;
	return ret->argc > 0;
}

bool tora_linger_next(int fd, int wait_ms, struct tora_linger_line *ret)
{
	struct tora_str line = TORA_STR_INIT(LINE_MAX_BYTES);
	struct tora_err ignored;
	bool found;

	ret->json = NULL;
	found = read_line(fd, tora_clock_mono_ms() + wait_ms, &line) &&
	        tora_json_parse(tora_str_view(&line), LINE_MAX_BYTES, &ret->json, &ignored) ==
	                TORA_OK &&
	        take_words(ret);
	tora_str_free(&line);
	if (!found)
		tora_linger_done(ret);
	return found;
}

void tora_linger_done(struct tora_linger_line *line)
{
	cJSON_Delete(line->json);
	line->json = NULL;
}
