/*
 * change.c - see change.h. It reads the repository; so does beside.c, and no other file of this stage.
 */
#include "change/change.h"
#include "change/beside.h"
#include "change/callers.h"
#include "change/chore.h"
#include "change/filters.h"
#include "change/functions.h"
#include "change/lines.h"
#include "change/roles.h"
#include "change/says.h"
#include "change/sources.h"
#include "git/blame.h"
#include "git/diff.h"
#include "git/history.h"
#include "git/tree.h"
#include "git/object.h"
#include "lang/lang.h"
#include "llm/redact.h"
#include "tora/clock.h"

#include <string.h>

#define DIFF_MAX        (512u << 10) /* bytes of each diff text */
#define FILE_DIFF_MAX   (256u << 10) /* of one file in it */
#define BLAME_MS        4000
#define PRECEDING_MAX   8
#define FILES_NOTED_MAX 20

static void report(struct tora_check *check, size_t done)
{
	if (check->progress)
		check->progress(check->progress_ctx, "change", done, 3);
}

/* ---- files ------------------------------------------------------------------------------------ */

static bool is_link(const struct tora_diff_file *f)
{
	return (f->has_base && f->base_kind == TORA_ENTRY_LINK) ||
	       (f->has_head && f->head_kind == TORA_ENTRY_LINK);
}

static bool is_withheld(const struct tora_check *check, const char *path)
{
	return tora_redact_whole_file(path) || tora_withhold_match(&check->change.withhold, path);
}

static void classify(struct tora_check *check, struct tora_diff_file *f)
{
	struct tora_file_change *file = &f->change;
	struct tora_sv text = file->kind == TORA_CHANGE_DELETED ? file->base_text : file->head_text;

	file->is_withheld = is_withheld(check, file->path) || is_withheld(check, file->old_path);
	if (file->role == TORA_FILE_BINARY || file->role == TORA_FILE_SUBMODULE || is_link(f))
		return;
	file->lang = tora_lang_for_path(file->path);
	file->role = tora_role_of_path(file->path);
	if (file->lang && file->role != TORA_FILE_GENERATED)
		file->role = file->lang->role(file->path, text);
	if (file->too_large)
		tora_check_note(check, "%s is larger than %u MiB: not analysed", file->path,
		                TORA_CHANGE_FILE_MAX >> 20);
}

static void note_binary(struct tora_check *check)
{
	size_t n = 0;

	for (size_t i = 0; i < check->change.files.n; i++) {
		const struct tora_file_change *f = &check->change.files.at[i];
		if (f->role == TORA_FILE_BINARY && tora_lang_for_path(f->path) &&
		    n++ < FILES_NOTED_MAX)
			tora_check_note(check, "%s is not text: not analysed", f->path);
	}
}

static bool is_of_project(const struct tora_lang *lang, const struct tora_tree *tree,
                          struct tora_arena *arena)
{
	return lang->is_project(tora_tree_paths(tree, arena), tree->entries.n);
}

/* Files of a language that is not the tree's own are like those of none. */
static int leave_others(struct tora_check *check, struct tora_diff *diff, struct tora_err *err)
{
	const struct tora_lang *looked = NULL;
	bool is_own = true;

	for (size_t i = 0; i < diff->files.n; i++) {
		struct tora_file_change *file = &diff->files.at[i].change;
		struct tora_tree tree = { 0 };

		if (!file->lang || !file->lang->is_project)
			continue;
		if (looked != file->lang) {
			int rc = tora_tree_list(check->repo, &check->head_tree, check->arena, &tree,
			                        err);
			if (rc)
				return rc;
			looked = file->lang;
			is_own = is_of_project(looked, &tree, check->arena);
		}
		if (is_own)
			continue;
		file->lang = NULL;
		file->role = tora_role_of_path(file->path);
	}
	return TORA_OK;
}

static bool has_source(const struct tora_change *change, bool *ret_moved)
{
	bool any = false;

	for (size_t i = 0; i < change->files.n; i++) {
		const struct tora_file_change *f = &change->files.at[i];
		if (f->role != TORA_FILE_SOURCE)
			continue;
		any = true;
		if (f->kind != TORA_CHANGE_MODIFIED)
			*ret_moved = true;
	}
	return any;
}

static int add_roots(struct tora_check *check, const struct tora_oid *tree_oid,
                     struct tora_err *err)
{
	struct tora_tree tree = { 0 };
	const char *const *paths;
	size_t nlangs;
	const struct tora_lang *const *langs = tora_lang_all(&nlangs);
	int rc = tora_tree_list(check->repo, tree_oid, check->arena, &tree, err);

