/*
 * test_place.c - where a path leads is seen by a child, while the request is kept; and how many are at a time.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "serve/place.h"
#include "tests/unit/fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AT_ONCE 64

static struct tora_daemon d;
static struct tora_places *places;
static struct tora_arena *arena;
static struct fixture fixture;
static char log_path[96];
static struct tora_log tora_log_of = { .fd = -1 };
static char said[256];
static unsigned answers;
static const struct tora_client *asker;
static bool is_quiet;

static const char made[] =
	"for d in plain/.git bare plain/.git/worktrees/w; do mkdir -p $d/objects; : >$d/HEAD; "
	"done; "
	"mkdir linked none broken; echo 'gitdir: ../plain/.git/worktrees/w' >linked/.git; "
	"echo ../.. >plain/.git/worktrees/w/commondir; echo 'gitdir: nowhere' >broken/.git; ln -s "
	"plain link";

static const char *below_top(const char *path)
{
	size_t n = strlen(fixture.dir);

	return !path ? "-" : strncmp(path, fixture.dir, n) == 0 ? path + n : path;
}

static void again(void *ctx, struct tora_client *client, const cJSON *request,
                  const struct tora_found *found)
{
	(void)ctx;
	assert_string_equal(tora_json_text(request, "method", ""), "kept");
	asker = client;
	if (found->err.rc)
		snprintf(said, sizeof said, "%d", found->err.rc);
	else
		snprintf(said, sizeof said, "%s %s", below_top(found->common_dir),
		         below_top(found->work_dir));
	answers++;
	is_quiet = !tora_places_is_asking(places);
}

static int up(void **state)
{
	struct tora_store_spec store = { .path = NULL };
	struct tora_err err;

	(void)state;
	fixture_new(&fixture);
	(void)fixture_sh(&fixture, made);
	snprintf(log_path, sizeof log_path, "%s/log", fixture.dir);
	d = (struct tora_daemon){ .loop = tora_loop_new(&err), .log = &tora_log_of };
	assert_int_equal(tora_store_new(&store, &d.store, &err), 0);
	{
		struct tora_watch_spec watch = { .loop = d.loop,
			                         .log = &tora_log_of,
			                         .store = d.store };

		(void)tora_watch_new(&watch, &d.watch, &err);
	}
	places = tora_places_new(&d, again, NULL);
	arena = tora_arena_new();
	return 0;
}

static int down(void **state)
{
	(void)state;
	tora_places_free(places);
	tora_watch_free(d.watch);
	tora_store_free(d.store);
	tora_loop_free(d.loop);
	tora_arena_free(arena);
	fixture_free(&fixture);
	return 0;
}

/* -> what tora_places_ask() said. `params` is freed here: what is kept is a copy. */
static int ask(const char *method, const char *path, const char *work, struct tora_client *client,
               bool *ret_is_kept)
{
	cJSON *params = cJSON_CreateObject(), *request = cJSON_CreateObject();
	struct tora_call call = {
		.daemon = &d, .client = client, .params = params, .arena = arena
	};
	struct tora_err err = TORA_ERR_INIT;
	int rc;

	tora_json_put_text(request, "method", method);
	if (path)
		tora_json_put_text(params, "repo",
		                   tora_arena_printf(arena, "%s/%s", fixture.dir, path));
	if (work)
		tora_json_put_text(params, "work",
		                   tora_arena_printf(arena, "%s/%s", fixture.dir, work));
	rc = tora_places_ask(places, &call, request, ret_is_kept, &err);
	cJSON_Delete(params);
	cJSON_Delete(request);
	return rc;
}

static const struct {
	const char *label, *method, *path, *work;
	const char *
		said; /* common directory and work tree, or a number of err.h; NULL: it is not kept */
} rows[] = {
	{ "no path", "kept", NULL, NULL, NULL },
	{ "a work tree", "kept", "plain", NULL, "/plain/.git /plain" },
	{ "by a link", "kept", "link", NULL, "/plain/.git /plain" },
	{ "a linked work tree", "kept", "linked", NULL, "/plain/.git -" },
	{ "a bare repository", "kept", "bare", NULL, "/bare -" },
	{ "a folder", "kept", "none", NULL, "- -" },
	{ "a work tree whose git directory went away", "kept", "broken", NULL, "- -" },
	{ "nothing", "kept", "nothing", NULL, "- -" },
};

static void test_where_paths_lead(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		bool is_kept;

		is_quiet = false;
		assert_int_equal(ask(rows[i].method, rows[i].path, rows[i].work, NULL, &is_kept),
		                 0);
		assert_int_equal(is_kept, rows[i].said != NULL);
		if (!is_kept)
			continue;
		assert_true(tora_places_is_asking(places));
		assert_int_equal(tora_loop_wait(d.loop, &is_quiet, 10000), 0);
		if (strcmp(said, rows[i].said) != 0)
			fail_msg("%s: %s", rows[i].label, said);
	}
}

