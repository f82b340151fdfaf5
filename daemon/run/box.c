#include "run/box.h"

#include "lang/rename.h"
#include "model/build.h"
#include "model/sandbox.h"
#include "run/filter.h"
#include "tora/paths.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#define PROBE_MS       5000
#define PROBE_OUT      400
#define PROBE_SEES     9 /* how the probe ends that could read what it must not */
#define TMP_MIB        256
#define TMP_MIB_MAKE   1024 /* compilers keep temporary files */
#define MORE_PROCESSES 192  /* that our user may start meanwhile; Landlock counts them together */

#define LAUNCH "/proc/self/fd/6" /* TORA_BOX_LAUNCH_FD */

extern const char tora_blob_launch[], tora_blob_launch_end[];

static const char *in_path(const char *name, const char *path, struct tora_arena *arena)
{
	const char *end;

	for (path = path ? path : "/usr/bin:/bin"; *path; path = *end ? end + 1 : end) {
		const char *program;
		end = path + strcspn(path, ":");
		program = tora_arena_printf(arena, "%.*s/%s", (int)(end - path), path, name);
		if (*path == '/' && access(program, X_OK) == 0)
			return program;
	}
	return NULL;
}

static void look_up_roots(struct tora_box *box, struct tora_arena *arena)
{
	static const char *const roots[TORA_BOX_ROOTS_MAX] = { "/usr",       "/bin",      "/sbin",
		                                               "/lib",       "/lib64",    "/lib32",
		                                               "/nix/store", "/gnu/store" };
	struct stat st;

	for (size_t i = 0; i < TORA_BOX_ROOTS_MAX; i++) {
		struct tora_box_root *root = &box->roots[box->n_roots];
		char target[256];
		ssize_t n;
		if (lstat(roots[i], &st) < 0)
			continue;
		root->path = roots[i];
		if (S_ISLNK(st.st_mode)) {
			n = readlink(roots[i], target, sizeof(target));
			if (n <= 0 || n == (ssize_t)sizeof(target))
				continue;
			root->link = tora_arena_text(arena, (struct tora_sv){ target, (size_t)n });
		}
		box->n_roots++;
	}
}

/* ---- what does not depend on what is run ----------------------------------------------------- */

static void spec_init(struct tora_box_spec *spec, struct tora_box *box,
                      const struct tora_toolchain *toolchain, struct tora_arena *arena)
{
	*spec = (struct tora_box_spec){
		.tier = box->tier,
		.program = box->program,
		.setpriv = box->setpriv,
		.user = box->user,
		.roots = box->roots,
		.n_roots = box->n_roots,
		.is_init = true,
		.tmp_mib = TMP_MIB,
		.filter_fd = TORA_BOX_FILTER_FD,
		.join = box->group.join,
		.n_join = box->group.n,
		.processes = box->processes,
	};
	if (toolchain) {
		spec->mounts = toolchain->mounts.at;
		spec->n_mounts = toolchain->mounts.n;
	}
	if (box->tier == TORA_TIER_LANDLOCK) /* of one length, so that nothing depends on it */
		spec->scratch = tora_arena_printf(arena, "%s/%08x-%06u", box->scratch, box->drawn,
		                                  box->n_scratch++);
}

/*
 * bubblewrap does not join groups, and ends before the namespace that it made does. Started by
 * tora-launch, which waits for everything, a command is over when it says so.
 */
static const char *const *by_launch(const struct tora_box_spec *spec, const char *const *argv,
                                    struct tora_arena *arena)
{
	TORA_VEC(const char *) all = { NULL, 0, 0 };
	int keeps = TORA_BOX_INSTEAD_FD; /* those before it: the filter is one of them */

