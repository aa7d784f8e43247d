/* Runs OCR on a thread with a lower priority than the server's. */
import { lowerThreadPriority } from "#server/platform/threads.ts";

lowerThreadPriority(5);
// The module has no types and starts on import.
await import("tesseract.js/src/worker-script/node/index.js" as string);
