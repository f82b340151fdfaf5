/*
 * human.c - for people: what changed, the evidence, and what can be done about it.
 */
#include "client/print/fold.h"
#include "client/print/print.h"

#include <stdio.h>
#include <string.h>

#define BOLD  "\033[1m"
#define RED   "\033[31m"
#define GREEN "\033[32m"
#define DIM   "\033[2m"
#define RESET "\033[0m"

static void paint(const struct tora_view *v, struct tora_str *out, const char *color,
                  const char *text)
{
	if (v->color)
		tora_str_adds(out, color);
	tora_str_add_escaped(out, tora_sv(text), false);
	if (v->color)
		tora_str_adds(out, RESET);
}

static void plain(struct tora_str *out, const char *text)
{
	tora_str_add_escaped(out, tora_sv(text), false);
}

static const char *plural(long long n)
{
	return n == 1 ? "" : "s";
}

/* Text of several lines, each indented; where a line is empty no blank ends it, but a bar stays. Code keeps its tabs. */
static void block(struct tora_str *out, const char *text, const char *indent, bool is_code)
{
	struct tora_sv rest = tora_sv(text), line, bare = tora_sv(indent);

	while (bare.len && bare.at[bare.len - 1] == ' ')
		bare.len--;
	while (tora_sv_line(&rest, &line)) {
		tora_str_add(out, line.len ? tora_sv(indent) : bare);
		tora_str_add_escaped(out, line, is_code);
		tora_str_addc(out, '\n');
	}
}

/* Sentences, each line of them indented. */
static void prose(const struct tora_view *v, struct tora_str *out, const char *text,
                  const char *indent)
{
	size_t from = out->len;

	block(out, text, indent, false);
	tora_fold(out, from, v->columns, indent);
}

static const char *short_oid(const cJSON *obj, const char *key, char buf[13])
{
	(void)snprintf(buf, 13, "%.12s", tora_json_text(obj, key, ""));
	return buf;
}

static const char *verdict_color(const char *verdict)
{
	return strcmp(verdict, "unintended") == 0         ? RED
	       : strcmp(verdict, "coincidental-fix") == 0 ? GREEN
	                                                  : DIM;
}

/* The one-line values of a finding: in a record beside the trials, in a brief finding instead of them. */
static const char *value(const cJSON *f, const char *side, const char *whole_key)
{
	const char *text = tora_json_text(f, whole_key, NULL);

	return text ? text : tora_json_text(f, side, "");
}

static const char *said(const char *acked)
{
	return strcmp(acked, "ack") == 0 ? "intended" : "not useful";
}

static void heading(const struct tora_view *v, const cJSON *f, struct tora_str *out)
{
	const char *verdict = tora_json_text(f, "verdict", ""), *id = tora_json_text(f, "id", "");
	const char *acked = tora_json_text(f, "acked", NULL);
	size_t from = out->len;

	paint(v, out, BOLD, id);
	tora_str_adds(out, *id ? "  " : "");
	paint(v, out, verdict_color(verdict), verdict);
	tora_str_adds(out, "  ");
	plain(out, tora_json_text(f, "function", ""));
	tora_str_adds(out, "  ");
	plain(out, tora_json_text(f, "file", ""));
	tora_str_addf(out, ":%lld", (long long)tora_json_int(f, "line", 0));
	tora_str_addf(out, "  (%.0f %%)", 100 * tora_json_num(f, "confidence", 0));
	if (acked)
		tora_str_addf(out, "  you said: %s", said(acked));
	tora_str_addc(out, '\n');
	tora_fold(out, from, v->columns, "    ");
}

static void sides(const struct tora_view *v, const cJSON *f, struct tora_str *out)
{
	tora_str_adds(out, "    before: ");
	paint(v, out, GREEN, value(f, "before", "value_before"));
	tora_str_adds(out, "\n    after:  ");
	paint(v, out, RED, value(f, "after", "value_after"));
	tora_str_addc(out, '\n');
}

static void say_commit(const cJSON *f, const char *indent, struct tora_str *out)
{
	char oid[13];

	tora_str_addf(out, "%scommit: %s  ", indent, short_oid(f, "commit", oid));
	plain(out, tora_json_text(f, "commit_subject", ""));
	tora_str_addc(out, '\n');
}

