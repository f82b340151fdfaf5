/*
 * toolchain.c - see toolchain.h.
 *
 * A repository may bring its own .venv/bin/python, so that file is never run: pyvenv.cfg
 * names the interpreter the environment was made from, and that one must lie outside of
 * the work tree. A python3 in PATH may be a script that picks one (pyenv), so it is asked
 * where the real one is.
 */
#include "lang/python/toolchain.h"
#include "model/config.h"
#include "tora/clock.h"
#include "tora/hash.h"
#include "tora/json.h"
#include "tora/spawn.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ASK_MS      10000
#define ASK_MAX     (64u << 10)
#define CFG_MAX     (64u << 10)
#define DISTS_MAX   20000 /* names of one site folder that go into the fingerprint */
#define PTH_MAX     64    /* .pth files read of one site folder */
#define FOLDERS_MAX 64    /* folders on the import path */

/* -I: no PYTHON* variables, no folder of ours; -S: no site, so no .pth file runs. */
static const char ask_script[] =
	"import json, os, site, sys, sysconfig\n"
	"print(json.dumps({'executable': os.path.realpath(sys.executable),\n"
	"  'version': '%d.%d.%d' % sys.version_info[:3], 'prefix': sys.base_prefix,\n"
	"  'exec_prefix': sys.base_exec_prefix,\n"
	"  'stdlib': [p for p in (sysconfig.get_path('stdlib'), sysconfig.get_path('platstdlib')) "
	"if p],\n"
	"  'site': site.getsitepackages(), 'user': site.getusersitepackages()}))\n";

struct search {
	const char *repo; /* real path of the work tree */
	const struct tora_config *config;
	struct tora_arena *arena;
	struct tora_toolchain found;
	struct tora_str tried;
};

/* ---- small file helpers ------------------------------------------------------------------- */

