import type { About } from "#engine/documents/about.ts";

/** What a field may say to it. */
export const contract = {
  props: { "country?": "string" },
  takes: { type: ["string"], format: ["phone"] },
} as const;

/** What an editor says of it. */
export const about = {
  is: "A phone number with its country; the value is E.164.",
  props: {
    country: ["The ISO code of the country to begin with; India without it.", "IN"],
  },
} satisfies About<typeof contract>;
