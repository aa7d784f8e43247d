import type { About } from "#engine/documents/about.ts";

/** What a field may say to it. */
export const contract = {
  props: {
    "detectIssues?": "boolean",
    "category?": "string",
    "merge?": "boolean",
    "maxFiles?": { integer: [1, 50] },
    "photos?": "boolean",
  },
  takesFiles: true,
  takes: { type: ["string"], format: ["file"] },
} as const;

/** What an editor says of it. */
export const about = {
  is: "One paper; which content types it takes is the field's accept.",
  props: {
    detectIssues: "It is looked at before it is accepted: blur, crop, unreadable text.",
    category: ["The file category of the upload.", "marksheet"],
    merge: "Several photos or PDFs become one PDF before they are sent.",
    maxFiles: ["How many files may become one.", 10],
    photos: "Its pages may be photographed here, and become one PDF. Where it is not said, they may if it takes PDFs.",
  },
} satisfies About<typeof contract>;