static bool is_dir(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool is_program(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

/* A small regular file's bytes; empty when it cannot be read. */
static struct tora_sv read_small(const char *path, struct tora_arena *arena)
{
	char *buf;
	ssize_t got;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct stat st;
	struct tora_sv bytes = { NULL, 0 };

	if (fd < 0)
		return bytes;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size <= (off_t)CFG_MAX) {
		buf = tora_arena_alloc(arena, CFG_MAX);
		got = read(fd, buf, CFG_MAX);
		if (got > 0)
			bytes = (struct tora_sv){ buf, (size_t)got };
	}
	(void)close(fd);
	return bytes;
}

static bool is_inside(const char *path, const char *dir)
{
	size_t len = strlen(dir);

	return strncmp(path, dir, len) == 0 && (path[len] == '/' || path[len] == '\0');
}

static const char *real(const char *path, struct tora_arena *arena)
{
	char buf[PATH_MAX];

	return realpath(path, buf) ? tora_arena_dup(arena, buf) : NULL;
}

/* ---- what the result is made of ------------------------------------------------------------ */

/* /usr and its merged links are always visible in the sandbox. */
static bool always_visible(const char *path)
{
	static const char *const dirs[] = { "/usr", "/lib", "/lib64", "/bin", "/sbin", NULL };

	for (const char *const *d = dirs; *d; d++)
		if (is_inside(path, *d))
			return true;
	return false;
}

static void add_mount(struct search *s, const char *path)
{
	if (!path || !is_dir(path) || always_visible(path) || strcmp(path, "/") == 0)
		return;
	for (size_t i = 0; i < s->found.mounts.n; i++)
		if (is_inside(path, s->found.mounts.at[i]))
			return;
	*tora_vec_push(s->arena, &s->found.mounts) = path;
}

/* Inside the work tree only an environment is used, never the project: that comes from the builds. */
static void add_import_folder(struct search *s, const char *path)
{
	if (!path || !is_dir(path) || s->found.import_path.n >= FOLDERS_MAX)
		return;
	for (size_t i = 0; i < s->found.import_path.n; i++)
		if (strcmp(path, s->found.import_path.at[i]) == 0)
			return;
	*tora_vec_push(s->arena, &s->found.import_path) = path;
	add_mount(s, path);
}

/*
 * An environment may have come with the repository, and what it names becomes readable in the
 * sandbox. So never a folder that the work tree or the home folder lies in, and of the hidden
 * folders at home, where keys are, only those that are site folders themselves.
 */
static bool may_be_shown(struct search *s, const char *path)
{
	const char *home = getenv("HOME"), *rest;

	if (is_inside(s->repo, path) || strcmp(path, "/") == 0)
		return false;
	home = home && home[0] == '/' ? real(home, s->arena) : NULL;
	if (!home || strcmp(home, "/") == 0)
		return true;
	if (is_inside(home, path))
		return false;
	rest = is_inside(path, home) ? path + strlen(home) : "";
	return strncmp(rest, "/.", 2) != 0 || strstr(rest, "/site-packages") ||
	       strstr(rest, "/dist-packages");
}

/* The plain paths a .pth file adds; lines that are code are left alone. */
static void add_pth(struct search *s, const char *site, const char *name)
{
	struct tora_sv line,
		text = read_small(tora_arena_printf(s->arena, "%s/%s", site, name), s->arena);

	while (tora_sv_line(&text, &line)) {
		const char *path;
		line = tora_sv_trim(line);
		if (line.len == 0 || line.at[0] == '#' || tora_sv_starts(line, "import ") ||
		    tora_sv_starts(line, "import\t") || memchr(line.at, '\0', line.len))
			continue;
		path = tora_arena_text(s->arena, line);
		if (path[0] != '/')
			path = tora_arena_printf(s->arena, "%s/%s", site, path);
		path = real(path, s->arena);
		if (path && !is_inside(path, s->repo) && may_be_shown(s, path))
			add_import_folder(s, path);
	}
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names in a site folder, sorted: they carry the versions of what is installed. */
static void hash_names(struct tora_hash *h, const char *dir, struct tora_arena *arena)
{
	DIR *d = opendir(dir);
	TORA_VEC(const char *) names = { 0 };
	struct dirent *e;

	tora_hash_field(h, tora_sv(dir));
	while (d && names.n < DISTS_MAX && (e = readdir(d)))
		if (strcmp(e->d_name, "__pycache__") != 0 && e->d_name[0] != '.')
			*tora_vec_push(arena, &names) = tora_arena_dup(arena, e->d_name);
	if (d)
		(void)closedir(d);
	if (names.n)
		qsort(names.at, names.n, sizeof *names.at, by_name);
	for (size_t i = 0; i < names.n; i++)
		tora_hash_field(h, tora_sv(names.at[i]));
}

static void add_all_pth(struct search *s, const char *site)
{
	DIR *d = opendir(site);
	struct dirent *e;
	TORA_VEC(const char *) names = { 0 };

	while (d && names.n < PTH_MAX && (e = readdir(d)))
		if (tora_sv_ends(tora_sv(e->d_name), ".pth"))
			*tora_vec_push(s->arena, &names) = tora_arena_dup(s->arena, e->d_name);
	if (d)
		(void)closedir(d);
	if (names.n)
		qsort(names.at, names.n, sizeof *names.at, by_name);
	for (size_t i = 0; i < names.n; i++)
		add_pth(s, site, names.at[i]);
}

static void add_site(struct search *s, const char *site)
{
	if (!site || !is_dir(site))
		return;
	add_import_folder(s, site);
	add_all_pth(s, site);
}

static void fingerprint(struct search *s)
{
	char hex[TORA_HASH_HEX];
	struct tora_hash h;
	struct stat st = { 0 };

	(void)stat(s->found.program, &st);
	tora_hash_init(&h);
	tora_hash_field(&h, tora_sv(s->found.program));
	tora_hash_field(&h, tora_sv(s->found.version));
	tora_hash_field(&h, tora_sv(tora_arena_printf(s->arena, "%lld.%09ld %lld",
	                                              (long long)st.st_mtim.tv_sec,
	                                              st.st_mtim.tv_nsec, (long long)st.st_size)));
	for (size_t i = 0; i < s->found.import_path.n; i++)
		hash_names(&h, s->found.import_path.at[i], s->arena);
	tora_hash_final(&h, hex);
	s->found.fingerprint = tora_arena_dup(s->arena, hex);
}

/* ---- asking an interpreter ------------------------------------------------------------------ */

struct venv {
	const char *dir; /* NULL: none */
	const char *base;
	bool system_site;
	bool is_committed; /* it came with the repository, or something in it did */
};

/*
 * The site folder of an environment; one that is a link to elsewhere is none. Of one that came with
 * the repository no more is shown than the repository: what .pth files name is not asked for.
 */
static void add_own_site(struct search *s, const struct venv *venv, const char *site)
{
	const char *path = real(site, s->arena);

	if (!path || !is_inside(path, venv->dir))
		return;
	if (!venv->is_committed)
		add_site(s, path);
	else if (is_inside(path, s->repo))
		add_import_folder(s, path);
}

static void use_answer(struct search *s, const cJSON *answer, const struct venv *venv,
                       const char *how)
{
	const char *version = tora_json_text(answer, "version", "");
	const cJSON *one;
	int minor_end = 0;
	int dots = 0;

	for (; version[minor_end] && dots + (version[minor_end] == '.') < 2; minor_end++)
		dots += version[minor_end] == '.';
	s->found.program = tora_arena_dup(s->arena, tora_json_text(answer, "executable", ""));
	s->found.version = tora_arena_dup(s->arena, version);
	s->found.how = how;
	add_mount(s, tora_arena_dup(s->arena, tora_json_text(answer, "prefix", NULL)));
	add_mount(s, tora_arena_dup(s->arena, tora_json_text(answer, "exec_prefix", NULL)));
	cJSON_ArrayForEach(one, tora_json_list(answer, "stdlib"))
		add_mount(s, tora_arena_dup(s->arena, cJSON_GetStringValue(one)));
	if (venv->dir)
		add_own_site(s, venv,
		             tora_arena_printf(s->arena, "%s/lib/python%.*s/site-packages",
		                               venv->dir, minor_end, version));
	if (venv->dir && !venv->system_site)
		return;
	add_site(s, tora_arena_dup(s->arena, tora_json_text(answer, "user", NULL)));
	cJSON_ArrayForEach(one, tora_json_list(answer, "site"))
		add_site(s, tora_arena_dup(s->arena, cJSON_GetStringValue(one)));
}

/* Ask `program`; TORA_E_NOTFOUND, and a word in `tried`, when it is no usable Python. */
static int ask(struct search *s, const char *program, const struct venv *venv, const char *how,
               struct tora_err *err)
{
	const char *argv[] = { program, "-I", "-S", "-c", ask_script, NULL };
	struct tora_spawn_spec spec = {
		.argv = argv, .dir = s->repo, .budget_ms = ASK_MS, .out_max = ASK_MAX
	};
	struct tora_spawn_result out;
	struct tora_err why = TORA_ERR_INIT;
	cJSON *answer = NULL;
	int rc = TORA_E_NOTFOUND;

	if (tora_spawn_run(&spec, &out, &why)) {
		tora_str_addf(&s->tried, "%s%s", s->tried.len ? ", " : "", how);
		return tora_fail(err, TORA_E_NOTFOUND, "%s does not start: %s", how, why.msg);
	}
	if (out.how == TORA_SPAWN_EXIT && out.code == 0 &&
	    tora_json_parse(tora_sv_trim(tora_str_view(&out.out)), ASK_MAX, &answer, &why) == 0 &&
	    tora_json_text(answer, "executable", "")[0] == '/' &&
	    tora_json_text(answer, "version", "")[0] == '3') {
		use_answer(s, answer, venv, how);
		rc = TORA_OK;
	} else {
		tora_str_addf(&s->tried, "%s%s", s->tried.len ? ", " : "", how);
		(void)tora_fail(err, rc, "%s is no Python 3 that answers", how);
	}
	cJSON_Delete(answer);
	tora_spawn_done(&out);
	return rc;
}

/* ---- virtual environments ------------------------------------------------------------------- */

static const char *cfg_value(struct tora_sv cfg, const char *key, struct tora_arena *arena)
{
	struct tora_sv line;

	while (tora_sv_line(&cfg, &line)) {
		const char *eq = line.len ? memchr(line.at, '=', line.len) : NULL;
		if (!eq || memchr(line.at, '\0', line.len))
			continue;
		if (tora_sv_is(tora_sv_trim((struct tora_sv){ line.at, (size_t)(eq - line.at) }),
		               key))
			return tora_arena_text(
				arena, tora_sv_trim((struct tora_sv){
					       eq + 1, (size_t)(line.at + line.len - eq - 1) }));
	}
	return NULL;
}

/*
 * pyvenv.cfg may be anybody's: it names no other program than a Python, and none that another
 * user of this machine has put somewhere.
 */
static bool is_python(const char *path)
{
	const char *name = strrchr(path, '/') + 1;
	struct stat st;

	if (strncmp(name, "python", 6) != 0 && strncmp(name, "pypy", 4) != 0)
		return false;
	return is_program(path) && stat(path, &st) == 0 && !(st.st_mode & S_IWOTH) &&
	       (st.st_uid == 0 || st.st_uid == geteuid() || always_visible(path) ||
	        is_inside(path, "/opt"));
}

/* An interpreter outside of the work tree that the environment says it was made from. */
static const char *venv_base(struct search *s, struct tora_sv cfg)
{
	const char *home = cfg_value(cfg, "home", s->arena);
	const char *candidates[] = { cfg_value(cfg, "executable", s->arena),
		                     home ? tora_arena_printf(s->arena, "%s/python3", home) : NULL,
		                     home ? tora_arena_printf(s->arena, "%s/python", home) : NULL };

	for (size_t i = 0; i < sizeof candidates / sizeof candidates[0]; i++) {
		const char *path = candidates[i] && candidates[i][0] == '/'
		                           ? real(candidates[i], s->arena)
		                           : NULL;
		if (path && is_python(path) && !is_inside(path, s->repo))
			return path;
	}
	return NULL;
}

/* Both as it is called and where that leads: a link may have been committed. */
static bool came_with_repo(const struct search *s, const char *dir, const char *path)
{
	const char *const both[] = { dir, path };

	for (size_t i = 0; s->config->is_committed && i < 2; i++)
		if (is_inside(both[i], s->repo) && strlen(both[i]) > strlen(s->repo) &&
		    !strstr(both[i], "/..") &&
		    s->config->is_committed(s->config->committed_ctx,
		                            both[i] + strlen(s->repo) + 1))
			return true;
	return false;
}

static bool read_venv(struct search *s, const char *dir, struct venv *ret)
{
	struct tora_sv cfg =
		read_small(tora_arena_printf(s->arena, "%s/pyvenv.cfg", dir), s->arena);
	const char *system_site, *path = real(dir, s->arena), *base;

	if (cfg.len == 0 || !path)
		return false;
	base = venv_base(s, cfg);
	if (!base) {
		tora_str_addf(&s->tried, "%s%s (no interpreter of it can be used)",
		              s->tried.len ? ", " : "", dir);
		return false;
	}
	system_site = cfg_value(cfg, "include-system-site-packages", s->arena);
	*ret = (struct venv){ path, base, system_site && strcmp(system_site, "true") == 0,
		              came_with_repo(s, dir, path) };
	return true;
}

static int from_venv(struct search *s, const char *dir, const char *how, struct tora_err *err)
{
	struct venv venv = { 0 };

	if (!read_venv(s, dir, &venv))
		return tora_fail(err, TORA_E_NOTFOUND, "no virtual environment at %s", dir);
	return ask(s, venv.base, &venv, how, err);
}

/* ---- the ladder ------------------------------------------------------------------------------- */

/* A program by path or by name; when it is the python of an environment, that environment. */
static int from_program(struct search *s, const char *program, const char *how,
                        struct tora_err *err)
{
	struct venv none = { 0 };
	const char *slash = strrchr(program, '/');
	const char *dir;

	if (slash && program[0] != '/') {
		program = tora_arena_printf(s->arena, "%s/%s", s->repo, program);
		slash = strrchr(program, '/');
	}
	if (slash) {
		dir = tora_arena_printf(s->arena, "%.*s/..", (int)(slash - program), program);
		if (access(tora_arena_printf(s->arena, "%s/pyvenv.cfg", dir), F_OK) == 0)
			return from_venv(s, dir, how, err);
	}
	return ask(s, program, &none, how, err);
}

/* The first python3 of PATH as a path, so that an environment in PATH is seen as one. */
static const char *in_path(struct tora_arena *arena)
{
	const char *path = getenv("PATH"), *end;

	for (; path && *path; path = *end ? end + 1 : end) {
		const char *program;
		end = path + strcspn(path, ":");
		if (*path != '/')
			continue;
		program = tora_arena_printf(arena, "%.*s/python3", (int)(end - path), path);
		if (is_program(program))
			return program;
	}
	return NULL;
}

static int climb(struct search *s, const struct tora_config *config, struct tora_err *err)
{
	static const char *const venvs[] = { ".venv", "venv", "env" };
	const char *program, *active = getenv("VIRTUAL_ENV");
	struct tora_err why = TORA_ERR_INIT;

	if (config->python_interpreter)
		return from_program(s, config->python_interpreter, "tora.python.interpreter", err);
	for (size_t i = 0; i < sizeof venvs / sizeof venvs[0]; i++) {
		const char *dir = tora_arena_printf(s->arena, "%s/%s", s->repo, venvs[i]);
		const char *how = tora_arena_printf(s->arena, "venv at %s", venvs[i]);
		if (from_venv(s, dir, how, &why) == TORA_OK)
			return TORA_OK;
	}
	program = in_path(s->arena);
	if (program && !is_inside(program, s->repo) &&
	    from_program(s, program, "python3 in PATH", &why) == TORA_OK)
		return TORA_OK;
	if (active && active[0] == '/' && from_venv(s, active, "VIRTUAL_ENV", &why) == TORA_OK)
		return TORA_OK;
	tora_str_addf(&s->tried, "%spython3 in PATH", s->tried.len ? ", " : "");
	return tora_fail(err, TORA_E_NOTFOUND,
	                 "no Python 3 found (tried .venv, venv, env, %s): git config "
	                 "tora.python.interpreter PROGRAM names one",
	                 s->tried.buf);
}

int tora_python_toolchain(const char *repo_path, const struct tora_config *config,
                          struct tora_arena *arena, struct tora_toolchain *ret,
                          struct tora_err *err)
{
	struct search s = { .config = config, .arena = arena, .tried = TORA_STR_INIT(160) };
	int rc;

	s.repo = real(repo_path, arena);
	if (!s.repo)
		return tora_fail_sys(err, "%s", repo_path);
	rc = climb(&s, config, err);
	if (rc == TORA_OK) {
		fingerprint(&s);
		*ret = s.found;
	}
	tora_str_free(&s.tried);
	return rc;
}
