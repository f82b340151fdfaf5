#include "run/answer.h"

#include <string.h>

static const char *text_max(const cJSON *obj, const char *key, size_t max, struct tora_arena *arena)
{
	struct tora_sv text = tora_sv(tora_json_text(obj, key, ""));
	struct tora_str cut = TORA_STR_INIT(max);
	const char *copy;

	tora_str_add_clip(&cut, text);
	copy = tora_arena_text(arena, tora_str_view(&cut));
	tora_str_free(&cut);
	return copy;
}

static const char *text(const cJSON *obj, const char *key, struct tora_arena *arena)
{
	return text_max(obj, key, TORA_ANSWER_TEXT_MAX, arena);
}

static unsigned small(const cJSON *obj, const char *key, unsigned max)
{
	int64_t n = tora_json_int(obj, key, 0);

	return n < 0 ? 0 : n > max ? max : (unsigned)n;
}

static bool is_text(const cJSON *obj, const char *key)
{
	return cJSON_IsString(cJSON_GetObjectItemCaseSensitive(obj, key));
}

/* An answer at all: an object that does not say that the request failed. */
static int check_ok(const cJSON *json, struct tora_err *err)
{
	if (!cJSON_IsObject(json))
		return tora_fail(err, TORA_E_FORMAT, "the runner's answer is no object");
	if (!tora_json_bool(json, "ok", false))
		return tora_fail(err, TORA_E_REMOTE, "the runner refused: %.160s",
		                 tora_json_text(json, "error", "no reason given"));
	return TORA_OK;
}

static struct tora_exception *parse_exception(const cJSON *json, struct tora_arena *arena)
{
	const cJSON *obj = tora_json_obj(json, "exception"), *frame;
	struct tora_exception *e;

	if (!obj)
		return NULL;
	e = tora_arena_calloc(arena, 1, sizeof(*e));
	e->type = text(obj, "type", arena);
	e->message = text(obj, "message", arena);
	cJSON_ArrayForEach(frame, tora_json_list(obj, "frames"))
	{
		struct tora_frame *f;
		if (!cJSON_IsObject(frame) || e->frames.n >= TORA_ANSWER_FRAMES_MAX)
			continue;
		f = tora_vec_push(arena, &e->frames);
		f->file = text(frame, "file", arena);
		f->function = text(frame, "function", arena);
		f->line = small(frame, "line", 1u << 30);
	}
	return e;
}

static void parse_warnings(const cJSON *json, struct tora_arena *arena, struct tora_trial *t)
{
	const cJSON *w;

	cJSON_ArrayForEach(w, tora_json_list(json, "warnings"))
	{
		struct tora_warning *to;
		if (!cJSON_IsObject(w) || t->warnings.n >= TORA_ANSWER_WARNINGS_MAX)
			continue;
		to = tora_vec_push(arena, &t->warnings);
		to->category = text(w, "category", arena);
		to->message = text(w, "message", arena);
		to->is_hidden = tora_json_bool(w, "hidden", false);
	}
}

/* The path below the mount, or NULL for a file that is none of ours. */
static const char *repository_path(const char *file)
{
	size_t n = strlen(TORA_MOUNT);

	return file && strncmp(file, TORA_MOUNT, n) == 0 && file[n] == '/' && file[n + 1]
	               ? file + n + 1
	               : NULL;
}

static bool is_line(const cJSON *value)
{
	return cJSON_IsNumber(value) && value->valuedouble >= 1 && value->valuedouble <= 1e9;
}

static void parse_covered(const cJSON *json, struct tora_arena *arena, struct tora_trial *t)
{
	const cJSON *covered = tora_json_obj(json, "covered"), *file, *line;

	t->measured = covered != NULL;
	cJSON_ArrayForEach(file, covered)
	{
		const char *path = repository_path(file->string);
		if (!path || !cJSON_IsArray(file))
			continue;
		path = tora_arena_dup(arena, path);
		cJSON_ArrayForEach(line, file)
		{
			struct tora_lines_hit *hit;
			if (!is_line(line) || t->covered.n >= TORA_ANSWER_LINES_MAX)
				continue;
			hit = tora_vec_push(arena, &t->covered);
			hit->file = path;
			hit->line = (unsigned)line->valuedouble;
		}
	}
}

static unsigned byte_of(const cJSON *value)
{
	bool is_one = cJSON_IsNumber(value) && value->valuedouble >= 0 && value->valuedouble <= 1e9;

	return is_one ? (unsigned)value->valuedouble : 0;
}

