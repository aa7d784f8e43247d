import type { About } from "#engine/core/definitions/about.ts";

/** Properties of the widget in a form definition. */
export const contract = { props: {}, rendersLabel: true, needsOptions: true, valueType: { type: ["array"] } } as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "Any number of options from a short list, with a box for each.",
  props: {},
} satisfies About<typeof contract>;
