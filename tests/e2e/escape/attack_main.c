/* attack WHAT: one attempt, as a program. */
#include "attack.h"

int main(int argc, char **argv)
{
	return argc == 2 ? attack(argv[1]) : 64;
}
