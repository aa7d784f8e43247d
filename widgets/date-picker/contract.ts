import type { About } from "#engine/core/definitions/about.ts";

/** Properties of the widget in a form definition. */
export const contract = {
  props: {},
  valueType: { type: ["string"], format: ["date", "dd-MM-yyyy", "yyyy-MM-dd"] },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "A calendar date, dd-MM-yyyy in the data; its bounds are in dates.",
  props: {},
} satisfies About<typeof contract>;
