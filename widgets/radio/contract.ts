import type { About } from "#engine/documents/about.ts";

/** What a field may say to it. */
export const contract = { props: {}, rendersLabel: true, takesOptions: true, takes: { type: ["string"] } } as const;

/** What an editor says of it. */
export const about = {
  is: "One of a few choices, all in sight; the label is the name of the group.",
  props: {},
} satisfies About<typeof contract>;
