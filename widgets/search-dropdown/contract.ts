import { autoCompletes } from "#widgets/auto-completes.ts";

/** One of a long list, searched while typing. The list, its paging and manual entry are the options document's. */
export const contract = {
  props: { "autoComplete?": { enum: autoCompletes } },
  takesOptions: true,
  takes: { type: ["string"] },
} as const;
