/** Blocks this process and every server in it, as a paused machine does. */
export function blockProcess(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}
