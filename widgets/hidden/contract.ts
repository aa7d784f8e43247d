import type { About } from "#engine/documents/about.ts";

/** What a field may say to it. */
export const contract = {
  props: {},
  rendersLabel: true,
  undrawn: true,
  takes: { type: ["string", "number", "integer", "boolean", "object", "array"] },
} as const;

/** What an editor says of it. */
export const about = {
  is: "Never drawn; submitted when it has a value.",
  props: {},
} satisfies About<typeof contract>;
