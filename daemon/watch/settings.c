/*
 * settings.c - git config, kept while it is true.
 */
#include "watch/settings.h"
#include "tora/gitvalue.h"
#include "tora/wire.h"

#include <stdlib.h>
#include <string.h>

void tora_settings_init(struct tora_settings *s)
{
	memset(s, 0, sizeof *s);
	s->is_enabled = true;
	s->check_timeout_s = 300;
	s->push_sure = TORA_PUSH_SURE;
	s->too_many_files = true;
}

void tora_settings_done(struct tora_settings *s)
{
	for (size_t i = 0; i < s->n_files; i++)
		free(s->files[i]);
	s->n_files = 0;
}

#define CLOCK_GRAIN_MS 20 /* file times lag behind the clock by a tick of the kernel */

void tora_settings_stamp(const struct tora_settings *s, struct tora_stamps *ret)
{
	memset(ret, 0, sizeof *ret);
	for (; ret->n < s->n_files; ret->n++)
		ret->at[ret->n] = tora_stamp_of(s->files[ret->n]);
}

void tora_settings_keep(struct tora_settings *s, const struct tora_stamps *now)
{
	s->stamps = *now;
}

bool tora_settings_is_fresh(const struct tora_settings *s, const struct tora_stamps *now)
{
	if (s->too_many_files || now->n != s->n_files || s->stamps.n != s->n_files)
		return false;
	for (size_t i = 0; i < s->n_files; i++)
		if (memcmp(&now->at[i], &s->stamps.at[i], sizeof now->at[i]) != 0 ||
		    now->at[i].mtime_ns / 1000000 >= s->asked_ms - CLOCK_GRAIN_MS)
			return false;
	return true;
}

static void add_file(struct tora_settings *s, struct tora_sv path, const char *dir)
{
	struct tora_str full = TORA_STR_INIT(4096);

	if (path.len == 0)
		return;
	if (path.at[0] != '/')
		tora_str_addf(&full, "%s/", dir);
	tora_str_add(&full, path);
	for (size_t i = 0; i < s->n_files; i++) {
		if (strcmp(s->files[i], full.buf) == 0) {
			tora_str_free(&full);
			return;
		}
	}
	if (s->n_files == TORA_SETTINGS_FILES || full.over) {
		s->too_many_files = true;
		tora_str_free(&full);
		return;
	}
	s->files[s->n_files++] = tora_str_take(&full);
}

/* The last value of a key counts, also in being wrong. */
static void set_wrong(struct tora_settings *s, enum tora_wrong bit, bool is_wrong)
{
	s->wrong = (s->wrong & ~(unsigned)bit) | (is_wrong ? (unsigned)bit : 0);
}

static bool boolean(struct tora_settings *s, enum tora_wrong bit, const char *value, bool fallback)
{
	bool ret = fallback;

	set_wrong(s, bit, !tora_gitvalue_bool(value, &ret));
	return ret;
}

static unsigned number(const char *value, unsigned max, unsigned fallback)
{
	int64_t n;

	if (!tora_gitvalue_int(value, &n) || n < 0)
		return fallback;
	return n > max ? max : (unsigned)n;
}

/* git gives section and name in lower case. */
static void set(struct tora_settings *s, const char *key, const char *value)
{
	if (strcmp(key, "tora.enabled") == 0)
		s->is_enabled = boolean(s, TORA_WRONG_ENABLED, value, true);
	else if (strcmp(key, "tora.push.block") == 0)
		s->push_block = boolean(s, TORA_WRONG_BLOCK, value, false);
	else if (strcmp(key, "tora.push.wait") == 0) {
		unsigned wait = number(value, TORA_PUSH_WAIT_MAX + 1, TORA_PUSH_WAIT_MAX + 1);

		set_wrong(s, TORA_WRONG_WAIT, wait > TORA_PUSH_WAIT_MAX);
		s->push_wait_s = wait > TORA_PUSH_WAIT_MAX ? 0 : wait;
	} else if (strcmp(key, "tora.push.sure") == 0) {
		unsigned sure = number(value, 101, 101);

		set_wrong(s, TORA_WRONG_SURE, sure > 100);
		s->push_sure = sure > 100 ? TORA_PUSH_SURE : sure;
	} else if (strcmp(key, "tora.jobs") == 0)
		s->jobs = number(value, 256, s->jobs);
	else if (strcmp(key, "tora.check.timeout") == 0)
		s->check_timeout_s = number(value, 86400, s->check_timeout_s);
}

/* One field that ends in NUL, and step over it. */
static bool field(struct tora_sv *rest, struct tora_sv *ret)
{
	const char *end = rest->len ? memchr(rest->at, '\0', rest->len) : NULL;

	if (!end)
		return false;
	*ret = (struct tora_sv){ rest->at, (size_t)(end - rest->at) };
	rest->at = end + 1;
	rest->len -= ret->len + 1;
	return true;
}

static int parse_all(struct tora_settings *s, struct tora_sv text, const char *dir,
                     struct tora_err *err)
{
	struct tora_sv origin, entry;

	while (text.len) {
		char *key, *value;

		if (!field(&text, &origin) || !field(&text, &entry))
			return tora_fail(err, TORA_E_FORMAT, "git config: output cut short");
		if (tora_sv_starts(origin, "file:"))
			add_file(s, (struct tora_sv){ origin.at + 5, origin.len - 5 }, dir);
		if (!tora_sv_starts(entry, "tora."))
			continue;
		key = tora_xstrdup(entry.at); /* it ends in NUL */
		value = strchr(key, '\n');
		if (value)
			*value++ = '\0';
		set(s, key, value);
		free(key);
	}
	return TORA_OK;
}

int tora_settings_parse(struct tora_settings *s, struct tora_sv text, const char *dir,
                        const char *const *extra, int64_t asked_ms, struct tora_err *err)
{
	struct tora_settings fresh;
	int rc;

	tora_settings_init(&fresh);
	fresh.asked_ms = asked_ms;
	fresh.too_many_files = false;
	for (; extra && *extra; extra++)
		add_file(&fresh, tora_sv(*extra), dir);
	rc = parse_all(&fresh, text, dir, err);
	if (rc) {
		tora_settings_done(&fresh);
		return rc;
	}
	tora_settings_done(s);
	*s = fresh;
	return TORA_OK;
}
