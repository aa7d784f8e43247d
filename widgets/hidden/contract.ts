import type { About } from "#engine/core/definitions/about.ts";

/** Properties of the widget in a form definition. */
export const contract = {
  props: {},
  rendersLabel: true,
  hidden: true,
  valueType: { type: ["string", "number", "integer", "boolean", "object", "array"] },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "Never drawn; submitted when it has a value.",
  props: {},
} satisfies About<typeof contract>;
