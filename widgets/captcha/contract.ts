import type { About } from "#engine/core/definitions/about.ts";

/** Properties of the widget in a form definition. */
export const contract = { props: {}, valueType: { type: ["string"] } } as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "Characters in a picture from the server, or a proof of work by the device.",
  props: {},
} satisfies About<typeof contract>;
