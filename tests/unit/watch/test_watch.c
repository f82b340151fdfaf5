/*
 * test_watch.c - two entries of one folder: the kernel gives it one watch, which goes with the entry that has it.
 */
#include "tests/unit/unit.h"

#include "store/repos.h"
#include "watch/watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define SOON 20000 /* ms; a deadline, never a pause */

struct world {
	struct tora_loop *loop;
	struct tora_watch *watch;
	bool is_settled, is_looked;
};

static int on_moves(void *ctx, int64_t repo, const struct tora_moves *moves, bool by_hook,
                    struct tora_err *err)
{
	(void)ctx, (void)repo, (void)moves, (void)by_hook, (void)err;
	return 0;
}

static void on_state(void *ctx, int64_t repo)
{
	(void)ctx, (void)repo;
}

static void on_look(void *ctx, int64_t repo)
{
	struct world *w = ctx;

	(void)repo;
	w->is_looked = true;
}

static void on_settled(void *ctx)
{
	struct world *w = ctx;

	w->is_settled = true;
}

static void settle(struct world *w)
{
	tora_watch_flush(w->watch); /* what the kernel has to say already */
	while (!tora_watch_is_settled(w->watch)) {
		w->is_settled = false;
		assert_int_equal(tora_loop_wait(w->loop, &w->is_settled, SOON), 0);
	}
}

static void put(const char *dir, const char *name, const char *text)
{
	char path[96];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	f = fopen(path, "w");
	assert_non_null(f);
	assert_true(fputs(text, f) >= 0 && fclose(f) == 0);
}

static void make_repository(char *dir)
{
	static const char *const folders[] = { "refs", "refs/heads", "objects" };
	char path[96];

	assert_non_null(mkdtemp(dir));
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		snprintf(path, sizeof path, "%s/%s", dir, folders[i]);
		assert_int_equal(mkdir(path, 0700), 0);
	}
	put(dir, "HEAD", "ref: refs/heads/main\n");
}

static void remove_repository(const char *dir)
{
	static const char *const names[] = { "/HEAD", "/packed-refs", "/refs/heads",
		                             "/refs", "/objects",     "" };
	char path[96];

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(path, sizeof path, "%s%s", dir, names[i]);
		assert_int_equal(remove(path), 0);
	}
}

/* One entry lists the folder and is told of the other's watch; before it takes that up, the other goes and the watch with it. */
static void test_a_watch_that_was_let_go_meanwhile(void **state)
{
	char dir[] = "/tmp/tora-watch-XXXXXX";
	struct world w = { .loop = NULL };
	struct tora_store_spec in_memory = { 0 };
	struct tora_watch_spec spec = { .debounce_ms = 10,
		                        .on_moves = on_moves,
		                        .on_state = on_state,
		                        .on_look = on_look,
		                        .on_settled = on_settled,
		                        .ctx = &w };
	struct tora_watch_view view;
	struct tora_err err;
	siginfo_t ended;

	(void)state;
	make_repository(dir);
	w.loop = spec.loop = tora_loop_new(&err);
	assert_non_null(w.loop);
	assert_int_equal(tora_store_new(&in_memory, &spec.store, &err), 0);
	assert_int_equal(tora_watch_new(&spec, &w.watch, &err), 0);
	tora_watch_add(w.watch, 1, dir, NULL, false);
	settle(&w);
	tora_watch_add(w.watch, 2, dir, NULL, false);
	assert_int_equal(waitid(P_ALL, 0, &ended, WEXITED | WNOWAIT), 0);
	tora_watch_remove(w.watch, 1);
	settle(&w);
	assert_true(tora_watch_view(w.watch, 2, &view));
	assert_int_equal(view.state, TORA_WATCH_OK);
	w.is_looked = false;
	put(dir, "packed-refs", "");
	assert_int_equal(tora_loop_wait(w.loop, &w.is_looked, SOON), 0);

	tora_watch_free(w.watch);
	tora_store_free(spec.store);
	tora_loop_free(w.loop);
	remove_repository(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(
		test_a_watch_that_was_let_go_meanwhile) };

	return cmocka_run_group_tests_name("watch", tests, NULL, NULL);
}
