import type { JsonSchema } from "#engine/core/base/value-type.ts";

/** Returns a reference to a definition of names.schema.json. */
export const toLocalReference = (definition: string): JsonSchema => ({ $ref: `#/definitions/${definition}` });
