#include "client/push.h"

#include "client/print/print.h"
#include "hooks/message.h"

#include <ctype.h>
#include <string.h>

#define SUMMARY_LINES 2 /* kept free for how to go on, and for a refusal */

struct report {
	struct tora_str *out;
	const cJSON *refs;
	cJSON *told; /* ids of the findings that have a line, whichever branch it was told of */
	unsigned lines;
	unsigned sure; /* percent: what is told has it */
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

/* "p.u.Yard.take": take. An object is made by the name of its class. */
static struct tora_sv called_name(struct tora_sv function)
{
	static const char *const makers[] = { ".__init__", ".constructor" };
	size_t i;

	for (i = 0; i < sizeof makers / sizeof *makers; i++)
		if (tora_sv_ends(function, makers[i]))
			function.len -= strlen(makers[i]);
	for (i = function.len; i && function.at[i - 1] != '.';)
		i--;
	return (struct tora_sv){ function.at + i, function.len - i };
}

/* As judge/text.h has it, whose layer is not the client's. */
static bool calls(struct tora_sv line, struct tora_sv name)
{
	for (size_t i = 0; name.len && i + name.len < line.len; i++)
		if (line.at[i + name.len] == '(' && memcmp(line.at + i, name.at, name.len) == 0 &&
		    (!i || !(isalnum((unsigned char)line.at[i - 1]) || line.at[i - 1] == '_')))
			return true;
	return false;
}

/* The last lines of what it does, `max` at the most, without blank ones; where they do not call the function, the first is the last that does. */
static size_t telling_lines(struct tora_sv test, struct tora_sv function, size_t max,
                            struct tora_sv ret[TEST_LINES])
{
	struct tora_sv line, call = { 0 }, name = called_name(function);
	size_t n = 0;

