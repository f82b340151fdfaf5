/*
 * code.h - our failures as the protocol's numbers (PROTOCOL.md 1.1). Pure.
 */
#ifndef TORA_SERVE_CODE_H
#define TORA_SERVE_CODE_H

#include "tora/wire.h"

enum tora_wire_code tora_wire_code_of(int rc);

#endif