	if (spec->is_init && !spec->n_join)
		return argv;
	for (size_t i = 0; i < TORA_BOX_INSTEAD_MAX; i++)
		keeps += spec->instead[i].path != NULL;
	*tora_vec_push(arena, &all) = LAUNCH;
	*tora_vec_push(arena, &all) = "--fds";
	*tora_vec_push(arena, &all) = tora_arena_printf(arena, "%d", keeps);
	if (!spec->is_init)
		*tora_vec_push(arena, &all) = "--reap";
	for (size_t i = 0; i < spec->n_join; i++) {
		*tora_vec_push(arena, &all) = "--join";
		*tora_vec_push(arena, &all) = spec->join[i];
	}
	*tora_vec_push(arena, &all) = "--";
	for (size_t i = 0; argv[i]; i++)
		*tora_vec_push(arena, &all) = argv[i];
	*tora_vec_push(arena, &all) = NULL;
	return all.at;
}

static struct tora_box_line line_of(const struct tora_box_spec *spec, struct tora_arena *arena)
{
	struct tora_box_line line = { .argv = tora_box_argv(spec, arena) };

	if (spec->tier == TORA_TIER_BUBBLEWRAP)
		line.argv = by_launch(spec, line.argv, arena);
	if (spec->tier == TORA_TIER_LANDLOCK) {
		if (spec->tree)
			line.names[0] = (struct tora_rename){ TORA_BOX_TREE, spec->tree, false };
		line.names[1] = (struct tora_rename){ "/tmp", spec->scratch, true };
	}
	return line;
}

/* ---- finding what works ------------------------------------------------------------------------ */

static const char *not_ended(const struct tora_box *box, int status, struct tora_sv log,
                             struct tora_arena *arena)
{
	const char *name = box->tier == TORA_TIER_LANDLOCK ? "tora-launch" : "bubblewrap", *why;
	struct tora_str said = TORA_STR_INIT(2048);

	tora_str_add_escaped(&said, tora_sv_trim(log), false);
	if (status < 0)
		why = tora_arena_printf(arena, "%s did not end within %d s", name, PROBE_MS / 1000);
	else if (status == PROBE_SEES)
		why = tora_arena_printf(arena, "%s lets a program see /etc/passwd", name);
	else
		why = tora_arena_printf(arena, "%s ended with %d: %s", name, status, said.buf);
	tora_str_free(&said);
	return why;
}

/* The real arguments, on a program that tries what must not succeed. Says why not in *why. */
static bool works(struct tora_box *box, const struct tora_box_start *start,
                  struct tora_arena *arena, const char **why)
{
	static const char *const attempt[] = {
		"/bin/sh", "-c", "if (read line </etc/passwd) 2>/dev/null; then exit 9; fi", NULL
	};
	struct tora_err err = TORA_ERR_INIT;
	struct tora_box_spec spec;
	struct tora_sv log = { NULL, 0 };
	int status = 0;

	spec_init(&spec, box, NULL, arena);
	spec.argv = attempt;
	if (start->run(start->ctx, box, line_of(&spec, arena).argv, PROBE_MS, PROBE_OUT, &log,
	               &status, &err)) {
		*why = tora_arena_dup(arena, err.msg);
		return false;
	}
	if (status != 0)
		*why = not_ended(box, status, log, arena);
	return status == 0;
}

int tora_box_memory_file(const char *name, struct tora_sv bytes, struct tora_err *err)
{
	int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);

	while (fd >= 0 && bytes.len) {
		ssize_t n = write(fd, bytes.at, bytes.len);
		if (n < 0 && errno != EINTR) {
			(void)close(fd);
			fd = -1;
		}
		bytes = n > 0 ? (struct tora_sv){ bytes.at + n, bytes.len - (size_t)n } : bytes;
	}
	if (fd >= 0 && lseek(fd, 0, SEEK_SET) < 0) {
		(void)close(fd);
		fd = -1;
	}
	return fd < 0 ? tora_fail_sys(err, "making a file in memory") : fd;
}

/* It is there in sandboxes too, and run or read outside of them by the next start: nobody writes to it any more. */
static int seal(int fd, struct tora_err *err)
{
	int all = F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

	return fcntl(fd, F_ADD_SEALS, all) < 0 ? tora_fail_sys(err, "sealing a file in memory")
	                                       : TORA_OK;
}

