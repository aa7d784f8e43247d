import Type, { type TSchema } from "typebox";

/**
 * The same shape with the one line that says what it means where it stands, and examples where the shape does not show how
 * it is written. An editor shows it beside the path; the API document and the meta-schemas carry it.
 */
export const described = <T extends TSchema>(shape: T, line: string, ...examples: unknown[]): T =>
  Type.With(shape as TSchema, {
    description: line,
    ...(examples.length > 0 ? { examples } : {}),
  }) as TSchema as T;
