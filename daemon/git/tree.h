/*
 * tree.h - what is in a tree: every path with its mode and blob.
 */
#ifndef TORA_GIT_TREE_H
#define TORA_GIT_TREE_H

#include "git/repo.h"

#define TORA_TREE_MAX 500000 /* entries of one tree, and folders in it */

enum tora_entry_kind { TORA_ENTRY_FILE, TORA_ENTRY_EXEC, TORA_ENTRY_LINK, TORA_ENTRY_SUBMODULE };

struct tora_tree_entry {
	const char *path; /* raw bytes as in the tree, "/" between folders; show it escaped */
	enum tora_entry_kind kind;
	struct tora_oid oid; /* blob; a commit of another repository for a submodule */
};

struct tora_tree {
	TORA_VEC(struct tora_tree_entry) entries; /* in byte order of the path */
};

/* A mode as a tree has it; false: a folder, or nothing git knows. */
bool tora_entry_kind_of(unsigned mode, enum tora_entry_kind *ret);

/*
 * All files of a tree, folders walked. Paths are as the tree has them, and a tree can be
 * malicious: whoever writes to disk checks each component.
 * TORA_E_NOTFOUND: a tree object is not in this clone. TORA_E_LIMIT: more than TORA_TREE_MAX.
 */
int tora_tree_list(struct tora_repo *repo, const struct tora_oid *tree, struct tora_arena *arena,
                   struct tora_tree *ret, struct tora_err *err);

/* What is at the very path, or NULL. */
const struct tora_tree_entry *tora_tree_at(const struct tora_tree *tree, const char *path);

/* The paths alone, as many as there are entries; never NULL. */
const char *const *tora_tree_paths(const struct tora_tree *tree, struct tora_arena *arena);

/* Is there anything at this path: a file, a link, a folder, a submodule? */
int tora_tree_has(struct tora_repo *repo, const struct tora_oid *tree, const char *path,
                  struct tora_arena *arena, bool *ret, struct tora_err *err);

/* One file by its path. TORA_E_NOTFOUND: the tree has none there (or is not in this clone). */
int tora_tree_find(struct tora_repo *repo, const struct tora_oid *tree, const char *path,
                   struct tora_arena *arena, struct tora_tree_entry *ret, struct tora_err *err);

#endif
