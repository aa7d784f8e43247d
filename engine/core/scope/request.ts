import Type, { type Static } from "typebox";
import { entityComment } from "#engine/core/base/value-type.ts";
import { requestSchema } from "#engine/core/definitions/request.ts";
import { withoutHead } from "./root.ts";

/** What an organisation requests; it is readable without signing in. */
export const contract = () =>
  Type.Object(
    {
      ...withoutHead(requestSchema.properties),
      formId: Type.String({ $comment: entityComment.request, description: "The id on the wire." }),
      name: Type.String({ description: "The name in the candidate's language." }),
      expired: Type.Boolean({ description: "The expiry has passed." }),
      refused: Type.Boolean({ description: "The transaction of the link belongs to another candidate." }),
      requirements: Type.Array(
        Type.Object(
          {
            name: Type.String({ description: "The name of the verification." }),
            label: Type.String({ description: "The label in the candidate's language." }),
            icon: Type.String({ description: "The name of the icon." }),
            ready: Type.String({ description: "What to have ready; may be empty." }),
            skipAllowed: Type.Boolean({ description: "The candidate may skip it in any case." }),
            isChoice: Type.Boolean({ description: "It belongs to a set of which only some are needed." }),
          },
          { additionalProperties: false },
        ),
        { description: "The required verifications, in order." },
      ),
      choice: Type.Object(
        {
          atLeast: Type.Integer({
            minimum: 0,
            description: "The number needed from the set; 0 without a choice.",
          }),
          of: Type.Integer({ minimum: 0, description: "The number of all entries." }),
        },
        { additionalProperties: false, description: "The set of which only some are needed." },
      ),
      requiresIdentity: Type.Boolean({
        description: "The request requires a proof of identity itself; otherwise the profile needs one first.",
      }),
      minutes: Type.Integer({ minimum: 0, description: "The minutes to fill it in; 0 if unknown." }),
      cost: Type.Record(Type.String(), Type.Number(), {
        description: "The cost of one of each with tax, by region; empty for a free form.",
      }),
    },
    { additionalProperties: false },
  );

/** The root `request`; the value also has the head of its definition. */
export type RequestRoot = Static<ReturnType<typeof contract>>;
