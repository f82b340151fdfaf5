; Calls whose result differs from run to run, or that reach past the sandbox. The
; callee is compared by its full name: `import numpy as np` makes np.random.rand
; `numpy.random.rand`. Predicates: any-of? is equality, under? also takes what is
; below a name.

((call function: (_) @unstable)
 (#under? @unstable
   "secrets" "socket" "subprocess" "requests" "urllib.request" "http.client" "httpx" "aiohttp"
   "ftplib" "smtplib" "multiprocessing" "asyncio.open_connection" "asyncio.create_subprocess_exec"
   "asyncio.create_subprocess_shell" "webbrowser" "getpass"))

((call function: (_) @unstable)
 (#any-of? @unstable
   "id" "input" "time.time" "time.time_ns" "time.monotonic" "time.monotonic_ns"
   "time.perf_counter" "time.perf_counter_ns" "time.process_time" "time.process_time_ns"
   "time.thread_time" "datetime.datetime.now" "datetime.datetime.utcnow" "datetime.datetime.today"
   "datetime.date.today" "uuid.uuid1" "uuid.uuid4" "os.urandom" "os.getpid" "os.getppid"
   "os.system" "os.popen" "os.fork" "os.kill" "os.getloadavg" "os.times" "os.cpu_count"
   "tempfile.mktemp" "tempfile.mkdtemp" "tempfile.mkstemp" "tempfile.gettempdir"
   "threading.get_ident" "threading.get_native_id" "random.SystemRandom" "gc.get_objects"
   "sys.getrefcount" "sys.getsizeof" "platform.node" "socket.gethostname"))

; Without an argument these read the clock.
((call function: (_) @unstable arguments: (argument_list . "(" . ")"))
 (#any-of? @unstable "time.localtime" "time.gmtime" "time.ctime" "time.asctime" "random.Random"
   "numpy.random.default_rng"))
((call function: (_) @unstable arguments: (argument_list . (_) .))
 (#any-of? @unstable "time.strftime"))

((call function: (_) @unstable)
 (#under? @unstable "random.random" "random.randint" "random.randrange" "random.choice"
   "random.choices" "random.shuffle" "random.sample" "random.uniform" "random.gauss"
   "random.normalvariate" "random.getrandbits" "random.randbytes" "random.triangular"
   "random.betavariate" "random.expovariate" "numpy.random.rand" "numpy.random.randn"
   "numpy.random.randint" "numpy.random.random" "numpy.random.choice" "numpy.random.shuffle"
   "numpy.random.normal" "numpy.random.uniform" "numpy.random.permutation"))

; A fixed seed makes everything beside it repeatable.
((call function: (_) @stable arguments: (argument_list (_)))
 (#any-of? @stable "random.seed" "numpy.random.seed"))
