import { createReadStream } from "node:fs";
import { describeError } from "#server/platform/log.ts";
import type { ScanState } from "#server/platform/store/tables/files.ts";
import type { Finding } from "../detection/detect.ts";
import type { FileServices } from "../file-services.ts";

/** A candidate waits this long for the scanner. A later result is stored by the job. */
const waitMs = 4000;

/** Scans a file while the candidate waits. Returns `waiting` on a timeout, and undefined without a scanner. */
export async function scanNow(
  { ports: { scanner }, log }: Pick<FileServices, "ports" | "log">,
  path: string,
): Promise<ScanState | undefined> {
  if (!scanner) return undefined;
  try {
    const verdict = await scanner.scan(createReadStream(path), AbortSignal.timeout(waitMs));
    if (!verdict.infected) return "clean";
    log.warn({ reason: verdict.signature }, "an infected file was refused");
    return "infected";
  } catch (error) {
    log.warn(describeError(error), "a file waits for the scanner");
    return "waiting";
  }
}

/** The finding for an infected file, which replaces every other finding. */
export const infectedFinding: Finding = { state: "ERROR", fault: "virus" };
