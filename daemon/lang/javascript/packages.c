/*
 * packages.c - see packages.h.
 */
#include "lang/javascript/packages.h"

#include "tora/json.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_MAX    (8u << 20)
#define ASKED_MAX   400 /* packages that package.json asks for */
#define NAMED_MAX   3   /* that a sentence names */
#define INNER_MAX   100 /* packages with a node_modules of their own */
#define INNER_DEPTH 3
#define LOOK_MAX    5000 /* folders that are looked through for them */

static const struct manager {
	const char *name, *lock;
	const char *command; /* that installs what the lock file says */
} managers[] = {
	{ "npm", "package-lock.json", "npm ci" },     { "npm", "npm-shrinkwrap.json", "npm ci" },
	{ "pnpm", "pnpm-lock.yaml", "pnpm install" }, { "yarn", "yarn.lock", "yarn install" },
	{ "bun", "bun.lock", "bun install" },         { "bun", "bun.lockb", "bun install" },
};
#define MANAGERS (sizeof managers / sizeof managers[0])

static struct tora_sv read_file(const char *path, struct tora_arena *arena)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct tora_sv bytes = { NULL, 0 };
	struct stat st;

	if (fd < 0)
		return bytes;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size <= (off_t)FILE_MAX) {
		char *buf = tora_arena_alloc(arena, (size_t)st.st_size + 1);
		ssize_t got = 1;
		while (got > 0 && bytes.len < (size_t)st.st_size) {
			got = read(fd, buf + bytes.len, (size_t)st.st_size - bytes.len);
			bytes.len += got > 0 ? (size_t)got : 0;
		}
		bytes.at = buf;
	}
	(void)close(fd);
	return bytes;
}

static cJSON *read_json(const char *path, struct tora_arena *arena)
{
	struct tora_err ignored = TORA_ERR_INIT;
	struct tora_sv text = read_file(path, arena);
	cJSON *json = NULL;

	if (text.len && tora_json_parse(text, FILE_MAX, &json, &ignored))
		return NULL;
	return json;
}

static bool is_there(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0;
}

/* ---- the manager ------------------------------------------------------------------------------ */

static const struct manager *manager_of(const char *repo, struct tora_arena *arena)
{
	const struct manager *found = NULL;
	cJSON *said;

	for (size_t i = 0; i < MANAGERS && !found; i++)
		if (is_there(tora_arena_printf(arena, "%s/%s", repo, managers[i].lock)))
			found = &managers[i];
	said = read_json(tora_arena_printf(arena, "%s/package.json", repo), arena);
	for (size_t i = 0; i < MANAGERS && said;
	     i++) { /* "pnpm@9.1.0" decides among several lock files */
		const char *text = tora_json_text(said, "packageManager", "");
		size_t len = strlen(managers[i].name);
		if (strncmp(text, managers[i].name, len) == 0 && text[len] == '@' &&
		    (!found || strcmp(found->name, managers[i].name) != 0)) {
			found = &managers[i];
			break;
		}
	}
	cJSON_Delete(said);
	return found;
}

const char *tora_javascript_manager(const char *repo, struct tora_arena *arena)
{
	const struct manager *found = manager_of(repo, arena);

	return found ? found->name : NULL;
}

/* ---- what the lock file says -------------------------------------------------------------------- */

struct lock {
	struct tora_sv text; /* of yarn and pnpm */
	cJSON *json;         /* of npm */
	const char *file;
};

static struct tora_sv unquoted(struct tora_sv s)
{
	if (s.len > 1 && (s.at[0] == '"' || s.at[0] == '\''))
		s = (struct tora_sv){ s.at + 1, s.len - 2 };
	return s;
}

/* Is this the line that opens what a lock file says of `name`? yarn: `name@^1:`; pnpm: `name:` */
static bool opens(struct tora_sv line, const char *name)
{
	struct tora_sv said = tora_sv_trim(line);
	size_t len = strlen(name);

	if (!said.len || said.at[said.len - 1] != ':')
		return false;
	said = unquoted((struct tora_sv){ said.at, said.len - 1 });
	return said.len >= len && memcmp(said.at, name, len) == 0 &&
	       (said.len == len || said.at[len] == '@');
}

