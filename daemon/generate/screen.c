/*
 * screen.c - see screen.h.
 */
#include "generate/screen.h"
#include "generate/subgroup.h"
#include "model/exec.h"
#include "tora/json.h"

#include <cjson/cJSON.h>

#include <string.h>

#define BUDGET_MS  1500 /* of one question, and no more than a sixth of what is left */
#define BUDGET_MIN 100  /* less is no time */
#define SIDES      2
#define MORE       4 /* one in so many of those that are run may be one that was found here */
#define ALIKE      2
#define ALIKE_MIN  40
#define ENOUGH     16 /* of one way that a word explains: more of them make room for another way */
#define ENOUGH_ANY 48 /* the same where no word does: where all programs differ none can */
#define LETTERS    2  /* of one line (lang/PROTOCOL.md) */
#define LATE       4  /* one in so many, or more, are late where all takes long */
#define LINES_MAX  3  /* so many changed lines, or more */
/* Of all programs together: a request is one line of at most 8 MiB, and what is escaped takes six bytes. */
#define BYTES_MAX (1ul << 20)

/* A candidate that was screened. */
struct row {
	struct tora_candidate *candidate;
	const char *said[SIDES]; /* NULL: nobody knows. "end hash", or "end hash lines" */
	unsigned group;          /* of what differs: subgroup.h */
	bool is_taken;           /* it is to be run, or says what another one does */
	bool is_more; /* of its way to differ enough are run: before it, where it is one of those */
	bool may_yield; /* and it may go for one of another way */
};

struct screen {
	struct tora_check *check;
	struct row *rows;
	struct row **ways; /* of one round, those that were taken */
	size_t n, n_known, n_differ, n_taken;
};

static bool is_known(const struct row *row)
{
	return row->said[TORA_BASE] && row->said[TORA_HEAD];
}

static bool differs(const struct row *row)
{
	return is_known(row) && strcmp(row->said[TORA_BASE], row->said[TORA_HEAD]) != 0;
}

/* Both sides worked too long on it: it may have no end. */
static bool is_late(const struct row *row)
{
	return is_known(row) && strcmp(row->said[TORA_BASE], "late") == 0 &&
	       strcmp(row->said[TORA_HEAD], "late") == 0;
}

static bool says_the_same(const struct row *a, const struct row *b)
{
	return strcmp(a->said[TORA_BASE], b->said[TORA_BASE]) == 0 &&
	       strcmp(a->said[TORA_HEAD], b->said[TORA_HEAD]) == 0;
}

static bool is_run(const struct row *row)
{
	return row->candidate->drop == TORA_DROP_NONE;
}

/* ---- asking -------------------------------------------------------------------------------------- */

/* Programs of one request, and what was said of them. */
struct round {
	struct row **rows;
	const char *(*said)[SIDES];
	size_t n;
};

static void take_words(struct round *r, const struct tora_exec_question *asked,
                       struct tora_arena *arena)
{
	const cJSON *said = tora_json_list(asked->answer, "said"), *one;
	size_t i = 0;

	cJSON_ArrayForEach(one, said)
	{
		if (i < r->n && cJSON_IsString(one))
			r->said[i][asked->side] = tora_arena_dup(arena, one->valuestring);
		i++;
	}
}

static cJSON *request(const struct round *r)
{
	cJSON *params = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(params, "sources");

	for (size_t i = 0; i < r->n; i++)
		(void)cJSON_AddItemToArray(
			list, cJSON_CreateStringReference(r->rows[i]->candidate->source));
	return params;
}

/* Both sides at the same time; without time nobody is asked. */
static void ask(const struct screen *s, struct round *r)
{
	const struct tora_exec *exec = s->check->exec;
	struct tora_exec_question asked[SIDES];
	int64_t sixth = tora_check_left_ms(s->check) / 6;
	cJSON *params;

	if (sixth < BUDGET_MIN || !r->n)
		return;
	params = request(r);
	for (int side = 0; side < SIDES; side++)
		asked[side] = (struct tora_exec_question){
			.side = (enum tora_side)side,
			.command = "screen",
			.params = params,
			.budget_ms = sixth < BUDGET_MS ? (unsigned)sixth : BUDGET_MS,
		};
	exec->ask(exec->ctx, asked, SIDES);
	for (int side = 0; side < SIDES; side++) {
		if (asked[side].answer)
			take_words(r, &asked[side], s->check->arena);
		else
			tora_log(s->check->log, TORA_LOG_WARN, "generate",
			         "%zu programs not screened: %s", r->n, asked[side].err.msg);
		cJSON_Delete(asked[side].answer);
	}
	cJSON_Delete(params);
}

static struct round new_round(const struct screen *s)
{
	struct tora_arena *arena = s->check->arena;

	return (struct round){ .rows = tora_arena_calloc(arena, s->n + 1, sizeof(struct row *)),
		               .said = tora_arena_calloc(arena, s->n + 1,
		                                         sizeof(const char *[SIDES])) };
}

