/** One of a long list, searched while typing (spec §5 and §7 Search). The list, its paging and manual entry are the options document's. */
export const contract = { props: { "autoComplete?": "string" }, takesOptions: true } as const;
