import { fingerprintFolder, watchFolder } from "#server/config/watch-folder.ts";

/** What is played again and again. */
interface Repeated {
  play(): Promise<unknown>;
}

/**
 * Plays, and again whenever something in one of the folders changes; what cannot be played is said, and waited out. Ends
 * with `signal`, else never.
 */
export async function playAgain(repeated: Repeated, folders: readonly string[], signal?: AbortSignal): Promise<void> {
  let wake: () => void = () => undefined;
  let isDue = false;
  const changed = async () => {
    isDue = true;
    wake();
  };
  signal?.addEventListener("abort", () => wake());
  const watches = await Promise.all(
    folders.map(async (folder) => watchFolder(folder, await fingerprintFolder(folder), changed)),
  );
  while (!signal?.aborted) {
    isDue = false;
    try {
      await repeated.play();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
    console.log("\nWaiting for a document or a fixture to change.");
    // The folders' watches keep no process alive.
    const alive = setInterval(() => undefined, 60_000);
    await new Promise<void>((resolve) => {
      wake = resolve;
      if (isDue || signal?.aborted) resolve();
    });
    clearInterval(alive);
  }
  for (const watch of watches) watch.close();
}
