import type { FormDocument } from "#engine/documents/form.ts";
import type { AnyDocument } from "#engine/documents/kinds.ts";

// A change that would lose answers, and what saves them: the roll number of a marksheet gets another name.

/** The form of marksheets with the roll number under another name, at its next version. */
export function renameRollNumber<F extends Pick<FormDocument, "data" | "fields">>(form: F): F & { version: number } {
  const { rollNumber, ...properties } = form.data.properties!;
  // Wherever a field names it: as its own place, and as what a paper shows.
  const fields = JSON.parse(JSON.stringify(form.fields).replaceAll('"/rollNumber"', '"/number"')) as F["fields"];
  return { ...form, version: 2, data: { ...form.data, properties: { ...properties, number: rollNumber! } }, fields };
}

/** What brings stored answers there. */
export const toNumber: AnyDocument = {
  $schema: "../meta/migration.schema.json",
  kind: "migration",
  id: "marksheet-2",
  description: "The roll number is called number.",
  form: "marksheet",
  to: 2,
  set: { "/number": { var: "data.rollNumber" } },
  remove: ["/rollNumber"],
};