/* A filter for the tier; the one before goes. */
static int make_filter(struct tora_box *box, struct tora_err *err)
{
	int rc;

	if (box->filter >= 0)
		(void)close(box->filter);
	box->filter = tora_box_memory_file("tora-filter", (struct tora_sv){ NULL, 0 }, err);
	if (box->filter < 0)
		return box->filter;
	rc = tora_box_filter(box->tier, box->filter, err);
	return rc ? rc : seal(box->filter, err);
}

/* Do we have those users? In a container there may be the first 65536 alone. */
static bool is_mapped(const char *map)
{
	unsigned long inside, outside, count;
	bool is_there = false;
	FILE *f = fopen(map, "re");

	while (f && !is_there && fscanf(f, "%lu %lu %lu", &inside, &outside, &count) == 3)
		is_there = inside <= TORA_BOX_FIRST_USER &&
		           count >= TORA_BOX_FIRST_USER - inside + TORA_BOX_USERS;
	if (f)
		(void)fclose(f);
	return is_there;
}

/*
 * One for each check: a test that forks without end takes no processes from another check, and kills none of it. Two that
 * get the same one share them, as all do where there are no such users.
 */
static unsigned own_user(void)
{
	if (!is_mapped("/proc/self/uid_map") || !is_mapped("/proc/self/gid_map"))
		return TORA_BOX_NOBODY;
	return TORA_BOX_FIRST_USER + (unsigned)getpid() % TORA_BOX_USERS;
}

/*
 * As root, without a user namespace and as nobody by setpriv: the only way to be nobody for the kernel
 * too. In a container root may not do that, but may make a user namespace.
 */
static bool find_bubblewrap(struct tora_box *box, const char *asked, const char *path,
                            const struct tora_box_start *start, struct tora_arena *arena,
                            const char **why)
{
	const char *first = NULL;
	struct tora_err err = TORA_ERR_INIT;

	box->tier = TORA_TIER_BUBBLEWRAP;
	box->program = asked ? asked : in_path("bwrap", path, arena);
	if (asked && access(asked, X_OK) < 0) {
		*why = tora_arena_printf(arena,
		                         "TORA_SANDBOX names '%.60s', and that is no program: %s",
		                         asked, strerror(errno));
		return false;
	}
	if (!box->program || access(box->program, X_OK) < 0) {
		*why = "no bubblewrap: install the package 'bubblewrap' (program bwrap)";
		return false;
	}
	if (make_filter(box, &err)) {
		*why = tora_arena_dup(arena, err.msg);
		return false;
	}
	if (geteuid() == 0) {
		box->setpriv = in_path("setpriv", "/usr/bin:/bin", arena);
		if (!box->setpriv)
			box->setpriv = in_path("setpriv", path, arena);
		if (box->setpriv && works(box, start, arena, &first))
			return true;
		box->setpriv = NULL;
	}
	if (works(box, start, arena, why))
		return true;
	if (first)
		*why = first;
	return false;
}

/* Processes and threads of the user that tests run as: the kernel counts theirs on top. */
static unsigned count_processes(uid_t uid)
{
	DIR *d = opendir("/proc");
	struct dirent *e;
	struct stat st;
	unsigned n = 0;

	while (d && (e = readdir(d))) {
		char path[64];

		if (e->d_name[0] < '1' || e->d_name[0] > '9')
			continue;
		(void)snprintf(path, sizeof(path), "/proc/%.20s/task", e->d_name);
		if (stat(path, &st) == 0 && st.st_uid == uid && st.st_nlink > 2)
			n += (unsigned)st.st_nlink - 2; /* a folder for each thread */
	}
	if (d)
		(void)closedir(d);
	return n;
}

