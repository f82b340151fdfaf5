'use strict';
/*
 * What makes a trial leave nothing behind: its processes, its folder.
 *
 * In the sandbox the runner is process 1 of its own pid namespace, so /proc lists exactly what
 * there is: everything that is neither the runner nor one of its waiting workers was started by
 * the test. Each worker also has a parent that kills whatever it left before it ends itself
 * (launch/launch.h), which is all there is in the Landlock tier. Outside, for tests of the runner
 * itself, a worker's process group comes close.
 */
const fs = require('fs');
const path = require('path');

const ALONE = process.pid === 1;
const ONLY = process.env.TORA_SCRATCH; // the one folder to write to, where /tmp is everybody's
const SCRATCH = ONLY ? [ONLY] : ALONE ? ['/tmp', '/dev/shm', '/run'] : [];
const FOLDER = ONLY ? path.join(ONLY, 'test') : ALONE ? '/tmp/test' : path.join(process.env.TMPDIR || '/tmp', `tora-test-${process.pid}`);
const ZOMBIES_MAX = 200; // dead ones whose parent is the runner: Node cannot wait for strangers
const mounted = new Map(SCRATCH.map((place) => [place, new Set(list(place))])); // mount points

function list(place) {
	try {
		return fs.readdirSync(place);
	} catch {
		return [];
	}
}

function kill(pid) {
	try {
		process.kill(pid, 'SIGKILL');
	} catch { /* it is gone */ }
}

/* state: 'gone', 'dead' (waits for its parent) or 'alive'; parent: its id. */
function look(pid) {
	try {
		const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
		const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		return { state: state === 'Z' ? 'dead' : 'alive', parent: Number(parent) };
	} catch {
		return { state: 'gone', parent: 0 };
	}
}

/*
 * Kill all that is not in ours(). Calls done(sentence or null) when nothing is left but the dead.
 * A process that forks while it is being killed is found by the next look.
 */
function killStrangers(ours, done, tries = 200) {
	let alive = 0, dead = 0;
	const kept = ours(); // asked each time: others are being started meanwhile
	const spared = (pid) => pid > 1 && (kept.has(pid) || spared(look(pid).parent)); // what loading started is a child of its worker's
	for (const name of list('/proc')) {
		const pid = Number(name);
		if (!pid || pid === 1 || kept.has(pid))
			continue;
		const { state, parent } = look(pid);
		if (spared(parent))
			continue;
		dead += state === 'dead';
		if (state !== 'alive')
			continue;
		alive++;
		kill(pid);
	}
	if (alive && tries === 0)
		done('a process of the test could not be killed');
	else if (alive)
		setTimeout(killStrangers, 5, ours, done, tries - 1);
	else
		done(dead > ZOMBIES_MAX ? 'too many processes of tests wait to be buried' : null);
}

/* A worker and what did not leave its group. The rest is killed when it is seen to be dead. */
function killGroup(pid) {
	kill(-pid);
	kill(pid);
}

/* Ask the parent of a worker to end it and all it started. */
function end(pid) {
	try {
		process.kill(pid, 'SIGTERM');
	} catch { /* it is gone */ }
}

/* Everything the worker `pid` started; ours(): ids of the workers that wait. */
function killAll(pid, ours, done) {
	killGroup(pid);
	if (ALONE)
		killStrangers(ours, done);
	else
		done(null);
}

function makeFolder() {
	try {
		fs.mkdirSync(FOLDER, { mode: 0o700 });
	} catch {
		fs.rmSync(FOLDER, { recursive: true, force: true });
		fs.mkdirSync(FOLDER, { mode: 0o700 });
	}
	return FOLDER;
}

function unlock(dir) {
	try {
		fs.chmodSync(dir, 0o700);
		for (const e of fs.readdirSync(dir, { withFileTypes: true }))
			if (e.isDirectory())
				unlock(path.join(dir, e.name));
	} catch { /* removing it says what is wrong */ }
}

function remove(target) {
	try {
		fs.rmSync(target, { recursive: true, force: true });
	} catch {
		unlock(target);
		fs.rmSync(target, { recursive: true, force: true });
	}
}

/* Most tests leave an empty one, and to look for more is slow. */
function dropEmpty(folder) {
	try {
		fs.rmdirSync(folder);
	} catch {
		remove(folder);
	}
}

/* -> a sentence when something is left, else null. */
function dropFolder() {
	try {
		dropEmpty(FOLDER);
		for (const place of SCRATCH)
			for (const name of list(place))
				if (!mounted.get(place).has(name))
					remove(path.join(place, name));
		return null;
	} catch (e) {
		return `files of the test could not be removed: ${e.code || e.message}`;
	}
}

module.exports = { killAll, killGroup, end, makeFolder, dropFolder, FOLDER };
