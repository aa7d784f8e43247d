import Type, { type Static } from "typebox";
import { described } from "#engine/base/described.ts";
import { document, pointer, ref, values } from "./fragments.ts";

/**
 * How stored answers of a form become answers of its next version. What is not named stays where it is; `set` and `remove`
 * read and change the data of the form itself, wherever another form mounts it.
 */
export const migrationSchema = document("migration", {
  form: described(ref("form"), "The id of the form of which stored answers are changed.", "address"),
  to: Type.Integer({
    minimum: 2,
    description: "The version of the form that it leads to, from the one before.",
    examples: [2],
  }),
  set: described(values(), "What becomes of values, by JSON Pointer; each reads the answers as they were.", {
    "/pincode": { var: "data.postcode" },
  }),
  remove: Type.Optional(
    Type.Array(pointer(), {
      minItems: 1,
      description: "JSON Pointers of values that the new version has no place for.",
      examples: [["/postcode"]],
    }),
  ),
});

/** Stored answers of a form, brought to its next version. */
export type MigrationDocument = Static<typeof migrationSchema>;
