import Type, { type TProperties, type TSchema } from "typebox";
import { nameOf } from "#engine/base/known.ts";
import { getContract } from "#engine/api/contracts.ts";
import { listGuarded } from "#engine/api/operations.ts";
import { evaluationStates, stateNames, StateSchema } from "#engine/api/states.ts";
import { EntrySchema, PermissionSchema, PriceListItemSchema } from "#engine/api/transaction-info.ts";
import { described } from "#engine/base/described.ts";
import type { Text } from "#engine/documents/text.ts";

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

/** The keys of what the guard answers, and of what is counted from that: the rules that it asks cannot read them. */
export const decided: readonly string[] = ["allowed", "skipRefused"];

/** The contract of what is allowed, `<area>.<verb>` by `<area>.<verb>`: every operation that changes something of this kind. */
export const allowed = (guard: "transaction" | "item"): TSchema => {
  const areas: Record<string, Record<string, TSchema>> = {};
  for (const id of listGuarded(guard)) {
    const [area = "", verb = ""] = id.split(".");
    (areas[area] ??= {})[verb] = described(PermissionSchema, `May this be done: ${getContract(id).summary}`);
  }
  const byVerb = Object.entries(areas).map(([area, verbs]) => {
    const description = `What may be done now, and why not, of the operations ${area}.…, by their verb.`;
    return [area, Type.Object(verbs, { description })];
  });
  return Type.Object(Object.fromEntries(byVerb), {
    description: "What may be done now, and why not, by area and verb of the operation.",
    additionalProperties: false,
  });
};

/** The contract of a timeline: steps in order, what comes last. */
export const timeline = (description: string) =>
  Type.Array(
    closed({
      id: Type.String({ description: "Tells the step from others of its timeline." }),
      state: Type.Enum([...stateNames, ...evaluationStates], { description: "What was entered, or will be." }),
      place: Type.Enum(["past", "now", "next"], { description: "It is over, going on, or still to come." }),
      title: Type.Unsafe<Text>({ description: "How it reads, as the catalogue of states writes it." }),
      tone: tone(),
      at: Type.Optional(Type.String({ description: "When it was entered, ISO 8601 in UTC." })),
      by: Type.Optional(Type.String({ description: "By when it is promised, ISO 8601 in UTC." })),
    }),
    { description },
  );

/** A verification of the open transaction, as tiles and the rules of its transitions read it. */
export const itemContract = () =>
  closed({
    ...EntrySchema.properties,
    icon: Type.Optional(Type.String({ description: "The name of its picture." })),
    price: Type.Optional(
      described(
        closed({
          mrp: Type.Number({ description: "List price in USD, major units." }),
          price: Type.Number({ description: "What the first one costs in USD, major units." }),
          discount: PriceListItemSchema.properties.discount,
        }),
        "What it costs; missing where it costs nothing.",
      ),
    ),
    status: Type.Union([StateSchema, Type.Literal("")], {
      description: "The state that a tile shows: nothing before the start, SKIPPED when skipped.",
    }),
    tag: Type.String({ description: "The state in words." }),
    tone: tone(),
    submissionCount: count("How many submissions it has."),
    timeline: timeline("What happened to it and what comes; empty where it has several submissions."),
    since: Type.Optional(Type.String({ description: "When it came to where it stands, ISO 8601 in UTC." })),
    allowed: allowed("item"),
  });