/* The version in the lines below the one that opens an entry; "" when it has none. */
static const char *version_below(struct tora_sv below, struct tora_arena *arena)
{
	struct tora_sv one;

	for (int i = 0; i < 3 && tora_sv_line(&below, &one); i++) {
		struct tora_sv said = tora_sv_trim(one);
		if (!tora_sv_starts(said, "version"))
			continue;
		said = (struct tora_sv){ said.at + 7, said.len - 7 };
		if (said.len && said.at[0] == ':')
			said = (struct tora_sv){ said.at + 1, said.len - 1 };
		said = unquoted(tora_sv_trim(said));
		for (size_t n = 0; n < said.len; n++) /* 1.2.3(peer@4) */
			if (said.at[n] == '(')
				said.len = n;
		return tora_arena_text(arena, said);
	}
	return "";
}

/* Does the line that opens an entry name `what` as a whole: `"a@^1", "a@^2":` */
static bool is_named(struct tora_sv line, const char *what)
{
	size_t len = strlen(what);

	for (size_t i = 0; i + len < line.len; i++)
		if (memcmp(line.at + i, what, len) == 0 && memchr("\"',:", line.at[i + len], 4) &&
		    (i == 0 || memchr("\"', ", line.at[i - 1], 4)))
			return true;
	return false;
}

/*
 * The version of the entry that is for this range, as package.json says it; else of the only one of that name, and
 * "" when there are more, which other packages ask for. NULL: it is not in there.
 */
static const char *version_in_text(struct tora_sv text, const char *name, const char *range,
                                   struct tora_arena *arena)
{
	const char *found = NULL;
	const char *exact = tora_arena_printf(arena, "%s@%s", name, range);
	const char *npm = tora_arena_printf(arena, "%s@npm:%s", name, range);
	struct tora_sv line;

	while (tora_sv_line(&text, &line)) {
		const char *one;
		if (!opens(line, name))
			continue;
		one = version_below(text, arena);
		if (is_named(line, exact) || is_named(line, npm) || is_named(line, name))
			return one;
		found = found && strcmp(found, one) != 0 ? "" : one;
	}
	return found;
}

static const char *version_in_lock(const struct lock *lock, const char *name, const char *range,
                                   struct tora_arena *arena)
{
	const cJSON *all, *one;

	if (!lock->json)
		return version_in_text(lock->text, name, range, arena);
	all = cJSON_GetObjectItemCaseSensitive(lock->json, "packages");
	if (all) {
		one = cJSON_GetObjectItemCaseSensitive(
			all, tora_arena_printf(arena, "node_modules/%s", name));
	} else { /* before npm 7 */
		all = cJSON_GetObjectItemCaseSensitive(lock->json, "dependencies");
		one = cJSON_GetObjectItemCaseSensitive(all, name);
	}
	return one ? tora_arena_dup(arena, tora_json_text(one, "version", "")) : NULL;
}

/* ---- against what is installed ------------------------------------------------------------------- */

struct names {
	struct tora_str text;
	size_t n;
};

static void name_it(struct names *list, const char *said)
{
	if (list->n++ < NAMED_MAX)
		tora_str_addf(&list->text, "%s%s", list->n > 1 ? ", " : "", said);
	else if (list->n == NAMED_MAX + 1)
		tora_str_adds(&list->text, ", …");
}

static void compare(const char *repo, const struct lock *lock, const char *name, const char *range,
                    struct names *missing, struct names *unlocked, struct names *other,
                    struct tora_arena *arena)
{
	cJSON *there = read_json(
		tora_arena_printf(arena, "%s/node_modules/%s/package.json", repo, name), arena);
	const char *locked = lock->file ? version_in_lock(lock, name, range, arena) : "";
	const char *installed = tora_arena_dup(arena, tora_json_text(there, "version", ""));

	if (!there)
		name_it(missing, name);
	if (!locked)
		name_it(unlocked, name);
	else if (there && *locked && *installed && strcmp(locked, installed) != 0 &&
	         !strchr(locked, ':'))
		name_it(other, tora_arena_printf(arena, "%s %s (installed is %s)", name, locked,
		                                 installed));
	cJSON_Delete(there);
}

static struct lock open_lock(const char *repo, const struct manager *manager,
                             struct tora_arena *arena)
{
	struct lock lock = { .file = NULL };
	const char *path;

	if (!manager || strcmp(manager->name, "bun") == 0)
		return lock; /* its lock file is read by itself alone */
	path = tora_arena_printf(arena, "%s/%s", repo, manager->lock);
	if (tora_sv_ends(tora_sv(manager->lock), ".json"))
		lock.json = read_json(path, arena);
	else
		lock.text = read_file(path, arena);
	if (lock.json || lock.text.len)
		lock.file = manager->lock;
	return lock;
}

