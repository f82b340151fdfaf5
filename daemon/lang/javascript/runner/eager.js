'use strict';
/*
 * A worker that copies are made of: as worker.js, with all of the runner's own code compiled at once. V8 compiles a
 * function when it is called first; what a test calls first would be compiled by each copy anew.
 */
const v8 = require('v8');

v8.setFlagsFromString('--no-lazy');
require('./worker.js');
v8.setFlagsFromString('--lazy'); // what of the package is compiled at once, and when, copies.js says
