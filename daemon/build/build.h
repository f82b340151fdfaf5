/*
 * build.h - the build stage: both trees on disk, built where the project asks for it, frozen.
 *
 *	<cache>/CACHEDIR.TAG
 *	<cache>/builds/<key>/tree/       read-only; what is mounted at TORA_MOUNT
 *	<cache>/builds/<key>/.complete   facts.h; its time says when the build was last used
 *	<cache>/builds/<key>.lock        shared by who uses the build, exclusive for who makes it
 *	<cache>/builds/.new-<key>/       being made, under that lock
 *	<cache>/builds/.old-<key>/       being removed, likewise
 *
 * A build appears by one rename, so it is whole or not there. Locks die with their process: a
 * folder .new-<key> whose lock nobody holds was left by one that was killed, and goes.
 */
#ifndef TORA_BUILD_BUILD_H
#define TORA_BUILD_BUILD_H

struct tora_check;
struct tora_err;

/*
 * Reads base_tree, head_tree, repo, paths, config, sandbox; fills builds[]. What it uses stays
 * locked until the process ends, so that no other check's clean-up takes it away.
 * Reasons it stops the check for (and returns TORA_OK): BASE_ and HEAD_NOT_BUILDABLE,
 * DISK_FULL, NO_SANDBOX, MISSING_OBJECTS.
 * TORA_E_TIMEOUT: another check has been making the same build for as long as this one may wait.
 */
int tora_stage_build(struct tora_check *check, struct tora_err *err);

#endif
