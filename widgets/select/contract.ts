import { autoCompletes } from "#widgets/auto-completes.ts";

/** One of a list of up to some fifty; the browser's own select, which every phone knows how to show. */
export const contract = {
  props: { "autoComplete?": { enum: autoCompletes } },
  takesOptions: true,
  takes: { type: ["string"] },
} as const;
