import { isIdle } from "./inspector.ts";
import { readWords, stopReader } from "./words.ts";

interface Task {
  path: string;
  keep(text: string): Promise<void>;
}

/** More pictures than this are not read: what reading finds only informs. */
const waitingMax = 20;
const lookAgainMs = 250;

const waiting: Task[] = [];
let busy = false;

/** Reads the words of a picture while nobody waits for a report, one picture at a time, and gives them to `keep`. Seconds later, or never: nothing may depend on it. */
export function readLater(task: Task): void {
  if (waiting.length >= waitingMax) return;
  waiting.push(task);
  if (!busy) void work();
}

async function work(): Promise<void> {
  busy = true;
  for (let task = waiting.shift(); task; task = waiting.shift()) {
    while (!isIdle()) await new Promise((resolve) => setTimeout(resolve, lookAgainMs).unref());
    const text = await readWords(task.path);
    // The upload may be claimed or swept by now, and the server on its way out.
    if (text.trim()) await task.keep(text).catch(() => undefined);
  }
  busy = false;
  await stopReader();
}
