import type { About } from "#engine/documents/about.ts";

/** What a field may say to it. */
export const contract = { props: {}, rendersLabel: true, takes: { type: ["boolean"] } } as const;

/** What an editor says of it. */
export const about = {
  is: "A yes or no; its label stands beside the box.",
  props: {},
} satisfies About<typeof contract>;