/* Of a branch with one commit, the commit need not be said; of a function, not everything twice. */
static void in_record(const struct tora_view *v, const cJSON *f, bool is_branch, bool is_first,
                      struct tora_str *out)
{
	heading(v, f, out);
	if (is_first)
		prose(v, out, tora_json_text(f, "explanation", ""), "    ");
	else
		tora_str_adds(out, "    The same function on another input.\n");
	if (is_first && is_branch && tora_json_text(f, "commit_subject", NULL))
		say_commit(f, "    ", out);
	if (is_first)
		tora_str_addc(out, '\n');
	block(out, tora_json_text(f, "test", ""), "    | ", true);
	sides(v, f, out);
	tora_str_addc(out, '\n');
}

static void say_exception(const cJSON *trial, struct tora_str *out)
{
	const cJSON *x = tora_json_obj(trial, "exception"), *frame;

	if (!x)
		return;
	tora_str_adds(out, "      ");
	plain(out, tora_json_text(x, "type", ""));
	tora_str_adds(out, ": ");
	plain(out, tora_json_text(x, "message", ""));
	tora_str_addc(out, '\n');
	cJSON_ArrayForEach(frame, tora_json_list(x, "frames"))
	{
		tora_str_adds(out, "        at ");
		plain(out, tora_json_text(frame, "file", ""));
		tora_str_addf(out, ":%lld in ", (long long)tora_json_int(frame, "line", 0));
		plain(out, tora_json_text(frame, "function", ""));
		tora_str_addc(out, '\n');
	}
}

static void say_trial(const struct tora_view *v, const cJSON *trial, const char *title,
                      struct tora_str *out)
{
	const cJSON *w;

	paint(v, out, BOLD, title);
	tora_str_addf(out, "  (%s", tora_json_text(trial, "status", ""));
	if (tora_json_int(trial, "code", 0))
		tora_str_addf(out, " %lld", (long long)tora_json_int(trial, "code", 0));
	tora_str_adds(out, ")\n");
	block(out, tora_json_text(trial, "stdout", ""), "      ", false);
	block(out, tora_json_text(trial, "stderr", ""), "      stderr: ", false);
	cJSON_ArrayForEach(w, tora_json_list(trial, "warnings"))
	{
		tora_str_adds(out, "      ");
		plain(out, tora_json_text(w, "category", ""));
		tora_str_adds(out, ": ");
		plain(out, tora_json_text(w, "message", ""));
		tora_str_addc(out, '\n');
	}
	say_exception(trial, out);
}

static void say_answers(const cJSON *f, struct tora_str *out)
{
	const cJSON *a;

	cJSON_ArrayForEach(a, tora_json_obj(f, "answers"))
	{
		if (!cJSON_IsString(a))
			continue;
		tora_str_adds(out, "      ");
		plain(out, a->string);
		tora_str_adds(out, ": ");
		plain(out, a->valuestring);
		tora_str_addc(out, '\n');
	}
}

/* Another branch's check may have judged the same difference in another way. */
static void say_check(const cJSON *f, struct tora_str *out)
{
	const char *branch = tora_json_text(f, "branch", "");

	if (!tora_json_text(f, "check", NULL))
		return;
	tora_str_adds(out, "      as check ");
	plain(out, tora_json_text(f, "check", ""));
	tora_str_adds(out, *branch ? " of branch '" : "");
	plain(out, branch);
	tora_str_adds(out, *branch ? "' found it\n" : " found it\n");
}

static void finding(const struct tora_view *v, const cJSON *f, struct tora_str *out)
{
	const char *quote = tora_json_text(f, "quote", NULL);
	long long cluster = tora_json_int(f, "cluster", 1);
	size_t why;

	heading(v, f, out);
	tora_str_addc(out, '\n');
	prose(v, out, tora_json_text(f, "explanation", ""), "  ");
	if (quote) {
		size_t from = out->len;

		tora_str_adds(out, "  The message says: \"");
		plain(out, quote);
		tora_str_adds(out, "\"\n");
		tora_fold(out, from, v->columns, "  ");
	}
	tora_str_addc(out, '\n');
	paint(v, out, BOLD, "test");
	tora_str_adds(out, "  (");
	plain(out, tora_json_text(f, "origin", ""));
	tora_str_adds(out, *tora_json_text(f, "where", "") ? ", from " : "");
	plain(out, tora_json_text(f, "where", ""));
	tora_str_adds(out, ")\n");
	block(out, tora_json_text(f, "test", ""), "      ", true);
	say_trial(v, tora_json_obj(f, "before"), "before", out);
	say_trial(v, tora_json_obj(f, "after"), "after", out);
	why = out->len;
	paint(v, out, BOLD, "why");
	tora_str_addf(out, "  %s difference; judged by %s\n", tora_json_text(f, "difference", ""),
	              strcmp(tora_json_text(f, "judge", "offline"), "llm") == 0
	                      ? "the model"
	                      : "rules, no model");
	tora_fold(out, why, v->columns, "     ");
	say_answers(f, out);
	if (*tora_json_text(f, "commit", ""))
		say_commit(f, "      ", out);
	say_check(f, out);
	if (cluster > 1)
		tora_str_addf(out, "      %lld tests show the same difference\n", cluster);
}

