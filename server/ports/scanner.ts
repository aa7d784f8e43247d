import type { Readable } from "node:stream";

/** The result of a scan; `signature` names the virus. */
export type ScanVerdict = { infected: false } | { infected: true; signature: string };

/**
 * A virus scanner. Throws NoVerdict for anything but a plain verdict: a file is clean only when a scanner states it.
 */
export interface ScannerPort {
  /** Reads `bytes` to their end, or destroys them. `signal` aborts the scan. */
  scan(bytes: Readable, signal?: AbortSignal): Promise<ScanVerdict>;
}

/**
 * The scan gave no verdict. `about`: this file could not be scanned, or the scanner is down and others need not be
 * tried.
 */
export class NoVerdict extends Error {
  constructor(
    readonly about: "file" | "scanner",
    reason: string,
    cause?: unknown,
  ) {
    super(`The scanner gave no verdict: ${reason}.`, { cause });
  }
}
