; Calls whose result differs from run to run, or that reach past the sandbox.

((call_expression function: (identifier) @unstable)
 (#any-of? @unstable
   "time" "clock" "clock_gettime" "gettimeofday" "times" "getpid" "getppid" "gettid" "pthread_self"
   "random" "rand_r" "drand48" "lrand48" "mrand48" "getrandom" "arc4random" "getentropy"
   "mkstemp" "mkdtemp" "tmpnam" "tempnam" "tmpfile" "system" "popen" "fork" "vfork" "kill"
   "socket" "connect" "bind" "getaddrinfo" "gethostname" "getrusage" "getloadavg" "sysinfo"))
