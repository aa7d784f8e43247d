import type { About } from "#engine/core/definitions/about.ts";

/** Properties of the widget in a form definition. */
export const contract = {
  props: { "autoComplete?": "autofill" },
  needsOptions: true,
  valueType: { type: ["string"] },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "One option of a long list, searched while typing.",
  props: {
    autoComplete: "The autofill token for the browser.",
  },
} satisfies About<typeof contract>;
