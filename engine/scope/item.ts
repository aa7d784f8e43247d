import Type, { type TProperties, type TSchema } from "typebox";
import { nameOf } from "#engine/base/known.ts";
import { getOperation, operations, type OperationId } from "#engine/api/operations.ts";
import { EntrySchema, PriceListItemSchema } from "#engine/api/transaction-info.ts";

/** An object that has these keys and no other. Widened at once: a type of this size is slow to compare and nobody asks for it. */
export const closed = (properties: TProperties): TSchema => Type.Object(properties, { additionalProperties: false });
/** How something is coloured. */
export const tone = () =>
  Type.Enum(["neutral", "info", "success", "warning", "danger"], { description: "How it is coloured." });
/** A yes or no. */
export const flag = (description: string) => Type.Boolean({ description });
/** How many. */
export const count = (description: string) => Type.Integer({ minimum: 0, description });
/** Names of verifications. */
export const names = (description: string) =>
  Type.Array(Type.String({ $comment: nameOf.verification }), { description });

const permission = () =>
  closed({
    yes: flag("It may be done now."),
    reason: Type.Optional(Type.String({ description: "The short word for why not." })),
    why: Type.Optional(Type.String({ description: "Why not, in words for the candidate." })),
    remaining: Type.Optional(names("Names of the verifications that are in the way.")),
  });

/** The contract of what is allowed, `<area>.<verb>` by `<area>.<verb>`: every operation that changes something of this kind. */
export const allowed = (guard: "transaction" | "item"): TSchema => {
  const areas: Record<string, Record<string, TSchema>> = {};
  for (const id of Object.keys(operations) as OperationId[]) {
    if (getOperation(id).guard !== guard) continue;
    const [area = "", verb = ""] = id.split(".");
    (areas[area] ??= {})[verb] = permission();
  }
  return Type.Object(Object.fromEntries(Object.entries(areas).map(([area, verbs]) => [area, Type.Object(verbs)])), {
    description: "What may be done now, and why not.",
    additionalProperties: false,
  });
};

/** A verification of the open transaction, as tiles and the rules of its transitions read it. */
export const itemContract = () =>
  closed({
    ...EntrySchema.properties,
    icon: Type.Optional(Type.String({ description: "The name of its picture." })),
    price: Type.Optional(
      closed({
        mrp: Type.Number({ description: "List price in USD." }),
        price: Type.Number({ description: "What it costs in USD." }),
        discount: PriceListItemSchema.properties.discount,
      }),
    ),
    status: Type.Union([EntrySchema.properties.state, Type.Literal("")], {
      description: "The state that a tile shows: nothing before the start, SKIPPED when skipped.",
    }),
    tag: Type.String({ description: "The state in words." }),
    tone: tone(),
    submissionCount: count("How many submissions it has."),
    allowed: allowed("item"),
  });
