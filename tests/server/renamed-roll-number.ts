import type { FormDefinition } from "#engine/core/definitions/form.ts";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";

// A change that would lose answers, and its migration: the roll number of a marksheet gets another name.

/** The next version of the marksheet form, with the roll number under another name. */
export function renameRollNumber<F extends Pick<FormDefinition, "data" | "fields">>(form: F): F & { version: number } {
  const { rollNumber, ...properties } = form.data.properties!;
  // In every field that refers to it: as its own pointer, and as a fact on the document.
  const fields = JSON.parse(JSON.stringify(form.fields).replaceAll('"/rollNumber"', '"/number"')) as F["fields"];
  return { ...form, version: 2, data: { ...form.data, properties: { ...properties, number: rollNumber! } }, fields };
}

/** The migration of stored answers. */
export const toNumber: AnyDefinition = {
  $schema: "../meta/migration.schema.json",
  kind: "migration",
  id: "marksheet-2",
  description: "The roll number is called number.",
  form: "marksheet",
  to: 2,
  set: { "/number": { var: "data.rollNumber" } },
  remove: ["/rollNumber"],
};
