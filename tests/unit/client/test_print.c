/* What people and editors are shown of a result. */
#include "client/print/print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define FINDING(id)                                                                                \
	"{" id "\"verdict\":\"unintended\",\"confidence\":0.9,\"file\":\"a.py\",\"line\":3,"       \
	"\"function\":\"a.f\",\"explanation\":\"It is one more.\",\"origin\":\"test\","            \
	"\"where\":\"tests/\\u001b[2Jx.py:4\",\"test\":\"x = 1\\n\\nprint(x)\\n\","                \
	"\"before\":{\"status\":\"ok\",\"stdout\":\"1\\n\\n2\\n\"},\"after\":{\"status\":\"ok\"}," \
	"\"value_before\":\"1\",\"value_after\":\"2\"}"
#define RECORD(id) "{\"state\":\"done\",\"findings\":[" FINDING(id) "]}"

static const struct {
	const char *label;
	const struct tora_format *format;
	enum { STATUS, ONE, WHOLE } what;
	const char *json;
	const char *has, *lacks; /* NULL: nothing */
	unsigned columns;
	bool all;
} rows[] = {
	{ "a bar before empty lines too", &tora_format_human, WHOLE, RECORD("\"id\":\"K7\","),
	  "    | x = 1\n    |\n    | print(x)\n", "| x = 1\n\n", 0, false },
	{ "code keeps its tabs, a value shows them", &tora_format_human, WHOLE,
	  RECORD("\"test\":\"f([\\n\\t1])\\n\",\"value_before\":\"a\\tb\","),
	  "    | f([\n    | \t1])\n    before: a\\tb\n", NULL, 0, false },
	{ "in all that is known of it, too", &tora_format_human, ONE,
	  FINDING("\"test\":\"f([\\n\\t1])\\n\","), "      f([\n      \t1])\n", NULL, 0, false },
	{ "with an ID", &tora_format_human, WHOLE, RECORD("\"id\":\"K7\","), "K7  unintended  a.f",
	  NULL, 0, false },
	{ "what to do with it", &tora_format_human, WHOLE, RECORD("\"id\":\"K7\","),
	  "tora show ID: ", "nothing was stored", 0, false },
	{ "nothing was stored", &tora_format_human, WHOLE, RECORD("\"id\":null,"),
	  "no ID to show or acknowledge", "tora show ID", 0, false },
	{ "no dash for an ID", &tora_format_human, WHOLE, RECORD(""), "unintended  a.f", "-  ", 0,
	  false },
	{ "how much nothing is worth", &tora_format_human, WHOLE,
	  "{\"state\":\"done\",\"findings\":[],\"tests\":{\"faults\":{\"put\":6,\"noticed\":5,"
	  "\"tests\":40}}}",
	  "  40 tests of the changed lines: they notice 5 of 6 small faults put into them\n", NULL,
	  0, false },
	{ "of one", &tora_format_human, WHOLE,
	  "{\"state\":\"done\",\"findings\":[],\"tests\":{\"faults\":{\"put\":1,\"noticed\":0,"
	  "\"tests\":1}}}",
	  "  1 test of the changed lines: it notices 0 of 1 small fault put into them\n", NULL, 0,
	  false },
	{ "from memory", &tora_format_human, WHOLE,
	  "{\"state\":\"done\",\"findings\":[],\"time_ms\":{\"total\":17600},"
	  "\"remembered_from\":1000}",
	  "0 reached the change, 17.6 s (remembered: 3 min ago)\n", NULL, 0, false },
	{ "waited for and from memory is no news", &tora_format_human, WHOLE,
	  "{\"state\":\"done\",\"findings\":[],\"time_ms\":{\"total\":17600},"
	  "\"remembered_from\":200100}",
	  "0 reached the change, 17.6 s\n", "remembered", 0, false },
	{ "what was screened", &tora_format_human, WHOLE,
	  "{\"state\":\"done\",\"findings\":[],\"tests\":{\"run\":200,\"screened\":1840,"
	  "\"reached_change\":7}}",
	  "200 tests, 1840 screened, 7 reached the change", NULL, 0, false },
	{ "nothing was", &tora_format_human, WHOLE,
	  "{\"state\":\"done\",\"findings\":[],\"tests\":{\"run\":1}}",
	  "1 test, 0 reached the change", "screened", 0, false },
	{ "in other words", &tora_format_human, WHOLE,
	  "{\"state\":\"done\",\"findings\":[],\"reused\":\"c1\",\"time_ms\":{\"total\":300}}",
	  "0 reached the change, 0.3 s (judged anew, with the tests of c1)\n", "remembered", 0,
	  false },
	{ "where it was not measured", &tora_format_human, WHOLE,
	  "{\"state\":\"done\",\"findings\":[],\"tests\":{}}", "nothing unintended found",
	  "small fault", 0, false },
	{ "not to the end", &tora_format_human, WHOLE,
	  "{\"state\":\"failed\",\"reason\":\"timeout\",\"detail\":\"no time\",\"findings\":[]}",
	  "not checked to the end: timeout: no time\n", "nothing unintended", 0, false },
	{ "not to the end, and what was found is acknowledged", &tora_format_human, WHOLE,
	  "{\"state\":\"done\",\"reason\":\"timeout\",\"findings\":[{\"verdict\":\"unintended\","
	  "\"acked\":"
	  "\"ack\"}]}",
	  "not checked to the end: timeout\n", "nothing unintended", 0, false },
	{ "an editor, with an ID", &tora_format_quickfix, WHOLE, RECORD("\"id\":\"K7\","),
	  "a.py:3:1: warning: It is one more. [tora:K7]\n", NULL, 0, false },
	{ "an editor, without", &tora_format_quickfix, WHOLE, RECORD(""),
	  "a.py:3:1: warning: It is one more. [tora]\n", NULL, 0, false },
	{ "names of files drive no terminal", &tora_format_human, ONE, FINDING("\"id\":\"K7\","),
	  "(test, from tests/\\x1b[2Jx.py:4)", "\033", 0, false },
	{ "whose word it is", &tora_format_human, ONE,
	  FINDING("\"id\":\"K7\",\"check\":\"c17\",\"branch\":\"topic\","),
	  "      as check c17 of branch 'topic' found it\n", NULL, 0, false },
	{ "of no branch", &tora_format_human, ONE,
	  FINDING("\"id\":\"K7\",\"check\":\"c17\",\"branch\":\"\","),
	  "      as check c17 found it\n", NULL, 0, false },
	{ "no blanks at the end of lines", &tora_format_human, ONE, FINDING("\"id\":\"K7\","),
	  "      1\n\n      2\n", " \n", 0, false },
	{ "an explanation in the lines of a terminal", &tora_format_human, WHOLE,
	  RECORD("\"id\":\"K7\","), "    It is one\n    more.\n", NULL, 14, false },
	{ "what a finding opens and ends with, too", &tora_format_human, ONE,
	  FINDING("\"id\":\"K7\","), "why   difference; judged by\n     rules, no model\n", NULL,
	  30, false },
	{ "its heading", &tora_format_human, ONE, FINDING("\"id\":\"K7\","),
	  "K7  unintended  a.f\n    a.py:3  (90 %)\n", NULL, 20, false },
	{ "a test is not broken", &tora_format_human, WHOLE, RECORD("\"id\":\"K7\","),
	  "    | print(x)\n", NULL, 10, false },
	{ "what you said of it", &tora_format_human, WHOLE,
	  "{\"state\":\"done\",\"findings\":[{\"id\":\"K7\",\"verdict\":\"unintended\","
	  "\"acked\":\"dismiss\"}]}",
	  "(0 %)  you said: not useful\n", NULL, 0, true },
	{ "as many places as the push says", &tora_format_human, STATUS,
	  "{\"repos\":[{\"path\":\"/r\",\"branches\":[{\"branch\":\"b\",\"head\":\"0\","
	  "\"state\":\"unintended\",\"findings\":[\"K1\",\"K2\",\"K3\"],\"places\":2}]}]}",
	  "3 unintended in 2 places: K1 K2 K3\n", NULL, 0, false },
	{ "for how long it is being checked", &tora_format_human, STATUS,
	  "{\"repos\":[{\"path\":\"/r\",\"branches\":[{\"branch\":\"b\",\"head\":\"0\","
	  "\"state\":\"checking\",\"stage\":\"run\",\"done\":4,\"of\":9,\"started\":171000}]}]}",
	  "checking: run 4 of 9, for 30 s\n", NULL, 0, false },
	{ "for how long it is paused", &tora_format_human, STATUS,
	  "{\"daemon\":{\"paused\":true,\"paused_until\":501000},\"repos\":[]}",
	  "0 queued, paused for 5 min more (tora resume)\n", NULL, 0, false },
	{ "two hours a moment ago", &tora_format_human, STATUS,
	  "{\"daemon\":{\"paused\":true,\"paused_until\":7400900},\"repos\":[]}",
	  "paused for 2 h more (tora resume)\n", NULL, 0, false },
	{ "nor that in a line too long", &tora_format_human, STATUS,
	  "{\"daemon\":{\"paused\":true,\"paused_until\":501000},\"repos\":[]}",
	  "0 queued,\n  paused for 5 min more (tora resume)\n", NULL, 40, false },
	{ "until you say so", &tora_format_human, STATUS,
	  "{\"daemon\":{\"paused\":true,\"paused_until\":null},\"repos\":[]}",
	  "0 queued, paused (tora resume)\n", NULL, 0, false },
	{ "nothing to show of a repository", &tora_format_human, STATUS,
	  "{\"repos\":[{\"path\":\"/r\",\"branches\":[]}]}", "/r\n  no branch", NULL, 0, false },
	{ "nor that in lines too long", &tora_format_human, STATUS,
	  "{\"repos\":[{\"path\":\"/r\",\"branches\":[]}]}", "shows the\n    others\n", NULL, 60,
	  false },
};

static void texts(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_view view = { .all = rows[i].all,
			                  .columns = rows[i].columns,
			                  .now_ms = 201000 };
		struct tora_str out = TORA_STR_INIT(1 << 16);
		struct tora_err err = TORA_ERR_INIT;
		cJSON *json = NULL;

		assert_int_equal(tora_json_parse(tora_sv(rows[i].json), 1 << 16, &json, &err), 0);
		if (rows[i].what == WHOLE)
			rows[i].format->record(&view, json, &out);
		else if (rows[i].what == ONE)
			rows[i].format->finding(&view, json, &out);
		else
			rows[i].format->status(&view, json, &out);
		if (rows[i].has && !strstr(out.buf, rows[i].has))
			fail_msg("%s: no '%s' in\n%s", rows[i].label, rows[i].has, out.buf);
		if (rows[i].lacks && strstr(out.buf, rows[i].lacks))
			fail_msg("%s: '%s' in\n%s", rows[i].label, rows[i].lacks, out.buf);
		cJSON_Delete(json);
		tora_str_free(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
