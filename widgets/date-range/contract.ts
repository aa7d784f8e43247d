import type { About } from "#engine/core/definitions/about.ts";

/** Properties of the widget in a form definition. */
export const contract = {
  props: { "ongoing?": "boolean" },
  rendersLabel: true,
  writes: { "": { from: "string", to: "string" }, ongoing: { ongoing: "boolean" } },
  valueType: { type: ["object"] },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "Two dates, from and to in the data, in this order; the bounds in dates apply to both.",
  props: {
    ongoing: "Offers that it is still ongoing: the data have ongoing in place of to.",
  },
} satisfies About<typeof contract>;
