import Type from "typebox";
import { failureCodes, FailureSchema } from "./shapes/failure.ts";

/** A failed call, as `failed` handlers and catalogues/failures see it. */
export const contract = () =>
  Type.Object(
    {
      code: Type.Enum([...failureCodes], { description: "The body code; 0 when no answer came." }),
      status: Type.Integer({ description: "The HTTP status; 0 when no answer came." }),
      message: Type.String({ description: "The server's words." }),
      data: Type.Optional(
        Type.Unsafe<unknown>({ description: "More data about the failure; its shape depends on the code." }),
      ),
      retryAfterSeconds: Type.Optional(Type.Integer({ description: "The seconds to wait before trying again." })),
      fields: Type.Optional(FailureSchema.properties.fields),
      operation: Type.String({ description: "The operation that failed." }),
    },
    { additionalProperties: false },
  );
