'use strict';
/*
 * The JavaScript runner (lang/PROTOCOL.md): reads requests, answers in order.
 *
 * This process never loads code under test. It keeps worker processes ready (pool.js) that have
 * loaded the asked modules and wait; every test gets one of its own and ends it. V8 cannot be
 * forked without help from a native module, and a second realm inside of a process shares too
 * much with the first (exit, timers, core modules, crashes): a process started ahead of need has
 * all of the isolation and little of the latency.
 */
if (process.env.TORA_PREPARE)
	process.exit(0); // nothing to compile ahead of time

const { serve } = require('./serve.js');

serve();
