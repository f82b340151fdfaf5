'use strict';
/*
 * The JavaScript runner (lang/PROTOCOL.md): reads requests, answers in order.
 *
 * This process never loads code under test. It keeps worker processes ready (pool.js) that have
 * loaded the asked modules and wait. Every test has a process of its own: a copy of the first of
 * them (copies.js, native/fork.c), or, where no copy can be made, one of them that ends with it. A
 * second realm inside of a process would be faster still, and share too much with the first: exit,
 * timers, core modules, crashes, and everything that came with the package is evaluated again.
 */
if (process.env.TORA_PREPARE)
	process.exit(0); // nothing to compile ahead of time

const { serve } = require('./serve.js');

serve();
