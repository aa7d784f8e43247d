import Type, { type Static } from "typebox";
import { nameOf } from "#engine/base/known.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import { requestSchema } from "#engine/documents/request.ts";
import { resolveText } from "#engine/documents/text.ts";
import { isPastExpiry } from "#engine/transaction/expiry.ts";
import { withoutHead, type Makings } from "./root.ts";

/** What the organisation asks for; nobody needs to be signed in to read it. */
export const contract = () =>
  Type.Object(
    {
      ...withoutHead(requestSchema.properties),
      formId: Type.String({ $comment: nameOf.request, description: "Its id, as the wire says it." }),
      name: Type.String({ description: "Its name in the candidate's language." }),
      expired: Type.Boolean({ description: "It is past its expiry." }),
      refused: Type.Boolean({ description: "The transaction of the link belongs to somebody else." }),
    },
    { additionalProperties: false },
  );

/** The root `request`. `refused`: the gate of its transaction answered no. */
export function toRequest(
  request: DocumentOf<"request">,
  { now, translate }: Pick<Makings, "now" | "translate">,
  refused = false,
): RequestRoot {
  return {
    ...request,
    formId: request.id,
    name: resolveText(request.name, { roots: {}, rules: {} }, translate),
    expired: isPastExpiry(request.expiry, now),
    refused,
  };
}

/** What documents read of a request; the head of its document comes along unread. */
export type RequestRoot = Static<ReturnType<typeof contract>>;
