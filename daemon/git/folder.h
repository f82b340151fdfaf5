/*
 * folder.h - a folder of ours with everything in it: removed, or frozen once it is whole.
 *
 * What it holds may come from hostile trees and commands: no link is followed, nothing outside is
 * touched. `name` is one component in the open folder `parent`.
 */
#ifndef TORA_GIT_FOLDER_H
#define TORA_GIT_FOLDER_H

#include "tora/err.h"

/* A file or a folder. As much as can be removed; what stays is found again by the next sweep. */
void tora_folder_remove(int parent, const char *name);

/*
 * Nobody writes here any more: files 0444 or 0555, folders 0555 with one and the same time. Files that
 * are read-only already are not touched, so hard links keep what they share. Pipes, sockets and devices
 * are removed: they are no part of a build. TORA_E_SYS: something could not be read or changed.
 */
int tora_folder_freeze(int parent, const char *name, struct tora_err *err);

#endif
