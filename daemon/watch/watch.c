/*
 * watch.c - repositories, their dirt, and when it is looked at.
 */
#include "watch/watch.h"
#include "loop/timer.h"
#include "tora/clock.h"
#include "tora/log.h"
#include "watch/notify.h"
#include "watch/scan.h"

#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>

#define SCANS_AT_ONCE 4
#define RETRY_MS      5000 /* doubled for each failure in a row */
#define RETRIES       7
#define RELOOK_MS     60000 /* during a rebase; doubled up to RELOOK_MAX_MS */
#define RELOOK_MAX_MS (30 * 60 * 1000)

struct repo;

struct spot {              /* one watched directory */
	struct repo *repo; /* NULL: the plain folder */
	enum tora_dir_role role;
	int watch; /* -1: gone */
	bool is_listed;
};

struct repo {
	struct tora_watch *w;
	int64_t id;
	char *common_dir, *work_dir;
	char *main_dir; /* common_dir, without the "/.git" of a work tree */
	enum tora_watch_state state;
	char reason[200];
	bool is_dirty;
	bool is_waiting; /* for one of the SCANS_AT_ONCE */
	bool dirs_dirty, config_dirty;
	bool asked_dirs;  /* the look under way lists them */
	bool is_list_old; /* a watch was let go meanwhile: the list may name it */
	bool lacks_work;  /* its work tree is not there, as of the last look */
	bool lacks_spots; /* another repository has the watch of a folder: the same one, before it was moved */
	bool by_hook;
	bool tells_look; /* the next look is one to tell of: the first is it when somebody just added the repository */
	int64_t dirty_since; /* monotonic */
	unsigned fails;
	int64_t relook_ms;
	struct tora_timer *timer; /* debounce, retry, or the next look during a rebase */
	struct tora_scan *scan;
	struct spot **spots;
	size_t n_spots;
	struct tora_settings settings;
	struct tora_refs refs; /* one block of our own, refs.at */
	struct repo *next;
};

struct tora_watch {
	struct tora_watch_spec spec;
	struct tora_notify *notify; /* NULL: no inotify */
	struct repo *repos;
	unsigned scans;
	struct spot *folder;
	void (*folder_fn)(void *ctx, bool is_gone);
	void *folder_ctx;
};

static void look(void *ctx);
static void scan_done(void *ctx, const struct tora_refs *refs, const struct tora_peek *peek,
                      struct tora_arena *arena, const struct tora_err *err);

const char *tora_watch_state_name(enum tora_watch_state s)
{
	switch (s) {
	case TORA_WATCH_OK:
		return "ok";
	case TORA_WATCH_BUSY:
		return "busy";
	case TORA_WATCH_UNWATCHED:
		return "unwatched";
	case TORA_WATCH_GONE:
		return "repository-gone";
	}
	return "";
}

static void set_state(struct repo *r, enum tora_watch_state state, const char *reason)
{
	struct tora_str text = TORA_STR_INIT(sizeof r->reason - 1);

	tora_str_add_clip(&text, tora_sv(reason ? reason : ""));
	if (state != r->state || strcmp(text.buf, r->reason) != 0) {
		r->state = state;
		memcpy(r->reason, text.buf, text.len + 1);
		tora_log(r->w->spec.log, TORA_LOG_INFO, "watch", "'%s' is %s%s%s", r->common_dir,
		         tora_watch_state_name(state), *text.buf ? ": " : "", text.buf);
		r->w->spec.on_state(r->w->spec.ctx, r->id);
	}
	tora_str_free(&text);
}

bool tora_watch_is_settled(const struct tora_watch *w)
{
	for (const struct repo *r = w->repos; r; r = r->next)
		if (r->is_dirty || r->is_waiting || r->scan)
			return false;
	return true;
}

/* Whoever lists the same folder just now has been told of this watch. */
static void drop_spot(struct tora_watch *w, struct spot *spot)
{
	if (w->notify)
		tora_notify_remove(w->notify, spot->watch);
	for (struct repo *r = w->repos; r; r = r->next)
		if (r->scan && tora_scan_is_listing(r->scan))
			r->is_list_old = true;
	free(spot);
}

static void schedule(struct repo *r)
{
	int64_t now = tora_clock_mono_ms(), wait = r->w->spec.debounce_ms, left;

	if (!r->is_dirty) {
		r->is_dirty = true;
		r->dirty_since = now;
	}
	left = r->dirty_since + r->w->spec.debounce_cap_ms - now;
	if (left < wait)
		wait = left < 0 ? 0 : left;
	tora_timer_start(r->timer, wait);
}

