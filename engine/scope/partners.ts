import type { DocumentOf } from "#engine/documents/document-of.ts";
import { partnersSchema } from "#engine/documents/catalogues.ts";

/** Bodies that evaluate credentials, to choose from after single sign-on. */
export const contract = () => partnersSchema.properties.partners;

/** The root `partners`; empty without the catalogue. */
export const toPartners = (catalogue: DocumentOf<"partners"> | undefined): DocumentOf<"partners">["partners"] =>
  catalogue?.partners ?? [];
