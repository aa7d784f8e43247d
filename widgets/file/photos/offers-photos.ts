import { allTypes } from "../file-rules.ts";
import { maxPapers } from "../parts/pages.ts";

/** A field as who offers photos sees it. */
interface PaperField {
  readonly accept?: readonly string[];
  readonly props: Readonly<Record<string, unknown>>;
}

const takes = ({ accept = allTypes }: PaperField, type: string) => accept.includes(type);

/** Whether pages may be photographed for a field: what its document says, else whether it takes papers, which are PDFs. */
export const offersPhotos = (field: PaperField): boolean =>
  typeof field.props["photos"] === "boolean"
    ? field.props["photos"] && (takes(field, "application/pdf") || takes(field, "image/jpeg"))
    : takes(field, "application/pdf");

/** How many pages become the one file: a PDF holds many, a picture is one. */
export const toMostPages = (field: PaperField): number => (takes(field, "application/pdf") ? maxPapers : 1);
