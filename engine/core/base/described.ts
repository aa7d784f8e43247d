import Type, { type TSchema } from "typebox";

/**
 * Returns the schema with a one-line description, and examples where the schema alone does not show how to write a
 * value. Editors show the line; the API document and the meta-schemas include it.
 */
export const described = <T extends TSchema>(shape: T, line: string, ...examples: unknown[]): T =>
  Type.With(shape as TSchema, {
    description: line,
    ...(examples.length > 0 ? { examples } : {}),
  }) as TSchema as T;
