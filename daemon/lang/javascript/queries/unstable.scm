; Calls whose result differs from run to run, or that reach past the sandbox. The callee is
; compared by its full name: `const { randomUUID: id } = require('crypto')` makes id
; `crypto.randomUUID`. Predicates: any-of? is equality, under? also takes what is below a name.

((call_expression function: (_) @unstable)
 (#under? @unstable
   "child_process" "node:child_process" "cluster" "node:cluster" "net" "node:net" "dgram" "node:dgram"
   "tls" "node:tls" "http" "node:http" "https" "node:https" "http2" "node:http2" "dns" "node:dns"
   "worker_threads" "node:worker_threads" "inspector" "node:inspector" "repl" "node:repl"
   "axios" "got" "node-fetch" "undici" "puppeteer" "playwright"))

((call_expression function: (_) @unstable)
 (#any-of? @unstable
   "Math.random" "Date.now" "Date" "performance.now" "performance.mark" "performance.measure"
   "process.hrtime" "process.hrtime.bigint" "process.uptime" "process.cpuUsage" "process.memoryUsage"
   "process.memoryUsage.rss" "process.resourceUsage" "process.kill" "process.abort" "fetch"
   "crypto.randomUUID" "crypto.randomBytes" "crypto.randomInt" "crypto.getRandomValues"
   "crypto.randomFillSync" "crypto.generateKeyPairSync" "crypto.webcrypto.getRandomValues"
   "node:crypto.randomUUID" "node:crypto.randomBytes" "node:crypto.randomInt"
   "node:crypto.getRandomValues" "node:crypto.randomFillSync" "node:crypto.generateKeyPairSync"
   "os.freemem" "os.loadavg" "os.uptime" "os.cpus" "os.networkInterfaces" "os.totalmem"
   "node:os.freemem" "node:os.loadavg" "node:os.uptime" "node:os.cpus" "node:os.totalmem"
   "perf_hooks.performance.now" "node:perf_hooks.performance.now" "prompt" "alert" "gc"))

; Without an argument it reads the clock.
((new_expression constructor: (identifier) @unstable arguments: (arguments . "(" . ")"))
 (#any-of? @unstable "Date"))
((new_expression constructor: (identifier) @unstable !arguments)
 (#any-of? @unstable "Date"))
((new_expression constructor: (_) @unstable)
 (#any-of? @unstable "WebSocket" "XMLHttpRequest" "Worker" "worker_threads.Worker" "BroadcastChannel"))
