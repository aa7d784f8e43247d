import type { ConfigReader } from "#server/config/reader.ts";
import { currentDocuments } from "../transactions/documents.ts";

/** What a paper is for, as far as the client says. */
export interface PaperPurpose {
  verificationName?: string;
  fieldName?: string;
}

/** A paper that only a PDF will do for is a marksheet: its text is read. */
export function isMarksheet(config: ConfigReader, { verificationName, fieldName }: PaperPurpose): boolean {
  if (verificationName === undefined || fieldName === undefined) return false;
  const release = config.current();
  const organisation = release.organisations.get(release.defaultOrgId);
  const documents = organisation && currentDocuments(release, organisation);
  const form = documents?.form(documents.verification(verificationName)?.form ?? "");
  const accept = form && organisation?.formModel(form.id)?.byPointer.get(`/${fieldName}`)?.field.accept;
  return accept !== undefined && accept.every((type) => type === "application/pdf");
}
