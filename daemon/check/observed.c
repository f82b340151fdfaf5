#include "check/observed.h"

#include <string.h>

#define REPORT_MAX  (4u << 20)
#define PROGRAM_MAX (4u << 20)

cJSON *tora_observed_report(struct tora_sv out, const char *word)
{
	struct tora_sv line, found = { NULL, 0 };
	struct tora_err ignored;
	cJSON *json = NULL;
	size_t n = strlen(word);

	while (tora_sv_line(&out, &line))
		if (line.len > n + 1 && tora_sv_starts(line, word) && line.at[n] == ' ')
			found = (struct tora_sv){ line.at + n + 1, line.len - n - 1 };
	if (!found.at || tora_json_parse(found, REPORT_MAX, &json, &ignored))
		return NULL;
	if (cJSON_IsObject(json))
		return json;
	cJSON_Delete(json);
	return NULL;
}

static const char *without_report(const struct tora_trial *t)
{
	static const char *const words[] = {
		[TORA_TRIAL_OK] = "exit",         [TORA_TRIAL_EXCEPTION] = "other",
		[TORA_TRIAL_EXIT] = "exit",       [TORA_TRIAL_SIGNAL] = "crash",
		[TORA_TRIAL_TIMEOUT] = "timeout", [TORA_TRIAL_LIMIT] = "limit",
	};

	return words[t->status];
}

static const char *kind_of(const cJSON *json, struct tora_arena *arena)
{
	const cJSON *ended = tora_json_obj(json, "ended"), *step = tora_json_list(json, "steps");

	if (ended)
		return tora_arena_printf(arena, "raises %.80s", tora_json_text(ended, "type", ""));
	for (step = step ? step->child : NULL; step && step->next;)
		step = step->next;
	return tora_arena_printf(arena, "%.80s", step ? tora_json_text(step, "kind", "") : "");
}

static const char *failure_of(const cJSON *json, struct tora_arena *arena)
{
	const char *class = tora_json_text(tora_json_obj(json, "ended"), "class", "");

	return *class ? tora_arena_printf(arena, "%.40s", class) : NULL;
}

/* What the writer needs of it, without what was measured. */
static const char *seen_of(cJSON *json, struct tora_arena *arena)
{
	struct tora_str text = TORA_STR_INIT(REPORT_MAX);
	const char *seen;

	cJSON_DeleteItemFromObjectCaseSensitive(json, "lines");
	cJSON_DeleteItemFromObjectCaseSensitive(json, "arcs");
	tora_json_print(json, &text);
	seen = tora_arena_text(arena, tora_str_view(&text));
	tora_str_free(&text);
	return seen;
}

void tora_observed_read(const struct tora_trial *trial, const char *word,
                        const struct tora_points *points, struct tora_arena *arena,
                        struct tora_observed *ret)
{
	cJSON *json = tora_observed_report(trial->out, word);

	*ret = (struct tora_observed){ .kind = "", .seen = "" };
	ret->is_missing = !json && trial->status == TORA_TRIAL_LIMIT && !trial->err.len;
	ret->hits = tora_points_hits(points, json, arena);
	if (!json) {
		ret->failure = ret->is_missing ? "not-run" : without_report(trial);
		return;
	}
	ret->failure = failure_of(json, arena);
	ret->kind = kind_of(json, arena);
	ret->seen = seen_of(json, arena);
	cJSON_Delete(json);
}

/* A string literal of JSON is one of every language so far. */
static void add_literal(struct tora_str *out, const char *text)
{
	cJSON *string = cJSON_CreateString(text);

	tora_json_print(string, out);
	cJSON_Delete(string);
}

const char *tora_observed_program(const char *form, const cJSON *job, struct tora_arena *arena)
{
	struct tora_str text = TORA_STR_INIT(PROGRAM_MAX), out = TORA_STR_INIT(2 * PROGRAM_MAX);
	const char *hole = strchr(form, '@'), *program;

	tora_json_print(job, &text);
	tora_str_add(&out, (struct tora_sv){ form, (size_t)(hole - form) });
	add_literal(&out, text.buf);
	tora_str_adds(&out, hole + 1);
	program = out.over || text.over ? NULL : tora_arena_text(arena, tora_str_view(&out));
	tora_str_free(&out);
	tora_str_free(&text);
	return program;
}