/* Who wanted one of them lists its folders again. */
static void drop_spots(struct repo *r)
{
	for (size_t i = 0; i < r->n_spots; i++)
		drop_spot(r->w, r->spots[i]);
	free(r->spots);
	r->spots = NULL;
	r->n_spots = 0;
	for (struct repo *other = r->w->repos; other; other = other->next) {
		if (other == r || !other->lacks_spots)
			continue;
		other->lacks_spots = false;
		other->dirs_dirty = true;
		schedule(other);
	}
}

/* Everything of it is let go, so that the file system can be unmounted. */
static void set_gone(struct repo *r)
{
	if (r->scan)
		r->w->scans--;
	tora_scan_free(r->scan);
	r->scan = NULL;
	drop_spots(r);
	tora_timer_stop(r->timer);
	r->is_dirty = r->is_waiting = false;
	set_state(r, TORA_WATCH_GONE, "its directory is not there any more");
}

/* It may have been renamed: the watch is the directory's, not the name's. */
static struct spot *find_watch(const struct repo *r, int watch)
{
	for (size_t i = 0; i < r->n_spots; i++)
		if (r->spots[i]->watch == watch)
			return r->spots[i];
	return NULL;
}

/* Whoever has that watch looks whether it is still there itself; once, for two that share folders would never rest. */
static void want_watch(struct repo *r, int watch)
{
	for (struct repo *other = r->w->repos; other && !r->lacks_spots; other = other->next)
		if (other != r && find_watch(other, watch))
			schedule(other);
	r->lacks_spots = true;
}

static void add_spot(struct repo *r, const struct tora_dir *dir)
{
	struct spot *spot = find_watch(r, dir->watch);

	if (!spot) {
		spot = tora_xcalloc(1, sizeof *spot);
		if (!tora_notify_adopt(r->w->notify, dir->watch, spot)) {
			free(spot);
			want_watch(r, dir->watch);
			return;
		}
		spot->repo = r;
		spot->watch = dir->watch;
		r->spots = tora_xrealloc(r->spots, (r->n_spots + 1) * sizeof *r->spots);
		r->spots[r->n_spots++] = spot;
	}
	spot->role = dir->role;
	spot->is_listed = true;
}

/* What is listed is watched; the rest is let go. A list that ends early is no reason to let anything go. */
static void sync_spots(void *ctx, const struct tora_peek *peek)
{
	struct repo *r = ctx;
	size_t kept = 0;

	if (r->is_list_old) { /* of a watch that is none any more no event would come */
		r->dirs_dirty = r->is_dirty = true;
		return;
	}
	for (size_t i = 0; i < r->n_spots; i++)
		r->spots[i]->is_listed = false;
	for (size_t i = 0; i < peek->dirs.list.n; i++)
		if (peek->dirs.list.at[i].watch >= 0)
			add_spot(r, &peek->dirs.list.at[i]);
	for (size_t i = 0; i < r->n_spots; i++) {
		if (r->spots[i]->is_listed || peek->trouble)
			r->spots[kept++] = r->spots[i];
		else
			drop_spot(r->w, r->spots[i]);
	}
	r->n_spots = kept;
	if (peek->trouble) {
		r->dirs_dirty = true;
		set_state(r, TORA_WATCH_UNWATCHED, peek->trouble);
	}
}

static void settle(struct tora_watch *w)
{
	if (tora_watch_is_settled(w))
		w->spec.on_settled(w->spec.ctx);
}

/* It cannot be looked at now. Again, later, but not for ever: the next event or hook starts anew. */
static void fail_look(struct repo *r, const char *why)
{
	if (r->fails < RETRIES)
		tora_timer_start(r->timer, (int64_t)RETRY_MS << r->fails);
	r->fails++;
	set_state(r, TORA_WATCH_UNWATCHED, why);
}

static void start_waiting(struct tora_watch *w)
{
	for (struct repo *r = w->repos; r && w->scans < SCANS_AT_ONCE; r = r->next)
		if (r->is_waiting)
			look(r);
}

