/**
 * One paper. `detectIssues` has it looked at before it is accepted: blur, crop, unreadable text.
 * `merge` lets several photos or PDFs become one PDF before they are sent. `category` is the file category of the upload. Which content types it takes is the field's `accept`.
 */
export const contract = {
  props: { "detectIssues?": "boolean", "category?": "string", "merge?": "boolean", "maxFiles?": { integer: [1, 50] } },
  takesFiles: true,
  takes: { type: ["string"], format: ["file"] },
} as const;
