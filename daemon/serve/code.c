/*
 * code.c - one switch.
 */
#include "serve/code.h"

enum tora_wire_code tora_wire_code_of(int rc)
{
	switch ((enum tora_rc)rc) {
	case TORA_E_USAGE:
		return TORA_WIRE_PARAMS;
	case TORA_E_NOTFOUND:
		return TORA_WIRE_NOTFOUND;
	case TORA_E_LIMIT:
		return TORA_WIRE_LIMIT;
	case TORA_E_CONFLICT:
		return TORA_WIRE_BUSY;
	case TORA_E_DENIED:
		return TORA_WIRE_DENIED;
	case TORA_OK:
	case TORA_E_SYS:
	case TORA_E_FORMAT:
	case TORA_E_TIMEOUT:
	case TORA_E_UNSUPPORTED:
	case TORA_E_REMOTE:
	case TORA_E_CANCELED:
		return TORA_WIRE_INTERNAL;
	}
	return TORA_WIRE_INTERNAL;
}
