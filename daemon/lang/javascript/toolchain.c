/*
 * toolchain.c - see toolchain.h.
 */
#include "lang/javascript/toolchain.h"
#include "lang/javascript/packages.h"
#include "model/config.h"
#include "tora/hash.h"
#include "tora/json.h"
#include "tora/spawn.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ASK_MS       10000
#define ASK_MAX      (16u << 10)
#define MAJOR_MIN    18
#define STRIPS_MAJOR 22 /* a Node that takes types away by itself */
#define STRIPS_MINOR 18
#define PACKAGES_MAX 20000 /* names of one node_modules that go into the fingerprint */

static const char ask_script[] =
	"console.log(JSON.stringify({ executable: require('fs').realpathSync(process.execPath),"
	" version: process.versions.node }))";

static bool is_dir(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
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

static const char *folder_of(const char *path, struct tora_arena *arena)
{
	const char *slash = strrchr(path, '/');

	return tora_arena_text(arena, (struct tora_sv){ path, (size_t)(slash - path) });
}

/* The first node of PATH that does not lie in the work tree. */
static const char *in_path(const char *repo, struct tora_arena *arena)
{
	const char *path = getenv("PATH"), *end;
	struct stat st;

	for (; path && *path; path = *end ? end + 1 : end) {
		const char *program, *target;
		end = path + strcspn(path, ":");
		if (*path != '/')
			continue;
		program = tora_arena_printf(arena, "%.*s/node", (int)(end - path), path);
		if (stat(program, &st) < 0 || !S_ISREG(st.st_mode) || access(program, X_OK) < 0)
			continue;
		target = real(program, arena);
		if (target && !is_inside(target, repo) && !is_inside(program, repo))
			return program;
	}
	return NULL;
}

/* A Node that was unpacked somewhere brings more than its program; but its folder's parent may be a home. */
static void add_mount(struct tora_toolchain *t, struct tora_arena *arena)
{
	static const char *const visible[] = { "/usr", "/lib", "/lib64", "/bin", "/sbin", NULL };
	const char *bin = folder_of(t->program, arena), *prefix = folder_of(bin, arena);

	for (const char *const *v = visible; *v; v++)
		if (is_inside(t->program, *v))
			return;
	if (is_dir(tora_arena_printf(arena, "%s/include/node", prefix)))
		bin = prefix;
	*tora_vec_push(arena, &t->mounts) = bin;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void hash_stat(struct tora_hash *h, const char *path, struct tora_arena *arena)
{
	struct stat st = { 0 };

	(void)stat(path, &st);
	tora_hash_field(
		h, tora_sv(tora_arena_printf(arena, "%lld.%09ld %lld", (long long)st.st_mtim.tv_sec,
	                                     st.st_mtim.tv_nsec, (long long)st.st_size)));
}

/* What is installed: names, and the list a package manager keeps of exact versions. */
static void hash_packages(struct tora_hash *h, const char *dir, struct tora_arena *arena)
{
	static const char *const lists[] = { ".package-lock.json", ".yarn-integrity",
		                             ".yarn-state.yml", ".modules.yaml" };
	TORA_VEC(const char *) names = { 0 };
	DIR *d = opendir(dir);
	struct dirent *e;

	while (d && names.n < PACKAGES_MAX && (e = readdir(d)))
		if (e->d_name[0] != '.')
			*tora_vec_push(arena, &names) = tora_arena_dup(arena, e->d_name);
	if (d)
		(void)closedir(d);
	if (names.n)
		qsort(names.at, names.n, sizeof *names.at, by_name);
	for (size_t i = 0; i < names.n; i++)
		tora_hash_field(h, tora_sv(names.at[i]));
	for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
		hash_stat(h, tora_arena_printf(arena, "%s/%s", dir, lists[i]), arena);
}

static void fingerprint(struct tora_toolchain *t, struct tora_arena *arena)
{
	char hex[TORA_HASH_HEX];
	struct tora_hash h;

	tora_hash_init(&h);
	tora_hash_field(&h, tora_sv(t->program));
	tora_hash_field(&h, tora_sv(t->version));
	hash_stat(&h, t->program, arena);
	for (size_t i = 0; i < t->import_path.n; i++)
		hash_packages(&h, t->import_path.at[i], arena);
	tora_hash_final(&h, hex);
	t->fingerprint = tora_arena_dup(arena, hex);
}

/* A link may lead to another project's packages; but not one that came with the repository. */
static bool may_be_shown(const char *packages, const char *repo, const struct tora_config *config)
{
	if (!tora_sv_ends(tora_sv(packages), "/node_modules"))
		return false;
	return is_inside(packages, repo) || !config->is_committed ||
	       !config->is_committed(config->committed_ctx, "node_modules");
}

static int ask(const char *program, struct tora_arena *arena, struct tora_toolchain *ret,
               struct tora_err *err)
{
	const char *argv[] = { program, "-e", ask_script, NULL };
	struct tora_spawn_spec spec = {
		.argv = argv, .dir = "/", .budget_ms = ASK_MS, .out_max = ASK_MAX
	};
	struct tora_spawn_result out;
	struct tora_err why = TORA_ERR_INIT;
	cJSON *answer = NULL;
	int rc = TORA_E_NOTFOUND;
	long major;

	if (tora_spawn_run(&spec, &out, &why))
		return tora_fail(err, rc, "%s does not start: %s", program, why.msg);
	if (out.how == TORA_SPAWN_EXIT && out.code == 0 &&
	    tora_json_parse(tora_sv_trim(tora_str_view(&out.out)), ASK_MAX, &answer, &why) == 0 &&
	    tora_json_text(answer, "executable", "")[0] == '/') {
		ret->program = tora_arena_dup(arena, tora_json_text(answer, "executable", ""));
		ret->version = tora_arena_dup(arena, tora_json_text(answer, "version", "0"));
		major = strtol(ret->version, NULL, 10);
		rc = major >= MAJOR_MIN ? TORA_OK
		                        : tora_fail(err, rc, "%s is Node %s; 18 or later is needed",
		                                    program, ret->version);
	} else {
		(void)tora_fail(err, rc, "%s is no Node that answers", program);
	}
	cJSON_Delete(answer);
	tora_spawn_done(&out);
	return rc;
}

int tora_javascript_toolchain(const char *repo_path, const struct tora_config *config,
                              struct tora_arena *arena, struct tora_toolchain *ret,
                              struct tora_err *err)
{
	struct tora_toolchain found = { .how = "node in PATH" };
	const char *repo = real(repo_path, arena), *program, *packages, *manager;
	int rc;

	if (!repo)
		return tora_fail_sys(err, "%s", repo_path);
	program = in_path(repo, arena);
	if (!program)
		return tora_fail(err, TORA_E_NOTFOUND,
		                 "no Node found (tried node in PATH): install Node 18 or later");
	rc = ask(program, arena, &found, err);
	if (rc)
		return rc;
	add_mount(&found, arena);
	packages = real(tora_arena_printf(arena, "%s/node_modules", repo), arena);
	if (packages && is_dir(packages) && may_be_shown(packages, repo, config)) {
		*tora_vec_push(arena, &found.import_path) = packages;
		*tora_vec_push(arena, &found.mounts) = packages;
	}
	tora_javascript_inner_packages(repo, arena, &found);
	manager = tora_javascript_manager(repo, arena);
	if (manager)
		found.how = tora_arena_printf(arena, "%s, packages by %s", found.how, manager);
	found.note = tora_javascript_disagreement(repo, arena);
	fingerprint(&found, arena);
	*ret = found;
	return TORA_OK;
}

static bool has_compiler(const struct tora_toolchain *t, struct tora_arena *arena)
{
	for (size_t i = 0; i < t->import_path.n; i++)
		if (is_dir(tora_arena_printf(arena, "%s/typescript", t->import_path.at[i])))
			return true;
	return false;
}

static bool strips_types(const char *version)
{
	char *rest;
	long major = strtol(version, &rest, 10),
	     minor = *rest == '.' ? strtol(rest + 1, NULL, 10) : 0;

	return major > STRIPS_MAJOR || (major == STRIPS_MAJOR && minor >= STRIPS_MINOR);
}

int tora_javascript_ts_toolchain(const char *repo_path, const struct tora_config *config,
                                 struct tora_arena *arena, struct tora_toolchain *ret,
                                 struct tora_err *err)
{
	int rc = tora_javascript_toolchain(repo_path, config, arena, ret, err);

	if (rc == TORA_OK && !has_compiler(ret, arena) && !strips_types(ret->version))
		ret->how = tora_arena_printf(
			arena,
			"%s; TypeScript needs a build, typescript in node_modules, or Node %d.%d",
			ret->how, STRIPS_MAJOR, STRIPS_MINOR);
	return rc;
}

int tora_javascript_tsx_toolchain(const char *repo_path, const struct tora_config *config,
                                  struct tora_arena *arena, struct tora_toolchain *ret,
                                  struct tora_err *err)
{
	int rc = tora_javascript_toolchain(repo_path, config, arena, ret, err);

	if (rc == TORA_OK && !has_compiler(ret, arena))
		ret->how = tora_arena_printf(
			arena, "%s; JSX needs a build, or typescript in node_modules", ret->how);
	return rc;
}
