/*
 * trouble.c - see trouble.h.
 */
#include "generate/trouble.h"

#include "generate/offline.h"
#include "generate/touched.h"

#include <string.h>

#define ROW_MAX   160 /* bytes of a line that is shown */
#define WORDS_MAX 300
#define ENOUGH    4 /* of a model's tests that reach the change and are stable */

/* The innermost frame, when it is one of the test's own; else NULL. */
static const struct tora_frame *own_frame(const struct tora_trial *t)
{
	const struct tora_exception *x = t->exception;

	if (t->status != TORA_TRIAL_EXCEPTION || !x || !x->frames.n ||
	    strcmp(x->frames.at[x->frames.n - 1].file, TORA_TEST_FILE) != 0)
		return NULL;
	return &x->frames.at[x->frames.n - 1];
}

bool tora_trouble_is_alike(const struct tora_trial *a, const struct tora_trial *b)
{
	return a->status == b->status && tora_sv_eq(a->out, b->out);
}

bool tora_trouble_is_stable(const struct tora_candidate *c)
{
	return c->tried && c->tried->reached && !c->varies && (!c->faced || c->sees) &&
	       (c->repeated || tora_trouble_is_alike(&c->tried->base, &c->tried->head));
}

static bool is_silent(const struct tora_trial *t)
{
	return t->status == TORA_TRIAL_OK && !t->out.len && !t->err.len && !t->warnings.n;
}

enum tora_trouble tora_trouble_of(const struct tora_candidate *c)
{
	switch (c->drop) {
	case TORA_DROP_SYNTAX:
		return TORA_TROUBLE_SYNTAX;
	case TORA_DROP_UNDEFINED:
		return TORA_TROUBLE_UNDEFINED;
	case TORA_DROP_PRIVATE:
		return TORA_TROUBLE_PRIVATE;
	case TORA_DROP_NONE:
		break;
	case TORA_DROP_EMPTY:
	case TORA_DROP_UNSTABLE:
	case TORA_DROP_DUPLICATE:
	case TORA_DROP_LIMIT:
	case TORA_DROP_ALIKE:
	case TORA_DROP_LATE:
	case TORA_DROP_COUNT:
		return TORA_TROUBLE_NONE;
	}
	if (!c->tried)
		return TORA_TROUBLE_NONE;
	if (own_frame(&c->tried->base) && own_frame(&c->tried->head))
		return TORA_TROUBLE_OWN_FRAME;
	if (!c->tried->reached && (c->tried->base.measured || c->tried->head.measured))
		return TORA_TROUBLE_NO_REACH;
	if (c->varies)
		return TORA_TROUBLE_VARIES;
	return is_silent(&c->tried->base) && is_silent(&c->tried->head) ? TORA_TROUBLE_SILENT
	                                                                : TORA_TROUBLE_NONE;
}

static const char *raised(const struct tora_trial *t, struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(WORDS_MAX);
	const char *text;

	tora_str_addf(&out, "raises %s: ", t->exception->type);
	tora_str_add_clip(&out, tora_sv(t->exception->message));
	text = tora_arena_text(arena, tora_str_view(&out));
	tora_str_free(&out);
	return text;
}

const char *tora_trouble_words(const struct tora_candidate *c, bool is_change,
                               struct tora_arena *arena)
{
	const char *detail = c->drop_detail ? c->drop_detail : "?";