	if (rc)
		return rc;
	paths = tora_tree_paths(&tree, check->arena);
	for (size_t i = 0; i < nlangs; i++)
		langs[i]->roots(paths, tree.entries.n, check->arena, &check->change);
	return TORA_OK;
}

/* Where modules are imported from. The base's layout matters only where files came or went. */
static int find_roots(struct tora_check *check, struct tora_err *err)
{
	bool moved = false;
	int rc;

	if (!has_source(&check->change, &moved))
		return TORA_OK;
	rc = add_roots(check, &check->head_tree, err);
	if (rc == TORA_OK && moved)
		rc = add_roots(check, &check->base_tree, err);
	return rc;
}

/* A .toraignore that cannot be read withholds everything: what it says is not known. */
static int read_ignore(struct tora_check *check, const struct tora_oid *tree, struct tora_err *err)
{
	struct tora_tree_entry entry;
	struct tora_sv text;
	int rc = tora_tree_find(check->repo, tree, TORA_WITHHOLD_FILE, check->arena, &entry, err);

	if (rc == TORA_E_NOTFOUND)
		return TORA_OK;
	if (rc)
		return rc;
	rc = entry.kind == TORA_ENTRY_FILE || entry.kind == TORA_ENTRY_EXEC
	             ? tora_repo_blob(check->repo, &entry.oid, TORA_WITHHOLD_FILE_MAX, check->arena,
	                              &text, err)
	             : tora_fail(err, TORA_E_FORMAT, "it is no file");
	if (rc) {
		tora_check_note(check, "%s cannot be read, so no model is told of any file: %s",
		                TORA_WITHHOLD_FILE, err->msg);
		text = TORA_SV("*");
	}
	tora_withhold_add(&check->change.withhold, text, check->arena);
	return TORA_OK;
}

/* The base's patterns hold whatever the branch does to the file; the branch may only add some. */
static int read_ignores(struct tora_check *check, struct tora_err *err)
{
	int rc = read_ignore(check, &check->head_tree, err);

	return rc ? rc : read_ignore(check, &check->base_tree, err);
}

static int read_files(struct tora_check *check, struct tora_diff *diff, struct tora_err *err)
{
	int rc = read_ignores(check, err);

	if (rc)
		return rc;
	rc = tora_repo_diff(check->repo, &check->base_tree, &check->head_tree, check->arena, diff,
	                    err);

	if (rc)
		return rc;
	for (size_t i = 0; i < diff->files.n; i++)
		classify(check, &diff->files.at[i]);
	rc = leave_others(check, diff, err);
	if (rc)
		return rc;
	for (size_t i = 0; i < diff->files.n; i++)
		*tora_vec_push(check->arena, &check->change.files) = diff->files.at[i].change;
	note_binary(check);
	return find_roots(check, err);
}

/* ---- diff texts --------------------------------------------------------------------------------- */

struct wanted { /* which diff */
	bool source_only, for_prompt;
};

static bool is_part(const struct tora_file_change *f, struct wanted w)
{
	return !w.source_only || f->role == TORA_FILE_SOURCE;
}

static int print_file(const struct tora_diff_file *f, struct wanted w, struct tora_str *out,
                      struct tora_err *err)
{
	if (!w.for_prompt || !f->change.is_withheld)
		return tora_diff_print(f, out, err);
	tora_str_addf(out, "diff --git a/%s b/%s\n(contents withheld)\n", f->change.old_path,
	              f->change.path);
	return TORA_OK;
}

static int print_diff(struct tora_check *check, const struct tora_diff *diff, struct wanted w,
                      struct tora_sv *ret, struct tora_err *err)
{
	struct tora_str all = TORA_STR_INIT(DIFF_MAX), one = TORA_STR_INIT(FILE_DIFF_MAX);
	size_t left_out = 0;
	int rc = TORA_OK;

	for (size_t i = 0; i < diff->files.n && rc == TORA_OK; i++) {
		if (!is_part(&diff->files.at[i].change, w))
			continue;
		tora_str_reset(&one);
		rc = print_file(&diff->files.at[i], w, &one, err);
		if (one.over || all.len + one.len + 64 > DIFF_MAX)
			left_out++;
		else
			tora_str_add(&all, tora_str_view(&one));
	}
	if (left_out) {
		tora_str_addf(&all, "(%zu more files changed)\n", left_out);
		if (!w.source_only && !w.for_prompt)
			tora_check_note(check, "the diff is large: %zu files left out of it",
			                left_out);
	}
	if (rc == TORA_OK)
		*ret = tora_arena_sv(check->arena, tora_str_view(&all));
	tora_str_free(&all);
	tora_str_free(&one);
	return rc;
}

