/** One of a long list, searched while typing. The list, its paging and manual entry are the options document's. */
export const contract = {
  props: { "autoComplete?": "autofill" },
  takesOptions: true,
  takes: { type: ["string"] },
} as const;
