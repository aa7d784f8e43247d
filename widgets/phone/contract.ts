import type { About } from "#engine/core/definitions/about.ts";

/** Properties of the widget in a form definition. */
export const contract = {
  props: { "country?": "string" },
  valueType: { type: ["string"], format: ["phone"] },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "A phone number with its country; the value is E.164.",
  props: {
    country: ["The ISO code of the first country; India by default.", "IN"],
  },
} satisfies About<typeof contract>;