static bool find_landlock(struct tora_box *box, const char *scratch,
                          const struct tora_box_start *start, struct tora_arena *arena,
                          const char **why)
{
	struct tora_err err = TORA_ERR_INIT;

	box->tier = TORA_TIER_LANDLOCK;
	box->program = LAUNCH;
	box->setpriv = geteuid() == 0 ? box->program : NULL;
	box->processes = count_processes(box->setpriv ? box->user : geteuid()) + MORE_PROCESSES;
	box->scratch = scratch;
	/* The number of this process may have been that of one that was killed, and left its folders. */
	if (getrandom(&box->drawn, sizeof box->drawn, GRND_NONBLOCK) != sizeof box->drawn)
		box->drawn = (unsigned)getpid();
	if (!tora_rename_is_plain(scratch)) {
		*why = tora_arena_printf(arena, "the folder '%s' has odd characters", scratch);
		return false;
	}
	if (make_filter(box, &err) || tora_paths_mkdirs(scratch, &err)) {
		*why = tora_arena_dup(arena, err.msg);
		return false;
	}
	return works(box, start, arena, why);
}

/* What was asked for, with the groups there are. *first, *why: why neither tier does. */
static bool find_tier(struct tora_box *box, const char *asked, const char *path,
                      const char *scratch, const struct tora_box_start *start,
                      struct tora_arena *arena, const char *why[2])
{
	bool any = !asked || !*asked, is_path = !any && strchr(asked, '/');

	why[0] = why[1] = NULL;
	if ((any || is_path || strcmp(asked, "bubblewrap") == 0) &&
	    find_bubblewrap(box, is_path ? asked : NULL, path, start, arena, &why[0]))
		return true;
	if (!any && strcmp(asked, "landlock") != 0)
		return false;
	box->why_not = why[0];
	return find_landlock(box, scratch, start, arena, &why[1]);
}

int tora_box_find(struct tora_box *box, const char *asked, const char *path, const char *scratch,
                  const struct tora_group_limits *limits, const struct tora_box_start *start,
                  struct tora_arena *arena, struct tora_err *err)
{
	struct tora_sv launch = { tora_blob_launch,
		                  (size_t)(tora_blob_launch_end - tora_blob_launch) };
	const char *why[2];

	*box = (struct tora_box){ .filter = -1, .launch = -1, .user = own_user() };
	box->launch = tora_box_memory_file("tora-launch", launch, err);
	if (box->launch < 0)
		return box->launch;
	if (seal(box->launch, err)) {
		tora_box_done(box);
		return err->rc;
	}
	look_up_roots(box, arena);
	tora_group_make(&box->group, limits, arena);
	if (find_tier(box, asked, path, scratch, start, arena, why))
		return TORA_OK;
	if (box->group.n) { /* one that can be made need not be one that can be joined */
		tora_group_remove(&box->group);
		if (find_tier(box, asked, path, scratch, start, arena, why))
			return TORA_OK;
	}
	tora_box_done(box);
	if (!why[0] && !why[1])
		return tora_fail(err, TORA_E_UNSUPPORTED,
		                 strcmp(asked, "none") == 0
		                         ? "TORA_SANDBOX is '%.60s'"
		                         : "TORA_SANDBOX is '%.60s'; there are bubblewrap, "
		                           "landlock, none and the path of a bwrap",
		                 asked);
	return tora_fail(err, TORA_E_UNSUPPORTED, "%.110s%s%.110s", why[0] ? why[0] : "",
	                 why[0] && why[1] ? "; " : "", why[1] ? why[1] : "");
}

const char *tora_box_describe(const struct tora_box *box, struct tora_arena *arena)
{
	const char *group = box->group.n ? ", in a control group" : "";

	if (box->tier == TORA_TIER_LANDLOCK)
		return tora_arena_printf(
			arena,
			"Landlock and a filter of system calls, %s%s; no sockets; bubblewrap: %s",
			box->setpriv ? "tests run as nobody, dropped from root"
				     : "tests run as you",
			group, box->why_not ? box->why_not : "not asked for");
	return tora_arena_printf(arena, "bubblewrap (%s), %s%s", box->program,
	                         box->setpriv ? "tests run as nobody, dropped from root"
	                                      : "in a user namespace",
	                         group);
}

