/*
 * check.h - one check, straight through: the commands `torad check`, `repro`, `prompt`, `probe` and such.
 *
 * Each is a process of its own. It prints JSON objects on stdout, one a line:
 * {"progress":{"stage","done","of"}} while it works, and at the end exactly one of
 * {"record":…}, {"repro":…}, {"prompt":…}, {"probe":[…]}, {"main":[…]}. What goes wrong with the change is in the
 * record; the exit status is 0 whenever a result was printed, 2 when none could be, 3 for usage.
 * `check --linger` then says {"ready":true} and waits for another check (linger.h).
 */
#ifndef TORA_CHECK_CHECK_H
#define TORA_CHECK_CHECK_H

/* argv[0] is the command's own name. */
int tora_check_command(int argc, char **argv);
int tora_repro_command(int argc, char **argv);
int tora_probe_command(int argc, char **argv);
int tora_main_command(int argc, char **argv);     /* of that, whether there is a main branch */
int tora_prompt_command(int argc, char **argv);   /* what a model would be asked; sends nothing */
int tora_budget_command(int argc, char **argv);   /* what models cost today, and may cost */
int tora_eval_command(int argc, char **argv);     /* labelled differences, judged and counted */
int tora_cache_command(int argc, char **argv);    /* ls, gc, clear: the builds that are kept */
int tora_stats_command(int argc, char **argv);    /* what was shown, and what was said of it */
int tora_prebuild_command(int argc, char **argv); /* the next check's base */
int tora_keep_command(int argc, char **argv);     /* a finding's test in the project's framework */
int tora_generate_command(int argc, char **argv); /* a test suite for what a commit holds */
int tora_trust_command(int argc, char **argv);
int tora_replay_command(int argc, char **argv);  /* labelled tests again: for developing tora */
int tora_rejudge_command(int argc, char **argv); /* the rules on recorded findings: likewise */

#endif
