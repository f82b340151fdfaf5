/* What pre-push prints: never more than twelve lines. */
#include "client/push.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static size_t count_lines(const struct tora_str *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->len; i++)
		n += s->buf[i] == '\n';
	return n;
}

#define SURE 72 /* percent */

static void report_of(const char *json, unsigned sure, struct tora_str *out,
                      struct tora_push_verdict *v)
{
	struct tora_err err;
	cJSON *answer = NULL;

	assert_int_equal(tora_json_parse(tora_sv(json), 1u << 20, &answer, &err), TORA_OK);
	tora_str_reset(out);
	tora_push_report(answer, sure, out, v);
	cJSON_Delete(answer);
}

static void report(const char *json, struct tora_str *out, struct tora_push_verdict *v)
{
	report_of(json, SURE, out, v);
}

#define FINDING(id)              FINDING_IN(id, "f")
#define FINDING_IN(id, function) FINDING_OF(id, function, "0.72")
#define FINDING_OF(id, function, confidence)                                                       \
	"{\"id\":\"" id "\",\"file\":\"p/u.py\",\"line\":14,\"function\":\"p.u." function          \
	"\",\"confidence\":" confidence ",\"test\":\"import p\\n\\nx = "                           \
	"1\\nprint(p.f(x))\\n\",\"before\":\"'a'\","                                               \
	"\"after\":\"'b'\"}"

#define LONG(id, function)                                                                         \
	"{\"id\":\"" id "\",\"function\":\"" function                                              \
	"\",\"test\":\"import p\\n\\nx = 1\\ny = 2\\nprint(x)\",\"after\":\"'b'\"}"

/* Its function is called five lines before the end, or is the class, or is not called by that name. */
#define FAR(function, call)                                                                        \
	"{\"refs\":[{\"branch\":\"a\",\"findings\":[{\"id\":\"K7\",\"function\":\"" function       \
	"\",\"test\":\"import p\\n\\ntry:\\n    " call                                             \
	"\\nexcept E:\\n    print(1)\\n    print(2)\\nprint(x)\\n\",\"before\":\"1\"}]}]}"

