import type { JsonSchema } from "#engine/core/base/value-type.ts";
import type { RefKind } from "./props.ts";

/**
 * File with the existing names: one definition per kind of name, generated from the definitions (authoring/editor), for
 * completion in editors. The check does not follow references into it, because it validates names itself.
 */
export const namesSchemaFile = "names.schema.json";

/** Kinds of names that editors complete: definitions by kind, and names inside definitions or code. */
export type NameKind = RefKind | "rule" | "table" | "category" | "region" | "provider" | "language" | "currency";

/** Reference to the existing names of a kind. */
export const nameReference = (what: NameKind): JsonSchema => ({ $ref: `${namesSchemaFile}#/definitions/${what}` });

/** Keys that name an operation, a root or a screen; its arguments stand beside the key. */
export type CallerKey = "call" | "fetchFile" | "root" | "navigate";

/** Reference to the arguments of the operation, root or screen that the key names. */
export const argumentsReference = (key: CallerKey): JsonSchema => ({
  $ref: `${namesSchemaFile}#/definitions/taken-by-${key}`,
});

/** Reference to the keys that `set` may write. */
export const settable: JsonSchema = { $ref: `${namesSchemaFile}#/definitions/settable` };

/** Reference to the pointers of a form's values, by the form's id. */
export const ownPointers: JsonSchema = { $ref: `${namesSchemaFile}#/definitions/own-pointers` };

/** Reference to the paths into the data of any form, at any depth. */
export const dataPaths: JsonSchema = { $ref: `${namesSchemaFile}#/definitions/data-paths` };

/** Reference to the keys of `overrides`. */
export const overrideKeys: JsonSchema = { $ref: `${namesSchemaFile}#/definitions/override-keys` };

/** Reference to expressions with completion of operators, paths and rule names. */
export const completedExpression: JsonSchema = { $ref: `${namesSchemaFile}#/definitions/expression` };
