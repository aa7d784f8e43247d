import type { About } from "#engine/core/definitions/about.ts";

/** Properties of the widget in a form definition. */
export const contract = {
  props: { currency: { enum: ["INR", "USD"] }, "autoComplete?": "autofill" },
  valueType: { type: ["integer"] },
  uncontrolled: true,
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "An amount of money. The data hold it in minor units (paise, cents), so do its minimum and maximum.",
  props: { currency: "The currency, shown before the amount.", autoComplete: "The autofill token for the browser." },
} satisfies About<typeof contract>;
