#include "judge/unsaid.h"

#include "judge/alike.h"
#include "judge/aspect.h"
#include "judge/digits.h"
#include "judge/escaped.h"
#include "judge/falsy.h"
#include "judge/halfdone.h"
#include "judge/inserted.h"
#include "judge/keysplit.h"
#include "judge/leftbehind.h"
#include "judge/mangled.h"
#include "judge/mapped.h"
#include "judge/membertext.h"
#include "judge/midway.h"
#include "judge/override.h"
#include "judge/rewrapped.h"
#include "judge/saved.h"
#include "judge/swallowed.h"
#include "judge/taken.h"
#include "judge/toldearly.h"
#include "judge/unclosed.h"

#define SET(facts, name, condition) ((facts) |= (condition) ? TORA_FACT(name) : 0)

tora_facts tora_unsaid_facts(const struct tora_case *c, const struct tora_telling *t)
{
	tora_facts ret = 0;

	SET(ret, INSERTED, tora_inserted_read(c));
	SET(ret, MEMBER_TEXT, tora_member_text(c));
	SET(ret, ASPECT, tora_aspect_unsaid(c));
	SET(ret, AFTER_ERROR, tora_aspect_after_error(c));
	SET(ret, HALF_DONE, tora_half_done(c));
	SET(ret, MIDWAY, tora_midway(c));
	SET(ret, UNCLOSED, tora_unclosed(c));
	SET(ret, TOLD_EARLY, tora_told_early(c));
	SET(ret, LEFT_BEHIND, tora_left_behind(c));
	SET(ret, SAVED_EMPTY, tora_saved_empty(c));
	SET(ret, READ_ONCE, tora_aspect_read_once(c));
	SET(ret, FALSY, tora_falsy(c));
	SET(ret, ORDER_UNSAID, tora_aspect_order_unsaid(c));
	SET(ret, DIGITS_LOST, tora_digits_lost(c));
	SET(ret, NEIGHBOUR_MET, tora_alike_met(c));
	SET(ret, QUOTED_MET, tora_alike_quoted(c));
	SET(ret, TAKEN, tora_taken(c, t));
	SET(ret, REWRAPPED, tora_rewrapped(c, t));
	SET(ret, ESCAPED, tora_escaped(c, t));
	SET(ret, OVERRIDE_LOST, tora_override_lost(c));
	SET(ret, SWALLOWED, tora_swallowed(c));
	SET(ret, KEY_SPLIT, tora_key_split(c));
	SET(ret, MAPPED, tora_mapped(c));
	SET(ret, NAME_MANGLED, tora_mangled_name(c));
	SET(ret, LINE_END_LEFT, tora_mangled_line_end(c));
	return ret;
}
