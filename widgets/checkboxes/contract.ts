import type { About } from "#engine/documents/about.ts";

/** What a field may say to it. */
export const contract = { props: {}, rendersLabel: true, takesOptions: true, takes: { type: ["array"] } } as const;

/** What an editor says of it. */
export const about = {
  is: "Any number of a short list; each with a box of its own.",
  props: {},
} satisfies About<typeof contract>;