/* [decision, block, into or not, first byte] of a trial, else [decision, block, first and last byte]; false: neither. */
static bool parse_branch(const cJSON *row, bool is_taken, struct tora_branch *ret)
{
	const cJSON *line = cJSON_IsArray(row) ? row->child : NULL;
	const cJSON *block = line ? line->next : NULL, *third = block ? block->next : NULL;
	const cJSON *fourth = third ? third->next : NULL;

	if (!is_line(line) || !is_line(block))
		return false;
	ret->line = (unsigned)line->valuedouble;
	ret->block = (unsigned)block->valuedouble;
	ret->into = is_taken && byte_of(third) > 0;
	ret->from = byte_of(is_taken ? fourth : third);
	ret->to = is_taken ? 0 : byte_of(fourth);
	return true;
}

static void parse_branches(const cJSON *json, bool are_taken, struct tora_arena *arena,
                           struct tora_trial *t)
{
	const cJSON *file, *row;

	cJSON_ArrayForEach(file, tora_json_obj(json, "branches"))
	{
		const char *path = repository_path(file->string);
		struct tora_branch b = { .line = 0 };

		if (!path || !cJSON_IsArray(file))
			continue;
		b.file = tora_arena_dup(arena, path);
		cJSON_ArrayForEach(row, file)
		{
			if (t->branches.n < TORA_ANSWER_LINES_MAX &&
			    parse_branch(row, are_taken, &b))
				*tora_vec_push(arena, &t->branches) = b;
		}
	}
}

void tora_answer_cover(const cJSON *json, struct tora_check *check)
{
	struct tora_trial known = { .code = 0 };

	parse_branches(json, false, check->arena, &known);
	check->branches.n = 0;
	for (size_t i = 0; i < known.branches.n; i++)
		for (int into = 1; into >= 0; into--) {
			known.branches.at[i].into = into;
			*tora_vec_push(check->arena, &check->branches) = known.branches.at[i];
		}
}

int tora_answer_trial(const cJSON *json, size_t out_max, struct tora_arena *arena,
                      struct tora_trial_answer *ret, struct tora_err *err)
{
	struct tora_trial_answer got = { .spoiled = NULL };
	struct tora_trial *t = &got.trial;
	int rc = check_ok(json, err);

	if (rc)
		return rc;
	if (tora_trial_status_parse(tora_json_text(json, "status", ""), &t->status))
		return tora_fail(err, TORA_E_FORMAT, "the runner's status '%.40s' is unknown",
		                 tora_json_text(json, "status", ""));
	if (!is_text(json, "stdout") || !is_text(json, "stderr"))
		return tora_fail(err, TORA_E_FORMAT, "the runner's answer has no output");
	t->exception = parse_exception(json, arena);
	if ((t->status == TORA_TRIAL_EXCEPTION) != (t->exception != NULL))
		return tora_fail(err, TORA_E_FORMAT, "the runner's status and exception disagree");
	t->code = (int)small(json, "code", 255);
	t->out = tora_sv(text_max(json, "stdout", out_max, arena));
	t->err = tora_sv(text_max(json, "stderr", out_max, arena));
	t->cut = tora_json_bool(json, "cut", false);
	t->ms = small(json, "ms", 1u << 30);
	parse_warnings(json, arena, t);
	parse_covered(json, arena, t);
	parse_branches(json, true, arena, t);
	if (is_text(json, "spoiled"))
		got.spoiled = text(json, "spoiled", arena);
	*ret = got;
	return TORA_OK;
}

int tora_answer_load(const cJSON *json, struct tora_arena *arena, struct tora_load_answer *ret,
                     struct tora_err *err)
{
	struct tora_load_answer got = { .loaded = 0 };
	const cJSON *failed;
	int rc = check_ok(json, err);

	if (rc)
		return rc;
	if (!tora_json_list(json, "loaded") || !tora_json_list(json, "failed"))
		return tora_fail(err, TORA_E_FORMAT,
		                 "the runner's answer does not say what loaded");
	got.loaded = (size_t)cJSON_GetArraySize(tora_json_list(json, "loaded"));
	got.threads = small(json, "threads", 1u << 20);
	got.processes = small(json, "processes", 1u << 20);
	got.ms = small(json, "ms", 1u << 20);
	cJSON_ArrayForEach(failed, tora_json_list(json, "failed"))
	{
		struct tora_load_failure *f = tora_vec_push(arena, &got.failed);
		f->module = text(failed, "module", arena);
		f->type = text(failed, "type", arena);
		f->message = text(failed, "message", arena);
	}
	*ret = got;
	return TORA_OK;
}
