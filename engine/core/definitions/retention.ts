import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { closed, defineKind, named, requiredText } from "./fragments.ts";

/** What a deletion removes. The server removes each by its name. */
export const erasedGroups = ["sign-in", "profile", "forms", "files", "credentials", "conversations"] as const;
/** What stays after a deletion, until its time is over. */
export const keptGroups = ["payments", "consents", "records"] as const;

export type KeptGroup = (typeof keptGroups)[number];

const months = Type.Integer({ minimum: 1, maximum: 600, description: "How long it stays, in months.", examples: [96] });
const title = described(requiredText(), "What it is, as the candidate reads it.", "Payments, refunds and invoices");
const why = described(requiredText(), "Why the law needs it.", "Tax law asks us to keep them.");

const erased = described(closed({ title }), "What the candidate reads about it.");
const kept = closed(
  {
    title,
    why,
    months,
    regions: Type.Optional(
      Type.Array(closed({ region: described(named("region"), "The payment region.", "IN"), months }), {
        description: "Other times for candidates who paid there. The longest time applies.",
      }),
    ),
  },
  { description: "What the candidate reads about it, and how long it stays." },
);

/** All of these names, each with this shape. */
const ofEach = <const Names extends readonly string[], Shape extends Parameters<typeof closed>[0][string]>(
  names: Names,
  shape: Shape,
  description: string,
) => closed(Object.fromEntries(names.map((name) => [name, shape])) as Record<Names[number], Shape>, { description });

/** What the deletion of a candidate's data removes, what it keeps, why and for how long. */
export const retentionSchema = defineKind("retention", {
  erased: ofEach(erasedGroups, erased, "What is removed."),
  kept: ofEach(
    keptGroups,
    kept,
    "What stays. The time of payments runs from the last payment or refund, any other from the deletion.",
  ),
});
export type Retention = Static<typeof retentionSchema>;