static const struct {
	const char *label, *json, *has, *lacks;
	unsigned unintended, running;
} reports[] = {
	{ "clean", "{\"refs\":[{\"branch\":\"a\",\"state\":\"clean\",\"findings\":[]}]}", NULL,
	  "tora", 0, 0 },
	{ "tag", "{\"refs\":[{\"branch\":null,\"state\":\"skipped\",\"findings\":[]}]}", NULL,
	  "tora", 0, 0 },
	{ "running",
	  "{\"refs\":[{\"branch\":\"a\",\"state\":\"checking\",\"stage\":\"run\",\"done\":"
	  "4,\"of\":9}]}",
	  "a: still checking (run 4 of 9)", NULL, 0, 1 },
	{ "queued", "{\"refs\":[{\"branch\":\"a\",\"state\":\"queued\"}]}", "a: not checked yet",
	  NULL, 0, 1 },
	{ "queued behind others",
	  "{\"refs\":[{\"branch\":\"a\",\"state\":\"queued\",\"ahead\":3}]}",
	  "a: not checked yet, 3 checks are ahead of it;", NULL, 0, 1 },
	{ "queued while paused",
	  "{\"refs\":[{\"branch\":\"a\",\"state\":\"queued\",\"reason\":\"paused\"}]}",
	  "a: not checked yet: checking is paused; tora resume goes on", NULL, 0, 0 },
	{ "reason",
	  "{\"refs\":[{\"branch\":\"a\",\"state\":\"waiting\",\"reason\":\"no-sandbox\","
	  "\"detail\":\"no "
	  "bwrap\"}]}",
	  "a: not checked: no bwrap", NULL, 0, 0 },
	{ "reason that may be over",
	  "{\"refs\":[{\"branch\":\"a\",\"state\":\"waiting\",\"again\":true,"
	  "\"detail\":\"no bwrap\"}]}",
	  "a: not checked: no bwrap (being tried again: tora status)", NULL, 0, 1 },
	{ "not to the end",
	  "{\"refs\":[{\"branch\":\"a\",\"state\":\"waiting\",\"reason\":\"timeout\","
	  "\"detail\":\"no time\"}]}",
	  "a: not checked to the end: no time", NULL, 0, 0 },
	{ "finding",
	  "{\"refs\":[{\"branch\":\"a\",\"state\":\"unintended\",\"findings\":[" FINDING(
		  "K7") "]}]}",
	  "K7 p/u.py:14 p.u.f\n     | x = 1\n     | print(p.f(x))\n     before: 'a'\n     "
	  "after:  'b'\n",
	  NULL, 1, 0 },
	{ "code keeps its tabs",
	  "{\"refs\":[{\"branch\":\"a\",\"state\":\"unintended\",\"findings\":[{\"id\":\"K7\","
	  "\"test\":\"f([\\n\\t1])\\n\",\"before\":\"a\\tb\"}]}]}",
	  "     | f([\n     | \t1])\n     before: a\\tb\n", NULL, 1, 0 },
	{ "the call, where it is not in the last lines", FAR("p.u.Yard.take", "y.take(3)"),
	  "     |     y.take(3)\n     |     print(2)\n     | print(x)\n     before", "print(1)", 1,
	  0 },
	{ "of a class", FAR("Storehouse.__init__", "y = Storehouse(3)"),
	  "     |     y = Storehouse(3)\n     |     print(2)", NULL, 1, 0 },
	{ "not by another name", FAR("p.u.take", "y.mistake(3)"), "     |     print(1)\n     |",
	  NULL, 1, 0 },
	{ "not what begins like it", FAR("p.u.take", "y.take_all(3)"),
	  "     |     print(1)\n     |", NULL, 1, 0 },
	{ "the last of the calls", FAR("p.u.print", "y.take(3)"), "     |     print(1)\n     |",
	  NULL, 1, 0 },
	{ "several of one function are one place",
	  "{\"refs\":[{\"branch\":\"a\",\"state\":\"unintended\",\"findings\":[" FINDING(
		  "K7") "," FINDING("K8") "," FINDING("K9") "]}]}",
	  "changed in 1 place and no commit message says so\n  K7 p/u.py:14 p.u.f\n     | "
	  "x = "
	  "1\n     | print(p.f(x))\n     before: 'a'\n     after:  'b'\n  also K8 K9: "
	  "the "
	  "same on other inputs\n",
	  "K8 p/u.py", 3, 0 },
	{ "of two functions, two",
	  "{\"refs\":[{\"branch\":\"a\",\"state\":\"unintended\",\"findings\":[" FINDING(
		  "K7") "," FINDING_IN("K8", "g") "," FINDING("K9") "]}]}",
	  "changed in 2 places", "K9 p/u.py", 3, 0 },
	{ "less sure ones are counted",
	  "{\"refs\":[{\"branch\":\"a\",\"state\":\"unintended\",\"findings\":[" FINDING(
		  "K7") "," FINDING_OF("K8", "g", "0.71") "]}]}",
	  "changed in 1 place and no commit message says so\n  K7 p/u.py:14 p.u.f\n     | "
	  "x "
	  "= 1\n     | print(p.f(x))\n     before: 'a'\n     after:  'b'\n  and 1 more: "
	  "tora status. ",
	  "K8", 1, 0 },
	{ "only less sure ones",
	  "{\"refs\":[{\"branch\":\"a\",\"state\":\"unintended\",\"findings\":[" FINDING_OF(
		  "K7", "f", "0.71") "]}]}",
	  NULL, "tora", 0, 0 },
	{ "two branches of one commit: each finding once",
	  "{\"refs\":[{\"branch\":\"a\",\"state\":\"unintended\",\"findings\":[" FINDING(
		  "K7") "]},{\"branch\":\"b\",\"findings\":[" FINDING("K7") "]}]}",
	  "     after:  'b'\ntora: b: the same: K7\n  test and", "more", 1, 0 },
	{ "the second branch's check is surer of it",
	  "{\"refs\":[{\"branch\":\"a\",\"findings\":[" FINDING_OF(
		  "K7", "f", "0.3") "]},{\"branch\":\"b\",\"findings\":[" FINDING("K7") "]}]}",
	  "tora: b: behaviour changed in 1 place and no commit message says so\n  K7 p/u.py:14 "
	  "p.u.f\n     | x = 1\n     | print(p.f(x))\n     before: 'a'\n     after:  'b'\n  test "
	  "and",
	  "more", 1, 0 },
	{ "no line was left for one: it is counted, and not named of another branch",
	  "{\"refs\":[{\"branch\":\"a\",\"findings\":[" LONG("K7", "f") "," LONG(
		  "K8", "g") "]},{\"branch\":\"b\",\"findings\":[" LONG("K8",
	                                                                "g") "," LONG("K7",
	                                                                              "f") "]}]}",
	  "     after:  'b'\ntora: b: the same: K7\n  and 1 more: tora status. ", "K8", 2, 0 },
	{ "a branch on top of another: what it adds",
	  "{\"refs\":[{\"branch\":\"a\",\"findings\":[" FINDING(
		  "K7") "]},{\"branch\":\"b\",\"findings\":[" FINDING("K7") ",{\"id\":"
	                                                                    "\"K9\"}]}]}",
	  "tora: b: behaviour changed in 1 more place and", "K7 K9", 2, 0 },
	{ "escape sequences",
	  "{\"refs\":[{\"branch\":\"a\\u001b[2J\",\"state\":\"waiting\",\"detail\":"
	  "\"x\\u001b]0;y\\u0007\"}]}",
	  "not checked", "\033", 0, 0 },
	{ "empty answer", "{}", NULL, "tora", 0, 0 },
	{ "wrong types", "{\"refs\":[1,\"x\",{\"branch\":3,\"state\":[],\"findings\":{}}]}", NULL,
	  "K", 0, 0 },
};

