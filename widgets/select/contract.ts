/** One of a list of up to some fifty; the browser's own select, which every phone knows how to show. */
export const contract = {
  props: { "autoComplete?": "autofill" },
  takesOptions: true,
  takes: { type: ["string"] },
} as const;
