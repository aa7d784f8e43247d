const defaults = { log: console.error, firstDelayMs: 1_000, maxDelayMs: 30_000, steadyMs: 10_000 };

/**
 * Keeps a child process running: restarts it when it exits, with back-off when it exits early. `start` makes the child.
 * Returns `stop`, which ends it and waits until it has exited.
 */
export function keepRunning(name, start, { log, firstDelayMs, maxDelayMs, steadyMs } = defaults) {
  let child;
  let timer;
  let stopped = false;
  let delayMs = firstDelayMs;
  const startChild = () => {
    const startedAt = Date.now();
    child = start();
    child.once("exit", (code, signal) => {
      if (stopped) return;
      if (Date.now() - startedAt > steadyMs) delayMs = firstDelayMs;
      log(`[dev] the ${name} exited (${signal ?? code}), restart in ${delayMs / 1000} s`);
      timer = setTimeout(startChild, delayMs);
      delayMs = Math.min(delayMs * 2, maxDelayMs);
    });
  };
  startChild();
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
