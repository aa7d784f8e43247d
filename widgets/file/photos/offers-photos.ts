import { allTypes } from "../file-rules.ts";
import { maxMergeFiles } from "../merge/merge-list.ts";

interface FileField {
  readonly accept?: readonly string[];
  readonly props: Readonly<Record<string, unknown>>;
}

const accepts = ({ accept = allTypes }: FileField, type: string) => accept.includes(type);

/** Returns whether pages can be photographed: as `photos` states, else when the field accepts PDFs. */
export const offersPhotos = (field: FileField): boolean =>
  typeof field.props["photos"] === "boolean"
    ? field.props["photos"] && (accepts(field, "application/pdf") || accepts(field, "image/jpeg"))
    : accepts(field, "application/pdf");

/** Maximum number of pages: many in a PDF, one in an image. */
export const getMaxPages = (field: FileField): number => (accepts(field, "application/pdf") ? maxMergeFiles : 1);
