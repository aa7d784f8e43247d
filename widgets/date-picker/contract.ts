/** A calendar date, "dd-MM-yyyy" in the data. Its bounds are the field's `dates`. */
export const contract = {
  props: {},
  takes: { type: ["string"], format: ["date", "dd-MM-yyyy", "yyyy-MM-dd"] },
} as const;
