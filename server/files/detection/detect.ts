import type { DetectionReport } from "#engine/api/files.ts";
import type { MessageKey } from "#engine/documents/message-keys.ts";
import { says, type Said } from "#server/errors.ts";
import type { Words } from "#server/messaging/words/words.ts";
import type { ReceivedFile } from "../uploads/receive.ts";
import { faultReasons } from "./fault-reasons.ts";
import { inspect, type Fault, type Inspection, type Quality } from "./inspector.ts";

type Part = MessageKey<"parts">;

/** What is wrong with a paper's picture, each in a word. */
const flawWords: readonly (readonly [keyof Quality, Part])[] = [
  ["blurry", "blurry"],
  ["smudgy", "smudged"],
  ["cropped", "cropped"],
  ["dimension", "dimension-issues"],
];

/** What a marksheet is known by; the candidate's name is looked for beside it. */
const marks: readonly (readonly [Part, RegExp])[] = [
  ["paper-board", /\b(board|university|council|institute|vidyalaya|college)\b/i],
  ["paper-roll-number", /\b(roll|registration|reg|seat|enrol?ment|index|prn)\b/i],
  ["paper-year", /\b(19|20)\d{2}\b/],
];

/** What was found in a paper, without words. */
export interface Finding {
  state: DetectionReport["state"];
  fault?: Fault;
  quality?: Quality;
  /** What was looked for in the text of a marksheet. It informs and refuses nothing: reading can be wrong. */
  read?: { found: Part[]; missing: Part[] };
}

/** Looks into a paper, and reads its text when told to. */
export async function detect(
  received: ReceivedFile,
  { read, name }: { read: boolean; name: string | null },
): Promise<Finding> {
  const inspection = await inspect({
    path: received.path,
    contentType: received.contentType,
    look: true,
    ...(read && { read }),
  });
  return toFinding(inspection, name);
}

function toFinding({ fault, quality, text }: Inspection, name: string | null): Finding {
  const isFlawed = quality !== undefined && Object.values(quality).some(Boolean);
  return {
    state: fault ? "ERROR" : isFlawed ? "WARNING" : "COMPLETED",
    ...(fault && { fault }),
    ...(quality && { quality }),
    ...(text !== undefined && { read: readMarks(text, name) }),
  };
}

function readMarks(text: string, name: string | null): NonNullable<Finding["read"]> {
  const plain = text.toLowerCase().replace(/\s+/g, " ");
  const holds: (readonly [Part, boolean])[] = marks.map(([part, pattern]) => [part, pattern.test(text)]);
  if (name)
    holds.unshift([
      "paper-name",
      name
        .toLowerCase()
        .split(/\s+/)
        .every((part) => plain.includes(part)),
    ]);
  return {
    found: holds.flatMap(([part, ok]) => (ok ? [part] : [])),
    missing: holds.flatMap(([part, ok]) => (ok ? [] : [part])),
  };
}

/** The report as it leaves, in the words of whoever asked. */
export function toReport({ state, fault, quality, read }: Finding, uploadId: string, words: Words): DetectionReport {
  const status = (key: keyof Quality) => ({ status: quality?.[key] ?? false });
  const toWords = (parts: readonly Part[]) => parts.map((part) => words.word({ part }));
  const said = fault ? says(faultReasons[fault]) : toWarning(quality);
  return {
    blurry: status("blurry"),
    smudgy: status("smudgy"),
    cropped: status("cropped"),
    dimension_issue: status("dimension"),
    reason: said ? words.refusal(said).message : null,
    ocr: read ? { found: toWords(read.found), missing: toWords(read.missing) } : null,
    state,
    uploadId,
  };
}

function toWarning(quality: Quality | undefined): (Said & { reason: string }) | undefined {
  const flaws = flawWords.filter(([key]) => quality?.[key]).map(([, part]) => ({ part }));
  return flaws.length > 0 ? says("file-flawed", { flaws: { list: flaws } }) : undefined;
}