	test = behind_imports(test);
	while (tora_sv_line(&test, &line)) {
		if (!tora_sv_trim(line).len)
			continue;
		if (n == max)
			memmove(ret, ret + 1, --n * sizeof *ret);
		ret[n++] = line;
		call = calls(line, name) ? line : call;
	}
	if (call.at && call.at < ret[0].at)
		ret[0] = call;
	return n;
}

static void say_line(struct report *r, const char *head, struct tora_sv text)
{
	tora_str_adds(r->out, head);
	tora_str_add_escaped(r->out, text, false);
	end_line(r);
}

static const char *id_of(const cJSON *finding)
{
	return tora_json_text(finding, "id", "?");
}

static void say_id(struct report *r, const cJSON *finding)
{
	escaped(r, id_of(finding));
	cJSON_AddItemToArray(r->told, cJSON_CreateString(id_of(finding)));
}

static bool is_told(const struct report *r, const cJSON *finding)
{
	const cJSON *id;

	cJSON_ArrayForEach(id, r->told)
	{
		if (strcmp(id->valuestring, id_of(finding)) == 0)
			return true;
	}
	return false;
}

/* Of more than one commit that changed what it prints: else the message of the last seems to announce all of it. */
static void say_steps(struct report *r, const cJSON *f)
{
	const cJSON *step, *steps = tora_json_list(f, "steps");

	if (!cJSON_GetArraySize(steps))
		return;
	tora_str_adds(r->out, "     steps:  ");
	escaped(r, tora_json_text(steps->child, "before", ""));
	cJSON_ArrayForEach(step, steps)
	{
		tora_str_adds(r->out, ", ");
		escaped(r, tora_json_text(step, "after", ""));
		tora_str_adds(r->out, " with '");
		escaped(r, tora_json_text(step, "commit_subject", ""));
		tora_str_addc(r->out, '\'');
	}
	end_line(r);
}

/* Where, the test, what it printed before and prints now. */
static void say_finding(struct report *r, const cJSON *f)
{
	struct tora_sv test[TEST_LINES];
	unsigned others = 3 + (cJSON_GetArraySize(tora_json_list(f, "steps")) > 0);
	size_t lines = TEST_LINES;

	while (lines > 1 && !room(r, others + (unsigned)lines))
		lines--;
	lines = telling_lines(tora_sv(tora_json_text(f, "test", "")),
	                      tora_sv(tora_json_text(f, "function", "")), lines, test);
	if (!room(r, others + (unsigned)lines))
		return;
	tora_str_adds(r->out, "  ");
	say_id(r, f);
	tora_str_addc(r->out, ' ');
	escaped(r, tora_json_text(f, "file", ""));
	tora_str_addf(r->out, ":%lld ", (long long)tora_json_int(f, "line", 0));
	escaped(r, tora_json_text(f, "function", ""));
	end_line(r);
	for (size_t i = 0; i < lines; i++) {
		tora_str_adds(r->out, "     | ");
		tora_str_add_escaped(r->out, test[i], true); /* code keeps its tabs */
		end_line(r);
	}
	say_line(r, "     before: ", tora_sv(tora_json_text(f, "before", "")));
	say_line(r, "     after:  ", tora_sv(tora_json_text(f, "after", "")));
	say_steps(r, f);
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
		if (is_first(findings, f) || !room(r, 1))
			continue;
		tora_str_adds(r->out, n++ ? " " : "  also ");
		say_id(r, f);
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
	long long ahead = (long long)tora_json_int(ref, "ahead", 0);

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
	} else if (strcmp(state, "queued") == 0 && is_coming(ref, state) && ahead > 0) {
		tora_str_addf(r->out,
		              "not checked yet, %lld check%s ahead of it; tora status will have "
		              "the result",
		              ahead, ahead == 1 ? " is" : "s are");
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
static bool is_sure(const cJSON *finding, unsigned sure)
{
	return (unsigned)(100 * tora_json_num(finding, "confidence", 1) + 0.5) >= sure;
}

/* Has a ref before this one that finding, and is its check as sure of it? Branches on top of each other are pushed together. */
static bool was_found(const struct report *r, const cJSON *ref, const cJSON *finding, unsigned sure)
{
	const cJSON *before, *f;

	cJSON_ArrayForEach(before, r->refs)
	{
		if (before == ref)
			return false;
		cJSON_ArrayForEach(f, tora_json_list(before, "findings"))
		{
			if (is_sure(f, sure) && strcmp(id_of(f), id_of(finding)) == 0)
				return true;
		}
	}
	return false;
}

/* The findings of a ref that are sure enough, borrowed: those that are told already, and those that no ref before it has so. */
static void sort_out(const struct report *r, const cJSON *ref, cJSON *ret_told, cJSON *ret_fresh)
{
	cJSON *f;

	cJSON_ArrayForEach(f, tora_json_list(ref, "findings"))
	{
		if (!is_sure(f, r->sure))
			continue;
		if (is_told(r, f))
			(void)cJSON_AddItemReferenceToArray(ret_told, f);
		else if (!was_found(r, ref, f, r->sure))
			(void)cJSON_AddItemReferenceToArray(ret_fresh, f);
	}
}

/* How many there was no line left for, or no check is sure enough of. */
static unsigned left_over(const struct report *r)
{
	const cJSON *ref, *f;
	unsigned n = 0;

	cJSON_ArrayForEach(ref, r->refs)
	{
		cJSON_ArrayForEach(f, tora_json_list(ref, "findings")) n +=
			!is_told(r, f) && !was_found(r, ref, f, 0);
	}
	return n;
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
		escaped(r, id_of(f));
	}
	end_line(r);
}

/* `more`: others of this ref were told before. */
static void say_findings(struct report *r, const cJSON *ref, const cJSON *findings, bool more)
{
	const cJSON *f;
	int of = places(findings);

	if (!room(r, 4))
		return;
	branch_prefix(r, ref);
	tora_str_addf(r->out, "behaviour changed in %d %splace%s and no commit message says so", of,
	              more ? "more " : "", of == 1 ? "" : "s");
	end_line(r);
	cJSON_ArrayForEach(f, findings) if (is_first(findings, f)) say_finding(r, f);
	say_others(r, findings);
}

static void say_ref(struct report *r, const cJSON *ref, struct tora_push_verdict *ret)
{
	cJSON *told = cJSON_CreateArray(), *fresh = cJSON_CreateArray();

	sort_out(r, ref, told, fresh);
	ret->unintended += (unsigned)cJSON_GetArraySize(fresh);
	if (fresh->child)
		say_findings(r, ref, fresh, told->child);
	else if (told->child)
		say_told(r, ref, told);
	else
		ret->running += say_state(r, ref, tora_json_text(ref, "state", "unknown"));
	cJSON_Delete(told);
	cJSON_Delete(fresh);
}

void tora_push_report(const cJSON *answer, unsigned sure, struct tora_str *out,
                      struct tora_push_verdict *ret)
{
	struct report r = { .out = out,
		            .refs = tora_json_list(answer, "refs"),
		            .told = cJSON_CreateArray(),
		            .sure = sure };
	const cJSON *ref;
	unsigned more;

	*ret = (struct tora_push_verdict){ 0 };
	cJSON_ArrayForEach(ref, r.refs) say_ref(&r, ref, ret);
	more = left_over(&r);
	cJSON_Delete(r.told);
	if (!ret->unintended)
		return;
	if (more)
		tora_str_addf(out, "  and %u more: tora status. ", more);
	else
		tora_str_adds(out, "  ");
	tora_str_adds(out, "test and reason: tora show ID; intended: tora ack ID\n");
}
