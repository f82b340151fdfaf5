#include "client/push.h"

#include "client/print/print.h"
#include "hooks/message.h"

#include <string.h>

#define SUMMARY_LINES 2 /* kept free for how to go on, and for a refusal */

struct report {
	struct tora_str *out;
	const cJSON *refs;
	unsigned lines;
	unsigned sure;     /* percent: what is told has it */
	unsigned withheld; /* findings there was no line left for, or that are less sure */
};

static bool room(const struct report *r, unsigned lines)
{
	return r->lines + lines + SUMMARY_LINES <= TORA_PUSH_LINES;
}

static void escaped(struct report *r, const char *text)
{
	tora_str_add_escaped(r->out, tora_sv(text), false);
}

static void end_line(struct report *r)
{
	tora_str_addc(r->out, '\n');
	r->lines++;
}

#define TEST_LINES 3 /* of a finding's program: the call, with what it needs just before it */

/* A test opens with what it imports and a blank line: what stands behind that is what it does. */
static struct tora_sv behind_imports(struct tora_sv test)
{
	struct tora_sv rest = test, line;

	while (tora_sv_line(&rest, &line))
		if (!tora_sv_trim(line).len && tora_sv_trim(rest).len)
			return rest;
	return test;
}

/* The last lines of what it does, without blank ones. */
static size_t telling_lines(struct tora_sv test, struct tora_sv ret[TEST_LINES])
{
	struct tora_sv line;
	size_t n = 0;

	test = behind_imports(test);
	while (tora_sv_line(&test, &line)) {
		if (!tora_sv_trim(line).len)
			continue;
		if (n == TEST_LINES)
			memmove(ret, ret + 1, --n * sizeof *ret);
		ret[n++] = line;
	}
	return n;
}

static void say_line(struct report *r, const char *head, struct tora_sv text)
{
	tora_str_adds(r->out, head);
	tora_str_add_escaped(r->out, text, false);
	end_line(r);
}

/* Where, the test, what it printed before and prints now. */
static void say_finding(struct report *r, const cJSON *f)
{
	struct tora_sv test[TEST_LINES];
	size_t lines = telling_lines(tora_sv(tora_json_text(f, "test", "")), test);

	while (lines > 1 && !room(r, 3 + (unsigned)lines))
		memmove(test, test + 1, --lines * sizeof *test);
	if (!room(r, 3 + (unsigned)lines)) {
		r->withheld++;
		return;
	}
	tora_str_adds(r->out, "  ");
	escaped(r, tora_json_text(f, "id", "?"));
	tora_str_addc(r->out, ' ');
	escaped(r, tora_json_text(f, "file", ""));
	tora_str_addf(r->out, ":%lld ", (long long)tora_json_int(f, "line", 0));
	escaped(r, tora_json_text(f, "function", ""));
	end_line(r);
	for (size_t i = 0; i < lines; i++)
		say_line(r, "     | ", test[i]);
	say_line(r, "     before: ", tora_sv(tora_json_text(f, "before", "")));
	say_line(r, "     after:  ", tora_sv(tora_json_text(f, "after", "")));
}

static bool same_function(const cJSON *a, const cJSON *b)
{
	return strcmp(tora_json_text(a, "function", ""), tora_json_text(b, "function", "")) == 0;
}

/* The first finding of its function: the others are most likely the same cause on other inputs. */
static bool is_first(const cJSON *findings, const cJSON *finding)
{
	const cJSON *f;

	cJSON_ArrayForEach(f, findings)
	{
		if (f == finding)
			return true;
		if (same_function(f, finding))
			return false;
	}
	return true;
}

static int places(const cJSON *findings)
{
	const cJSON *f;
	int n = 0;

	cJSON_ArrayForEach(f, findings) n += is_first(findings, f);
	return n;
}

/* One line for all that are not the first of their function, when there is room for it. */
static void say_others(struct report *r, const cJSON *findings)
{
	const cJSON *f;
	unsigned n = 0;

	cJSON_ArrayForEach(f, findings)
	{
		if (is_first(findings, f))
			continue;
		if (!room(r, 1)) {
			r->withheld++;
			continue;
		}
		tora_str_adds(r->out, n++ ? " " : "  also ");
		escaped(r, tora_json_text(f, "id", "?"));
	}
	if (!n)
		return;
	tora_str_adds(r->out,
	              n == 1 ? ": the same on another input" : ": the same on other inputs");
	end_line(r);
}

static void branch_prefix(struct report *r, const cJSON *ref)
{
	tora_str_adds(r->out, "tora: ");
	escaped(r, tora_json_text(ref, "branch", tora_json_text(ref, "local_ref", "")));
	tora_str_adds(r->out, ": ");
}

/* There is a result to wait for: while checking is paused there will be none. */
static bool is_coming(const cJSON *ref, const char *state)
{
	return strcmp(state, "checking") == 0 || tora_json_bool(ref, "again", false) ||
	       (strcmp(state, "queued") == 0 &&
	        strcmp(tora_json_text(ref, "reason", ""), "paused") != 0);
}

