/** A calendar date, "dd-MM-yyyy" in the data (spec §5 Dates). Its bounds are the field's `dates`. */
export const contract = { props: {} } as const;
