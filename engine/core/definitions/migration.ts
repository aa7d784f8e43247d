import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { defineKind, pointer, ref, values } from "./fragments.ts";

/**
 * Converts stored answers of a form to its next version. Values that are not named stay. `set` and `remove` use the
 * form's own data, also where another form mounts it.
 */
export const migrationSchema = defineKind("migration", {
  form: described(ref("form"), "The id of the form whose stored answers are migrated.", "address"),
  to: Type.Integer({
    minimum: 2,
    description: "The version of the form after this migration.",
    examples: [2],
  }),
  set: described(values(), "The new values, by JSON Pointer; each expression reads the former answers.", {
    "/pincode": { var: "data.postcode" },
  }),
  remove: Type.Optional(
    Type.Array(pointer(), {
      minItems: 1,
      description: "JSON Pointers of values that the new version drops.",
      examples: [["/postcode"]],
    }),
  ),
});

/** A migration of stored answers to the next version of a form. */
export type MigrationDefinition = Static<typeof migrationSchema>;
