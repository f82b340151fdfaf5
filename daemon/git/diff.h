/*
 * diff.h - what differs between two trees: files, renames, hunks without context, texts.
 *
 * Hunks come from the two texts alone: no .gitattributes, no diff driver and no configuration
 * of the repository has a say.
 */
#ifndef TORA_GIT_DIFF_H
#define TORA_GIT_DIFF_H

#include "git/tree.h"
#include "model/change.h"

#define TORA_DIFF_FILES_MAX   20000
#define TORA_DIFF_FOLDERS_MAX 200000       /* that differ */
#define TORA_DIFF_TEXT_MAX    (256u << 20) /* bytes of all texts of one diff */

struct tora_diff_file {
	/*
	 * path, old_path (escaped where they are not plain UTF-8), kind, texts, too_large, hunks.
	 * role is BINARY or SUBMODULE where the file is one and OTHER else; lang and comments_only
	 * are left for the change stage. A side that is absent, binary, a symbolic link or too
	 * large has no text, and then there are no hunks. A hunk with count 0 on a side has as
	 * first the line after which the other side's lines stand, as in `diff -U0`.
	 */
	struct tora_file_change change;
	const char *raw_path, *raw_old_path; /* bytes as in the tree: for reading and blame */
	bool has_base, has_head;
	enum tora_entry_kind base_kind, head_kind; /* of a side that is there */
	struct tora_oid base_oid, head_oid;
	uint64_t base_size, head_size; /* bytes; 0 for submodules */
};

struct tora_diff {
	TORA_VEC(struct tora_diff_file) files; /* in byte order of raw_path */
};

/*
 * A file that becomes a link, or the other way round, is one modified file. Renames need half of
 * the content to be equal, as with git.
 * TORA_E_NOTFOUND: an object is not in this clone.
 * TORA_E_LIMIT: more than TORA_DIFF_FILES_MAX files, or twice TORA_TREE_MAX entries on a side.
 */
int tora_repo_diff(struct tora_repo *repo, const struct tora_oid *base_tree,
                   const struct tora_oid *head_tree, struct tora_arena *arena,
                   struct tora_diff *ret, struct tora_err *err);

/* The same without texts, sizes, roles and hunks: which files, for the price of the trees alone. */
int tora_repo_diff_list(struct tora_repo *repo, const struct tora_oid *base_tree,
                        const struct tora_oid *head_tree, struct tora_arena *arena,
                        struct tora_diff *ret, struct tora_err *err);

/*
 * Append one file's unified diff with three lines of context. Binary, large and linked files get
 * their header and one line that says so. `out` may go over its limit: the caller decides what
 * that means (tora_str_check).
 */
int tora_diff_print(const struct tora_diff_file *file, struct tora_str *out, struct tora_err *err);

#endif
