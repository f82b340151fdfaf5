/* The command line of the sandbox, and its filter, as they are built; nothing is started. */
#include "run/filter.h"
#include "run/sandbox.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <fcntl.h>
#include <linux/filter.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const struct tora_box_root roots[] = { { "/usr", NULL }, { "/bin", "usr/bin" } };
static const char *const mounts[] = { "/home/ada/venv/lib" };
static const char *const env[] = { "A=b=c", "broken", NULL };
static const char *const program[] = { "/usr/bin/python3", "/tora/runner/x", NULL };

static const struct tora_box_spec full = {
	.program = "/usr/bin/bwrap",
	.roots = roots,
	.n_roots = 2,
	.mounts = mounts,
	.n_mounts = 1,
	.etc = "/c/etc",
	.tree = "/c/tree",
	.instead = { { "p/u.py", 4 } },
	.runner = "/c/runner",
	.is_init = true,
	.tmp_mib = 8,
	.seed = 42,
	.filter_fd = 3,
	.env = env,
	.argv = program,
};

static char *join(const struct tora_box_spec *spec, struct tora_arena *arena)
{
	struct tora_str line = TORA_STR_INIT(1 << 16);
	char *text;

	for (const char *const *a = tora_box_argv(spec, arena); *a; a++)
		tora_str_addf(&line, " %s", *a);
	tora_str_adds(&line, " ");
	text = tora_arena_text(arena, tora_str_view(&line));
	tora_str_free(&line);
	return text;
}

enum variant { USER, ROOT, ROOT_BUILD, BARE, ALONE, ALONE_ROOT, ALONE_BUILD };

static struct tora_box_spec spec_of(enum variant v)
{
	struct tora_box_spec s = full;

	if (v == ROOT)
		s.setpriv = "/usr/bin/setpriv";
	s.user = 2000000007;
	if (v == ROOT_BUILD) {
		s.is_root = s.is_tree_writable = true;
		s.is_init = false;
		s.dir = "/repo";
	}
	if (v >= ALONE) {
		s.tier = TORA_TIER_LANDLOCK;
		s.program = "/proc/self/fd/6";
		s.scratch = "/c/scratch/1";
		s.processes = 700;
	}
	if (v == ALONE_ROOT)
		s.setpriv = s.program;
	if (v == ALONE_BUILD) {
		s.is_tree_writable = true;
		s.dir = "/c/tree";
	}
	if (v == BARE)
		s = (struct tora_box_spec){
			.program = "b", .tmp_mib = 1, .filter_fd = -1, .argv = program
		};
	return s;
}

