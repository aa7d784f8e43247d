/** In binary megabytes and kilobytes, inclusive on both ends. */
export const maxBytes = 25 * 1024 * 1024;
export const minBytes = 40 * 1024;

/** What a file may be, by its bytes. */
export const contentTypes = ["image/jpeg", "image/png", "application/pdf"] as const;
export type ContentType = (typeof contentTypes)[number];

/** As the message names them. */
export const typeNames = "jpeg, jpg, png, pdf";

/** Categories that the server's own camera and map files come with: free of the least size, and pictures always. */
export const smallCategories: ReadonlySet<string> = new Set(["photo", "map"]);

/** Dimensions beyond which a picture is a bomb, read from its header. */
export const maxSidePixels = 20_000;
export const maxPixels = 120_000_000;
