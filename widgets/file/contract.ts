import type { About } from "#engine/core/definitions/about.ts";

/** Properties of the widget in a form definition. */
export const contract = {
  props: {
    "detectIssues?": "boolean",
    "category?": "string",
    "merge?": "boolean",
    "maxFiles?": { integer: [1, 50] },
    "photos?": "boolean",
    "max?": { integer: [2, 20] },
  },
  acceptsFiles: true,
  several: "max",
  valueType: { type: ["string"], format: ["file"] },
} as const;

/** Descriptions for editors; pages do not contain them. */
export const about = {
  is: "One document, or several with max; accept lists the content types.",
  props: {
    detectIssues: "Checks the document before it is accepted: blur, crop, unreadable text.",
    category: ["The file category of the upload.", "marksheet"],
    merge: "Merges several photos or PDFs into one PDF before the upload.",
    maxFiles: ["The maximum number of files to merge.", 10],
    max: ["The most files: the data are a list, and each file is uploaded by itself; without merge and shows.", 5],
    photos: "Lets the candidate photograph the pages, which become one PDF. By default for fields that accept PDFs.",
  },
} satisfies About<typeof contract>;
