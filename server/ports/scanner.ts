import type { Readable } from "node:stream";

/** What a scanner says of a file: nothing found, or the name of what was found. */
export type ScanVerdict = { infected: false } | { infected: true; signature: string };

/** Looks for viruses. Throws NoVerdict for anything that is not plainly a verdict: a file is clean only when a scanner says so. */
export interface ScannerPort {
  /** Reads `bytes` to their end, or destroys them. `signal` ends the waiting. */
  scan(bytes: Readable, signal?: AbortSignal): Promise<ScanVerdict>;
}

/** There is no verdict. `about` says whether this file could not be judged, or the scanner is away and others need not be tried. */
export class NoVerdict extends Error {
  constructor(
    readonly about: "file" | "scanner",
    reason: string,
    cause?: unknown,
  ) {
    super(`The scanner gave no verdict: ${reason}.`, { cause });
  }
}
