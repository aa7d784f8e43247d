import type { DataSchema, FormField } from "#engine/core/definitions/form.ts";

/** Fields of numbers, with a computed one: what another form of a test may add to its own. */
export const numberFields: readonly FormField[] = [
  { at: "/marks", widget: "number", label: "Marks", unit: "points" },
  { at: "/members", widget: "number", label: "Members" },
  { at: "/change", widget: "number", label: "Change" },
  { at: "/income", widget: "money", label: "Income", currency: "INR" },
  { at: "/yearly", widget: "money", label: "Yearly", currency: "INR", value: { "*": [{ var: "data.income" }, 12] } },
  { at: "/each", widget: "number", label: "Each", value: { "/": [{ var: "data.marks" }, { var: "data.members" }] } },
];

/** The data of those fields. */
export const numberProperties: Readonly<Record<string, DataSchema>> = {
  marks: { type: "number", minimum: 0, maximum: 100, multipleOf: 0.1 },
  members: { type: "integer", minimum: 0 },
  change: { type: "number", minimum: -50 },
  income: { type: "integer", minimum: 0, maximum: 9_000_000_000 },
  yearly: { type: "integer" },
  each: { type: "number" },
};