static size_t count_withheld(const struct tora_diff *diff)
{
	size_t n = 0;

	for (size_t i = 0; i < diff->files.n; i++)
		n += diff->files.at[i].change.is_withheld;
	return n;
}

static int print_diffs(struct tora_check *check, const struct tora_diff *diff, struct tora_err *err)
{
	struct tora_change *c = &check->change;
	struct wanted all = { false, false }, source = { true, false };
	int rc;

	/* No change is looked at, but all there is in one commit: its diff would be the whole source. */
	if (tora_oid_eq(&check->base, &check->head))
		return TORA_OK;
	rc = print_diff(check, diff, all, &c->diff, err);
	if (rc == TORA_OK)
		rc = print_diff(check, diff, source, &c->source_diff, err);
	c->prompt_diff = c->diff;
	c->prompt_source_diff = c->source_diff;
	if (rc || !count_withheld(diff))
		return rc;
	all.for_prompt = source.for_prompt = true;
	rc = print_diff(check, diff, all, &c->prompt_diff, err);
	return rc ? rc : print_diff(check, diff, source, &c->prompt_source_diff, err);
}

/* No model hears of a function whose file is withheld. */
static void mark_functions(struct tora_check *check)
{
	for (size_t i = 0; i < check->change.functions.n; i++) {
		struct tora_function *f = &check->change.functions.at[i];

		for (size_t k = 0; k < check->change.files.n; k++)
			if (strcmp(check->change.files.at[k].path, f->file) == 0)
				f->is_withheld = check->change.files.at[k].is_withheld;
	}
}

/* ---- intent ---------------------------------------------------------------------------------------- */

static int read_messages(struct tora_check *check, struct tora_err *err)
{
	struct tora_history history = { 0 };
	int rc = tora_repo_history(check->repo, &check->base, &check->head, check->arena, &history,
	                           err);

	if (rc)
		return tora_wrap(err, "reading messages");
	for (size_t i = 0; i < history.messages.n; i++)
		*tora_vec_push(check->arena, &check->intent.messages) = history.messages.at[i];
	check->intent.left_out = history.left_out;
	if (history.left_out)
		tora_check_note(check, "%zu older messages of the branch left out",
		                history.left_out);
	if (!check->intent.title || !check->intent.title[0])
		check->intent.title = history.title;
	if (!check->intent.branch)
		check->intent.branch = "";
	return TORA_OK;
}

/*
 * Which base lines to ask about: those that changed or went, and round an addition the
 * lines it was put between.
 */
static void read_preceding(struct tora_check *check, const struct tora_diff *diff)
{
	TORA_VEC(struct tora_blame_range) ranges = { 0 };
	struct tora_blame blame = { 0 };
	struct tora_err err = TORA_ERR_INIT;
	int64_t left = tora_check_left_ms(check) / 4;

	for (size_t i = 0; i < diff->files.n; i++) {
		const struct tora_diff_file *f = &diff->files.at[i];
		if (f->change.role != TORA_FILE_SOURCE || f->change.comments_only || !f->has_base)
			continue;
		for (size_t k = 0; k < f->change.hunks.n; k++) {
			const struct tora_hunk *h = &f->change.hunks.at[k];
			unsigned first = h->base_first ? h->base_first : 1;
			*tora_vec_push(check->arena, &ranges) = (struct tora_blame_range){
				f->raw_old_path ? f->raw_old_path : f->raw_path, first,
				h->base_count ? h->base_count : 1
			};
		}
	}
	if (ranges.n == 0 || left <= 0)
		return;
	if (tora_repo_blame(check->repo, &check->base, ranges.at, ranges.n, PRECEDING_MAX,
	                    left < BLAME_MS ? (unsigned)left : BLAME_MS, check->arena, &blame,
	                    &err)) {
		tora_check_note(check, "who last touched these lines is not known: %s", err.msg);
		return;
	}
	if (blame.cut)
		tora_check_note(check, "who last touched some of these lines is not known: "
		                       "git blame failed or took too long");
	for (size_t i = 0; i < blame.messages.n; i++)
		if (!tora_chore_is(blame.messages.at[i].subject))
			*tora_vec_push(check->arena, &check->intent.preceding) =
				blame.messages.at[i];
}

