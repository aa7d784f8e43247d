/** What a call costs this process, in milliseconds of its processors: a machine that is busy with others, or stands still, adds nothing. */
export async function cpuMs(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