/* One line for a ref without findings to tell of, that is not simply clean. */
static bool say_state(struct report *r, const cJSON *ref, const char *state)
{
	if (strcmp(state, "clean") == 0 || strcmp(state, "skipped") == 0 ||
	    strcmp(state, "unintended") == 0)
		return false;
	if (!room(r, 1))
		return is_coming(ref, state);
	branch_prefix(r, ref);
	if (strcmp(state, "checking") == 0) {
		tora_str_adds(r->out, "still checking (");
		tora_progress_text(ref, r->out);
		tora_str_adds(r->out, "); tora status has the result");
	} else if (strcmp(state, "queued") == 0) {
		tora_str_adds(r->out, is_coming(ref, state)
		                              ? TORA_MESSAGE_QUEUED
		                              : "not checked yet: checking is paused; tora resume "
		                                "goes on");
	} else {
		tora_str_addf(r->out, "%s: ", tora_not_checked(ref));
		escaped(r, tora_json_text(ref, "detail", tora_json_text(ref, "reason", state)));
		if (tora_json_bool(ref, "again", false))
			tora_str_adds(r->out, " (being tried again: tora status)");
	}
	end_line(r);
	return is_coming(ref, state);
}

/* As a person reads its percent. */
static bool is_sure(const struct report *r, const cJSON *finding)
{
	return (unsigned)(100 * tora_json_num(finding, "confidence", 1) + 0.5) >= r->sure;
}

static bool has(const struct report *r, const cJSON *findings, const cJSON *finding)
{
	const char *id = tora_json_text(finding, "id", "");
	const cJSON *f;

	cJSON_ArrayForEach(f, findings)
	{
		if (strcmp(tora_json_text(f, "id", ""), id) == 0)
			return is_sure(r, f) || !is_sure(r, finding);
	}
	return false;
}

/* Was it told of a ref before this one, or counted? Branches on top of each other are pushed together. */
static bool is_told(const struct report *r, const cJSON *ref, const cJSON *finding)
{
	const cJSON *before;

	cJSON_ArrayForEach(before, r->refs)
	{
		if (before == ref)
			return false;
		if (has(r, tora_json_list(before, "findings"), finding))
			return true;
	}
	return false;
}

/* The findings of a ref that are sure enough, borrowed: all of them, and those not told yet. The others are counted. */
static void sort_out(struct report *r, const cJSON *ref, cJSON *ret_sure, cJSON *ret_fresh)
{
	cJSON *f;

	cJSON_ArrayForEach(f, tora_json_list(ref, "findings"))
	{
		bool sure = is_sure(r, f), is_fresh = !is_told(r, ref, f);

		if (sure)
			(void)cJSON_AddItemReferenceToArray(ret_sure, f);
		if (sure && is_fresh)
			(void)cJSON_AddItemReferenceToArray(ret_fresh, f);
		r->withheld += !sure && is_fresh;
	}
}

static void say_told(struct report *r, const cJSON *ref, const cJSON *findings)
{
	const cJSON *f;

	if (!room(r, 1))
		return;
	branch_prefix(r, ref);
	tora_str_adds(r->out, "the same:");
	cJSON_ArrayForEach(f, findings)
	{
		tora_str_addc(r->out, ' ');
		escaped(r, tora_json_text(f, "id", "?"));
	}
	end_line(r);
}

/* `more`: others of this ref were told before. */
static void say_findings(struct report *r, const cJSON *ref, const cJSON *findings, bool more)
{
	int n = cJSON_GetArraySize(findings), of = places(findings);
	const cJSON *f;

	if (!room(r, 4)) {
		r->withheld += (unsigned)n;
		return;
	}
	branch_prefix(r, ref);
	tora_str_addf(r->out, "behaviour changed in %d %splace%s and no commit message says so", of,
	              more ? "more " : "", of == 1 ? "" : "s");
	end_line(r);
	cJSON_ArrayForEach(f, findings) if (is_first(findings, f)) say_finding(r, f);
	say_others(r, findings);
}

static void say_ref(struct report *r, const cJSON *ref, struct tora_push_verdict *ret)
{
	cJSON *sure = cJSON_CreateArray(), *fresh = cJSON_CreateArray();
	int n, n_fresh;

	sort_out(r, ref, sure, fresh);
	n = cJSON_GetArraySize(sure);
	n_fresh = cJSON_GetArraySize(fresh);
	ret->unintended += (unsigned)n_fresh;
	if (n_fresh)
		say_findings(r, ref, fresh, n_fresh < n);
	else if (n)
		say_told(r, ref, sure);
	else
		ret->running += say_state(r, ref, tora_json_text(ref, "state", "unknown"));
	cJSON_Delete(sure);
	cJSON_Delete(fresh);
}

void tora_push_report(const cJSON *answer, unsigned sure, struct tora_str *out,
                      struct tora_push_verdict *ret)
{
	struct report r = { .out = out, .refs = tora_json_list(answer, "refs"), .sure = sure };
	const cJSON *ref;

	*ret = (struct tora_push_verdict){ 0 };
	cJSON_ArrayForEach(ref, r.refs) say_ref(&r, ref, ret);
	if (!ret->unintended)
		return;
	if (r.withheld)
		tora_str_addf(out, "  and %u more: tora status. ", r.withheld);
	else
		tora_str_adds(out, "  ");
	tora_str_adds(out, "test and reason: tora show ID; intended: tora ack ID\n");
}