/* ---- modules ------------------------------------------------------------------------------------------ */

static void add_modules(struct tora_check *check, const struct tora_sources *s)
{
	for (size_t i = 0; i < s->files.n; i++) {
		const struct tora_source *base = &s->files.at[i].side[TORA_BASE];
		const struct tora_source *head = &s->files.at[i].side[TORA_HEAD];
		if (s->files.at[i].change->comments_only)
			continue;
		if (base->module)
			*tora_vec_push(check->arena, &check->change.modules_base) = base->module;
		if (head->module)
			*tora_vec_push(check->arena, &check->change.modules_head) = head->module;
	}
}

/* comments_only is found out on the change's copy of a file; the diff's copy prints and blames. */
static void copy_back(const struct tora_check *check, struct tora_diff *diff)
{
	for (size_t i = 0; i < diff->files.n; i++)
		diff->files.at[i].change.comments_only = check->change.files.at[i].comments_only;
}

/* ---- the stage ------------------------------------------------------------------------------------------ */

static int analyse(struct tora_check *check, struct tora_diff *diff, struct tora_err *err)
{
	struct tora_sources sources;
	const char *detail = NULL;
	enum tora_reason reason;
	int rc;

	tora_sources_init(&sources, &check->change, check->arena);
	copy_back(check, diff);
	tora_functions_find(&sources, &check->change);
	tora_functions_rank(&check->change, check->config->change_max);
	mark_functions(check);
	reason = tora_filter(&sources, &check->change, &detail);
	for (size_t i = 0; i < sources.notes.n; i++)
		tora_check_note(check, "%s", sources.notes.at[i]);
	rc = print_diffs(check, diff, err);
	if (rc == TORA_OK && reason != TORA_REASON_NONE) {
		tora_check_stop(check, reason, "%s", detail);
	} else if (rc == TORA_OK) {
		tora_callers_find(&sources, &check->change);
		tora_lines_find(&sources, &check->change);
		add_modules(check, &sources);
		tora_beside_read(check);
		report(check, 2);
		read_preceding(check, diff);
	}
	tora_sources_done(&sources);
	return rc;
}

static void log_result(const struct tora_check *check, int64_t started)
{
	const struct tora_change *c = &check->change;

	tora_log(
		check->log, TORA_LOG_DEBUG, "change",
		"%zu files, %zu functions (%zu left out), %zu messages, %zu preceding, %lld ms%s%s",
		c->files.n, c->functions.n, c->functions_shed, check->intent.messages.n,
		check->intent.preceding.n, (long long)(tora_clock_mono_ms() - started),
		check->reason ? ", stopped: " : "",
		check->reason ? tora_reason_name(check->reason) : "");
}

static int run(struct tora_check *check, struct tora_diff *diff, struct tora_err *err)
{
	int rc = read_messages(check, err);

	if (rc)
		return rc;
	tora_says_issues(check->arena, &check->intent);
	if (tora_oid_eq(&check->base_tree, &check->head_tree)) {
		tora_check_stop(check, TORA_REASON_NO_CHANGE,
		                "base and head have the same contents");
		return TORA_OK;
	}
	report(check, 0);
	rc = read_files(check, diff, err);
	if (rc)
		return rc;
	tora_says_lines(&check->change, check->arena, &check->intent);
	report(check, 1);
	rc = analyse(check, diff, err);
	if (rc == TORA_OK && check->change.functions_shed)
		tora_check_note(
			check,
			"%zu less important changed functions left out (tora.change.max is %u)",
			check->change.functions_shed, check->config->change_max);
	return rc;
}

bool tora_change_is_document(const char *path)
{
	return !tora_role_is_code(path) && tora_role_of_path(path) == TORA_FILE_DOC;
}

int tora_stage_change(struct tora_check *check, struct tora_err *err)
{
	struct tora_diff diff = { 0 };
	int64_t started = tora_clock_mono_ms();
	int rc = run(check, &diff, err);

	if (rc == TORA_E_NOTFOUND) {
		tora_check_stop(check, TORA_REASON_MISSING_OBJECTS, "%s", err->msg);
		rc = TORA_OK;
	} else if (rc == TORA_E_LIMIT) {
		tora_check_stop(check, TORA_REASON_TOO_LARGE, "%s", err->msg);
		rc = TORA_OK;
	}
	if (rc == TORA_OK)
		report(check, 3);
	log_result(check, started);
	return rc;
}