static void summary(const struct tora_view *v, const cJSON *r, long long shown,
                    struct tora_str *out)
{
	const cJSON *tests = tora_json_obj(r, "tests"), *times = tora_json_obj(r, "time_ms");
	char base[13], head[13];
	size_t from = out->len;
	int64_t remembered = tora_json_int(r, "remembered_from", 0);

	if (shown)
		paint(v, out, RED, "behaviour changed");
	else
		paint(v, out, GREEN, "nothing unintended found");
	tora_str_addf(out, "  %s..%s: %d function%s, %lld test%s", short_oid(r, "base", base),
	              short_oid(r, "head", head), cJSON_GetArraySize(tora_json_list(r, "changed")),
	              plural(cJSON_GetArraySize(tora_json_list(r, "changed"))),
	              (long long)tora_json_int(tests, "run", 0),
	              plural(tora_json_int(tests, "run", 0)));
	if (tora_json_int(tests, "screened", 0))
		tora_str_addf(out, ", %lld screened",
		              (long long)tora_json_int(tests, "screened", 0));
	tora_str_addf(out, ", %lld reached the change, %.1f s",
	              (long long)tora_json_int(tests, "reached_change", 0),
	              (double)tora_json_int(times, "total", 0) / 1000);
	if (remembered && v->now_ms - remembered >= 1000) { /* younger: it was waited for, mostly */
		tora_str_adds(out, " (remembered: ");
		tora_age_text(v->now_ms - remembered, out);
		tora_str_adds(out, " ago)");
	} else if (!remembered && tora_json_text(r, "reused", NULL)) {
		tora_str_adds(out, " (judged anew, with the tests of ");
		plain(out, tora_json_text(r, "reused", ""));
		tora_str_addc(out, ')');
	}
	tora_str_adds(out, "\n");
	tora_fold(out, from, v->columns, "  ");
}

/* How much "nothing" is worth, where that was measured. */
static void strength(const struct tora_view *v, const cJSON *r, struct tora_str *out)
{
	const cJSON *faults = tora_json_obj(tora_json_obj(r, "tests"), "faults");
	long long tests = tora_json_int(faults, "tests", 0), put = tora_json_int(faults, "put", 0);
	size_t from = out->len;

	if (!put)
		return;
	tora_str_addf(
		out,
		"  %lld test%s of the changed lines: %s %lld of %lld small fault%s put into them\n",
		tests, plural(tests), tests == 1 ? "it notices" : "they notice",
		(long long)tora_json_int(faults, "noticed", 0), put, plural(put));
	tora_fold(out, from, v->columns, "  ");
}

static void not_checked(const struct tora_view *v, const cJSON *r, struct tora_str *out)
{
	size_t from = out->len;

	paint(v, out, BOLD, tora_not_checked(r));
	tora_str_adds(out, ": ");
	plain(out, tora_json_text(r, "reason", tora_json_text(r, "state", "")));
	if (tora_json_text(r, "detail", NULL)) {
		tora_str_adds(out, ": ");
		plain(out, tora_json_text(r, "detail", ""));
	}
	tora_str_addc(out, '\n');
	tora_fold(out, from, v->columns, "  ");
}

/* A finding that could not be stored has no ID: nothing can be asked about it later. */
static void what_next(const struct tora_view *v, const cJSON *r, struct tora_str *out)
{
	const cJSON *f = tora_json_list(r, "findings")->child;
	size_t from = out->len;

	tora_str_adds(out, *tora_json_text(f, "id", "")
	                           ? "  tora show ID: everything about it; tora ack ID: it is "
	                             "intended; tora dismiss ID: not useful\n"
	                           : "  nothing was stored, so these have no ID to show or "
	                             "acknowledge; --format json has everything\n");
	tora_fold(out, from, v->columns, "  ");
}

