/*
 * keep.c - `torad keep K7`: the finding's test in the project's own framework, asserting what the base does.
 *
 * As for `repro` both sides are built and loaded; then suite.h writes that one test from what it shows on
 * the base, and runs the file on both. Writing it down is the client's.
 */
#include "check/check.h"
#include "check/recall.h"
#include "check/session.h"
#include "check/suite.h"
#include "git/repo.h"
#include "lang/lang.h"
#include "tora/json.h"

#include <ctype.h>
#include <string.h>

#define STEM_MAX 60

/* "spantext.parse.parse", "K7" -> "parse_k7" */
static const char *stem_of(const struct tora_finding *f, const char *id, struct tora_arena *arena)
{
	struct tora_str stem = TORA_STR_INIT(STEM_MAX);
	const char *dot = strrchr(f->function, '.'), *text;

	for (const char *c = dot ? dot + 1 : f->function; *c && stem.len < STEM_MAX - 20; c++)
		if (isalnum((unsigned char)*c) || (*c == '_' && stem.len))
			tora_str_addc(&stem, (char)tolower((unsigned char)*c));
	tora_str_addf(&stem, "%sk%.12s", stem.len ? "_" : "", id + (*id == 'K'));
	text = tora_arena_text(arena, tora_str_view(&stem));
	tora_str_free(&stem);
	return text;
}

static cJSON *answer(const struct tora_suite *s, const struct tora_suite_there *there)
{
	cJSON *o = cJSON_CreateObject(), *files = tora_json_put_list(o, "files");
	const cJSON *row;

	tora_json_put_text(o, "repo", tora_repo_work_dir(s->check->repo)); /* null: bare */
	tora_json_put_text(o, "framework", tora_json_text(s->answer, "framework", ""));
	tora_json_put_text(o, "proved_by", s->proved_by);
	tora_json_put_bool(o, "fails_on_head", there->fails);
	tora_json_put_text(o, "head_problem", there->problem);
	cJSON_ArrayForEach(row, tora_json_list(s->answer, "files"))
	{
		cJSON *file = cJSON_CreateObject();

		tora_json_put_text(file, "path", tora_json_text(row, "path", ""));
		tora_json_put_text(file, "text", tora_json_text(row, "text", ""));
		cJSON_AddItemToArray(files, file);
	}
	return o;
}

static int write_it(struct tora_session *s, struct tora_finding *f, cJSON **ret,
                    struct tora_err *err)
{
	struct tora_check *c = &s->check;
	const struct tora_lang *lang = tora_lang_for_path(f->file ? f->file : "");
	const char *id = s->options->finding;
	struct tora_suite_there there = { .fails = false };
	struct tora_suite suite = {
		.check = c,
		.lang = lang,
		.name = "project",
		.about = tora_arena_printf(c->arena, "What %.12s does; finding %.20s of tora.",
		                           c->base.hex, id),
		.stem = stem_of(f, id, c->arena),
		.folder = s->options->folder,
		.side = TORA_BASE,
		.word = tora_suite_word(c->arena),
	};
	int rc;

	if (!lang || !lang->observe)
		return tora_fail(err, TORA_E_UNSUPPORTED,
		                 "tora writes no test files in %s yet; tora show has the program",
		                 lang ? lang->name : "this language");
	rc = tora_suite_one(&suite, f->test, f->function, &there, err);
	if (rc == TORA_OK)
		*ret = answer(&suite, &there);
	tora_suite_done(&suite);
	return rc;
}

int tora_keep_command(int argc, char **argv)
{
	return tora_recall_command(argc, argv, "keep", write_it);
}
