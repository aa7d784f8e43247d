import type { DetectionReport } from "#engine/api/files.ts";
import { currentDocuments } from "../transactions/documents.ts";
import type { Services } from "../services.ts";
import { faultReasons } from "./fault-reasons.ts";
import { inspect, type Inspection, type Quality } from "./inspector.ts";
import type { ReceivedFile } from "./receive.ts";

/** What the paper is for, as far as the client says. */
export interface PaperPurpose {
  verificationName?: string;
  fieldName?: string;
}

const qualityWords: readonly (readonly [keyof Quality, string])[] = [["blurry", "blurry"], ["smudgy", "smudged"], ["cropped", "cropped"], ["dimension", "having dimensional or layout issues"]];

/** Words by which a marksheet is known; the candidate's name is looked for beside them. */
const marks: Readonly<Record<string, RegExp>> = {
  "board or university": /\b(board|university|council|institute|vidyalaya|college)\b/i,
  "roll number": /\b(roll|registration|reg|seat|enrol?ment|index|prn)\b/i,
  "year": /\b(19|20)\d{2}\b/,
};

/** Looks into a paper; → its report, still without the id under which the bytes are kept (D-43, D-44). */
export async function detect(services: Services, received: ReceivedFile, purpose: PaperPurpose, name: string | null): Promise<(uploadId: string) => DetectionReport> {
  const read = isMarksheet(services, purpose);
  const inspection = await inspect({ path: received.path, contentType: received.contentType, look: true, ...(read && { read }) });
  return (uploadId) => toReport(inspection, name, uploadId);
}

function toReport({ fault, quality, text }: Inspection, name: string | null, uploadId: string): DetectionReport {
  const found = (key: keyof Quality) => ({ status: quality?.[key] ?? false });
  const words = qualityWords.filter(([key]) => quality?.[key]).map(([, word]) => word);
  const warning = words.length > 0 ? `Uploaded file may be ${words.join("/")}` : null;
  return {
    blurry: found("blurry"),
    smudgy: found("smudgy"),
    cropped: found("cropped"),
    dimension_issue: found("dimension"),
    reason: fault ? faultReasons[fault] : warning,
    ocr: text === undefined ? null : toOcr(text, name),
    state: fault ? "ERROR" : warning ? "WARNING" : "COMPLETED",
    uploadId,
  };
}

/** What of a marksheet was read. It informs and refuses nothing: reading can be wrong (D-44 counts the four statuses). */
function toOcr(text: string, name: string | null): NonNullable<DetectionReport["ocr"]> {
  const plain = text.toLowerCase().replace(/\s+/g, " ");
  const holds: [string, boolean][] = Object.entries(marks).map(([word, pattern]) => [word, pattern.test(text)]);
  if (name) holds.unshift(["name", name.toLowerCase().split(/\s+/).every((part) => plain.includes(part))]);
  return { found: holds.flatMap(([word, ok]) => (ok ? [word] : [])), missing: holds.flatMap(([word, ok]) => (ok ? [] : [word])) };
}

/** A paper that only a PDF will do for is one whose text is read (spec §3 Education marksheet file field). */
function isMarksheet(services: Services, { verificationName, fieldName }: PaperPurpose): boolean {
  if (verificationName === undefined || fieldName === undefined) return false;
  const release = services.config.current();
  const organisation = release.organisations.get(release.defaultOrgId);
  const documents = organisation && currentDocuments(release, organisation);
  const form = documents?.form(documents.verification(verificationName)?.form ?? "");
  const accept = form && organisation?.formModel(form.id)?.byPointer.get(`/${fieldName}`)?.field.accept;
  return accept !== undefined && accept.every((type) => type === "application/pdf");
}
