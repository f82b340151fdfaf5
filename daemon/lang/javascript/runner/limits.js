'use strict';
/*
 * What a test may use. The wall clock and the output are watched by the runner; the rest by the
 * kernel, through the program that starts it, as Node itself cannot set limits.
 */
const fs = require('fs');
const path = require('path');

const DEFAULTS = { timeout_ms: 5000, memory_mib: 1024, output_kib: 256, processes: 64, file_mib: 64,
	files: 256 };
const BUSY = 4; // a search may take so many times its budget by the clock; whoever asks waits so long: lang/PROTOCOL.md

/* `base` with the limits that `request` names; what is not a positive whole number is left out. */
function merged(base, request) {
	const out = { ...base };
	for (const name of Object.keys(DEFAULTS)) {
		const value = request[name];
		if (Number.isInteger(value) && value > 0)
			out[name] = value;
	}
	return out;
}

/* Can a process that was started for `b` serve `a`? The runner watches time and output itself. */
function sameAtStart(a, b) {
	return a.timeout_ms <= b.timeout_ms &&
		['memory_mib', 'processes', 'file_mib', 'files'].every((k) => a[k] === b[k]);
}

/* tora-launch (launch/launch.h), which lies beside us in the sandbox; outside there is a shell. */
const LAUNCH = path.join(__dirname, 'launch');
const HAS_LAUNCH = fs.existsSync(LAUNCH);

let room = -1; // worked out once

/*
 * MiB that Node sets aside for compiled code and hardly uses, which the kernel counts all the same: Node 24 half a GiB.
 * A thread has its own, and one thread is to work.
 */
function codeRoom() {
	if (room < 0) {
		let maps = '';
		try {
			maps = fs.readFileSync('/proc/self/maps', 'latin1');
		} catch { /* then there is none that we know of */ }
		const sizes = [...maps.matchAll(/^([\da-f]+)-([\da-f]+) rwxp/gm)].map((m) => parseInt(m[2], 16) - parseInt(m[1], 16));
		room = 2 * Math.ceil(sizes.reduce((a, b) => a + b, 0) / 1048576);
	}
	return room;
}

/*
 * The words before a Node command that start it under `limits`. RLIMIT_DATA, because Node reserves
 * far more address space than it uses. The limit on processes counts threads, of which Node starts
 * about ten, and those of everything else that runs as the same user, other runners among them: it
 * has to be wide, and ends a fork bomb all the same.
 *
 * tora-launch stays as the parent that kills whatever the worker leaves, and puts it in a domain of
 * its own: a test can neither signal nor look into the runner or the workers that wait.
 *
 * `helper`: what is loaded ahead of Node's own (native/fork.c), or null.
 */
function startWords(limits, helper = null) {
	const mib = limits.memory_mib + 256 + codeRoom();
	const cpu = Math.ceil(limits.timeout_ms / 1000) + 62; // loading counts too, and handing on what copies say
	const others = Number(process.env.TORA_PROCESSES) || 0;
	const processes = 16 * limits.processes + 1024 + others;
	if (!HAS_LAUNCH)
		return shellWords(limits, { mib, cpu, processes }, helper);
	const set = { core: 0, cpu, fsize: limits.file_mib * 1048576, nofile: limits.files,
		data: mib * 1048576, nproc: processes };
	const words = [LAUNCH, '--reap', '--domain', '--fds', '5'];
	for (const [name, value] of Object.entries(set))
		words.push('--limit', `${name}=${value}`);
	return [...words, ...(helper ? ['--env', `LD_PRELOAD=${helper}`] : []), '--'];
}

function shellWords(limits, { mib, cpu, processes }, helper) {
	const set = [`-c 0`, `-t ${cpu}`, `-f ${limits.file_mib * 2048}`, `-n ${limits.files}`,
		`-d ${mib * 1024}`];
	const tries = set.map((one) => `ulimit ${one} 2>/dev/null`);
	tries.push(`{ ulimit -p ${processes} || ulimit -u ${processes}; } 2>/dev/null`);
	return ['/bin/sh', '-c', `${tries.join('; ')}; ${helper ? `LD_PRELOAD='${helper}' ` : ''}exec "$@"`, 'sh'];
}

/* The sentence for an error that one of the limits caused, or null. */
function hitBy(error, limits) {
	let code, syscall, errno, message;
	try {
		({ code, syscall, errno, message } = Object(error));
	} catch {
		return null; // it does not want to be looked at
	}
	const sentences = {
		EFBIG: `file size limit of ${limits.file_mib} MiB`,
		ENOSPC: 'disk limit of the sandbox',
		EDQUOT: 'disk limit of the sandbox',
		EMFILE: `limit of ${limits.files} open files`,
		ENFILE: `limit of ${limits.files} open files`,
		ENOMEM: `memory limit of ${limits.memory_mib} MiB`,
		ERR_WORKER_OUT_OF_MEMORY: `memory limit of ${limits.memory_mib} MiB`,
		ERR_MEMORY_ALLOCATION_FAILED: `memory limit of ${limits.memory_mib} MiB`,
	};
	if (code === 'EAGAIN' && /^spawn/.test(String(syscall)))
		return `limit of ${limits.processes} processes`;
	if (/^Array buffer allocation failed/.test(String(message)))
		return sentences.ENOMEM;
	if (typeof code !== 'string' || !Object.hasOwn(sentences, code))
		return null;
	const isSystem = typeof errno === 'number' && errno < 0 && typeof syscall === 'string'; // and not a package's own
	return isSystem || code.startsWith('ERR_') ? sentences[code] : null;
}

module.exports = { BUSY, DEFAULTS, HAS_LAUNCH, merged, sameAtStart, startWords, hitBy };
