/*
 * version.h - what a peer and a bug report need to know about us.
 */
#ifndef TORA_VERSION_H
#define TORA_VERSION_H

#define TORA_VERSION  "0.1.0"
#define TORA_PROTOCOL 1 /* PROTOCOL.md; additions are capabilities, not numbers */

#endif
