'use strict';
/*
 * A written suite, run: a source that begins with `//tora:prove <JSON>` (PROTOCOL.md, Suites).
 *
 * The framework is one that needs files and processes of its own, so a plain one stands in, with as much of it as
 * suites use. Each test runs alone, with the package loaded anew for it, and then all of them in order. Of a suite that
 * is an ES module the package cannot be loaded anew, so nothing is said of its tests alone.
 */
const fs = require('fs');
const path = require('path');
const util = require('util');
const assert = require('assert');
const Module = require('module');
const { writeAll } = require('./show.js');

const TEST_MS = 5000;
const MESSAGE = 300;

function thrown(said, message) {
	if (message !== undefined && !String(said && said.message).includes(message))
		assert.fail(`'${said && said.message}' is not '${message}'`);
}

/* The matchers that suites use. */
function expect(value) {
	return {
		toBe: (other) => assert.ok(Object.is(value, other), `${util.inspect(value)} is not ${util.inspect(other)}`),
		toStrictEqual: (other) => assert.deepStrictEqual(value, other),
		toThrow(message) {
			let error = null;
			try {
				value();
			} catch (e) {
				error = { e };
			}
			assert.ok(error, 'it did not throw');
			thrown(error.e, message);
		},
		rejects: {
			async toThrow(message) {
				let error = null;
				await value.catch((e) => {
					error = { e };
				});
				assert.ok(error, 'it was not rejected');
				thrown(error.e, message);
			},
		},
	};
}

/* What stands in for the framework: tests are gathered, not run. */
function standIn(tests) {
	const test = (name, call) => tests.push({ name, call });
	const describe = (_name, call) => call();
	return Object.assign(test, { test, it: test, describe, expect, default: test });
}

function install(tests) {
	const tools = standIn(tests);
	const original = Module._load;
	Module._load = function (request, ...rest) {
		return ['node:test', 'mocha', 'vitest', '@jest/globals'].includes(request) ? tools
			: original.call(this, request, ...rest);
	};
	for (const name of ['describe', 'it', 'test', 'expect'])
		globalThis[name] = tools[name];
	return tools;
}

function load(job, root) {
	const file = path.join(root, job.path);
	const suite = new Module(file, null);
	suite.filename = file;
	suite.paths = Module._nodeModulePaths(path.dirname(file));
	suite._compile(job.text, file);
}

function forget(root) {
	for (const file of Object.keys(require.cache))
		if (file.startsWith(`${root}/`) && !file.includes('/node_modules/'))
			delete require.cache[file];
}

/* What fails behind a test's back, in a timer or in a promise that nobody waits for, fails the test that is running. */
let fail = null;

function listen() {
	const said = (e) => fail && fail(e);
	process.on('unhandledRejection', said);
	process.on('uncaughtException', said);
}

function turn() {
	return new Promise((done) => {
		setImmediate(done);
	});
}

/* '' or why it failed. */
async function attempt(call) {
	let timer;
	const behind = new Promise((_, reject) => {
		fail = reject;
		timer = setTimeout(() => reject(new Error('timeout')), TEST_MS);
	});
	try {
		await Promise.race([(async () => {
			await call();
			await turn();
		})(), behind]);
		return '';
	} catch (e) {
		return `${e && e.name}: ${e && e.message}`.slice(0, MESSAGE) || 'failed';
	} finally {
		fail = null;
		clearTimeout(timer);
	}
}

async function run(job, root, loadModule) {
	const { stringify } = JSON;
	const out = { by: `a plain runner in the place of ${job.style}`, together: {}, problem: '' };
	if (!job.isModule)
		out.alone = {};
	const tests = [];
	const tools = install(tests);
	listen();
	try {
		await (job.isModule ? loadModule(job.text, path.join(root, job.path), tools) : load(job, root));
		const anew = () => {
			forget(root);
			tests.length = 0;
			load(job, root);
		};
		for (const { name } of job.isModule ? [] : [...tests]) {
			anew();
			out.alone[name] = await attempt(tests.find((t) => t.name === name).call);
		}
		if (!job.isModule)
			anew();
		for (const { name, call } of tests)
			out.together[name] = await attempt(call);
	} catch (e) {
		out.problem = `${e && e.name}: ${e && e.message}`.slice(0, MESSAGE);
	}
	writeAll(1, Buffer.from(`\n${job.word} ${stringify(out)}\n`));
	process.exit(0);
}

module.exports = { run };