/* Look at the repository now. */
static void look(void *ctx)
{
	struct repo *r = ctx;
	struct tora_scan_spec spec = {
		.common_dir = r->common_dir,
		.work_dir = r->work_dir,
		.wants_dirs = r->dirs_dirty && r->w->notify,
		.inotify = r->w->notify ? tora_notify_fd(r->w->notify) : -1,
		.settings = &r->settings,
		.wants_config = r->config_dirty,
		.on_dirs = sync_spots,
		.done = scan_done,
		.ctx = r,
	};
	struct tora_err err;

	if (r->scan) { /* it may have read before what we heard: once more, afterwards */
		r->is_dirty = true;
		return;
	}
	r->is_waiting = r->w->scans >= SCANS_AT_ONCE;
	if (r->is_waiting)
		return;
	r->is_dirty = r->config_dirty = r->is_list_old = false;
	r->asked_dirs = spec.wants_dirs;
	if (spec.wants_dirs)
		r->dirs_dirty = false;
	tora_timer_stop(r->timer);
	if (tora_scan_start(r->w->spec.loop, &spec, &r->scan, &err)) {
		r->dirs_dirty = r->dirs_dirty || r->asked_dirs;
		fail_look(r, err.msg);
		settle(r->w);
		return;
	}
	r->w->scans++;
}

/* Branches that are checked out where an operation is under way are not to be trusted yet. */
static void mark_held(struct tora_refs *refs, const struct tora_peek *peek)
{
	for (size_t i = 0; i < refs->n; i++)
		for (size_t t = 0; t < peek->held.n; t++)
			if (refs->at[i].worktree &&
			    strcmp(refs->at[i].worktree, peek->held.at[t]) == 0)
				refs->at[i].is_held = true;
}

static int tell_moves(struct repo *r, const struct tora_refs *refs, struct tora_err *err)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_tips known = { 0 };
	struct tora_moves moves = { 0 };
	int rc = tora_tips_list(r->w->spec.store, arena, r->id, &known, err);

	if (rc == TORA_OK) {
		tora_refs_diff(&known, refs, arena, &moves);
		if (moves.n)
			rc = r->w->spec.on_moves(r->w->spec.ctx, r->id, &moves, r->by_hook, err);
	}
	tora_arena_free(arena);
	return rc;
}

static char *put_text(char **room, const char *text)
{
	char *at = *room;
	size_t n = strlen(text) + 1;

	memcpy(at, text, n);
	*room += n;
	return at;
}

/* Kept for as long as the repository is watched: in one block of the size it needs, not in an arena's chunk. */
static void keep_refs(struct repo *r, const struct tora_refs *seen)
{
	size_t size = seen->n * sizeof *seen->at;
	char *room;

	for (size_t i = 0; i < seen->n; i++)
		size += strlen(seen->at[i].branch) + strlen(seen->at[i].head) + 2 +
		        (seen->at[i].worktree ? strlen(seen->at[i].worktree) + 1 : 0);
	free(r->refs.at);
	r->refs.at = tora_xmalloc(size + 1);
	r->refs.n = seen->n;
	room = (char *)(r->refs.at + seen->n);
	for (size_t i = 0; i < seen->n; i++) {
		const struct tora_ref *from = &seen->at[i];

		r->refs.at[i] = *from;
		r->refs.at[i].branch = put_text(&room, from->branch);
		r->refs.at[i].head = put_text(&room, from->head);
		if (from->worktree)
			r->refs.at[i].worktree = put_text(&room, from->worktree);
	}
}

static void take_refs(struct repo *r, const struct tora_refs *seen, const struct tora_peek *peek,
                      struct tora_arena *arena)
{
	struct tora_refs refs = *seen;
	bool busy = peek->is_busy;
	struct tora_err err;
	int rc;

	mark_held(&refs, peek);
	keep_refs(r, &refs);
	r->lacks_work = !peek->has_work;
	tora_arena_free(arena);
	rc = tell_moves(r, &r->refs, &err);
	if (rc) {
		fail_look(r, err.msg);
		return;
	}
	r->fails = 0;
	r->by_hook = false;
	if (r->tells_look && !busy && r->w->spec.on_look)
		r->w->spec.on_look(r->w->spec.ctx, r->id);
	r->tells_look = true;
	if (!r->dirs_dirty || !r->w->notify)
		set_state(r, busy ? TORA_WATCH_BUSY : TORA_WATCH_OK, NULL);
	if (!busy) {
		r->relook_ms = RELOOK_MS;
	} else if (!r->is_dirty) {
		tora_timer_start(r->timer, r->relook_ms);
		r->relook_ms = r->relook_ms * 2 > RELOOK_MAX_MS ? RELOOK_MAX_MS : r->relook_ms * 2;
	}
}

