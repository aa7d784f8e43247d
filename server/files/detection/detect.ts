import type { DetectionReport, PaperReading } from "#engine/api/files.ts";
import type { MessageKey } from "#engine/documents/message-keys.ts";
import { says, type Said } from "#server/errors.ts";
import type { Words } from "#server/messaging/words/words.ts";
import type { ReceivedFile } from "../uploads/receive.ts";
import { faultReasons, type Refusal } from "./fault-reasons.ts";
import type { Inspection } from "./inspection.ts";
import { inspectOnce } from "./inspector.ts";
import { isWritten, toReading } from "./reading.ts";
import { pageFlaws, type FlawedPage, type PageFlaw } from "./judging/flaws.ts";

type Part = MessageKey<"parts">;
type Flag = "blurry" | "smudgy" | "cropped" | "dimension";

/** The four faults that every wallet names, each in a word; and under which of them a page's flaw falls. */
const flagWords: readonly (readonly [Flag, Part])[] = [
  ["blurry", "blurry"],
  ["smudgy", "smudged"],
  ["cropped", "cropped"],
  ["dimension", "dimension-issues"],
];
const flags: Readonly<Record<PageFlaw, Flag>> = {
  blurred: "blurry",
  moved: "blurry",
  coarse: "dimension",
  glare: "smudgy",
  shadow: "smudgy",
  stained: "smudgy",
  cut: "cropped",
  blank: "dimension",
  sideways: "dimension",
  "upside-down": "dimension",
  "odd-shape": "dimension",
};

/** What a marksheet is known by; the candidate's name is looked for beside it. */
const marks: readonly (readonly [Part, RegExp])[] = [
  ["paper-board", /\b(board|university|council|institute|vidyalaya|college)\b/i],
  ["paper-roll-number", /\b(roll|registration|reg|seat|enrol?ment|index|prn)\b/i],
  ["paper-year", /\b(19|20)\d{2}\b/],
];

/** Pages that a sentence names; of more it is enough to know that there are more. */
const namedPages = 12;

/** What was found in a paper, without words. */
export interface Finding {
  state: DetectionReport["state"];
  fault?: Refusal;
  /** The pages with something wrong, and how many pages there are. */
  pages?: FlawedPage[];
  pageCount?: number;
  /** How many pages the file has, where not all were looked at. */
  allPages?: number;
  /** What was looked for in the text of a marksheet. It informs and refuses nothing: reading can be wrong. */
  read?: { found: Part[]; missing: Part[] };
  /** What stands on it; for its owner's eyes, never written to a log. */
  reading?: PaperReading;
}

/** Looks into a paper, and reads its text when told to; `shelf` keeps what is found for whoever sends the same. */
export async function detect(
  received: ReceivedFile,
  { read, name }: { read: boolean; name: string | null },
  shelf?: string,
): Promise<Finding> {
  const inspection = await inspectOnce(shelf, received, { look: true, ...(read && { read }) });
  return toFinding(inspection, read, name);
}

function toFinding(
  { fault, pages, pageCount, allPages, text }: Inspection,
  isRead: boolean,
  name: string | null,
): Finding {
  const written = text && isWritten(text, pageCount) ? toReading([text]) : undefined;
  return {
    state: fault ? "ERROR" : pages?.length || allPages ? "WARNING" : "COMPLETED",
    ...(fault && { fault }),
    ...(pages && { pages }),
    ...(pageCount !== undefined && { pageCount }),
    ...(allPages !== undefined && { allPages }),
    ...(written && { read: readMarks(text ?? "", name) }),
    ...(isRead && !fault && { reading: written ?? { state: "waiting", lines: [], whole: false } }),
  };
}

/** Which marks of a marksheet stand in a text. */
export function readMarks(text: string, name: string | null): NonNullable<Finding["read"]> {
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
export function toReport(finding: Finding, uploadId: string, words: Words): DetectionReport {
  const { state, fault, pages = [], read } = finding;
  const found = new Set(pages.flatMap((page) => page.flaws.map((flaw) => flags[flaw])));
  const status = (flag: Flag) => ({ status: found.has(flag) });
  const toWords = (parts: readonly Part[]) => parts.map((part) => words.word({ part }));
  const unseen = toUnseen(finding);
  const said = fault ? says(faultReasons[fault]) : (toWarning(found) ?? unseen);
  const advice = toAdvice(finding, words);
  // Where nothing else is wrong it is the reason.
  if (unseen && advice.length > 0) advice.push(words.refusal(unseen).message);
  return {
    blurry: status("blurry"),
    smudgy: status("smudgy"),
    cropped: status("cropped"),
    dimension_issue: status("dimension"),
    reason: said ? words.refusal(said).message : null,
    ...(pages.length > 0 && { pages, advice }),
    ocr: read ? { found: toWords(read.found), missing: toWords(read.missing) } : null,
    state,
    uploadId,
  };
}

function toWarning(found: ReadonlySet<Flag>): (Said & { reason: string }) | undefined {
  const named = flagWords.filter(([flag]) => found.has(flag)).map(([, part]) => ({ part }));
  return named.length > 0 ? says("file-flawed", { flaws: { list: named } }) : undefined;
}

function toUnseen({ pageCount = 1, allPages }: Finding): (Said & { reason: string }) | undefined {
  return allPages === undefined ? undefined : says("file-partly-seen", { seen: pageCount, all: allPages });
}

/** One sentence for each kind of flaw, with the pages that have it where there are several. */
function toAdvice({ pages = [], pageCount = 1 }: Finding, words: Words): string[] {
  return pageFlaws.flatMap((flaw) => {
    const numbers = pages.filter(({ flaws }) => flaws.includes(flaw)).map(({ page }) => page);
    if (numbers.length === 0) return [];
    const how = words.word({ part: `flaw-${flaw}` });
    if (pageCount === 1) return [how];
    const named = numbers.slice(0, namedPages).join(", ") + (numbers.length > namedPages ? " …" : "");
    return [words.word({ part: "on-pages", values: { pages: named, how } })];
  });
}
