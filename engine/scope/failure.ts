import Type, { type Static } from "typebox";
import { failureCodes, FailureSchema } from "#engine/api/failure.ts";

/** A call that did not succeed, in `failed` and in the map of failures. */
export const contract = () =>
  Type.Object(
    {
      code: Type.Enum([...failureCodes], { description: "The body code; 0 when no answer came." }),
      status: Type.Integer({ description: "The HTTP status; 0 when no answer came." }),
      message: Type.String({ description: "The server's words." }),
      data: Type.Optional(Type.Unsafe<unknown>({ description: "What helps to go on; depends on the code." })),
      retryAfterSeconds: Type.Optional(Type.Integer({ description: "How long to wait before trying again." })),
      fields: Type.Optional(FailureSchema.properties.fields),
      operation: Type.String({ description: "The operation that failed." }),
    },
    { additionalProperties: false },
  );

/** The root `failure`. */
export type FailureRoot = Static<ReturnType<typeof contract>>;
