import type { About } from "#engine/core/definitions/about.ts";

/** Properties of the widget in a form definition. */
export const contract = {
  props: { "unit?": "text", "autoComplete?": "autofill" },
  valueType: { type: ["number", "integer"] },
  uncontrolled: true,
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "A number, grouped while it is typed; minimum, maximum and multipleOf of the data are its bounds and its step.",
  props: {
    unit: ["The unit, shown behind the number.", "months"],
    autoComplete: "The autofill token for the browser.",
  },
} satisfies About<typeof contract>;