/* The first one shown of its function, verdict and commit. */
static bool is_first(const struct tora_view *v, const cJSON *r, const cJSON *finding)
{
	const cJSON *f;

	cJSON_ArrayForEach(f, tora_json_list(r, "findings"))
	{
		if (f == finding)
			return true;
		if ((v->all || tora_finding_shown(f)) &&
		    strcmp(tora_json_text(f, "function", ""),
		           tora_json_text(finding, "function", "")) == 0 &&
		    strcmp(tora_json_text(f, "verdict", ""),
		           tora_json_text(finding, "verdict", "")) == 0 &&
		    strcmp(tora_json_text(f, "commit", ""),
		           tora_json_text(finding, "commit", "")) == 0)
			return false;
	}
	return true;
}

static void record(const struct tora_view *v, const cJSON *r, struct tora_str *out)
{
	bool is_branch =
		cJSON_GetArraySize(tora_json_list(tora_json_obj(r, "intent"), "messages")) > 1;
	const cJSON *f, *note;
	long long shown = 0, hidden = 0;

	cJSON_ArrayForEach(f, tora_json_list(r, "findings"))
	{
		bool show = v->all || tora_finding_shown(f);

		shown += show;
		hidden += !show;
		if (show)
			in_record(v, f, is_branch, is_first(v, r, f), out);
	}
	if (strcmp(tora_json_text(r, "state", ""), "done") == 0 &&
	    (shown || !tora_json_text(r, "reason", NULL))) {
		summary(v, r, shown, out);
		strength(v, r, out);
	} else if (!v->is_reason_said)
		not_checked(v, r, out);
	cJSON_ArrayForEach(note, tora_json_list(r, "notes"))
	{
		size_t from = out->len;

		tora_str_adds(out, "  note: ");
		plain(out, cJSON_IsString(note) ? note->valuestring : "");
		tora_str_addc(out, '\n');
		tora_fold(out, from, v->columns, "        ");
	}
	if (hidden)
		tora_str_addf(
			out,
			"  %lld other difference%s: intended, irrelevant, unsure or acknowledged "
			"(--all shows them)\n",
			hidden, plural(hidden));
	if (shown)
		what_next(v, r, out);
}

/* With --all: what a push does not speak of, too, the likeliest mistake first. */
static void ranked(const struct tora_view *v, const cJSON *b, struct tora_str *out)
{
	const cJSON *f;

	cJSON_ArrayForEach(f, tora_json_list(b, "ranked"))
	{
		tora_str_adds(out, "    ");
		heading(v, f, out);
		prose(v, out, tora_json_text(f, "explanation", ""), "        ");
	}
}

static void branch_line(const struct tora_view *v, const cJSON *b, struct tora_str *out)
{
	const char *state = tora_json_text(b, "state", "");
	const cJSON *ids = tora_json_list(b, "findings"), *id;
	size_t from = out->len;
	char head[13];

	tora_str_adds(out, "  ");
	paint(v, out, BOLD, tora_json_text(b, "branch", ""));
	tora_str_addf(out, " %s  ", short_oid(b, "head", head));
	if (strcmp(state, "checking") == 0) {
		tora_str_adds(out, "checking: ");
		tora_progress_text(b, out);
		if (tora_json_int(b, "started", 0)) {
			tora_str_adds(out, ", for ");
			tora_age_text(v->now_ms - tora_json_int(b, "started", 0), out);
		}
	} else if (strcmp(state, "unintended") == 0) {
		long long places = (long long)tora_json_int(b, "places", 0);
		char text[64];

		(void)snprintf(text, sizeof text, "%d unintended", cJSON_GetArraySize(ids));
		paint(v, out, RED, text);
		if (places) /* as the push counts */
			tora_str_addf(out, " in %lld place%s", places, plural(places));
		tora_str_addc(out, ':');
		cJSON_ArrayForEach(id, ids)
		{
			tora_str_addc(out, ' ');
			plain(out, cJSON_IsString(id) ? id->valuestring : "");
		}
	} else if (strcmp(state, "queued") == 0 && tora_json_text(b, "detail", NULL)) {
		tora_str_adds(out, "queued: ");
		plain(out, tora_json_text(b, "detail", ""));
	} else if (strcmp(state, "waiting") == 0) {
		tora_str_addf(out, "%s: ", tora_not_checked(b));
		plain(out, tora_json_text(b, "detail", tora_json_text(b, "reason", "")));
	} else if (strcmp(state, "unknown") == 0) {
		tora_str_adds(out, "not checked yet");
	} else {
		paint(v, out, strcmp(state, "clean") == 0 ? GREEN : DIM, state);
	}
	if ((strcmp(state, "unintended") == 0 || strcmp(state, "clean") == 0) &&
	    tora_json_text(b, "detail", NULL)) {
		tora_str_adds(out, "  (");
		plain(out, tora_json_text(b, "detail", ""));
		tora_str_addc(out, ')');
	}
	tora_str_addc(out, '\n');
	tora_fold(out, from, v->columns, "      ");
	ranked(v, b, out);
}

