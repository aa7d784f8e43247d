import type { DetectionReport, DocumentReading } from "#engine/contract/files.ts";
import type { MessageKey } from "#engine/core/definitions/message-keys.ts";
import { withReason, type ErrorText } from "#server/errors.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import type { ReceivedFile } from "../uploads/receive.ts";
import { faultReasons, type FileFault, type Inspection } from "./inspection.ts";
import { inspectCached } from "./inspector.ts";
import { hasTextLayer, toDocumentText } from "./document-text.ts";
import { pageFlaws, type FlawedPage, type PageFlaw } from "./image-quality/flaws.ts";

type Part = MessageKey<"parts">;
type Flag = "blurry" | "smudgy" | "cropped" | "dimension";

/** The four faults of the wire, each with its text, and the fault to which each page flaw belongs. */
const flagTexts: readonly (readonly [Flag, Part])[] = [
  ["blurry", "blurry"],
  ["smudgy", "smudged"],
  ["cropped", "cropped"],
  ["dimension", "dimension-issues"],
];
const flags: Readonly<Record<PageFlaw, Flag>> = {
  blurred: "blurry",
  "motion-blur": "blurry",
  "low-resolution": "dimension",
  glare: "smudgy",
  shadow: "smudgy",
  stained: "smudgy",
  cropped: "cropped",
  blank: "dimension",
  sideways: "dimension",
  "upside-down": "dimension",
  "wrong-proportions": "dimension",
};

/** Marks of a marksheet. The candidate's name is searched too. */
const marksheetMarks: readonly (readonly [Part, RegExp])[] = [
  ["document-board", /\b(board|university|council|institute|vidyalaya|college)\b/i],
  ["document-roll-number", /\b(roll|registration|reg|seat|enrol?ment|index|prn)\b/i],
  ["document-year", /\b(19|20)\d{2}\b/],
];

/** A sentence names at most this many pages. */
const namedPagesMax = 12;

/** The result of a document check, without texts. */
export interface Finding {
  state: DetectionReport["state"];
  fault?: FileFault;
  /** Pages with flaws, and the number of checked pages. */
  pages?: FlawedPage[];
  pageCount?: number;
  /** All pages of the file, when some were not checked. */
  allPages?: number;
  /** The file is a form that only Adobe's readers display. */
  isDynamicForm?: true;
  /** Marks found in the text of a marksheet. They only inform, because OCR can be wrong. */
  read?: { found: Part[]; missing: Part[] };
  /** The text of the document, for its owner only. Never logged. */
  reading?: DocumentReading;
}

/** Checks a document and, on request, reads its text layer. `cacheFolder` caches the result by content. */
export async function detect(
  received: ReceivedFile,
  { candidateId, read, name }: { candidateId: string; read: boolean; name: string | null },
  cacheFolder?: string,
): Promise<Finding> {
  const options = { assessQuality: true, ...(read && { extractText: read }) };
  const inspection = await inspectCached(cacheFolder, received, options, candidateId);
  return toFinding(inspection, read, name);
}

function toFinding(
  { fault, pages, pageCount, totalPages, isDynamicForm, text }: Inspection,
  isRead: boolean,
  name: string | null,
): Finding {
  const textLayer = text && hasTextLayer(text, pageCount) ? toDocumentText([text]) : undefined;
  return {
    state: fault ? "ERROR" : pages?.length || totalPages || isDynamicForm ? "WARNING" : "COMPLETED",
    ...(fault && { fault }),
    ...(pages && { pages }),
    ...(pageCount !== undefined && { pageCount }),
    ...(totalPages !== undefined && { allPages: totalPages }),
    ...(isDynamicForm && { isDynamicForm }),
    ...(textLayer && { read: readMarks(text ?? "", name) }),
    ...(isRead && !fault && { reading: textLayer ?? { state: "waiting", lines: [], whole: false } }),
  };
}

/** Returns the marks of a marksheet that a text has and lacks. */
export function readMarks(text: string, name: string | null): NonNullable<Finding["read"]> {
  const normalized = text.toLowerCase().replace(/\s+/g, " ");
  const found: (readonly [Part, boolean])[] = marksheetMarks.map(([part, pattern]) => [part, pattern.test(text)]);
  if (name)
    found.unshift([
      "document-name",
      name
        .toLowerCase()
        .split(/\s+/)
        .every((part) => normalized.includes(part)),
    ]);
  return {
    found: found.flatMap(([part, ok]) => (ok ? [part] : [])),
    missing: found.flatMap(([part, ok]) => (ok ? [] : [part])),
  };
}

/** Formats a finding as the wire has it, in the language of the request. */
export function toReport(finding: Finding, uploadId: string, messages: MessageTexts): DetectionReport {
  const { state, fault, pages = [], isDynamicForm, read } = finding;
  const found = new Set(pages.flatMap((page) => page.flaws.map((flaw) => flags[flaw])));
  const status = (flag: Flag) => ({ status: found.has(flag) });
  const toTexts = (parts: readonly Part[]) => parts.map((part) => messages.formatValue({ part }));
  const partlyChecked = toPartlyChecked(finding);
  const reason = fault
    ? withReason(faultReasons[fault])
    : isDynamicForm
      ? withReason("file-dynamic-form")
      : (toWarning(found) ?? partlyChecked);
  const advice = toAdvice(finding, messages);
  // Without another flaw, this text is the reason already.
  if (partlyChecked && advice.length > 0) advice.push(messages.formatRefusal(partlyChecked).message);
  return {
    blurry: status("blurry"),
    smudgy: status("smudgy"),
    cropped: status("cropped"),
    dimension_issue: status("dimension"),
    reason: reason ? messages.formatRefusal(reason).message : null,
    ...(pages.length > 0 && { pages, advice }),
    ocr: read ? { found: toTexts(read.found), missing: toTexts(read.missing) } : null,
    state,
    uploadId,
  };
}

function toWarning(found: ReadonlySet<Flag>): (ErrorText & { reason: string }) | undefined {
  const named = flagTexts.filter(([flag]) => found.has(flag)).map(([, part]) => ({ part }));
  return named.length > 0 ? withReason("file-flawed", { flaws: { list: named } }) : undefined;
}

function toPartlyChecked({ pageCount = 1, allPages }: Finding): (ErrorText & { reason: string }) | undefined {
  return allPages === undefined ? undefined : withReason("file-partly-checked", { seen: pageCount, all: allPages });
}

/** One sentence for each kind of flaw, with the page numbers when there are several pages. */
function toAdvice({ pages = [], pageCount = 1 }: Finding, messages: MessageTexts): string[] {
  return pageFlaws.flatMap((flaw) => {
    const numbers = pages.filter(({ flaws }) => flaws.includes(flaw)).map(({ page }) => page);
    if (numbers.length === 0) return [];
    const advice = messages.formatValue({ part: `flaw-${flaw}` });
    if (pageCount === 1) return [advice];
    const named = numbers.slice(0, namedPagesMax).join(", ") + (numbers.length > namedPagesMax ? " …" : "");
    return [messages.formatValue({ part: "on-pages", values: { pages: named, how: advice } })];
  });
}