void tora_box_done(struct tora_box *box)
{
	if (box->filter >= 0)
		(void)close(box->filter);
	if (box->launch >= 0)
		(void)close(box->launch);
	box->filter = box->launch = -1;
	tora_group_remove(&box->group);
}

/* ---- what is run ------------------------------------------------------------------------------- */

static void use_ccache(struct tora_box_spec *spec, const struct tora_sandbox_ccache *ccache,
                       struct tora_arena *arena)
{
	const char **env = tora_arena_calloc(arena, 5, sizeof(*env));

	spec->out = ccache->folder;
	env[0] = tora_arena_printf(arena, "PATH=%s:/usr/local/bin:/usr/bin:/bin", ccache->programs);
	env[1] = tora_arena_printf(arena, "CCACHE_DIR=%s",
	                           tora_box_inside(spec->tier, ccache->folder, TORA_BOX_OUT));
	env[2] = tora_arena_printf(arena, "CCACHE_MAXSIZE=%uM", ccache->max_mib);
	env[3] = "CCACHE_TEMPDIR=/tmp/ccache";
	if (spec->tier == TORA_TIER_LANDLOCK)
		env[3] = tora_arena_printf(arena, "CCACHE_TEMPDIR=%s/ccache", spec->scratch);
	spec->env = env;
}

struct tora_box_line tora_box_command(struct tora_box *box, const struct tora_toolchain *toolchain,
                                      const char *const *argv, const char *dir_rw,
                                      const struct tora_sandbox_ccache *ccache,
                                      struct tora_arena *arena)
{
	static const char *const shell[] = { "/bin/sh", "-c", "exec \"$@\" 2>&1", "sh" };
	TORA_VEC(const char *) all = { NULL, 0, 0 };
	struct tora_box_spec spec;

	for (size_t i = 0; i < sizeof shell / sizeof shell[0]; i++)
		*tora_vec_push(arena, &all) = shell[i];
	for (size_t i = 0; argv[i]; i++)
		*tora_vec_push(arena, &all) = argv[i];
	*tora_vec_push(arena, &all) = NULL;
	spec_init(&spec, box, toolchain, arena);
	spec.argv = all.at;
	spec.tree = dir_rw;
	spec.is_tree_writable = true;
	spec.dir = tora_box_inside(box->tier, dir_rw, TORA_BOX_TREE);
	spec.is_init = false;
	spec.tmp_mib = TMP_MIB_MAKE;
	/* nobody could not write to root's folder: root, then, without any of its capabilities */
	spec.is_root = box->setpriv != NULL;
	spec.setpriv = NULL;
	if (ccache)
		use_ccache(&spec, ccache, arena);
	return line_of(&spec, arena);
}

/*
 * Without address-space randomisation for what runs tests, unless it has a seed. Done last: the kernel takes it
 * back when a program is started by one who was root.
 */
static const char *const *runner_argv(const struct tora_box *box,
                                      const struct tora_box_runner *runner,
                                      struct tora_arena *arena)
{
	const char *dir = tora_box_inside(box->tier, runner->dir, TORA_BOX_RUNNER);
	TORA_VEC(const char *) argv = { NULL, 0, 0 };

	if (!runner->prepare && !runner->out) {
		*tora_vec_push(arena, &argv) = tora_arena_printf(arena, "%s/launch", dir);
		if (!runner->seed)
			*tora_vec_push(arena, &argv) = "--fixed-addresses";
		*tora_vec_push(arena, &argv) = "--";
	}
	if (!runner->lang->runner_is_program)
		*tora_vec_push(arena, &argv) = runner->toolchain->program;
	*tora_vec_push(arena, &argv) =
		tora_arena_printf(arena, "%s/%s", dir, runner->lang->runner_main);
	if (runner->lang->runner_is_program)
		*tora_vec_push(arena, &argv) = runner->toolchain->program;
	*tora_vec_push(arena, &argv) = NULL;
	return argv.at;
}