static void ask_first(struct screen *s)
{
	struct round r = new_round(s);

	for (; r.n < s->n; r.n++)
		r.rows[r.n] = &s->rows[r.n];
	ask(s, &r);
	for (size_t i = 0; i < r.n; i++)
		for (int side = 0; side < SIDES; side++)
			s->rows[i].said[side] = r.said[i][side];
}

/*
 * Those that differ once more, the last one first: what differs for what another program left there, or every time, is not
 * known to.
 */
static void ask_again(struct screen *s)
{
	struct round r = new_round(s);

	for (size_t i = s->n; i > 0; i--)
		if (differs(&s->rows[i - 1]))
			r.rows[r.n++] = &s->rows[i - 1];
	ask(s, &r);
	for (size_t i = 0; i < r.n; i++) {
		const struct row again = { .said = { r.said[i][TORA_BASE], r.said[i][TORA_HEAD] } };

		if (!differs(&again))
			r.rows[i]->said[TORA_BASE] = r.rows[i]->said[TORA_HEAD] = NULL;
	}
}

/* ---- choosing ------------------------------------------------------------------------------------ */

static size_t length_of_end(const char *said)
{
	return strcspn(said, " ");
}

static bool ends_alike(const char *a, const char *b)
{
	size_t n = length_of_end(a);

	return n == length_of_end(b) && memcmp(a, b, n) == 0;
}

/* What stands for the lines that a program printed: two letters each, behind the second blank. */
static const char *lines_of(const char *said)
{
	const char *blank = strchr(said, ' ');

	blank = blank ? strchr(blank + 1, ' ') : NULL;
	return blank ? blank + 1 : "";
}

/* How many lines stand on each side between those that both begin with and those that both end with, LINES_MAX at most. */
struct change_of_lines {
	size_t base, head;
};

static struct change_of_lines lines_changed(const struct row *row)
{
	const char *a = lines_of(row->said[TORA_BASE]), *b = lines_of(row->said[TORA_HEAD]);
	size_t n = strlen(a) / LETTERS, m = strlen(b) / LETTERS;

	for (; n && m && memcmp(a, b, LETTERS) == 0; n--, m--) {
		a += LETTERS;
		b += LETTERS;
	}
	while (n && m && memcmp(a + (n - 1) * LETTERS, b + (m - 1) * LETTERS, LETTERS) == 0) {
		n--;
		m--;
	}
	return (struct change_of_lines){ n < LINES_MAX ? n : LINES_MAX,
		                         m < LINES_MAX ? m : LINES_MAX };
}

/* Two that differ in one way, as far as can be seen from here. */
static bool is_of_one_way(const struct row *a, const struct row *b)
{
	struct change_of_lines one, other;

	if (a->group != b->group || !ends_alike(a->said[TORA_BASE], b->said[TORA_BASE]) ||
	    !ends_alike(a->said[TORA_HEAD], b->said[TORA_HEAD]) ||
	    strcmp(a->candidate->target, b->candidate->target) != 0)
		return false;
	one = lines_changed(a);
	other = lines_changed(b);
	return one.base == other.base && one.head == other.head;
}

/* Those that are no news: one that differs like that is run. */
static void pass_over(struct screen *s, const struct row *by)
{
	for (size_t i = 0; i < s->n; i++) {
		struct row *row = &s->rows[i];

		if (row != by && !row->is_taken && differs(row) && says_the_same(row, by))
			row->is_taken = true;
	}
}

/* It is run, and says the same on both sides. */
static bool may_go(const struct row *row)
{
	const struct tora_candidate *c = row->candidate;

	return is_run(row) && is_known(row) && !differs(row) && !c->from_model && !c->tried;
}

/* The last of those, and then, for a way of which there are not enough, of what there is enough of; NULL: there is none. */
static struct row *least(const struct screen *s, const struct row *taker)
{
	for (size_t i = s->n; i > 0; i--)
		if (may_go(&s->rows[i - 1]))
			return &s->rows[i - 1];
	for (size_t i = s->n; i > 0 && !taker->is_more; i--)
		if (s->rows[i - 1].may_yield && is_run(&s->rows[i - 1]))
			return &s->rows[i - 1];
	return NULL;
}

/* False: there is no place. */
static bool take(struct screen *s, struct row *row)
{
	struct row *other = least(s, row);

	if (!other)
		return false;
	other->candidate->drop = TORA_DROP_LIMIT;
	row->candidate->drop = TORA_DROP_NONE;
	row->is_taken = true;
	s->n_taken++;
	pass_over(s, row);
	return true;
}

/* Of each way to differ the next one that there is a place for. False: there was none. */
static bool take_round(struct screen *s, unsigned most)
{
	size_t before = s->n_taken;
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++) {
		struct row *row = &s->rows[i];
		bool is_new = differs(row) && !row->is_taken;

		for (size_t k = 0; k < n && is_new; k++)
			is_new = !is_of_one_way(row, s->ways[k]);
		if (!is_new)
			continue;
		if (s->n_taken == most)
			return false;
		/* Where there is no place for it there is none for another of its way. */
		(void)take(s, row);
		s->ways[n++] = row;
	}
	return s->n_taken > before;
}

