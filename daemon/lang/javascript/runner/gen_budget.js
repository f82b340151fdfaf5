'use strict';
/*
 * How much of its budget a search has used up: counted by what it has worked, so that what else runs on the machine
 * decides neither what is found nor whether anything is. By the clock it may take BUSY times as long, and
 * no longer. That the project's compiler of TypeScript had to be loaded is no work of the search.
 */
const { BUSY } = require('./limits.js');
const typescript = require('./typescript.js');

const LAST = 4; // one in so many is left

function worked() {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000 - typescript.loading.work;
}

function passed() {
	return Date.now() - typescript.loading.clock;
}

class Budget {
	constructor(clock = passed, work = worked) {
		Object.assign(this, { clock, work, began: clock(), worked: work() });
	}

	/* ms of the budget. */
	spent() {
		return Math.max(this.work() - this.worked, (this.clock() - this.began) / BUSY);
	}

	/* When what is left until then is used up but for its last part, which is for what comes last. */
	most(until) {
		return until - Math.max(0, until - this.spent()) / LAST;
	}
}

module.exports = { Budget, worked };
