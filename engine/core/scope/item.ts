import Type, { type TProperties, type TSchema } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { entityComment } from "#engine/core/base/value-type.ts";
import { guardedOperations, type GuardedKind } from "#engine/core/definitions/guarded-operations.ts";
import { StateSchema } from "#engine/core/definitions/state-schemas.ts";
import { evaluationStates, stateNames } from "#engine/core/definitions/states.ts";
import type { Text } from "#engine/core/definitions/text.ts";
import { EntrySchema, PermissionSchema, PriceListItemSchema } from "./shapes/transaction-info.ts";

/** A closed object. The type is widened at once, because comparing a type of this size is slow. */
export const closed = (properties: TProperties): TSchema => Type.Object(properties, { additionalProperties: false });
/** The tone of a colour. */
export const tone = () =>
  Type.Enum(["neutral", "info", "success", "warning", "danger"], { description: "How it is coloured." });
/** A boolean. */
export const flag = (description: string) => Type.Boolean({ description });
/** A number of things. */
export const count = (description: string) => Type.Integer({ minimum: 0, description });
/** Names of verifications. */
export const names = (description: string) =>
  Type.Array(Type.String({ $comment: entityComment.verification }), { description });

/** Keys that the guard computes, and what depends on them; the guard's own rules cannot read them. */
export const guardedKeys: readonly string[] = ["allowed", "skipRefused"];

/** Contract of `allowed`, by area and verb: every operation that changes a thing of this kind. */
export const allowed = (kind: GuardedKind): TSchema => {
  const areas: Record<string, Record<string, TSchema>> = {};
  for (const id of guardedOperations[kind]) {
    const [area = "", verb = ""] = id.split(".");
    (areas[area] ??= {})[verb] = described(PermissionSchema, `Whether ${id} is allowed now, and why not.`);
  }
  const byVerb = Object.entries(areas).map(([area, verbs]) => {
    const description = `The permissions of the operations ${area}.…, by verb.`;
    return [area, Type.Object(verbs, { description })];
  });
  return Type.Object(Object.fromEntries(byVerb), {
    description: "The allowed operations, and the reason for each refused one, by area and verb.",
    additionalProperties: false,
  });
};

/** Contract of a timeline: steps in order, the coming ones last. */
export const timeline = (description: string) =>
  Type.Array(
    closed({
      id: Type.String({ description: "The id of the step in its timeline." }),
      state: Type.Enum([...stateNames, ...evaluationStates], {
        description: "The state that was entered, or will be.",
      }),
      phase: Type.Enum(["past", "now", "next"], { description: "The step is past, current or coming." }),
      title: Type.Unsafe<Text>({ description: "The title, from the catalogue of states." }),
      tone: tone(),
      at: Type.Optional(Type.String({ description: "The time it was entered, ISO 8601 in UTC." })),
      by: Type.Optional(Type.String({ description: "The expected time, ISO 8601 in UTC." })),
    }),
    { description },
  );

/** A verification of the open transaction, as tiles and transition rules read it. */
export const itemContract = () =>
  closed({
    ...EntrySchema.properties,
    icon: Type.Optional(Type.String({ description: "The name of the icon." })),
    price: Type.Optional(
      described(
        closed({
          mrp: Type.Number({ description: "The list price in USD, major units." }),
          price: Type.Number({ description: "The price of the first one in USD, major units." }),
          discount: PriceListItemSchema.properties.discount,
        }),
        "The price; missing if it is free.",
      ),
    ),
    status: Type.Union([StateSchema, Type.Literal("")], {
      description: "The state on a tile: empty before the start, SKIPPED when skipped.",
    }),
    tag: Type.String({ description: "The label of the state." }),
    tone: tone(),
    submissionCount: count("The number of submissions."),
    timeline: timeline("The timeline; empty with several submissions."),
    since: Type.Optional(Type.String({ description: "The time it entered its current state, ISO 8601 in UTC." })),
    allowed: allowed("item"),
  });
