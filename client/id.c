#include "client/id.h"

#include <ctype.h>
#include <string.h>

#define DIGITS_MAX 16 /* more are in no store */

int tora_id_take(char *text, char letter, struct tora_err *err)
{
	size_t digits = *text ? strspn(text + 1, "0123456789") : 0;

	if (tolower((unsigned char)*text) != tolower((unsigned char)letter) || !digits ||
	    digits > DIGITS_MAX || text[1 + digits])
		return tora_fail(err, TORA_E_USAGE, "'%.40s' is not the id of a %s, like %c7", text,
		                 letter == 'K' ? "finding" : "check", letter);
	*text = letter;
	return TORA_OK;
}
