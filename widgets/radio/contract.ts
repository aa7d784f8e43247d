import type { About } from "#engine/core/definitions/about.ts";

/** Properties of the widget in a form definition. */
export const contract = { props: {}, rendersLabel: true, needsOptions: true, valueType: { type: ["string"] } } as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "One of a few options, all visible; the label names the group.",
  props: {},
} satisfies About<typeof contract>;
