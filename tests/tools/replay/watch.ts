import { fingerprintFolder, watchFolder } from "#server/config/watch-folder.ts";

/** A task to repeat. */
interface Repeated {
  play(): Promise<unknown>;
}

/**
 * Plays once and after each change in one of the folders. Prints an error and waits for the next change. Ends with
 * `signal`.
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
    console.log("\nWaiting for a change of a definition or a fixture.");
    // A file watch does not keep the process alive.
    const alive = setInterval(() => undefined, 60_000);
    await new Promise<void>((resolve) => {
      wake = resolve;
      if (isDue || signal?.aborted) resolve();
    });
    clearInterval(alive);
  }
  for (const watch of watches) watch.close();
}
