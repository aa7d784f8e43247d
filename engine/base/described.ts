import Type, { type TSchema } from "typebox";

/**
 * The same shape with the one line that says what it means where it stands. An editor shows it beside the path; the API
 * document and the meta-schemas carry it.
 */
export const described = <T extends TSchema>(shape: T, line: string): T =>
  Type.With(shape as TSchema, { description: line }) as TSchema as T;
