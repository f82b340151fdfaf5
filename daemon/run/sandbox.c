#include "run/sandbox.h"

#include "lang/lang.h"
#include "model/build.h"

#include <assert.h>
#include <string.h>

/* ---- bubblewrap -------------------------------------------------------------------------- */

struct line {
	struct tora_arena *arena;
	TORA_VEC(const char *) at;
};

static void add(struct line *l, const char *word)
{
	*tora_vec_push(l->arena, &l->at) = word;
}

static void add2(struct line *l, const char *option, const char *value)
{
	add(l, option);
	add(l, value);
}

static void add3(struct line *l, const char *option, const char *from, const char *to)
{
	add2(l, option, from);
	add(l, to);
}

/*
 * The same for both sides and on every machine. Thread pools of numeric libraries stay at one
 * thread: a forked test would wait for threads that only its parent has. What would wait for a person
 * gets none: without these, a program falls back to vi, which without a terminal does not end.
 */
static const char *const environment[][2] = {
	{ "PATH", "/usr/local/bin:/usr/bin:/bin" },
	{ "USER", "nobody" },
	{ "LOGNAME", "nobody" },
	{ "LANG", "C.UTF-8" },
	{ "LC_ALL", "C.UTF-8" },
	{ "TZ", "UTC" },
	{ "TERM", "dumb" },
	{ "EDITOR", "false" },
	{ "VISUAL", "false" },
	{ "GIT_EDITOR", "false" },
	{ "BROWSER", "false" },
	{ "PAGER", "cat" },
	{ "GIT_PAGER", "cat" },
	{ "MANPAGER", "cat" },
	{ "GIT_TERMINAL_PROMPT", "0" },
	{ "OPENBLAS_NUM_THREADS", "1" },
	{ "OMP_NUM_THREADS", "1" },
	{ "MKL_NUM_THREADS", "1" },
};

/* What each language's interpreter is told, "NAME=value", by `put`. */
static void add_variables(struct line *l, unsigned seed,
                          void (*put)(struct line *, const char *name, const char *value))
{
	size_t n = 0;
	const struct tora_lang *const *langs = tora_lang_all(&n);

	for (size_t i = 0; i < n; i++)
		for (const char *const *v = langs[i]->variables; v && *v; v++) {
			size_t name = strcspn(*v, "=");
			bool is_seed = strcmp(*v + name, "=@") == 0;

			put(l, tora_arena_text(l->arena, (struct tora_sv){ *v, name }),
			    is_seed ? tora_arena_printf(l->arena, "%u", seed) : *v + name + 1);
		}
}

static void set_variable(struct line *l, const char *name, const char *value)
{
	add3(l, "--setenv", name, value);
}

static void add_environment(struct line *l, const struct tora_box_spec *spec)
{
	add(l, "--clearenv");
	for (size_t i = 0; i < sizeof environment / sizeof environment[0]; i++)
		add3(l, "--setenv", environment[i][0], environment[i][1]);
	add3(l, "--setenv", "HOME", TORA_BOX_HOME);
	add3(l, "--setenv", "TORA_SANDBOX", "bubblewrap");
	add_variables(l, spec->seed, set_variable);
	for (const char *const *e = spec->env; e && *e; e++) {
		const char *eq = strchr(*e, '=');
		if (eq)
			add3(l, "--setenv",
			     tora_arena_text(l->arena, (struct tora_sv){ *e, (size_t)(eq - *e) }),
			     eq + 1);
	}
}

static void add_namespaces(struct line *l, const struct tora_box_spec *spec)
{
	add(l, "--die-with-parent");
	add(l, "--new-session");
	add(l, "--unshare-pid");
	add(l, "--unshare-net");
	add(l, "--unshare-ipc");
	add(l, "--unshare-uts");
	add(l, "--unshare-cgroup-try");
	add2(l, "--hostname", "tora");
	add2(l, "--cap-drop", "ALL");
	if (spec->is_init)
		add(l, "--as-pid-1");
	if (spec->setpriv) {
		add2(l, "--cap-add", "CAP_SETUID");
		add2(l, "--cap-add", "CAP_SETGID");
	} else if (!spec->is_root) {
		const char *nobody = tora_arena_printf(l->arena, "%d", TORA_BOX_NOBODY);
		add(l, "--unshare-user");
		add2(l, "--uid", nobody);
		add2(l, "--gid", nobody);
	}
}

