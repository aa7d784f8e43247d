import type { JsonSchema } from "#engine/base/known.ts";

/** A definition of the file of names itself, by its name. */
export const local = (definition: string): JsonSchema => ({ $ref: `#/definitions/${definition}` });
