'use strict';
/*
 * What a hostile test may try, one at a time. Prints ESCAPED when it worked (tests/e2e/test_escape.sh).
 * Words between @ signs are filled in by the test; see attack.py.
 */
const fs = require('fs');
const net = require('net');
const path = require('path');
const { spawn, spawnSync } = require('child_process');

const TOKEN = '@TOKEN@';
const MIB = 1 << 20;
const inside = Boolean(process.env.TORA_SANDBOX);

function escaped(how) {
	fs.writeSync(2, `ESCAPED ${how}\n`);
}

function attempt(what, ...args) {
	try {
		return what(...args);
	} catch {
		return undefined;
	}
}

function list(dir) {
	return attempt(fs.readdirSync, dir) || [];
}

const pids = () => new Set([process.ppid, 1, Number('@VICTIM@'),
	...list('/proc').map(Number).filter(Boolean)].filter((p) => p !== process.pid));

const attacks = {
	home() {
		for (const file of ['@SECRET@', '/proc/self/root@SECRET@', '/proc/1/root@SECRET@'])
			if ((attempt(fs.readFileSync, file, 'latin1') || '').includes(TOKEN))
				escaped(file);
	},

	keys() {
		if (Object.values(process.env).some((v) => v.includes(TOKEN)))
			escaped('process.env');
		for (const pid of pids())
			if ((attempt(fs.readFileSync, `/proc/${pid}/environ`, 'latin1') || '').includes(TOKEN))
				return escaped(`environment of ${pid}`);
	},

	/* Others' memory: outside of a sandbox anybody's, inside the runner's and the waiting workers'. */
	memory_of_others() {
		for (const pid of inside ? pids() : [Number('@VICTIM@')]) {
			const fd = attempt(fs.openSync, `/proc/${pid}/mem`, 'r+');
			if (fd !== undefined)
				escaped(`memory of ${pid}`);
		}
	},

	write() {
		for (const file of ['@OUTSIDE@/written', '@SECRET@', path.join(__dirname, 'target.js'),
			require.resolve('@TREE@/target.js')]) {
			if (attempt(() => fs.appendFileSync(file, '#\n') === undefined))
				escaped(file);
		}
		attempt(fs.rmSync, '@OUTSIDE@/keep');
		attempt(fs.truncateSync, '@SECRET@', 3);
	},

	network_ip() {
		net.connect(Number('@PORT@'), '127.0.0.1', () => escaped('127.0.0.1')).on('error', () => {})
			.end(TOKEN);
	},

	network_abstract() {
		const code = 'import socket; s = socket.socket(socket.AF_UNIX); s.connect(chr(0) + "@ABSTRACT@")';
		if (spawnSync('/usr/bin/python3', ['-c', code]).status === 0)
			escaped('abstract socket');
	},

	network_path() {
		attempt(() => net.connect('@SOCKET@', () => escaped('@SOCKET@')).on('error', () => {}).end(TOKEN));
	},

	disk() {
		const filled = spawnSync('fallocate', ['-l', String(384 * MIB), 'fill']);
		const many = [...Array(8).keys()].map((i) =>
			spawnSync('fallocate', ['-l', String(48 * MIB), `fill${i}`]).status);
		attempt(fs.rmSync, 'fill');
		spawnSync('sleep', ['0.5']);
		if (filled.status === 0 || many.every((s) => s === 0))
			escaped('384 MiB');
		for (let i = 0; i < 8; i++)
			attempt(fs.rmSync, `fill${i}`);
	},

	outlive() {
		for (let i = 0; i < 3; i++)
			spawn('/bin/sh', ['-c', 'setsid sh -c "trap : TERM HUP; exec sleep @MARK@" &'],
				{ detached: true, stdio: 'ignore' }).unref();
		spawnSync('sleep', ['0.3']);
	},

	signal_runner() {
		const parent = process.ppid;
		if (!inside)
			return attempt(process.kill, parent, 'SIGKILL') && spawnSync('sleep', ['0.3']) &&
				process.ppid !== parent && escaped('the parent is dead');
		for (const pid of pids())
			for (const signal of ['SIGSTOP', 'SIGKILL'])
				attempt(process.kill, pid, signal);
		spawnSync('sleep', ['0.2']);
		if (process.ppid !== parent)
			escaped('the parent is dead');
	},

	forge() {
		const line = '{"id":1,"ok":true,"status":"ok","code":0,"stdout":"FORGED","stderr":"","exception":null}\n';
		for (const pid of inside ? pids() : [process.ppid]) {
			for (let fd = 3; fd < 64; fd++)
				if (attempt(() => fs.appendFileSync(`/proc/${pid}/fd/${fd}`, line) === undefined))
					escaped(`/proc/${pid}/fd/${fd}`);
			if (attempt(fs.openSync, `/proc/${pid}/mem`, 'r+') !== undefined)
				escaped(`memory of ${pid}`);
		}
	},

	exhaust() {
		const all = [];
		for (let i = 0; i < 14; i++)
			all.push(Buffer.alloc(50 * MIB, 1));
		escaped(`${all.length * 50} MiB`);
	},

	flood() {
		const block = Buffer.alloc(MIB, 'x');
		for (let i = 0; i < (inside ? 10240 : 16); i++)
			for (let at = 0; at < block.length;)
				at += attempt(fs.writeSync, 1, block, at) || 0;
		escaped('all was printed');
	},

	busy() {
		for (;;);
	},

	sleeping() {
		process.on('SIGTERM', () => {});
		setTimeout(() => {}, 3600000);
	},

	in_c() {
		const program = path.join(path.dirname(require.resolve('@TREE@/target.js')), 'attack');
		process.exitCode = spawnSync(program, ['@WHAT_C@'], { stdio: ['ignore', 'inherit', 'inherit'] }).status;
	},
};

attacks['@WHAT@']();