static void test_report(void **state)
{
	struct tora_str out = TORA_STR_INIT(65536);

	(void)state;
	for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
		struct tora_push_verdict v;

		report(reports[i].json, &out, &v);
		if (reports[i].has && !strstr(out.buf, reports[i].has))
			fail_msg("%s: '%s'", reports[i].label, out.buf);
		if (reports[i].lacks && strstr(out.buf, reports[i].lacks))
			fail_msg("%s: '%s' in '%s'", reports[i].label, reports[i].lacks, out.buf);
		if (v.unintended != reports[i].unintended || v.running != reports[i].running)
			fail_msg("%s: %u unintended, %u running", reports[i].label, v.unintended,
			         v.running);
	}
	tora_str_free(&out);
}

/* A person reads "67 %": that is what is compared. */
static void test_percent(void **state)
{
	static const struct {
		const char *json;
		unsigned sure, unintended;
	} rows[] = {
		{ "{\"refs\":[{\"findings\":[{\"confidence\":0.6667}]}]}", 67, 1 },
		{ "{\"refs\":[{\"findings\":[{\"confidence\":0.6667}]}]}", 68, 0 },
		{ "{\"refs\":[{\"findings\":[{\"confidence\":0.664}]}]}", 67, 0 },
		{ "{\"refs\":[{\"findings\":[{\"confidence\":1}]}]}", 100, 1 },
		{ "{\"refs\":[{\"findings\":[{\"confidence\":0.29}]}]}", 29, 1 },
	};
	struct tora_str out = TORA_STR_INIT(65536);

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_push_verdict v;

		report_of(rows[i].json, rows[i].sure, &out, &v);
		if (v.unintended != rows[i].unintended)
			fail_msg("%s at %u: %u", rows[i].json, rows[i].sure, v.unintended);
	}
	tora_str_free(&out);
}

/* Any number of refs and findings: at most twelve lines with the refusal, and all are counted. */
static void test_twelve_lines(void **state)
{
	struct tora_str json = TORA_STR_INIT(1u << 20), out = TORA_STR_INIT(65536);

	(void)state;
	for (unsigned refs = 1; refs <= 20; refs++)
		for (unsigned findings = 0; findings <= 6; findings++) {
			struct tora_push_verdict v;

			tora_str_reset(&json);
			tora_str_adds(&json, "{\"refs\":[");
			for (unsigned r = 0; r < refs; r++) {
				tora_str_addf(
					&json,
					"%s{\"branch\":\"b%u\",\"state\":\"%s\",\"findings\":[",
					r ? "," : "", r, findings ? "unintended" : "queued");
				for (unsigned f = 0; f < findings; f++)
					tora_str_addf(&json, "%s" FINDING("K%u"), f ? "," : "", r);
				tora_str_adds(&json, "]}");
			}
			tora_str_adds(&json, "]}");
			report(json.buf, &out, &v);
			assert_int_equal(v.unintended, refs * findings);
			assert_int_equal(v.running, findings ? 0 : refs);
			assert_true(count_lines(&out) + 1 <= TORA_PUSH_LINES);
			assert_true(count_lines(&out) >= 1);
		}
	tora_str_free(&json);
	tora_str_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_report),
		cmocka_unit_test(test_percent),
		cmocka_unit_test(test_twelve_lines),
	};

	return cmocka_run_group_tests_name("push", tests, NULL, NULL);
}
