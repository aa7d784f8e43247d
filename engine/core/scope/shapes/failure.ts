import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { closed, text } from "#engine/core/base/shapes.ts";

/**
 * Every body code of the error table, and 0 for a call without an answer. The server maps them to status and message.
 */
export const failureCodes = [
  0, 100, 101, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 120, 121, 122, 123, 124, 138, 500,
] as const;

/** The reason as a stable code, and the values of its message's placeholders. */
const why = () => ({
  reason: Type.Optional(
    Type.String({
      maxLength: 64,
      description: "A key of catalogues/messages, or the name of the rule that refuses.",
    }),
  ),
  values: Type.Optional(
    Type.Record(Type.String({ maxLength: 64 }), Type.Union([text(500), Type.Number()]), {
      description: "The values of the placeholders in the message.",
    }),
  ),
});

/** The body of every failure. */
export const FailureSchema = closed({
  code: Type.Integer({ minimum: 1, description: "The body code of the error table." }),
  message: Type.String({ maxLength: 500, description: "The message, in the language of the call." }),
  ...why(),
  requestId: described(text(128), "The correlation id: the logs name it."),
  fields: Type.Optional(
    Type.Array(
      closed({
        pointer: Type.String({ maxLength: 500, description: "JSON Pointer into the body that was sent." }),
        keyword: described(text(64), "The rule that the value breaks: 'require', 'pattern', 'region'."),
        message: described(text(500), "The message to show at the field."),
        ...why(),
      }),
      { maxItems: 500, description: "Errors in single values of the body." },
    ),
  ),
  data: Type.Optional(
    Type.Unsafe<unknown>({ description: "More data about the failure; its shape depends on the code." }),
  ),
});

/** A failure on the wire; `code` is the body code of the error table, never 0. */
export type Failure = Static<typeof FailureSchema>;
/** A fault of one value of the body. */
export type FieldFailure = NonNullable<Failure["fields"]>[number];
