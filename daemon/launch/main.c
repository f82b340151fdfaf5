/* tora-launch: see launch.h. */
#include "launch/launch.h"

#include <stdio.h>

int main(int argc, char **argv)
{
	struct tora_launch l;
	struct tora_err err = TORA_ERR_INIT;
	int status;

	if (tora_launch_parse(argc, argv, &l, &err) == TORA_OK) {
		if (!l.is_reap && !l.is_guard) {
			(void)tora_launch_become(&l, &err);
		} else {
			status = tora_launch_watch(&l, &err);
			if (status >= 0)
				return status;
		}
	}
	(void)fprintf(stderr, "tora-launch: %s\n", err.msg);
	return TORA_LAUNCH_FAILED;
}
