import type { ConfigReader } from "#server/config/reader.ts";
import { currentDocuments } from "../transactions/documents.ts";

/** What a paper is for, as far as the client says. */
export interface PaperPurpose {
  verificationName?: string;
  fieldName?: string;
}

/** Whether a paper is read: the document of its field says what it shows. */
export function isPaperRead(config: ConfigReader, { verificationName, fieldName }: PaperPurpose): boolean {
  if (verificationName === undefined || fieldName === undefined) return false;
  const release = config.current();
  const organisation = release.organisations.get(release.defaultOrgId);
  const documents = organisation && currentDocuments(release, organisation);
  const form = documents?.form(documents.verification(verificationName)?.form ?? "");
  return (form && organisation?.formModel(form.id)?.byPointer.get(`/${fieldName}`)?.field.shows) !== undefined;
}
