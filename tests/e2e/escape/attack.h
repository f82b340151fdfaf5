#ifndef TORA_TEST_ESCAPE_ATTACK_H
#define TORA_TEST_ESCAPE_ATTACK_H

/* One of the attempts in attack.c, by its name; 64 when there is none of that name. */
int attack(const char *what);

#endif
