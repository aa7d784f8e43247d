const usual = { say: console.error, firstDelayMs: 1_000, mostDelayMs: 30_000, steadyMs: 10_000 };

/**
 * Keeps a child process running: one that ends by itself is told of and started again, later each time when it ends at
 * once. `start` makes the child; what is answered ends it for good, and waits until it has gone.
 */
export function keepRunning(name, start, { say, firstDelayMs, mostDelayMs, steadyMs } = usual) {
  let child;
  let timer;
  let stopped = false;
  let delayMs = firstDelayMs;
  const begin = () => {
    const began = Date.now();
    child = start();
    child.once("exit", (code, signal) => {
      if (stopped) return;
      if (Date.now() - began > steadyMs) delayMs = firstDelayMs;
      say(`[dev] the ${name} ended by itself (${signal ?? code}) and is started again in ${delayMs / 1000} s`);
      timer = setTimeout(begin, delayMs);
      delayMs = Math.min(delayMs * 2, mostDelayMs);
    });
  };
  begin();
  return {
    async stop(signal = "SIGTERM") {
      stopped = true;
      clearTimeout(timer);
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await new Promise((resolve) => child.once("exit", resolve));
    },
  };
}
