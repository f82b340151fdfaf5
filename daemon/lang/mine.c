#include "lang/mine.h"

#include "lang/lang.h"
#include "lang/todo.h"
#include "tora/json.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ENGINE "gen_" /* the engine's files begin with it */
#define MARK   "mine" /* in the scratch folder: mine, do not compile */

void tora_lang_miner(const struct tora_lang *lang, const char *interpreter, char ret[TORA_HASH_HEX])
{
	struct tora_hash hash;

	tora_hash_init(&hash);
	tora_hash_field(&hash, tora_sv(lang->name));
	tora_hash_field(&hash, tora_sv(interpreter));
	for (const struct tora_linked *f = lang->runner; f->name; f++)
		if (strncmp(f->name, ENGINE, strlen(ENGINE)) == 0)
			tora_hash_field(&hash, (struct tora_sv){ f->at, (size_t)(f->end - f->at) });
	tora_hash_final(&hash, ret);
}

/* One line that is one JSON object, and nothing that a line of ours could not hold. */
static bool is_facts(struct tora_sv text)
{
	struct tora_err ignored;
	cJSON *json = NULL;
	bool is_object;

	for (size_t i = 0; i < text.len; i++)
		if (text.at[i] < ' ' || text.at[i] > '~')
			return false;
	is_object = tora_json_parse(text, TORA_MINE_FACTS_MAX, &json, &ignored) == TORA_OK &&
	            cJSON_IsObject(json);
	cJSON_Delete(json);
	return is_object;
}

static const char *take(const char *path, struct tora_arena *arena)
{
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	const char *facts = NULL;
	struct tora_sv text;
	struct stat st;
	ssize_t n = -1;
	char *bytes;

	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0 &&
	    st.st_size <= (off_t)TORA_MINE_FACTS_MAX) {
		bytes = tora_arena_alloc(arena, (size_t)st.st_size);
		n = read(fd, bytes, (size_t)st.st_size);
		text = (struct tora_sv){ bytes, n > 0 ? (size_t)n : 0 };
		if (n == st.st_size && is_facts(text))
			facts = tora_arena_text(arena, text);
	}
	(void)close(fd);
	return facts;
}

int tora_lang_mine(const struct tora_mine_spec *spec, struct tora_arena *arena, const char **ret,
                   struct tora_err *err)
{
	const char *mark = tora_arena_printf(arena, "%s/" MARK, spec->scratch);
	int fd = open(mark, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644), rc;

	memset(ret, 0, spec->n * sizeof *ret);
	if (fd < 0)
		return tora_fail_sys(err, "creating '%s'", mark);
	(void)close(fd);
	rc = tora_lang_todo(spec->scratch, spec->paths, spec->n, arena, err);
	if (!rc)
		rc = spec->sandbox->compile(spec->sandbox->ctx, spec->dir, spec->scratch,
		                            spec->budget_ms, err);
	for (size_t i = 0; i < spec->n; i++) /* also of one that did not finish */
		ret[i] = take(tora_arena_printf(arena, "%s/%zu", spec->scratch, i), arena);
	return rc;
}