/* What a word that is in many of them explains, and few others have. */
static void find_groups(struct screen *s)
{
	struct tora_subgroup_row *rows = tora_arena_calloc(s->check->arena, s->n + 1, sizeof *rows);
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		if (is_known(&s->rows[i]))
			rows[n++] =
				(struct tora_subgroup_row){ .source = s->rows[i].candidate->source,
				                            .differs = differs(&s->rows[i]) };
	tora_subgroups(rows, n, s->check->arena);
	n = 0;
	for (size_t i = 0; i < s->n; i++)
		if (is_known(&s->rows[i]))
			s->rows[i].group = rows[n++].group;
}

/* Of one way to differ, what there is enough of without it. What stems from nobody's own code may yield. */
static void mark_more(struct screen *s)
{
	for (size_t i = 0; i < s->n; i++) {
		struct row *row = &s->rows[i];
		const struct tora_candidate *c = row->candidate;
		unsigned n = 0, enough = row->group ? ENOUGH : ENOUGH_ANY;

		if (!differs(row))
			continue;
		for (size_t k = 0; k < (is_run(row) ? i : s->n) && n < enough; k++)
			n += is_run(&s->rows[k]) && differs(&s->rows[k]) &&
			     is_of_one_way(&s->rows[k], row);
		row->is_more = n >= enough;
		row->may_yield = row->is_more && is_run(row) && !c->from_model && !c->tried &&
		                 c->origin > TORA_ORIGIN_CALL;
	}
}

static void choose(struct screen *s, unsigned most)
{
	mark_more(s);
	for (size_t i = 0; i < s->n; i++) {
		struct row *row = &s->rows[i];

		s->n_differ += differs(row);
		if (!is_run(row) || !differs(row))
			continue;
		row->is_taken = true;
		pass_over(s, row);
	}
	while (take_round(s, most))
		;
}

struct tora_screen_room tora_screen_room(unsigned max)
{
	unsigned alike = max / ALIKE;

	return (struct tora_screen_room){ .more = max / MORE,
		                          .alike = alike > ALIKE_MIN ? alike : ALIKE_MIN };
}

/* -> how many are not run. */
static size_t leave_out(const struct screen *s, size_t n_run, unsigned enough)
{
	size_t n = 0;

	for (size_t i = s->n; i > 0 && n_run - n > enough; i--) {
		if (!may_go(&s->rows[i - 1]))
			continue;
		s->rows[i - 1].candidate->drop = TORA_DROP_ALIKE;
		n++;
	}
	return n;
}

/*
 * What is late on both sides has worked longer than nearly all tests do, and may go on to the time limit of both. It is not run, but where so
 * much is late that the project is a slow one. -> how many are not.
 */
static size_t leave_out_late(const struct screen *s)
{
	size_t n = 0, n_late = 0;

	for (size_t i = 0; i < s->n; i++)
		n_late += is_late(&s->rows[i]);
	for (size_t i = 0; i < s->n && n_late * LATE < s->n_known; i++) {
		const struct row *row = &s->rows[i];

		if (!is_late(row) || !may_go(row) || row->candidate->origin <= TORA_ORIGIN_CALL)
			continue;
		row->candidate->drop = TORA_DROP_LATE;
		n++;
	}
	return n;
}

void tora_screen(struct tora_check *check, const struct tora_lang *lang, struct tora_candidate *all,
                 size_t n, struct tora_screen_room room)
{
	struct screen s = { .check = check };
	size_t bytes = 0, n_run = 0, n_over = 0, n_late, n_left_out;

	for (size_t i = 0; i < n; i++) {
		n_run += all[i].drop == TORA_DROP_NONE;
		n_over += all[i].drop == TORA_DROP_LIMIT;
	}
	if (!lang->screens || (!n_over && !(lang->screens_all && n_run > room.alike)) ||
	    tora_check_is_one_tree(check))
		return;
	s.rows = tora_arena_calloc(check->arena, n, sizeof *s.rows);
	for (size_t i = 0; i < n && bytes <= BYTES_MAX; i++) {
		size_t len = strlen(all[i].source);

		if ((all[i].drop != TORA_DROP_NONE && all[i].drop != TORA_DROP_LIMIT) ||
		    len > TORA_CANDIDATE_MAX)
			continue;
		bytes += len;
		s.rows[s.n++].candidate = &all[i];
	}
	s.ways = tora_arena_calloc(check->arena, s.n + 1, sizeof(struct row *));
	ask_first(&s);
	for (size_t i = 0; i < s.n; i++)
		s.n_known += is_known(&s.rows[i]);
	ask_again(&s);
	find_groups(&s);
	choose(&s, room.more);
	n_late = leave_out_late(&s);
	n_left_out = lang->screens_all ? leave_out(&s, n_run - n_late, room.alike) : 0;
	check->tests.screened += s.n_known;
	tora_log(check->log, TORA_LOG_INFO, "generate",
	         "screened %zu of %zu programs: %zu answered on both sides, %zu differ, %zu more "
	         "are run, %zu that say the same are not",
	         s.n, n, s.n_known, s.n_differ, s.n_taken, n_left_out);
}
