/*
 * test_state.c - one word for a commit; names of spool files.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "serve/spool.h"
#include "serve/state.h"

#include <string.h>

#define YES .is_enabled = true

static const struct {
	const char *label;
	struct tora_commit_facts facts;
	const char *state, *reason;
} rows[] = {
	{ "never checked", { YES }, "unknown", NULL },
	{ "never checked, disabled", { 0 }, "waiting", "disabled" },
	{ "waits", { YES, .is_open = true }, "queued", NULL },
	{ "waits while paused", { YES, .is_open = true, .is_paused = true }, "queued", "paused" },
	{ "waits for power", { YES, .is_open = true, .held = "battery" }, "queued", "battery" },
	{ "paused says more",
	  { YES, .is_open = true, .is_paused = true, .held = "battery" },
	  "queued",
	  "paused" },
	{ "runs", { YES, .is_open = true, .is_running = true }, "checking", NULL },
	{ "runs again",
	  { YES, .is_open = true, .is_running = true, .state = "failed" },
	  "checking",
	  NULL },
	{ "nothing found", { YES, .state = "done" }, "clean", NULL },
	{ "found", { YES, .state = "done", .open_findings = 1 }, "unintended", NULL },
	{ "all acknowledged", { YES, .state = "done", .open_findings = 0 }, "clean", NULL },
	{ "found, and not to the end",
	  { YES, .state = "done", .reason = "timeout", .open_findings = 1 },
	  "unintended",
	  "timeout" },
	{ "all acknowledged, and not to the end",
	  { YES, .state = "done", .reason = "timeout" },
	  "waiting",
	  "timeout" },
	{ "out of time", { YES, .state = "failed", .reason = "timeout" }, "waiting", "timeout" },
	{ "nothing to test",
	  { YES, .state = "skipped", .reason = "tests-only" },
	  "clean",
	  "tests-only" },
	{ "could not",
	  { YES, .state = "skipped", .reason = "no-sandbox" },
	  "waiting",
	  "no-sandbox" },
	{ "a reason of a newer version",
	  { YES, .state = "skipped", .reason = "moon" },
	  "waiting",
	  "moon" },
	{ "crashed", { YES, .state = "failed", .reason = "crashed" }, "waiting", "crashed" },
	{ "failed without a reason", { YES, .state = "failed" }, "waiting", "internal" },
	{ "superseded, so never looked at",
	  { YES, .state = "canceled", .reason = "superseded" },
	  "unknown",
	  NULL },
	{ "no model, so never looked at",
	  { YES, .state = "canceled", .reason = "no-model" },
	  "unknown",
	  NULL },
	{ "canceled", { YES, .state = "canceled", .reason = "canceled" }, "waiting", "canceled" },
	{ "found before it was disabled",
	  { .state = "done", .open_findings = 2 },
	  "unintended",
	  NULL },
};

static void words(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_commit_state got = tora_commit_state(&rows[i].facts);

		if (strcmp(got.state, rows[i].state) != 0 || !got.reason != !rows[i].reason ||
		    (got.reason && strcmp(got.reason, rows[i].reason) != 0))
			fail_msg("%s: %s %s", rows[i].label, got.state,
			         got.reason ? got.reason : "-");
	}
}

static void spool_names(void **state)
{
	static const struct {
		const char *name;
		bool ours;
	} names[] = { { "1795165244649-4711.json", true },
		      { ".1795165244649-4711.json", false },
		      { "1-2.json", true },
		      { "1-2.json.tmp", false },
		      { "-2.json", false },
		      { "1-.json", false },
		      { "1-2", false },
		      { "..", false },
		      { "a-2.json", false } };

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (tora_spool_is_name(names[i].name) != names[i].ours)
			fail_msg("%s", names[i].name);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(words),
		                            cmocka_unit_test(spool_names) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
