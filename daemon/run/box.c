#include "run/box.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define PROBE_MS     5000
#define PROBE_OUT    400
#define TMP_MIB      256
#define TMP_MIB_MAKE 1024 /* compilers keep temporary files */

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

void tora_box_spec_init(struct tora_box_spec *spec, const struct tora_box *box,
                        const struct tora_toolchain *toolchain)
{
	*spec = (struct tora_box_spec){
		.bwrap = box->bwrap,
		.setpriv = box->setpriv,
		.roots = box->roots,
		.n_roots = box->n_roots,
		.is_init = true,
		.tmp_mib = TMP_MIB,
		.filter_fd = TORA_BOX_FILTER_FD,
	};
	if (toolchain) {
		spec->mounts = toolchain->mounts.at;
		spec->n_mounts = toolchain->mounts.n;
	}
}

/* The real arguments, on a program that does nothing. Says why not in *why. */
static bool works(const struct tora_box *box, const struct tora_box_start *start,
                  struct tora_arena *arena, const char **why)
{
	const char *const nothing[] = { access("/usr/bin/true", X_OK) == 0 ? "/usr/bin/true"
		                                                           : "/bin/true",
		                        NULL };
	struct tora_err err = TORA_ERR_INIT;
	struct tora_str said = TORA_STR_INIT(2048);
	struct tora_box_spec spec;
	struct tora_sv log = { NULL, 0 };
	int status = 0;

	tora_box_spec_init(&spec, box, NULL);
	spec.argv = nothing;
	if (start->run(start->ctx, box, tora_box_argv(&spec, arena), PROBE_MS, PROBE_OUT, &log,
	               &status, &err)) {
		*why = tora_arena_dup(arena, err.msg);
		return false;
	}
	if (status == 0)
		return true;
	tora_str_add_escaped(&said, tora_sv_trim(log), false);
	*why = status < 0
	               ? "bubblewrap did not end within 5 s"
	               : tora_arena_printf(arena, "bubblewrap ended with %d: %s", status, said.buf);
	tora_str_free(&said);
	return false;
}

/*
 * As root, without a user namespace and as nobody by setpriv: the only way to be nobody for the kernel
 * too. In a container root may not do that, but may make a user namespace.
 */
static bool find_tier(struct tora_box *box, const char *path, const struct tora_box_start *start,
                      struct tora_arena *arena, const char **why)
{
	const char *first = NULL;

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

int tora_box_find(struct tora_box *box, const char *asked, const char *path,
                  const struct tora_box_start *start, struct tora_arena *arena,
                  struct tora_err *err)
{
	const char *why = NULL;
	int rc;

	*box = (struct tora_box){ .filter = -1 };
	box->bwrap = asked && *asked ? asked : in_path("bwrap", path, arena);
	if (!box->bwrap || access(box->bwrap, X_OK) < 0)
		return tora_fail(err, TORA_E_UNSUPPORTED,
		                 "no bubblewrap: install the package 'bubblewrap' (program bwrap)");
	look_up_roots(box, arena);
	box->filter = memfd_create("tora-filter", MFD_CLOEXEC);
	if (box->filter < 0)
		return tora_fail_sys(err, "making the filter of system calls");
	rc = tora_box_filter(box->filter, err);
	if (!rc && !find_tier(box, path, start, arena, &why))
		rc = tora_fail(err, TORA_E_UNSUPPORTED, "%.200s", why);
	if (rc)
		tora_box_done(box);
	return rc;
}

void tora_box_done(struct tora_box *box)
{
	if (box->filter >= 0)
		(void)close(box->filter);
	box->filter = -1;
}

const char *const *tora_box_command(const struct tora_box *box,
                                    const struct tora_toolchain *toolchain, const char *const *argv,
                                    const char *dir_rw, struct tora_arena *arena)
{
	static const char *const shell[] = { "/bin/sh", "-c", "exec \"$@\" 2>&1", "sh" };
	TORA_VEC(const char *) all = { NULL, 0, 0 };
	struct tora_box_spec spec;

	for (size_t i = 0; i < sizeof shell / sizeof shell[0]; i++)
		*tora_vec_push(arena, &all) = shell[i];
	for (size_t i = 0; argv[i]; i++)
		*tora_vec_push(arena, &all) = argv[i];
	*tora_vec_push(arena, &all) = NULL;
	tora_box_spec_init(&spec, box, toolchain);
	spec.argv = all.at;
	spec.tree = dir_rw;
	spec.is_tree_writable = true;
	spec.dir = TORA_BOX_TREE;
	spec.is_init = false;
	spec.tmp_mib = TMP_MIB_MAKE;
	/* nobody could not write to root's folder: root, then, without any of its capabilities */
	spec.is_root = box->setpriv != NULL;
	spec.setpriv = NULL;
	return tora_box_argv(&spec, arena);
}

const char *const *tora_box_runner(const struct tora_box *box, const struct tora_box_runner *runner,
                                   struct tora_arena *arena)
{
	static const char *const preparing[] = { "TORA_PREPARE=1", NULL };
	static const char *const compiling[] = { "TORA_PREPARE=" TORA_BOX_OUT, NULL };
	const char **program = tora_arena_calloc(arena, 3, sizeof(*program));
	struct tora_box_spec spec;

	program[0] = runner->toolchain->program;
	program[1] = tora_arena_printf(arena, "%s/%s", TORA_BOX_RUNNER, runner->lang->runner_main);
	tora_box_spec_init(&spec, box, runner->toolchain);
	spec.tree = runner->tree;
	spec.runner = runner->dir;
	spec.is_runner_writable = runner->prepare;
	spec.etc = runner->dir;
	spec.out = runner->out;
	spec.env = runner->prepare ? preparing : runner->out ? compiling : NULL;
	spec.seed = runner->seed;
	spec.argv = program;
	return tora_box_argv(&spec, arena);
}

#define BLOB(file, text)                                                                           \
	{                                                                                          \
		file,                                                                              \
		{                                                                                  \
			text, sizeof(text) - 1                                                     \
		}                                                                                  \
	}

const struct tora_blob *tora_box_etc(size_t *ret_n)
{
	static const struct tora_blob files[] = {
		BLOB("passwd", "root:x:0:0:root:/:/bin/sh\n"
		               "nobody:x:65534:65534:nobody:" TORA_BOX_HOME ":/bin/sh\n"),
		BLOB("group", "root:x:0:\nnogroup:x:65534:\n"),
		BLOB("hosts", "127.0.0.1 localhost tora\n::1 localhost\n"),
		BLOB("nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n"),
	};

	*ret_n = sizeof files / sizeof files[0];
	return files;
}