static const struct {
	const char *label;
	enum variant v;
	bool is_there;
	const char *words;
} rows[] = {
	{ "dies with us", USER, true, " --die-with-parent " },
	{ "no terminal", USER, true, " --new-session " },
	{ "pid namespace", USER, true, " --unshare-pid " },
	{ "no network", USER, true, " --unshare-net " },
	{ "no capability", USER, true, " --cap-drop ALL " },
	{ "clean environment", USER, true, " --clearenv " },
	{ "no inherited home", USER, true, " --setenv HOME /tmp/test " },
	{ "time zone", USER, true, " --setenv TZ UTC " },
	{ "no editor that waits", USER, true, " --setenv EDITOR false " },
	{ "hash seed", USER, true, " --setenv PYTHONHASHSEED 42 " },
	{ "a variable of a language", USER, true, " --setenv PYTHONNOUSERSITE 1 " },
	{ "own variable, with = in it", USER, true, " --setenv A b=c " },
	{ "a variable without =", USER, false, "broken" },
	{ "folder of the system", USER, true, " --ro-bind /usr /usr " },
	{ "link of the system", USER, true, " --symlink usr/bin /bin " },
	{ "toolchain", USER, true, " --ro-bind /home/ada/venv/lib /home/ada/venv/lib " },
	{ "folders above it are readable", USER, true, " --perms 0755 --dir /home/ada --perms" },
	{ "tree", USER, true, " --ro-bind /c/tree /repo " },
	{ "a file of it that is another one", USER, true,
	  " --ro-bind /c/tree /repo --perms 0444 --ro-bind-data 4 /repo/p/u.py --perms" },
	{ "none", BARE, false, "--ro-bind-data" },
	{ "runner", USER, true, " --ro-bind /c/runner /tora/runner " },
	{ "made-up users", USER, true, " --ro-bind /c/etc/passwd /etc/passwd " },
	{ "not all of /etc", USER, false, " /etc /etc " },
	{ "bounded tmp", USER, true, " --perms 1777 --size 8388608 --tmpfs /tmp " },
	{ "bounded shm", USER, true, " --size 3145728 --tmpfs /dev/shm " },
	{ "root is read-only", USER, true, " --remount-ro / " },
	{ "filter", USER, true, " --seccomp 3 -- /usr/bin/python3 /tora/runner/x " },
	{ "is process 1", USER, true, " --as-pid-1 " },
	{ "nobody in a user namespace", USER, true, " --unshare-user --uid 65534 --gid 65534 " },
	{ "root: no user namespace", ROOT, false, "--unshare-user" },
	{ "root: becomes nobody", ROOT, true,
	  " -- /usr/bin/setpriv --reuid=2000000007 --regid=2000000007 --clear-groups "
	  "--inh-caps=-all "
	  "/usr/bin/python3 /tora/runner/x " },
	{ "root: only what that takes", ROOT, true,
	  " --cap-drop ALL --as-pid-1 --cap-add CAP_SETUID --cap-add CAP_SETGID " },
	{ "build: nothing added", ROOT_BUILD, false, "--cap-add" },
	{ "build: writable", ROOT_BUILD, true, " --bind /c/tree /repo " },
	{ "build: its folder", ROOT_BUILD, true, " --chdir /repo " },
	{ "build: bubblewrap reaps", ROOT_BUILD, false, "--as-pid-1" },
	{ "bare: no tree", BARE, false, "/repo" },
	{ "bare: no filter", BARE, false, "--seccomp" },
	{ "bare: no users", BARE, false, "passwd" },
	{ "alone: guarded", ALONE, true, "/proc/self/fd/6 --guard " },
	{ "alone: the system", ALONE, true, " --read /usr --read /bin " },
	{ "alone: the tree, where it is", ALONE, true, " --read /c/tree " },
	{ "alone: not writable", ALONE, false, "--write" },
	{ "alone: a folder to write to", ALONE, true, " --scratch /c/scratch/1 --scratch-mib 8 " },
	{ "alone: clean environment", ALONE, true, " --clear-env " },
	{ "alone: home is in there", ALONE, true, " --env HOME=/c/scratch/1/test " },
	{ "alone: a variable of a language", ALONE, true, " --env PYTHONNOUSERSITE=1 " },
	{ "alone: hash seed", ALONE, true, " --env PYTHONHASHSEED=42 " },
	{ "alone: own variable", ALONE, true, " --env A=b=c " },
	{ "alone: a variable without =", ALONE, false, "broken" },
	{ "alone: how many processes there are", ALONE, true, " --env TORA_PROCESSES=700 " },
	{ "alone: filter, then the program", ALONE, true,
	  " --filter 3 -- /usr/bin/python3 /tora/runner/x " },
	{ "alone: no capability", ALONE, true, " --no-capabilities " },
	{ "alone: not all of /etc", ALONE, false, " /etc " },
	{ "alone: not all of /proc", ALONE, false, " /proc " },
	{ "alone: no /dev", ALONE, false, " /dev " },
	{ "alone, root: nobody", ALONE_ROOT, true, " --uid 2000000007 " },
	{ "alone, build: writable", ALONE_BUILD, true, " --write /c/tree " },
	{ "alone, build: its folder", ALONE_BUILD, true, " --chdir /c/tree " },
	{ "never a writable system", USER, false, " --bind " },
	{ "never the real devices", USER, false, "--dev-bind" },
};

static void test_argv(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	unsigned bad = 0;
	(void)state;

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct tora_box_spec spec = spec_of(rows[i].v);
		const char *line = join(&spec, arena);
		if ((strstr(line, rows[i].words) != NULL) != rows[i].is_there) {
			print_error("%s:%s\n", rows[i].label, line);
			bad++;
		}
	}
	assert_int_equal(bad, 0);
	tora_arena_free(arena);
}

/* tmpfs hides what was mounted before: what may lie below one has to come after all of them. */
static void test_order(void **state)
{
	static const char *const later[] = { "--ro-bind /home/ada/venv/lib", "--ro-bind /c/tree",
		                             "--ro-bind /c/runner", "--remount-ro /" };
	struct tora_arena *arena = tora_arena_new();
	const char *line = join(&full, arena), *last = strstr(line, "--tmpfs /dev/shm");
	(void)state;

	for (size_t i = 0; i < sizeof later / sizeof later[0]; i++)
		assert_true(strstr(line, later[i]) > last);
	assert_true(strstr(line, "--remount-ro / ") > strstr(line, "--ro-bind /c/runner"));
	tora_arena_free(arena);
}

static void test_filter(void **state)
{
	static const enum tora_tier tiers[] = { TORA_TIER_BUBBLEWRAP, TORA_TIER_LANDLOCK };
	struct tora_err err = TORA_ERR_INIT;
	(void)state;

	for (size_t i = 0; i < 2; i++) {
		int fd = memfd_create("test", MFD_CLOEXEC);
		off_t size;

		assert_int_equal(tora_box_filter(tiers[i], fd, &err), 0);
		size = lseek(fd, 0, SEEK_END);
		assert_true(size > 0 && size % (off_t)sizeof(struct sock_filter) == 0);
		assert_true(size / (off_t)sizeof(struct sock_filter) <
		            4096); /* the kernel's limit */
		(void)close(fd);
		assert_int_equal(tora_box_filter(tiers[i], -1, &err), TORA_E_SYS);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_argv),
		                            cmocka_unit_test(test_order),
		                            cmocka_unit_test(test_filter) };

	return cmocka_run_group_tests_name("sandbox", tests, NULL, NULL);
}
