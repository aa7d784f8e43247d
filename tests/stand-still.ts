/** Keeps this process, and whatever it serves, from everything else, as a machine does that stands still. */
export function standStill(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}
