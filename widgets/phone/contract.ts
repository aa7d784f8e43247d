/** A phone number with its country; the value is E.164 ("+919876543210"). `country` is the ISO code to begin with, India when absent. */
export const contract = {
  props: { "country?": "string" },
  takes: { type: ["string"], format: ["phone"] },
} as const;