/* Are packages kept in archives that only Yarn's own loader finds, which no test is run with? */
static bool is_plug_and_play(const char *repo, struct tora_arena *arena)
{
	static const char *const loaders[] = { ".pnp.cjs", ".pnp.js" };

	for (size_t i = 0; i < sizeof loaders / sizeof loaders[0]; i++)
		if (is_there(tora_arena_printf(arena, "%s/%s", repo, loaders[i])))
			return !is_there(tora_arena_printf(arena, "%s/node_modules", repo));
	return false;
}

const char *tora_javascript_disagreement(const char *repo, struct tora_arena *arena)
{
	const struct manager *manager = manager_of(repo, arena);
	cJSON *said = read_json(tora_arena_printf(arena, "%s/package.json", repo), arena);
	const cJSON *asked = cJSON_GetObjectItemCaseSensitive(said, "dependencies"), *one;
	struct lock lock = open_lock(repo, manager, arena);
	struct names missing = { .text = TORA_STR_INIT(1024) },
		     unlocked = { .text = TORA_STR_INIT(1024) },
		     other = { .text = TORA_STR_INIT(1024) };
	const char *command = manager ? manager->command : "npm install", *ret = NULL;
	size_t n = 0;

	cJSON_ArrayForEach(one, asked)
	{
		if (n++ >= ASKED_MAX)
			break;
		if (cJSON_IsString(one) && one->string &&
		    !strchr(one->valuestring, ':')) /* file:, workspace: */
			compare(repo, &lock, one->string, one->valuestring, &missing, &unlocked,
			        &other, arena);
	}
	if (missing.n && is_plug_and_play(repo, arena))
		ret = tora_arena_printf(arena,
		                        "Yarn's Plug'n'Play hides %s from tests; 'nodeLinker: "
		                        "node-modules' in .yarnrc.yml and 'yarn install' put "
		                        "packages where they are found",
		                        missing.text.buf);
	else if (missing.n)
		ret = tora_arena_printf(arena,
		                        "not installed: %s, which package.json asks for; '%s' "
		                        "installs it",
		                        missing.text.buf, command);
	else if (unlocked.n)
		ret = tora_arena_printf(arena,
		                        "%s lacks what package.json asks for: %s; tested with what "
		                        "is installed",
		                        lock.file, unlocked.text.buf);
	else if (other.n)
		ret = tora_arena_printf(
			arena, "%s says %s; tested with what is installed, '%s' changes that",
			lock.file, other.text.buf, command);
	tora_str_free(&missing.text);
	tora_str_free(&unlocked.text);
	tora_str_free(&other.text);
	cJSON_Delete(lock.json);
	cJSON_Delete(said);
	return ret;
}

/* ---- packages inside ------------------------------------------------------------------------------- */

static void look_in(const char *dir, int depth, size_t *looked, struct tora_arena *arena,
                    struct tora_toolchain *ret)
{
	DIR *d = *looked < LOOK_MAX ? opendir(dir) : NULL;
	struct dirent *e;
	struct stat st;

	while (d && (e = readdir(d)) && ++*looked < LOOK_MAX) {
		const char *path = tora_arena_printf(arena, "%s/%s", dir, e->d_name);
		if (e->d_name[0] == '.' || lstat(path, &st) < 0 || !S_ISDIR(st.st_mode))
			continue; /* a link may lead anywhere */
		if (strcmp(e->d_name, "node_modules") != 0) {
			if (depth < INNER_DEPTH)
				look_in(path, depth + 1, looked, arena, ret);
		} else if (depth > 0 && ret->import_path.n <= INNER_MAX) {
			*tora_vec_push(arena, &ret->import_path) = path;
			*tora_vec_push(arena, &ret->mounts) = path;
		}
	}
	if (d)
		(void)closedir(d);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void tora_javascript_inner_packages(const char *repo, struct tora_arena *arena,
                                    struct tora_toolchain *ret)
{
	size_t from = ret->import_path.n, looked = 0;

	look_in(repo, 0, &looked, arena, ret);
	if (ret->import_path.n > from)
		qsort(ret->import_path.at + from, ret->import_path.n - from,
		      sizeof *ret->import_path.at, by_text);
}