static void scan_done(void *ctx, const struct tora_refs *refs, const struct tora_peek *peek,
                      struct tora_arena *arena, const struct tora_err *err)
{
	struct repo *r = ctx;
	struct tora_watch *w = r->w;

	r->scan = NULL; /* it frees itself */
	w->scans--;
	if (refs) {
		take_refs(r, refs, peek, arena);
	} else {
		r->dirs_dirty = r->dirs_dirty || r->asked_dirs;
		if (err->rc == TORA_E_NOTFOUND)
			set_gone(r);
		else
			fail_look(r, err->msg);
	}
	if (r->is_dirty && r->state != TORA_WATCH_GONE)
		schedule(r);
	start_waiting(w);
	settle(w);
}

static void spot_event(struct spot *spot, const char *name, uint32_t mask)
{
	struct repo *r = spot->repo;
	unsigned bits = tora_hint(spot->role, name, mask);

	if (mask & IN_IGNORED)
		spot->watch = -1;
	if (!bits)
		return;
	if (bits & TORA_HINT_GONE && spot->role == TORA_DIR_COMMON) {
		set_gone(r);
		start_waiting(r->w); /* its scan has given its place back */
		settle(r->w);
		return;
	}
	if (bits & (TORA_HINT_DIRS | TORA_HINT_GONE))
		r->dirs_dirty = true;
	if (bits & TORA_HINT_CONFIG)
		r->config_dirty = true;
	r->fails = 0;
	schedule(r);
}

static void on_event(void *ctx, void *tag, const char *name, uint32_t mask)
{
	struct tora_watch *w = ctx;
	struct spot *spot = tag;

	if (spot->repo) {
		spot_event(spot, name, mask);
	} else if (mask & (IN_IGNORED | IN_MOVE_SELF)) {
		if (mask & IN_IGNORED)
			spot->watch = -1;
		w->folder = NULL;
		drop_spot(w, spot);
		w->folder_fn(w->folder_ctx, true);
	} else if (mask & (IN_MOVED_TO | IN_CLOSE_WRITE)) {
		w->folder_fn(w->folder_ctx, false);
	}
}

/* In a folder that is watched since a moment: what is being listed is listed once more. */
static void on_stray(void *ctx)
{
	struct tora_watch *w = ctx;

	for (struct repo *r = w->repos; r; r = r->next)
		if (r->scan && tora_scan_is_listing(r->scan))
			r->dirs_dirty = r->is_dirty = true;
}

static void on_lost(void *ctx)
{
	struct tora_watch *w = ctx;

	tora_log(w->spec.log, TORA_LOG_WARN, "watch",
	         "the kernel dropped file events, looking at every repository again");
	for (struct repo *r = w->repos; r; r = r->next) {
		if (r->state == TORA_WATCH_GONE)
			continue;
		r->dirs_dirty = r->config_dirty = true;
		schedule(r);
	}
	if (w->folder)
		w->folder_fn(w->folder_ctx, false);
}

int tora_watch_new(const struct tora_watch_spec *spec, struct tora_watch **ret_watch,
                   struct tora_err *err)
{
	struct tora_watch *w = tora_xcalloc(1, sizeof *w);
	struct tora_notify_spec notify = {
		.on_event = on_event, .on_lost = on_lost, .on_stray = on_stray, .ctx = w
	};

	w->spec = *spec;
	if (!w->spec.debounce_ms)
		w->spec.debounce_ms = 1000;
	if (!w->spec.debounce_cap_ms)
		w->spec.debounce_cap_ms = 5000;
	*ret_watch = w;
	return tora_notify_new(spec->loop, &notify, &w->notify, err);
}

static struct repo *find(const struct tora_watch *w, int64_t id)
{
	for (struct repo *r = w->repos; r; r = r->next)
		if (r->id == id)
			return r;
	return NULL;
}

static void free_repo(struct repo *r)
{
	if (r->scan)
		r->w->scans--;
	tora_scan_free(r->scan);
	drop_spots(r);
	tora_timer_free(r->timer);
	tora_settings_done(&r->settings);
	free(r->refs.at);
	free(r->common_dir);
	free(r->main_dir);
	free(r->work_dir);
	free(r);
}

