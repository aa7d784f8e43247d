import Type, { type Static } from "typebox";
import { closed, text } from "./parts/shapes.ts";

/** The body of every failure (decisions: rules for every call). */
export const FailureSchema = closed({
  code: Type.Integer({ minimum: 1 }),
  message: text(500),
  requestId: text(128),
  fields: Type.Optional(
    Type.Array(
      closed({
        pointer: Type.String({ maxLength: 500, description: "JSON Pointer into the body that was sent." }),
        keyword: text(64),
        message: text(500),
      }),
      { maxItems: 500 },
    ),
  ),
  data: Type.Optional(Type.Unsafe<unknown>({ description: "What helps to go on; depends on the code." })),
});

/** A failure on the wire; `code` is the body code of the error table, never 0. */
export type Failure = Static<typeof FailureSchema>;
/** What is wrong with one value of the body. */
export type FieldFailure = NonNullable<Failure["fields"]>[number];