static void repo_lines(const struct tora_view *v, const cJSON *repo, struct tora_str *out)
{
	const char *state = tora_json_text(repo, "state", "ok");
	size_t from = out->len;
	const cJSON *b;

	plain(out, tora_json_text(repo, "path", ""));
	if (strcmp(state, "ok") != 0) {
		tora_str_adds(out, "  (");
		plain(out, tora_json_text(repo, "reason", state));
		tora_str_addc(out, ')');
	}
	tora_str_addc(out, '\n');
	tora_fold(out, from, v->columns, "    ");
	cJSON_ArrayForEach(b, tora_json_list(repo, "branches")) branch_line(v, b, out);
	from = out->len;
	if (strcmp(state, "ok") == 0 && cJSON_GetArraySize(tora_json_list(repo, "branches")) == 0)
		tora_str_adds(out, v->all ? "  no branch has a commit yet\n"
		                          : "  no branch with a commit is checked out; "
		                            "--all shows the others\n");
	tora_fold(out, from, v->columns, "    ");
}

/* To the unit that it is told in: a moment after `tora pause 2h` it is 2 h, not 119 min. */
static int64_t rounded(int64_t ms)
{
	static const struct {
		int64_t from, unit;
	} steps[] = {
		{ 0, 1000 }, { 120000, 60000 }, { 7200000, 3600000 }, { 172800000, 86400000 }
	};
	int64_t found = ms;

	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
		if (found >= steps[i].from)
			found = (ms + steps[i].unit / 2) / steps[i].unit * steps[i].unit;
	return found;
}

static void say_paused(const struct tora_view *v, const cJSON *d, struct tora_str *out)
{
	int64_t until = tora_json_int(d, "paused_until", 0);

	if (!tora_json_bool(d, "paused", false))
		return;
	tora_str_adds(out, ", paused");
	if (until > v->now_ms) {
		tora_str_adds(out, " for ");
		tora_age_text(rounded(until - v->now_ms), out);
		tora_str_adds(out, " more");
	}
	tora_str_adds(out, " (tora resume)");
}

static void status(const struct tora_view *v, const cJSON *s, struct tora_str *out)
{
	const cJSON *d = tora_json_obj(s, "daemon"), *repos = tora_json_list(s, "repos"), *repo;
	size_t from;

	cJSON_ArrayForEach(repo, repos) repo_lines(v, repo, out);
	from = out->len;
	if (cJSON_GetArraySize(repos) == 0)
		tora_str_adds(out,
		              strcmp(tora_json_text(d, "store", ""), "none") == 0
		                      ? "which repositories are registered is not known now\n"
		                      : "no repository is registered; tora init in a repository "
		                        "does it\n");
	tora_str_addf(out, "daemon %s (pid %lld): %lld running, %lld queued",
	              tora_json_text(d, "version", "?"), (long long)tora_json_int(d, "pid", 0),
	              (long long)tora_json_int(d, "running", 0),
	              (long long)tora_json_int(d, "queued", 0));
	say_paused(v, d, out);
	tora_str_addc(out, '\n');
	if (tora_json_text(d, "degraded", NULL)) {
		tora_str_adds(out, "  ");
		plain(out, tora_json_text(d, "degraded", ""));
		tora_str_addc(out, '\n');
	}
	tora_fold(out, from, v->columns, "  ");
}

const struct tora_format tora_format_human = { "human", record, finding, status };
