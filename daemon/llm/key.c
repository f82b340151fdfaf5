#include "llm/key.h"

#include "tora/spawn.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COMMAND_MS 30000 /* a password manager may ask its user first */

void tora_key_wipe(struct tora_key *key)
{
	explicit_bzero(key, sizeof *key);
}

/* What goes into a header: visible ASCII, one word. Anything else is not a key, and may be an attack. */
static int take(struct tora_sv text, const char *what, struct tora_key *ret, struct tora_err *err)
{
	text = tora_sv_trim(text);
	if (!text.len)
		return tora_fail(err, TORA_E_FORMAT, "%s gave no key", what);
	if (text.len > TORA_KEY_MAX)
		return tora_fail(err, TORA_E_FORMAT, "%s gave more than one key has", what);
	for (size_t i = 0; i < text.len; i++)
		if (text.at[i] <= ' ' || text.at[i] > '~')
			return tora_fail(
				err, TORA_E_FORMAT,
				"%s gave more than one word, or one with characters that no "
				"key has",
				what);
	memcpy(ret->text, text.at, text.len);
	ret->text[text.len] = '\0';
	return TORA_OK;
}

static int from_file(const char *path, struct tora_key *ret, struct tora_err *err)
{
	char buf[TORA_KEY_MAX + 2];
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), rc;
	struct stat st;
	ssize_t got;

	if (fd < 0)
		return tora_fail_sys(err, "tora.llm.keyFile %s", path);
	if (fstat(fd, &st) < 0) {
		rc = tora_fail_sys(err, "tora.llm.keyFile %s", path);
	} else if (!S_ISREG(st.st_mode)) {
		rc = tora_fail(err, TORA_E_DENIED, "tora.llm.keyFile %s is not a file", path);
	} else if (st.st_uid != geteuid() || (st.st_mode & 077)) {
		rc = tora_fail(err, TORA_E_DENIED,
		               "tora.llm.keyFile %s can be read by others: chmod 600 it", path);
	} else {
		got = read(fd, buf, sizeof buf);
		rc = got < 0 ? tora_fail_sys(err, "tora.llm.keyFile %s", path)
		             : take((struct tora_sv){ buf, (size_t)got }, "tora.llm.keyFile", ret,
		                    err);
		explicit_bzero(buf, sizeof buf);
	}
	(void)close(fd);
	return rc;
}

/* What it printed is never shown, not even its stderr: either could hold the key. */
static int from_command(const char *command, struct tora_key *ret, struct tora_err *err)
{
	const char *argv[] = { "/bin/sh", "-c", command, NULL };
	struct tora_spawn_spec spec = { .argv = argv,
		                        .budget_ms = COMMAND_MS,
		                        .out_max = TORA_KEY_MAX + 2 };
	struct tora_spawn_result result;
	int rc;

	if (tora_spawn_run(&spec, &result, err))
		return tora_wrap(err, "tora.llm.keyCommand");
	if (result.how == TORA_SPAWN_TIMEOUT)
		rc = tora_fail(err, TORA_E_TIMEOUT, "tora.llm.keyCommand took over %d s",
		               COMMAND_MS / 1000);
	else if (result.how == TORA_SPAWN_SIGNAL || result.code != 0)
		rc = tora_fail(
			err, TORA_E_REMOTE,
			"tora.llm.keyCommand ended with %s %d: run it in a terminal to see why",
			result.how == TORA_SPAWN_SIGNAL ? "signal" : "status", result.code);
	else
		rc = take(tora_str_view(&result.out), "tora.llm.keyCommand", ret, err);
	if (result.out.cap)
		explicit_bzero(result.out.buf, result.out.cap);
	if (result.err.cap)
		explicit_bzero(result.err.buf, result.err.cap);
	tora_spawn_done(&result);
	return rc;
}

int tora_key_fetch(const struct tora_endpoint *e, const char *const *env, struct tora_key *ret,
                   struct tora_err *err)
{
	switch (e->key_from) {
	case TORA_KEY_NONE:
		ret->text[0] = '\0';
		return TORA_OK;
	case TORA_KEY_ENV:
		return take(tora_sv(tora_env_get(env, e->key)), e->key, ret, err);
	case TORA_KEY_COMMAND:
		return from_command(e->key, ret, err);
	case TORA_KEY_FILE:
		return from_file(e->key, ret, err);
	}
	return TORA_OK;
}