	switch (tora_trouble_of(c)) {
	case TORA_TROUBLE_NONE:
		break;
	case TORA_TROUBLE_SYNTAX:
		return tora_arena_printf(arena, "does not parse: %s", detail);
	case TORA_TROUBLE_UNDEFINED:
		return tora_arena_printf(arena, "uses '%s', which nothing defines", detail);
	case TORA_TROUBLE_PRIVATE:
		return tora_arena_printf(arena, "uses '%s', which is not for users", detail);
	case TORA_TROUBLE_OWN_FRAME:
		return tora_arena_printf(arena, "%s, in its own line %u%s",
		                         raised(&c->tried->head, arena),
		                         own_frame(&c->tried->head)->line,
		                         is_change ? ", before and after the change" : "");
	case TORA_TROUBLE_NO_REACH:
		if (c->tried->head.status != TORA_TRIAL_EXCEPTION || !c->tried->head.exception)
			return is_change ? "runs none of the changed lines"
			                 : "runs no line of the functions";
		return tora_arena_printf(arena, "%s, before it comes to a %s",
		                         raised(&c->tried->head, arena),
		                         is_change ? "changed line" : "line of the functions");
	case TORA_TROUBLE_VARIES:
		return "prints something else each time";
	case TORA_TROUBLE_SILENT:
		return is_change ? "runs changed lines and prints nothing" : "prints nothing";
	}
	return "";
}

/* ---- lines nobody ran ---------------------------------------------------------------------- */

static bool has_hit(const struct tora_trial *t, const char *file, unsigned line)
{
	for (size_t i = 0; i < t->covered.n; i++)
		if (t->covered.at[i].line == line && strcmp(t->covered.at[i].file, file) == 0)
			return true;
	return false;
}

/* What says something else each time holds nothing fast: it covers nothing. */
static bool is_run(const struct tora_candidate *all, size_t n, const char *file, unsigned line)
{
	for (size_t i = 0; i < n; i++)
		if (all[i].tried && !all[i].varies && has_hit(&all[i].tried->head, file, line))
			return true;
	return false;
}

static struct tora_sv line_of(struct tora_sv text, unsigned line)
{
	struct tora_sv row = { "", 0 };

	for (unsigned i = 0; i < line; i++)
		if (!tora_sv_line(&text, &row))
			return (struct tora_sv){ "", 0 };
	if (row.len > ROW_MAX) {
		row.len = ROW_MAX;
		while (row.len && ((unsigned char)row.at[row.len] & 0xc0) == 0x80)
			row.len--; /* inside a character */
	}
	return row;
}

/* "return False" may stand in many places: the line above says which, unless it was told just before. */
static void add_missed(struct tora_str *out, const struct tora_file_change *file, const char *path,
                       unsigned line, unsigned last)
{
	struct tora_sv above = { "", 0 };
	unsigned at = line;

	while (at > 1 && !above.len)
		above = tora_sv_trim(line_of(file->head_text, --at));
	tora_str_addf(out, "%.4000s:%u: ", path, line);
	tora_str_add(out, line_of(file->head_text, line));
	if (above.len && at != last) {
		tora_str_adds(out, "  <- below: ");
		tora_str_add(out, above);
	}
	tora_str_addc(out, '\n');
}

const char *tora_trouble_missed(const struct tora_change *change, const struct tora_candidate *all,
                                size_t n, size_t max, struct tora_arena *arena, size_t *ret_n)
{
	struct tora_str out = TORA_STR_INIT((max + 1) * (2 * ROW_MAX + 4200));
	const char *text;

	*ret_n = 0;
	for (size_t i = 0; i < change->head_lines.n; i++) {
		const struct tora_lines *lines = &change->head_lines.at[i];
		const struct tora_file_change *file = tora_change_file(change, lines->file);

		unsigned last = 0;

		if (!file || file->is_withheld)
			continue;
		for (size_t k = 0; k < lines->at.n; k++) {
			unsigned line = lines->at.at[k];

			if (!tora_touched_line(file, line) ||
			    !tora_sv_trim(line_of(file->head_text, line)).len ||
			    is_run(all, n, lines->file, line) || (*ret_n)++ >= max)
				continue;
			add_missed(&out, file, lines->file, line, last);
			last = line;
		}
	}
	text = tora_arena_text(arena, tora_str_view(&out));
	tora_str_free(&out);
	return text;
}

/* ---- ways nobody took -------------------------------------------------------------------------- */