static void add_tmpfs(struct line *l, const char *where, unsigned mib)
{
	add2(l, "--perms", "1777");
	add2(l, "--size", tora_arena_printf(l->arena, "%llu", (unsigned long long)mib << 20));
	add2(l, "--tmpfs", where);
}

/* The folders above `path`, readable; bubblewrap would make them for the owner alone, who is not nobody. */
static void add_parents(struct line *l, const char *path)
{
	for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		const char *dir =
			tora_arena_text(l->arena, (struct tora_sv){ path, (size_t)(slash - path) });
		add2(l, "--perms", "0755");
		add2(l, "--dir", dir);
	}
}

static void add_system(struct line *l, const struct tora_box_spec *spec)
{
	/* what the dynamic linker and Debian's alternatives need; nothing that names a person or a key */
	static const char *const linker[] = { "/etc/ld.so.cache", "/etc/ld.so.conf",
		                              "/etc/ld.so.conf.d", "/etc/alternatives" };
	static const char *const made_up[] = { "passwd", "group", "hosts", "nsswitch.conf" };

	for (size_t i = 0; i < spec->n_roots; i++) {
		const struct tora_box_root *r = &spec->roots[i];
		if (r->link)
			add3(l, "--symlink", r->link, r->path);
		else
			add3(l, "--ro-bind", r->path, r->path);
	}
	add_parents(l, "/etc/");
	for (size_t i = 0; i < sizeof linker / sizeof linker[0]; i++)
		add3(l, "--ro-bind-try", linker[i], linker[i]);
	for (size_t i = 0; spec->etc && i < sizeof made_up / sizeof made_up[0]; i++)
		add3(l, "--ro-bind", tora_arena_printf(l->arena, "%s/%s", spec->etc, made_up[i]),
		     tora_arena_printf(l->arena, "/etc/%s", made_up[i]));
	add2(l, "--proc", "/proc");
	add2(l, "--dev", "/dev");
	add_tmpfs(l, "/tmp", spec->tmp_mib);
	add_tmpfs(l, "/run", spec->tmp_mib / 4 + 1);
	add_tmpfs(l, "/dev/shm", spec->tmp_mib / 4 + 1);
}

/* After the tmpfs above, which a toolchain may lie under. */
static void add_folders(struct line *l, const struct tora_box_spec *spec)
{
	for (size_t i = 0; i < spec->n_mounts; i++) {
		add_parents(l, spec->mounts[i]);
		add3(l, "--ro-bind", spec->mounts[i], spec->mounts[i]);
	}
	if (spec->tree)
		add3(l, spec->is_tree_writable ? "--bind" : "--ro-bind", spec->tree, TORA_BOX_TREE);
	for (size_t i = 0; i < TORA_BOX_INSTEAD_MAX && spec->instead[i].path; i++) {
		add2(l, "--perms", "0444");
		add3(l, "--ro-bind-data", tora_arena_printf(l->arena, "%d", spec->instead[i].fd),
		     tora_arena_printf(l->arena, TORA_BOX_TREE "/%s", spec->instead[i].path));
	}
	if (spec->runner) {
		add_parents(l, TORA_BOX_RUNNER);
		add3(l, spec->is_runner_writable ? "--bind" : "--ro-bind", spec->runner,
		     TORA_BOX_RUNNER);
	}
	if (spec->out) {
		add_parents(l, TORA_BOX_OUT);
		add3(l, "--bind", spec->out, TORA_BOX_OUT);
	}
	/* The root and /dev are tmpfs of bubblewrap's own, without a size. */
	add2(l, "--remount-ro", "/dev");
	add2(l, "--remount-ro", "/");
	add2(l, "--chdir", spec->dir ? spec->dir : "/");
}

static void bubblewrap(struct line *l, const struct tora_box_spec *spec)
{
	add(l, spec->program);
	add_namespaces(l, spec);
	add_environment(l, spec);
	add_system(l, spec);
	add_folders(l, spec);
	if (spec->filter_fd >= 0)
		add2(l, "--seccomp", tora_arena_printf(l->arena, "%d", spec->filter_fd));
	add(l, "--");
	if (spec->setpriv) {
		add(l, spec->setpriv);
		add(l, tora_arena_printf(l->arena, "--reuid=%u", spec->user));
		add(l, tora_arena_printf(l->arena, "--regid=%u", spec->user));
		add(l, "--clear-groups");
		add(l, "--inh-caps=-all");
	}
}