/* Who leaves is not answered; the request is handled all the same. */
static void test_who_left(void **state)
{
	struct tora_client *client = (struct tora_client *)&said; /* never looked into */
	bool is_kept;

	(void)state;
	asker = NULL;
	is_quiet = false;
	assert_int_equal(ask("kept", "plain", NULL, client, &is_kept), 0);
	assert_int_equal(tora_loop_wait(d.loop, &is_quiet, 10000), 0);
	assert_ptr_equal(asker, client);
	is_quiet = false;
	assert_int_equal(ask("kept", "plain", NULL, client, &is_kept), 0);
	tora_places_drop(places, client);
	assert_int_equal(tora_loop_wait(d.loop, &is_quiet, 10000), 0);
	assert_null(asker);
}

static unsigned lines_of_log(const char *with)
{
	FILE *f = fopen(log_path, "r");
	char line[1024];
	unsigned n = 0;

	while (f && fgets(line, sizeof line, f))
		n += strstr(line, with) != NULL;
	if (f)
		(void)fclose(f);
	return n;
}

/* One too many is refused, and that is said once, until there was room again. */
static void test_too_many(void **state)
{
	FILE *f = fopen(log_path, "w");
	bool is_kept;

	(void)state;
	assert_non_null(f);
	tora_log_of = (struct tora_log){ .fd = fileno(f), .level = TORA_LOG_WARN };
	for (unsigned times = 1; times <= 2; times++) {
		answers = 0;
		is_quiet = false;
		for (int i = 0; i < AT_ONCE; i++)
			assert_int_equal(ask("kept", "none", NULL, NULL, &is_kept), 0);
		for (int i = 0; i < 3; i++) {
			assert_int_equal(ask("kept", "none", NULL, NULL, &is_kept),
			                 TORA_E_CONFLICT);
			assert_false(is_kept);
		}
		assert_int_equal(lines_of_log("paths are being looked at"), times);
		assert_int_equal(tora_loop_wait(d.loop, &is_quiet, 20000), 0);
		assert_int_equal(answers, AT_ONCE);
	}
	tora_log_of.fd = -1;
	(void)fclose(f);
}

/* The hook has looked at the settings' files: at all of them, or somebody looks again. */
static void test_what_a_hook_has_seen(void **state)
{
	static const struct {
		const char *label, *files;
		bool is_told, is_elsewhere;
	} told[] = {
		{ "both",
		  "[{\"path\":\"/b\",\"stamp\":\"0 0 0\"},{\"path\":\"/a\",\"stamp\":\"1 2 3\"}]",
		  true, false },
		{ "another one that is there", "[{\"path\":\"/c\",\"stamp\":\"1 2 3\"}]", false,
		  true },
		{ "another one that is not", "[{\"path\":\"/c\",\"stamp\":\"0 0 0\"}]", false,
		  false },
		{ "one", "[{\"path\":\"/a\",\"stamp\":\"1 2 3\"}]", false, false },
		{ "one that cannot be read",
		  "[{\"path\":\"/a\",\"stamp\":\"1 2 3\"},{\"path\":\"/b\",\"stamp\":\"0 0\"}]",
		  false, false },
		{ "what is no file", "[7,{\"path\":7},{}]", false, false },
		{ "nothing", "[]", false, false },
	};
	struct tora_settings s;
	struct tora_stamps got;
	struct tora_err err;

	(void)state;
	tora_settings_init(&s);
	assert_int_equal(tora_settings_parse(&s,
	                                     TORA_SV("file:/a\0core.x\ny\0file:/b\0core.x\ny\0"),
	                                     "/", NULL, 0, &err),
	                 0);
	for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
		cJSON *params = cJSON_CreateObject();

		cJSON_AddItemToObject(params, "files", cJSON_Parse(told[i].files));
		if (tora_place_is_told(params, &s, &got) != told[i].is_told)
			fail_msg("%s", told[i].label);
		if (tora_place_is_elsewhere(params, &s) != told[i].is_elsewhere)
			fail_msg("%s: elsewhere", told[i].label);
		if (told[i].is_told)
			assert_int_equal(got.at[0].mtime_ns * 100 + got.at[0].size * 10 +
			                         got.at[0].inode,
			                 123);
		cJSON_Delete(params);
	}
	tora_settings_done(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_where_paths_lead),
		                            cmocka_unit_test(test_who_left),
		                            cmocka_unit_test(test_what_a_hook_has_seen),
		                            cmocka_unit_test(test_too_many) };

	return cmocka_run_group_tests_name("place", tests, up, down);
}
