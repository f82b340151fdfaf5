#include "check/leftout.h"

#include "tora/json.h"

#include <math.h>
#include <string.h>

#define MOVE_MIN 0.05 /* points; what moves less is not told */

static void put_share(cJSON *o, const char *key, size_t part, size_t all)
{
	if (all)
		tora_json_put_num(o, key, (double)part / (double)all);
	else
		cJSON_AddNullToObject(o, key);
}

static void put_count(cJSON *o, const char *key, const struct tora_fit_count *c)
{
	cJSON *to = tora_json_put_obj(o, key);

	tora_json_put_int(to, "true_positive", (int64_t)c->tp);
	tora_json_put_int(to, "false_positive", (int64_t)c->fp);
	tora_json_put_int(to, "false_negative", (int64_t)c->fn);
	tora_json_put_int(to, "true_negative", (int64_t)c->tn);
	put_share(to, "error", c->fp + c->fn, c->tp + c->fp + c->fn + c->tn);
	put_share(to, "precision", c->tp, c->tp + c->fp);
	put_share(to, "recall", c->tp, c->tp + c->fn);
	put_share(to, "f1", 2 * c->tp, 2 * c->tp + c->fp + c->fn);
}

static void put_sums(cJSON *o, const struct tora_fit_sums *table,
                     const struct tora_fit_sums *left_out)
{
	cJSON *findings = tora_json_put_obj(o, "findings");
	cJSON *changes = tora_json_put_obj(o, "changes");

	put_count(findings, "table", &table->findings);
	put_count(findings, "left_out", &left_out->findings);
	put_count(changes, "table", &table->changes);
	put_count(changes, "left_out", &left_out->changes);
}

static void put_moves(cJSON *o, const struct tora_fit_report *report)
{
	cJSON *list = tora_json_put_list(o, "moves");

	for (size_t i = 0; i < report->moves.n; i++) {
		const struct tora_fit_move *m = &report->moves.at[i];
		cJSON *one;

		if (fabs(m->fitted - m->weight) < MOVE_MIN)
			break;
		one = cJSON_CreateObject();
		tora_json_put_text(one, "rule", m->rule);
		tora_json_put_num(one, "weight", m->weight);
		tora_json_put_num(one, "fitted", m->fitted);
		tora_json_put_int(one, "changes", (int64_t)m->changes);
		tora_json_put_int(one, "agree", (int64_t)m->agree);
		cJSON_AddItemToArray(list, one);
	}
}

/* More than so many are not worth the wait. */
static bool too_many(const struct tora_fit_row *rows, size_t n)
{
	const char *seen[TORA_LEFTOUT_PROJECTS_MAX];
	size_t projects = 0, i, k;

	for (i = 0; i < n && n <= TORA_LEFTOUT_ROWS_MAX; i++) {
		for (k = 0; k < projects; k++)
			if (strcmp(seen[k], rows[i].project) == 0)
				break;
		if (k < projects)
			continue;
		if (projects == TORA_LEFTOUT_PROJECTS_MAX)
			return true;
		seen[projects++] = rows[i].project;
	}
	return n > TORA_LEFTOUT_ROWS_MAX || n * projects > TORA_LEFTOUT_FITS_MAX;
}

void tora_leftout_put(cJSON *o, const struct tora_fit_row *rows, size_t n, struct tora_arena *arena)
{
	struct tora_fit_report report;
	cJSON *to, *projects;

	memset(&report, 0, sizeof report);
	if (!too_many(rows, n))
		tora_fit_report(rows, n, arena, &report);
	if (report.projects.n < 2) {
		cJSON_AddNullToObject(o, "left_out");
		return;
	}
	to = tora_json_put_obj(o, "left_out");
	put_sums(to, &report.table, &report.left_out);
	projects = tora_json_put_list(to, "projects");
	for (size_t i = 0; i < report.projects.n; i++) {
		cJSON *one = cJSON_CreateObject();

		tora_json_put_text(one, "project", report.projects.at[i].name);
		put_sums(one, &report.projects.at[i].table, &report.projects.at[i].left_out);
		cJSON_AddItemToArray(projects, one);
	}
	put_moves(to, &report);
}