/* ---- tora-launch ------------------------------------------------------------------------ */

static void add_variable(struct line *l, const char *name, const char *value)
{
	add2(l, "--env", tora_arena_printf(l->arena, "%s=%s", name, value));
}

static void add_alone_environment(struct line *l, const struct tora_box_spec *spec)
{
	add(l, "--clear-env");
	for (size_t i = 0; i < sizeof environment / sizeof environment[0]; i++)
		add_variable(l, environment[i][0], environment[i][1]);
	add_variables(l, spec->seed, add_variable);
	add_variable(l, "HOME", tora_arena_printf(l->arena, "%s/test", spec->scratch));
	add_variable(l, "TMPDIR", spec->scratch);
	add_variable(l, "TORA_SCRATCH", spec->scratch);
	add_variable(l, "TORA_PROCESSES", tora_arena_printf(l->arena, "%u", spec->processes));
	add_variable(l, "OPENSSL_CONF",
	             "/dev/null"); /* OpenSSL ends a program that may not read the real one */
	add_variable(l, "TORA_SANDBOX", "landlock");
	for (const char *const *e = spec->env; e && *e; e++)
		if (strchr(*e, '='))
			add2(l, "--env", *e);
}

static void add_files(struct line *l, const struct tora_box_spec *spec)
{
	/* what interpreters ask the machine about itself; nothing of a process or a person */
	static const char *const facts[] = {
		"/etc/ld.so.cache",       "/etc/ld.so.conf",
		"/etc/ld.so.conf.d",      "/etc/alternatives",
		"/proc/cpuinfo",          "/proc/meminfo",
		"/proc/filesystems",      "/proc/sys/vm/overcommit_memory",
		"/sys/devices/system/cpu"
	};
	static const char *const devices[] = { "/dev/null", "/dev/zero", "/dev/full", "/dev/random",
		                               "/dev/urandom" };

	for (size_t i = 0; i < spec->n_roots; i++)
		add2(l, "--read", spec->roots[i].path);
	for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++)
		add2(l, "--read", facts[i]);
	for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++)
		add2(l, "--device", devices[i]);
	for (size_t i = 0; i < spec->n_mounts; i++)
		add2(l, "--read", spec->mounts[i]);
	if (spec->tree)
		add2(l, spec->is_tree_writable ? "--write" : "--read", spec->tree);
	if (spec->runner)
		add2(l, spec->is_runner_writable ? "--write" : "--read", spec->runner);
	if (spec->out)
		add2(l, "--write", spec->out);
}

static void launch(struct line *l, const struct tora_box_spec *spec)
{
	add(l, spec->program);
	add(l, "--guard");
	for (size_t i = 0; i < spec->n_join; i++)
		add2(l, "--join", spec->join[i]);
	add2(l, "--limit", "core=0");
	if (spec->setpriv)
		add2(l, "--uid", tora_arena_printf(l->arena, "%u", spec->user));
	else
		add(l, "--no-capabilities");
	add_files(l, spec);
	add2(l, "--scratch", spec->scratch);
	add2(l, "--scratch-mib", tora_arena_printf(l->arena, "%u", spec->tmp_mib));
	add_alone_environment(l, spec);
	add2(l, "--chdir", spec->dir ? spec->dir : "/");
	if (spec->filter_fd >= 0)
		add2(l, "--filter", tora_arena_printf(l->arena, "%d", spec->filter_fd));
	add(l, "--");
}

/* ---- either ------------------------------------------------------------------------------- */

const char *const *tora_box_argv(const struct tora_box_spec *spec, struct tora_arena *arena)
{
	struct line l = { .arena = arena };

	assert(strcmp(TORA_BOX_TREE, TORA_MOUNT) == 0);
	switch (spec->tier) {
	case TORA_TIER_BUBBLEWRAP:
		bubblewrap(&l, spec);
		break;
	case TORA_TIER_LANDLOCK:
		launch(&l, spec);
		break;
	}
	for (const char *const *a = spec->argv; *a; a++)
		add(&l, *a);
	add(&l, NULL);
	return l.at.at;
}

const char *tora_box_inside(enum tora_tier tier, const char *real, const char *mounted)
{
	return tier == TORA_TIER_LANDLOCK ? real : mounted;
}
