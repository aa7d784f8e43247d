import type { About } from "#engine/documents/about.ts";

/** What a field may say to it. */
export const contract = {
  props: { "autoComplete?": "autofill" },
  takesOptions: true,
  takes: { type: ["string"] },
} as const;

/** What an editor says of it. */
export const about = {
  is: "One of a long list, searched while typing.",
  props: {
    autoComplete: "What the browser may fill in by itself.",
  },
} satisfies About<typeof contract>;
