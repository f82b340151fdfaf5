/*
 * offline.c - see offline.h.
 */
#include "generate/offline.h"

#include "generate/touched.h"
#include "model/diff.h"
#include "tora/json.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

#define ANSWER_MAX 6000        /* candidates of one answer */
#define HUNKS_MAX  200         /* of one file */
#define TEXT_MAX   200         /* bytes of a literal: long ones are regular expressions */
#define OTHER_MAX  (64u << 10) /* bytes of a function's other version that are passed on */

/* ---- literals ------------------------------------------------------------------------------ */

static void keep(struct tora_literals *ret, struct tora_arena *arena, struct tora_sv text)
{
	for (size_t i = 0; i < ret->texts.n; i++)
		if (tora_sv_is(text, ret->texts.at[i]))
			return;
	if (ret->texts.n < TORA_OFFLINE_LITERALS_MAX)
		*tora_vec_push(arena, &ret->texts) = tora_arena_text(arena, text);
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* r"..." means what it says: the mark belongs to it. */
static size_t mark_before(struct tora_sv row, size_t at)
{
	bool quote = row.at[at] == '"' || row.at[at] == '\'';

	return quote && at && (row.at[at - 1] == 'r' || row.at[at - 1] == 'R') &&
	       (at < 2 || !is_word(row.at[at - 2]));
}

/* The literal that starts at `at`, or length 0: quoted text on one line, or a number. */
static size_t literal_at(struct tora_sv row, size_t at)
{
	size_t end = at + 1;
	char quote = row.at[at];

	if (quote == '"' || quote == '\'') {
		while (end < row.len && row.at[end] != quote)
			end += row.at[end] == '\\' ? 2 : 1;
		return end < row.len && end - at <= TEXT_MAX ? end + 1 - at : 0;
	}
	if (!isdigit((unsigned char)quote) ||
	    (at && (is_word(row.at[at - 1]) || row.at[at - 1] == '.')))
		return 0;
	while (end < row.len && (isdigit((unsigned char)row.at[end]) || row.at[end] == '.'))
		end++;
	return end < row.len && is_word(row.at[end]) ? 0 : end - at;
}

void tora_offline_literals(struct tora_sv diff, struct tora_arena *arena, struct tora_literals *ret)
{
	struct tora_sv row;
	char side;

	*ret = (struct tora_literals){ 0 };
	while ((side = tora_diff_line(&diff, &row)))
		for (size_t at = 0; side == '-' && at < row.len;) {
			size_t len = literal_at(row, at), mark = len ? mark_before(row, at) : 0;

			if (len > 2 || (len && isdigit((unsigned char)row.at[at])))
				keep(ret, arena,
				     (struct tora_sv){ row.at + at - mark, len + mark });
			at += len ? len : 1;
		}
}

/* ---- the request ---------------------------------------------------------------------------- */

static bool is_on(const struct tora_function *f, enum tora_side side)
{
	return side == TORA_HEAD ? f->kind != TORA_CHANGE_DELETED : f->kind != TORA_CHANGE_ADDED;
}

static void put_lines(cJSON *row, const struct tora_lines *lines, size_t n, const char *file,
                      unsigned first, unsigned last)
{
	cJSON *list = tora_json_put_list(row, "lines");

	for (size_t i = 0; i < n; i++) {
		if (strcmp(lines[i].file, file) != 0)
			continue;
		for (size_t k = 0; k < lines[i].at.n; k++)
			if (lines[i].at.at[k] >= first && lines[i].at.at[k] <= last)
				cJSON_AddItemToArray(list, cJSON_CreateNumber(lines[i].at.at[k]));
	}
}

/* Module and qualified name on one side: a renamed function had others on the base. */
static void put_names(cJSON *row, const struct tora_function *f, enum tora_side side)
{
	const char *name = side == TORA_BASE && f->old_name ? f->old_name : f->name;
	size_t depth = 0, module_len = strlen(name);

	tora_json_put_text(row, "name", name);
	if (name == f->name) {
		tora_json_put_text(row, "module", f->module);
		tora_json_put_text(row, "qualname", f->qualname);
		return;
	}
	/* a rename keeps the nesting: as many components belong to the qualified name as now */
	for (const char *p = f->qualname; *p; p++)
		depth += *p == '.';
	for (size_t dots = *f->qualname ? depth + 1 : 0; dots && module_len;)
		dots -= name[--module_len] == '.';
	tora_json_put_sv(row, "module", (struct tora_sv){ name, module_len });
	tora_json_put_text(row, "qualname", name[module_len] ? name + module_len + 1 : "");
}

/* The lines from `from` to `to` of that side that the change touched, as [first, last]; all, where it brought the file. */
static void put_hunks(cJSON *rows, const struct tora_file_change *f, enum tora_side side,
                      unsigned from, unsigned to)
{
	size_t i, n = 0;

	for (i = 0; i < f->hunks.n && n < HUNKS_MAX; i++) {
		const struct tora_hunk *h = &f->hunks.at[i];
		unsigned first = side == TORA_HEAD ? h->head_first : h->base_first;
		unsigned count = side == TORA_HEAD ? h->head_count : h->base_count;
		unsigned last = first + count - 1;
		cJSON *row;

		if (!count || last < from || first > to)
			continue;
		row = cJSON_CreateArray();
		cJSON_AddItemToArray(row, cJSON_CreateNumber(first > from ? first : from));
		cJSON_AddItemToArray(row, cJSON_CreateNumber(last < to ? last : to));
		cJSON_AddItemToArray(rows, row);
		n++;
	}
}

/* A module's and a class's own code runs at import, where no line is marked: what of it changed is in the hunks. */
static void put_touched(cJSON *row, const struct tora_file_change *in, enum tora_side side,
                        unsigned from, unsigned to)
{
	if (in)
		put_hunks(tora_json_put_list(row, "touched"), in, side, from, to);
}

/* What the function is on the other side: the conditions of both versions are aimed at. */
static void put_other(cJSON *row, const struct tora_function *f, enum tora_side side)
{
	struct tora_sv other = side == TORA_HEAD ? f->base_body : f->head_body;

	if (*f->qualname && other.len && other.len <= OTHER_MAX)
		tora_json_put_sv(row, "other", other);
}

static void put_target(cJSON *targets, const struct tora_check *check,
                       const struct tora_function *f, enum tora_side side,
                       const struct tora_literals *literals)
{
	const struct tora_file_change *in = tora_change_file(&check->change, f->file);
	bool head = side == TORA_HEAD, own = head || f->kind == TORA_CHANGE_DELETED;
	const char *file = !own && in && in->old_path ? in->old_path : f->file;
	unsigned first = own ? f->first : f->base_first, last = own ? f->last : f->base_last;
	cJSON *row = cJSON_CreateObject(), *list;

	put_names(row, f, side);
	tora_json_put_text(row, "file", file);
	if (f->public_caller)
		tora_json_put_text(row, "caller", f->public_caller);
	if (head)
		put_lines(row, check->change.head_lines.at, check->change.head_lines.n, file, first,
		          last);
	else
		put_lines(row, check->change.base_lines.at, check->change.base_lines.n, file, first,
		          last);
	if (!*f->qualname)
		put_touched(row, in, side, 0, UINT_MAX);
	else if (f->is_class)
		put_touched(row, in, side, first, last);
	put_other(row, f, side);
	list = tora_json_put_list(row, "literals");
	for (size_t i = 0; i < literals->texts.n; i++)
		tora_json_push_text(list, literals->texts.at[i]);
	cJSON_AddItemToArray(targets, row);
}

/* Tests of the change, by their names on that side, and what it touched of each. */
static void put_changed(cJSON *request, const struct tora_check *check, enum tora_side side)
{
	cJSON *list = tora_json_put_list(request, "changed_tests");
	cJSON *lines = cJSON_AddObjectToObject(request, "changed_test_lines");

	for (size_t i = 0; i < check->change.files.n; i++) {
		const struct tora_file_change *f = &check->change.files.at[i];
		bool gone =
			f->kind == (side == TORA_HEAD ? TORA_CHANGE_DELETED : TORA_CHANGE_ADDED);
		const char *path = side == TORA_BASE && f->old_path ? f->old_path : f->path;

		if (f->role != TORA_FILE_TEST || gone)
			continue;
		tora_json_push_text(list, path);
		put_hunks(tora_json_put_list(lines, path), f, side, 0, UINT_MAX);
	}
}

/* Each as it was said, unread: the miner's own JSON. */
static void put_mined(cJSON *request, const struct tora_mined *mined)
{
	cJSON *all = cJSON_AddObjectToObject(request, "mined");

	for (size_t i = 0; i < mined->facts.n; i++)
		(void)cJSON_AddRawToObject(all, mined->facts.at[i].path, mined->facts.at[i].text);
}

cJSON *tora_offline_request(const struct tora_check *check, const struct tora_offline_spec *spec)
{
	cJSON *request = cJSON_CreateObject(), *targets = tora_json_put_list(request, "targets");
	struct tora_literals literals;
	size_t n = 0;

	tora_offline_literals(check->change.source_diff, check->arena, &literals);
	for (size_t i = 0; i < check->change.functions.n; i++) {
		const struct tora_function *f = &check->change.functions.at[i];

		if (!is_on(f, spec->side))
			continue;
		put_target(targets, check, f, spec->side, &literals);
		n++;
	}
	put_changed(request, check, spec->side);
	if (spec->api)
		cJSON_AddItemToObject(request, "api", cJSON_Duplicate(spec->api, true));
	tora_json_put_bool(request, "own_first", spec->own_first);
	tora_json_put_bool(request, "brief", spec->brief);
	tora_json_put_text(request, "root", TORA_MOUNT);
	tora_json_put_int(request, "max", spec->max);
	tora_json_put_int(request, "spare", spec->spare);
	tora_json_put_int(request, "seed", spec->side == TORA_HEAD ? 1 : 2);
	tora_json_put_int(request, "budget_ms", spec->budget_ms);
	put_mined(request, &check->mined[spec->side]);
	if (n)
		return request;
	cJSON_Delete(request);
	return NULL;
}

/* ---- the answer ----------------------------------------------------------------------------- */

static bool parse_one(const cJSON *row, struct tora_arena *arena, struct tora_candidate *ret)
{
	const char *source = tora_json_text(row, "source", NULL);
	enum tora_origin origin = TORA_ORIGIN_MUTATED;

	if (!source || !*source || strlen(source) > TORA_CANDIDATE_MAX)
		return false;
	(void)tora_origin_parse(tora_json_text(row, "origin", ""), &origin);
	*ret = (struct tora_candidate){ .origin = origin == TORA_ORIGIN_MODEL ? TORA_ORIGIN_MUTATED
		                                                              : origin,
		                        .legality = TORA_LEGAL_UNKNOWN };
	(void)tora_legality_parse(tora_json_text(row, "legality", ""), &ret->legality);
	ret->source = tora_arena_dup(arena, source);
	ret->where = tora_arena_dup(arena, tora_json_text(row, "where", ""));
	ret->target = tora_arena_dup(arena, tora_json_text(row, "target", ""));
	return true;
}

int64_t tora_offline_wait_ms(unsigned budget_ms)
{
	return 4 * (int64_t)budget_ms + 5000;
}

size_t tora_offline_parse(const cJSON *answer, struct tora_arena *arena,
                          struct tora_candidates *ret)
{
	const cJSON *list = tora_json_list(answer, "candidates"), *row;
	size_t n = 0;

	cJSON_ArrayForEach(row, list)
	{
		struct tora_candidate one;

		if (n >= ANSWER_MAX)
			break;
		if (!cJSON_IsObject(row) || !parse_one(row, arena, &one))
			continue;
		*tora_vec_push(arena, &ret->all) = one;
		n++;
	}
	return n;
}
