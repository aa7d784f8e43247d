/** CPU time of a call in this process, in milliseconds. Load from other processes adds nothing. */
export async function cpuMs(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