void tora_watch_free(struct tora_watch *w)
{
	if (!w)
		return;
	while (w->repos) {
		struct repo *r = w->repos;

		w->repos = r->next;
		free_repo(r);
	}
	if (w->folder)
		drop_spot(w, w->folder);
	tora_notify_free(w->notify);
	free(w);
}

static char *main_dir_of(const char *common_dir)
{
	static const char end[] = "/.git";
	char *ret = tora_xstrdup(common_dir);
	size_t n = strlen(ret);

	if (n > strlen(end) && strcmp(ret + n - strlen(end), end) == 0)
		ret[n - strlen(end)] = '\0';
	return ret;
}

void tora_watch_add(struct tora_watch *w, int64_t repo, const char *common_dir,
                    const char *work_dir, bool is_new)
{
	struct repo *r = find(w, repo), **end = &w->repos;

	if (!r) {
		r = tora_xcalloc(1, sizeof *r);
		r->w = w;
		r->id = repo;
		r->common_dir = tora_xstrdup(common_dir);
		r->main_dir = main_dir_of(common_dir);
		r->relook_ms = RELOOK_MS;
		r->tells_look = is_new;
		tora_settings_init(&r->settings);
		r->timer = tora_timer_new(w->spec.loop, "look at a repository", look, r);
		while (*end)
			end = &(*end)->next;
		*end = r;
	}
	if (work_dir) {
		free(r->work_dir);
		r->work_dir = tora_xstrdup(work_dir);
		r->lacks_work = false; /* who says so has just seen it */
	}
	if (r->state == TORA_WATCH_GONE)
		r->state = TORA_WATCH_OK;
	r->dirs_dirty = r->config_dirty = true;
	r->fails = 0;
	look(r);
}

void tora_watch_remove(struct tora_watch *w, int64_t repo)
{
	for (struct repo **at = &w->repos; *at; at = &(*at)->next) {
		struct repo *r = *at;

		if (r->id != repo)
			continue;
		*at = r->next;
		free_repo(r);
		start_waiting(w);
		settle(w);
		return;
	}
}

void tora_watch_touch(struct tora_watch *w, int64_t repo)
{
	struct repo *r = find(w, repo);

	if (!r)
		return;
	if (r->state == TORA_WATCH_GONE)
		r->dirs_dirty = r->config_dirty = true;
	r->by_hook = true;
	r->fails = 0;
	schedule(r);
}

void tora_watch_flush(struct tora_watch *w)
{
	if (w->notify)
		tora_notify_drain(w->notify);
	for (struct repo *r = w->repos; r; r = r->next)
		if (r->is_dirty)
			look(r);
}

bool tora_watch_view(const struct tora_watch *w, int64_t repo, struct tora_watch_view *ret)
{
	const struct repo *r = find(w, repo);

	if (!r)
		return false;
	*ret = (struct tora_watch_view){
		.state = r->state,
		.reason = *r->reason ? r->reason : NULL,
		.common_dir = r->common_dir,
		.work_dir = r->work_dir,
		.folder = r->work_dir && !r->lacks_work ? r->work_dir : r->main_dir,
		.refs = &r->refs,
		.settings = &r->settings,
	};
	return true;
}

static bool names(const struct repo *r, const char *path)
{
	if (strcmp(r->common_dir, path) == 0 || (r->work_dir && strcmp(r->work_dir, path) == 0))
		return true;
	for (size_t i = 0; i < r->refs.n; i++)
		if (r->refs.at[i].worktree && strcmp(r->refs.at[i].worktree, path) == 0)
			return true;
	return false;
}

int64_t tora_watch_find(const struct tora_watch *w, const char *path)
{
	for (const struct repo *r = w->repos; r; r = r->next)
		if (names(r, path))
			return r->id;
	return 0;
}

int tora_watch_folder(struct tora_watch *w, const char *path, void (*fn)(void *ctx, bool is_gone),
                      void *ctx, struct tora_err *err)
{
	struct spot *spot;
	int rc;

	if (!w->notify)
		return tora_fail(err, TORA_E_UNSUPPORTED, "no inotify: '%s' is not watched", path);
	spot = tora_xcalloc(1, sizeof *spot);
	rc = tora_notify_add(w->notify, path, spot, &spot->watch, err);
	if (rc) {
		free(spot);
		return rc;
	}
	w->folder = spot;
	w->folder_fn = fn;
	w->folder_ctx = ctx;
	return TORA_OK;
}