static bool is_taken(const struct tora_candidate *all, size_t n, const struct tora_branch *way)
{
	for (size_t i = 0; i < n; i++) {
		const struct tora_trial *t =
			all[i].tried && !all[i].varies ? &all[i].tried->head : NULL;

		for (size_t k = 0; t && k < t->branches.n; k++)
			if (t->branches.at[k].line == way->line &&
			    t->branches.at[k].block == way->block &&
			    t->branches.at[k].from == way->from &&
			    t->branches.at[k].into == way->into &&
			    strcmp(t->branches.at[k].file, way->file) == 0)
				return true;
	}
	return false;
}

/* The first changed line of a decision; 0: none of it is. */
static unsigned changed_line(const struct tora_file_change *file, const struct tora_branch *way)
{
	for (unsigned line = way->line; line == way->line || line < way->block; line++)
		if (tora_touched_line(file, line))
			return line;
	return 0;
}

static bool is_untaken(const struct tora_file_change *file, const struct tora_candidate *all,
                       size_t n, const struct tora_branch *way)
{
	unsigned line = file && !file->is_withheld ? changed_line(file, way) : 0;

	if (!line || (!is_run(all, n, way->file, line) && !is_run(all, n, way->file, way->line)))
		return false;
	return !(way->into && way->block != way->line && tora_touched_line(file, way->block)) &&
	       !is_taken(all, n, way);
}

/* Which way it always went: into a block of lines, or into what has none of its own, as it is written. */
static void add_untaken(struct tora_str *out, const struct tora_file_change *file,
                        const struct tora_branch *way)
{
	struct tora_sv row = line_of(file->head_text, way->block);

	tora_str_adds(out, way->into ? "  <- never led to " : "  <- always led to ");
	if (way->to > way->from && way->to <= row.len) {
		tora_str_addc(out, '`');
		tora_str_add(out, (struct tora_sv){ row.at + way->from, way->to - way->from });
		tora_str_addc(out, '`');
	} else {
		tora_str_addf(out, "line %u", way->block);
	}
	tora_str_adds(out, way->into ? "\n" : ", never past it\n");
}

const char *tora_trouble_untaken(const struct tora_check *check, const struct tora_candidate *all,
                                 size_t n, size_t max, struct tora_arena *arena, size_t *ret_n)
{
	struct tora_str out = TORA_STR_INIT((max + 1) * (ROW_MAX + 4200));
	const char *text;

	*ret_n = 0;
	for (size_t i = 0; i < check->branches.n; i++) {
		const struct tora_branch *way = &check->branches.at[i];
		const struct tora_file_change *file = tora_change_file(&check->change, way->file);

		if (!is_untaken(file, all, n, way) || (*ret_n)++ >= max)
			continue;
		tora_str_addf(&out, "%.4000s:%u: ", way->file, way->line);
		tora_str_add(&out, line_of(file->head_text, way->line));
		add_untaken(&out, file, way);
	}
	text = tora_arena_text(arena, tora_str_view(&out));
	tora_str_free(&out);
	return text;
}

/* ---- all of them ----------------------------------------------------------------------------------- */

bool tora_trouble_is_enough(const struct tora_candidates *all)
{
	size_t stable = 0, broken = 0;

	for (size_t i = 0; i < all->all.n; i++) {
		stable += tora_trouble_is_stable(&all->all.at[i]);
		broken += tora_trouble_of(&all->all.at[i]) != TORA_TROUBLE_NONE;
	}
	return stable >= ENOUGH && broken * 4 <= all->all.n;
}

void tora_trouble_count(const struct tora_candidates *all, struct tora_counts *ret)
{
	for (size_t i = 0; i < all->all.n; i++) {
		const struct tora_candidate *c = &all->all.at[i];
		enum tora_trouble trouble = tora_trouble_of(c);

		if (!c->from_model)
			continue;
		ret->model_written++;
		ret->model_valid +=
			c->drop != TORA_DROP_EMPTY && c->drop != TORA_DROP_UNSTABLE &&
			(trouble == TORA_TROUBLE_NONE || trouble == TORA_TROUBLE_NO_REACH ||
		         trouble == TORA_TROUBLE_VARIES || trouble == TORA_TROUBLE_SILENT);
		ret->model_reached += c->tried && c->tried->reached;
	}
}
