import Type, { type Static } from "typebox";
import { described } from "#engine/base/described.ts";
import { closed, text } from "./parts/shapes.ts";

/** Every body code of the error table, and 0: no answer came. Which status and words go with it is the server's. */
export const failureCodes = [
  0, 100, 101, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 120, 138, 500,
] as const;

/** Why, as a name that stays the same in every language, and what fills the gaps of its words. */
const why = () => ({
  reason: Type.Optional(
    Type.String({
      maxLength: 64,
      description: "A key of the catalogue of messages, or the name of the rule that refuses.",
    }),
  ),
  values: Type.Optional(
    Type.Record(Type.String({ maxLength: 64 }), Type.Union([text(500), Type.Number()]), {
      description: "What stands in the gaps of the message.",
    }),
  ),
});

/** The body of every failure: one shape, so that the client meets each in one place. */
export const FailureSchema = closed({
  code: Type.Integer({ minimum: 1, description: "The body code of the error table." }),
  message: Type.String({ maxLength: 500, description: "The words, in the language that was asked for." }),
  ...why(),
  requestId: described(text(128), "What finds the request in the logs."),
  fields: Type.Optional(
    Type.Array(
      closed({
        pointer: Type.String({ maxLength: 500, description: "JSON Pointer into the body that was sent." }),
        keyword: described(text(64), "What the value breaks: 'require', 'pattern', 'region'."),
        message: described(text(500), "What to say at the field."),
        ...why(),
      }),
      { maxItems: 500, description: "What is wrong with single values of the body." },
    ),
  ),
  data: Type.Optional(Type.Unsafe<unknown>({ description: "What helps to go on; depends on the code." })),
});

/** A failure on the wire; `code` is the body code of the error table, never 0. */
export type Failure = Static<typeof FailureSchema>;
/** What is wrong with one value of the body. */
export type FieldFailure = NonNullable<Failure["fields"]>[number];
