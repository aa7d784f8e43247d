import type { About } from "#engine/core/definitions/about.ts";

/** Properties of the widget in a form definition. */
export const contract = {
  props: {},
  rendersLabel: true,
  writes: { "": { strokes: "string", name: "string", imageUrl: "string" } },
  valueType: { type: ["object"] },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "A signature, drawn or typed; the data have strokes, name and imageUrl, an image that the server draws.",
  props: {},
} satisfies About<typeof contract>;
