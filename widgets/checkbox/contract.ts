import type { About } from "#engine/core/definitions/about.ts";

/** Properties of the widget in a form definition. */
export const contract = { props: {}, rendersLabel: true, valueType: { type: ["boolean"] } } as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "Yes or no, with the label beside the box.",
  props: {},
} satisfies About<typeof contract>;
