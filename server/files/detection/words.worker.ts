/*
 * Reads words on a thread of its own, ranked below the one that serves: a page takes seconds, and nobody waits for it.
 */
import { giveWay } from "#server/platform/threads.ts";

giveWay(5);
// It has no types, and is started by this line alone.
await import("tesseract.js/src/worker-script/node/index.js" as string);
