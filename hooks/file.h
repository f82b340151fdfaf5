/*
 * file.h - what stands at one event's place in a hooks folder, and putting ours there.
 *
 * Ours is one of two things. Where there was no hook: a symbolic link to tora-hook,
 * which knows the event by the name it is called by. git then starts it and nothing before it (a shim's
 * shell costs as much again as tora-hook does), and git takes a link to nowhere for no hook, so a
 * program that was deleted breaks nothing. Where a hook is chained, or the file system
 * has no links: a marked shim (shim.h).
 */
#ifndef TORA_HOOKS_FILE_H
#define TORA_HOOKS_FILE_H

#include "tora/str.h"

#include <limits.h>

#define TORA_HOOK_PROGRAM "tora-hook" /* a link is ours when it names an absolute path to this */

struct tora_hook_file { /* tora_hook_file_done() frees it */
	char path[PATH_MAX], chained[PATH_MAX];
	bool present, ours, has_chained; /* present: something is, perhaps a link to nowhere */
	bool is_link;                    /* ours, and the link */
	bool is_same;                    /* both names are one file: an installation was cut off */
	struct tora_str text;            /* of a file: its content, at most 1 MiB of it */
	struct tora_str program;         /* that ours calls; empty when none is named */
};

/* Nothing there is no error. */
int tora_hook_file_look(const char *dir, const char *event, struct tora_hook_file *ret,
                        struct tora_err *err);
void tora_hook_file_done(struct tora_hook_file *f);

/* Are we installed for this event in the repository itself: in its own hooks folder, or in its configuration? */
bool tora_hook_file_is_installed(const char *common_dir, const char *event);

/*
 * Put ours at `f->path`, unless it is there already: one rename, so that no push meets
 * half a hook.
 */
int tora_hook_file_write(const struct tora_hook_file *f, const char *event, const char *program,
                         struct tora_err *err);

/*
 * Give a hook of somebody else its second name. As a hard link, so that there is no moment
 * without a hook; where the file system has none, renamed.
 */
int tora_hook_file_set_aside(struct tora_hook_file *f, struct tora_err *err);
void tora_hook_file_give_back(const struct tora_hook_file *f); /* as before set_aside */

#endif