struct tora_box_line tora_box_runner(struct tora_box *box, const struct tora_box_runner *runner,
                                     struct tora_arena *arena)
{
	static const char *const preparing[] = { "TORA_PREPARE=1", NULL };
	const char *const *argv = runner_argv(box, runner, arena);
	const char **compiling = tora_arena_calloc(arena, 3, sizeof(*compiling));
	struct tora_box_spec spec;

	if (runner->out) {
		compiling[0] =
			tora_arena_printf(arena, "TORA_PREPARE=%s",
		                          tora_box_inside(box->tier, runner->out, TORA_BOX_OUT));
		compiling[1] =
			tora_arena_printf(arena, "TORA_TREE=%s",
		                          tora_box_inside(box->tier, runner->tree, TORA_BOX_TREE));
	}
	spec_init(&spec, box, runner->toolchain, arena);
	spec.tree = runner->tree;
	spec.runner = runner->dir;
	spec.is_runner_writable = runner->prepare;
	spec.etc = runner->dir;
	spec.out = runner->out;
	spec.env = runner->prepare ? preparing : runner->out ? compiling : NULL;
	spec.seed = runner->seed;
	for (int i = 0; i < TORA_BOX_INSTEAD_MAX && runner->instead[i]; i++) {
		spec.instead[i].path = runner->instead[i];
		spec.instead[i].fd = TORA_BOX_INSTEAD_FD + i;
	}
	spec.argv = argv;
	return line_of(&spec, arena);
}

int tora_box_filter_again(const struct tora_box *box, struct tora_err *err)
{
	char path[64];
	int fd;

	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", box->filter);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	return fd < 0 ? tora_fail_sys(err, "opening the filter of system calls") : fd;
}

#define BLOB(file, text)                                                                           \
	{                                                                                          \
		file,                                                                              \
		{                                                                                  \
			text, sizeof(text) - 1                                                     \
		}                                                                                  \
	}

/* One line for each user that tests may be. */
static struct tora_sv users(const char *first, bool is_group, struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(32u << 10);
	struct tora_sv ret;

	tora_str_adds(&out, first);
	for (int i = -1; i < TORA_BOX_USERS; i++) {
		unsigned user = i < 0 ? TORA_BOX_NOBODY : TORA_BOX_FIRST_USER + (unsigned)i;

		if (is_group)
			tora_str_addf(&out, "nogroup:x:%u:\n", user);
		else
			tora_str_addf(&out, "nobody:x:%u:%u:nobody:" TORA_BOX_HOME ":/bin/sh\n",
			              user, user);
	}
	ret = tora_arena_sv(arena, tora_str_view(&out));
	tora_str_free(&out);
	return ret;
}

const struct tora_blob *tora_box_files(struct tora_arena *arena, size_t *ret_n)
{
	static const struct tora_blob etc[] = {
		BLOB("hosts", "127.0.0.1 localhost tora\n::1 localhost\n"),
		BLOB("nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n"),
	};
	size_t n = sizeof etc / sizeof etc[0];
	struct tora_blob *all = tora_arena_calloc(arena, n + 3, sizeof(*all));

	memcpy(all, etc, sizeof etc);
	all[n].name = "launch";
	all[n].bytes = (struct tora_sv){ tora_blob_launch,
		                         (size_t)(tora_blob_launch_end - tora_blob_launch) };
	all[n + 1].name = "passwd";
	all[n + 1].bytes = users("root:x:0:0:root:/:/bin/sh\n", false, arena);
	all[n + 2].name = "group";
	all[n + 2].bytes = users("root:x:0:\n", true, arena);
	*ret_n = n + 3;
	return all;
}

struct tora_sv tora_box_rename(const struct tora_box_line *line, struct tora_sv log,
                               struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(log.len);

	tora_rename_answer(line->names, 2, log, &out);
	if (!out.over)
		log = tora_arena_sv(arena, tora_str_view(&out));
	tora_str_free(&out);
	return log;
}
