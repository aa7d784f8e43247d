import type { About } from "#engine/documents/about.ts";

/** What a field may say to it. */
export const contract = {
  props: {},
  takes: { type: ["string"], format: ["date", "dd-MM-yyyy", "yyyy-MM-dd"] },
} as const;

/** What an editor says of it. */
export const about = {
  is: "A calendar date, dd-MM-yyyy in the data; its bounds are the field's dates.",
  props: {},
} satisfies About<typeof contract>;
