/*
 * test_peek.c - what a look at a repository's files says, and what is made of an outcome that is none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "watch/peek.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TEXT(literal)                                                                              \
	{                                                                                          \
		literal, sizeof(literal) - 1                                                       \
	}

static const struct {
	const char *label;
	enum tora_proc_end how;
	int code;
	struct tora_sv out;
	int rc;
	const char *said; /* of a peek that was read */
} rows[] = {
	{ "nothing is there", TORA_PROC_EXIT, 0, TEXT("."), 0, "" },
	{ "all of it", TORA_PROC_EXIT, 0,
	  TEXT("D0 7 /r/.git\0D1 -1 /r/.git/refs/a b\0Xno watch is left\0T/r\0T/r 2\0B\0W\0S1 22 "
	       "333\0."),
	  0,
	  "0:7:/r/.git 1:-1:/r/.git/refs/a b trouble=no watch is left held=/r held=/r 2 busy work "
	  "1,22,333" },
	{ "a path has a line break", TORA_PROC_EXIT, 0, TEXT("D0 1 /a\nb\0."), 0, "0:1:/a\nb" },
	{ "a folder without a path", TORA_PROC_EXIT, 0, TEXT("D0 1\0."), 0, "0:1:" },
	{ "no git directory", TORA_PROC_EXIT, 0, TEXT("G\0."), TORA_E_NOTFOUND, NULL },
	{ "it did not get to its end", TORA_PROC_EXIT, 0, TEXT("D0 1 /r/.git\0"), TORA_E_REMOTE,
	  NULL },
	{ "it said nothing", TORA_PROC_EXIT, 0, TEXT(""), TORA_E_REMOTE, NULL },
	{ "it failed", TORA_PROC_EXIT, 1, TEXT("."), TORA_E_REMOTE, NULL },
	{ "it died", TORA_PROC_SIGNAL, 11, TEXT("."), TORA_E_REMOTE, NULL },
	{ "nobody answers", TORA_PROC_TIMEOUT, 0, TEXT(""), TORA_E_TIMEOUT, NULL },
};

static void say(struct tora_str *out, const struct tora_peek *p)
{
	for (size_t i = 0; i < p->dirs.list.n; i++)
		tora_str_addf(out, "%s%d:%d:%s", out->len ? " " : "", (int)p->dirs.list.at[i].role,
		              p->dirs.list.at[i].watch, p->dirs.list.at[i].path);
	if (p->trouble)
		tora_str_addf(out, " trouble=%s", p->trouble);
	for (size_t i = 0; i < p->held.n; i++)
		tora_str_addf(out, " held=%s", p->held.at[i]);
	tora_str_adds(out, p->is_busy ? " busy" : "");
	tora_str_adds(out, p->has_work ? " work" : "");
	for (size_t i = 0; i < p->stamps.n; i++)
		tora_str_addf(out, " %lld,%lld,%lld", (long long)p->stamps.at[i].mtime_ns,
		              (long long)p->stamps.at[i].size, (long long)p->stamps.at[i].inode);
}

static void test_parse(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_outcome o = { .how = rows[i].how,
			                  .code = rows[i].code,
			                  .out = rows[i].out };
		struct tora_arena *arena = tora_arena_new();
		struct tora_str said = TORA_STR_INIT(4096);
		struct tora_err err = TORA_ERR_INIT;
		struct tora_peek peek;
		int rc = tora_peek_parse(&o, "/r/.git", arena, &peek, &err);

		if (!rc)
			say(&said, &peek);
		if (rc != rows[i].rc ||
		    (!rc && strcmp(said.len ? said.buf : "", rows[i].said) != 0))
			fail_msg("%s: %d '%s', %s", rows[i].label, rc, err.msg, said.buf);
		tora_str_free(&said);
		tora_arena_free(arena);
	}
}

struct seen {
	struct tora_arena *arena;
	const char *common_dir;
	struct tora_peek peek;
	struct tora_err err;
	int rc;
	bool is_over;
};

static void over(void *ctx, const struct tora_outcome *o)
{
	struct seen *s = ctx;

	s->rc = tora_peek_parse(o, s->common_dir, s->arena, &s->peek, &s->err);
	s->is_over = true;
}

static void look(struct tora_loop *loop, const struct tora_peek_spec *spec, struct seen *s)
{
	struct tora_proc *proc = NULL;
	struct tora_err err;

	*s = (struct seen){ .arena = tora_arena_new(),
		            .common_dir = spec->common_dir,
		            .err = TORA_ERR_INIT };
	assert_int_equal(tora_peek_start(loop, spec, over, s, &proc, &err), 0);
	assert_int_equal(tora_loop_wait(loop, &s->is_over, 10000), 0);
	tora_proc_free(proc);
}

/* What the child writes is what is read: a repository in the middle of a rebase, and one that is none. */
static void test_round(void **state)
{
	static const char *const folders[] = { "", "/refs", "/refs/heads", "/objects",
		                               "/rebase-merge" };
	char work[] = "/tmp/tora-peek-XXXXXX", path[96], common[64];
	struct tora_peek_spec spec = { .wants = TORA_PEEK_DIRS | TORA_PEEK_HELD,
		                       .common_dir = common,
		                       .work_dir = work,
		                       .inotify = -1 };
	struct tora_err err;
	struct tora_loop *loop = tora_loop_new(&err);
	struct seen s;
	FILE *f;

	(void)state;
	assert_non_null(mkdtemp(work));
	snprintf(common, sizeof common, "%s/.git", work);
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		snprintf(path, sizeof path, "%s%s", common, folders[i]);
		assert_int_equal(mkdir(path, 0700), 0);
	}
	look(loop, &spec, &s); /* a git directory has a HEAD */
	assert_int_equal(s.rc, TORA_E_NOTFOUND);
	assert_non_null(strstr(s.err.msg, common));
	tora_arena_free(s.arena);

	snprintf(path, sizeof path, "%s/HEAD", common);
	f = fopen(path, "w");
	assert_non_null(f);
	assert_true(fputs("ref: refs/heads/main\n", f) >= 0 && fclose(f) == 0);
	look(loop, &spec, &s);
	assert_int_equal(s.rc, 0);
	assert_null(s.peek.trouble);
	assert_true(s.peek.dirs.list.n >= 2);
	assert_string_equal(s.peek.dirs.list.at[0].path, common);
	assert_int_equal(s.peek.dirs.list.at[0].watch, -1);
	assert_true(s.peek.is_busy && s.peek.has_work);
	assert_int_equal(s.peek.held.n, 1);
	assert_string_equal(s.peek.held.at[0], work);
	tora_arena_free(s.arena);

	tora_loop_free(loop);
	assert_int_equal(unlink(path), 0);
	for (size_t i = sizeof folders / sizeof *folders; i-- > 0;) {
		snprintf(path, sizeof path, "%s%s", common, folders[i]);
		assert_int_equal(rmdir(path), 0);
	}
	assert_int_equal(rmdir(work), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_parse),
		                            cmocka_unit_test(test_round) };

	return cmocka_run_group_tests_name("peek", tests, NULL, NULL);
}
