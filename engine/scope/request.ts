import Type, { type Static } from "typebox";
import { nameOf } from "#engine/base/known.ts";
import { once } from "#engine/base/once.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import { requestSchema } from "#engine/documents/request.ts";
import { resolveText } from "#engine/documents/text.ts";
import { asksIdentity, countMinutes, toAsks, toChoice, toCost } from "#engine/transaction/asks.ts";
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
      asks: Type.Array(
        Type.Object(
          {
            name: Type.String({ description: "The verification's name." }),
            label: Type.String({ description: "What it is called, in the candidate's language." }),
            icon: Type.String({ description: "The name of its picture." }),
            ready: Type.String({ description: "What to have at hand; empty where nothing is said." }),
            skipAllowed: Type.Boolean({ description: "It may be left out, whatever else is given." }),
            isChoice: Type.Boolean({ description: "It is one of those of which some must be given." }),
          },
          { additionalProperties: false },
        ),
        { description: "What is asked for, in its order." },
      ),
      choice: Type.Object(
        {
          atLeast: Type.Integer({
            minimum: 0,
            description: "How many of them must be given; 0 where none is a choice.",
          }),
          of: Type.Integer({ minimum: 0, description: "How many there are." }),
        },
        { additionalProperties: false, description: "Those of which some must be given." },
      ),
      asksIdentity: Type.Boolean({
        description: "A proof of identity is among them; else one is asked for first, once for every form.",
      }),
      minutes: Type.Integer({ minimum: 0, description: "How long all of it takes to fill in; 0 where nobody says." }),
      cost: Type.Record(Type.String(), Type.Number(), {
        description: "What one of each costs with tax, by region; nothing for a free form.",
      }),
    },
    { additionalProperties: false },
  );

/** The root `request`. `refused`: the gate of its transaction answered no. */
export function toRequest(request: DocumentOf<"request">, makings: Makings, refused = false): RequestRoot {
  const { now, translate } = makings;
  const asks = once(() => toAsks(request, makings));
  const choice = once(() => {
    const of = asks().filter(({ isChoice }) => isChoice).length;
    return { atLeast: of > 0 ? toChoice(request).atLeast : 0, of };
  });
  const cost = once(() => toCost(request, makings));
  // What is read seldom is worked out when it is: the server asks with every transaction whether this one is expired.
  return {
    ...request,
    formId: request.id,
    name: resolveText(request.name, { roots: {}, rules: {} }, translate),
    expired: isPastExpiry(request.expiry, now),
    refused,
    get asks() {
      return asks();
    },
    get choice() {
      return choice();
    },
    get asksIdentity() {
      return asksIdentity(request, makings);
    },
    get minutes() {
      return countMinutes(request, makings);
    },
    get cost() {
      return cost();
    },
  };
}

/** What documents read of a request; the head of its document comes along unread. */
export type RequestRoot = Static<ReturnType<typeof contract>>;
