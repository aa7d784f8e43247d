import type { DetectionReport, UploadedFile } from "#engine/contract/files.ts";
import { generateFile, type GeneratedFile } from "../tools/replay/generated-files.ts";
import type { StartedForm } from "./candidate.ts";

/** A readable marksheet of at least this many bytes. */
export function makeMarksheet(minBytes = 65_536, name = "marksheet.pdf"): Promise<GeneratedFile> {
  return generateFile(name, {
    type: "application/pdf",
    minBytes,
    lines: [
      "Central Board of Secondary Education",
      "Secondary School Examination",
      "Name: Asha Verma",
      "Roll No: 1234567",
      "Year: 2014",
      "Marks: 465 of 500",
    ],
  });
}

/** Uploads a document by API calls and returns its fileUrl. */
export async function uploadDocument(
  started: StartedForm,
  verificationName: string,
  fieldName: string,
): Promise<string> {
  const { api, tokens, orgId, formId, txnId } = started;
  const setting = { context: { orgId, formId, txnId }, bearer: tokens.accessToken };
  const report = await api.call(
    "files.detect",
    { verificationName, fieldName },
    { ...setting, file: await makeMarksheet() },
  );
  const stored = await started.call("files.upload", { uploadId: (report.data as DetectionReport).uploadId });
  return (stored.data as UploadedFile).fileUrl;
}

/** Saves the 10th Marksheet form by API calls. Throws if the server refuses. */
export async function saveTenth(started: StartedForm): Promise<void> {
  const boards = await started.call("boards.search", { seed: "0", count: "10", search: "Central Board" });
  const [board] = (boards.data as { list: { value: string }[] }).list;
  const data = {
    board: board?.value,
    rollNumber: "1234567",
    passingYear: "2014",
    Marksheet: await uploadDocument(started, "bgv-tenth", "Marksheet"),
  };
  const saved = await started.call("verifications.save", { verificationName: "bgv-tenth", data });
  if (saved.code !== 0) throw new Error(`the tenth was refused: ${JSON.stringify(saved.body)}`);
}
