/*
 * version.h - what a peer, a cache key and a bug report need to know about us.
 *
 * TORA_RESULTS counts up whenever the same inputs may give another check record:
 * it is part of every cache key, so results of an older rule set are not reused.
 */
#ifndef TORA_VERSION_H
#define TORA_VERSION_H

#define TORA_VERSION  "0.1.0"
#define TORA_PROTOCOL 1 /* PROTOCOL.md; additions are capabilities, not numbers */
#define TORA_RESULTS  1

#endif
