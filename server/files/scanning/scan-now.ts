import { createReadStream } from "node:fs";
import { describeError } from "#server/platform/log.ts";
import type { ScanState } from "#server/platform/store/tables/files.ts";
import type { Finding } from "../detection/detect.ts";
import type { FileServices } from "../file-services.ts";

/** As long as a candidate waits for the answer of an upload; a verdict that takes longer comes afterwards. */
const patienceMs = 4000;

/** What the scanner says of a file on the disk while somebody waits; `waiting` where it says nothing in time, undefined where nobody scans. */
export async function scanNow(
  { ports: { scanner }, log }: Pick<FileServices, "ports" | "log">,
  path: string,
): Promise<ScanState | undefined> {
  if (!scanner) return undefined;
  try {
    const verdict = await scanner.scan(createReadStream(path), AbortSignal.timeout(patienceMs));
    if (!verdict.infected) return "clean";
    log.warn({ reason: verdict.signature }, "an infected file was refused");
    return "infected";
  } catch (error) {
    log.warn(describeError(error), "a file waits for the scanner");
    return "waiting";
  }
}

/** What is known of a paper when it is infected: nothing else counts. */
export const infectedFinding: Finding = { state: "ERROR", fault: "virus" };
