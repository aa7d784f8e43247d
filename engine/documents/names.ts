import type { JsonSchema } from "#engine/base/known.ts";
import type { RefKind } from "./props.ts";

/**
 * Which names there are: one definition per kind of name, generated from the documents themselves (engine/editor), so that an
 * editor completes them. The check does not follow references into it: it judges names itself, and knows what was meant.
 */
export const namesSchemaFile = "names.schema.json";

/** What an editor completes names of: documents by their kind, and what stands in documents or in code. */
export type Nameable = RefKind | "rule" | "table" | "category" | "region" | "provider" | "language" | "currency";

/** One of the names that there are. */
export const nameOf = (what: Nameable): JsonSchema => ({ $ref: `${namesSchemaFile}#/definitions/${what}` });

/** Keys at which an operation, a root or a screen is named, and beside which stands what it takes. */
export type Caller = "call" | "fetchFile" | "root" | "navigate";

/** What is given along with the operation, root or screen that this key names. */
export const takenBy = (key: Caller): JsonSchema => ({ $ref: `${namesSchemaFile}#/definitions/taken-by-${key}` });

/** What `set` may write, as an editor completes its keys. */
export const settable: JsonSchema = { $ref: `${namesSchemaFile}#/definitions/settable` };

/** Pointers to the values of a form, at each place where the form names them: completed by its id. */
export const ownPointers: JsonSchema = { $ref: `${namesSchemaFile}#/definitions/own-pointers` };

/** Expressions as an editor completes them: an operator with its operands, paths and names of rules among them. */
export const completedExpression: JsonSchema = { $ref: `${namesSchemaFile}#/definitions/expression` };
