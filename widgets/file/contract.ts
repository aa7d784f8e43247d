/**
 * One paper (spec §5 Files). `detectIssues` has it looked at before it is accepted: blur, crop, unreadable text (D-43).
 * `merge` lets several photos or PDFs become one PDF before they are sent (spec §5 Degree upload hints). `category` is the file category of the upload. Which content types it takes is the field's `accept`.
 */
export const contract = { props: { "detectIssues?": "boolean", "category?": "string", "merge?": "boolean", "maxFiles?": "integer" } } as const;
