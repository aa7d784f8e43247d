/** Size limits of a file, inclusive. */
export const maxBytes = 25 * 1024 * 1024;
export const minBytes = 40 * 1024;

/** Accepted types, detected from the bytes. */
export const contentTypes = ["image/jpeg", "image/png", "application/pdf"] as const;
export type ContentType = (typeof contentTypes)[number];

/** The types as the message names them. */
export const typeNames = "jpeg, jpg, png, pdf";

/** Categories of photos and maps: images without a minimum size. */
export const smallCategories: ReadonlySet<string> = new Set(["photo", "map"]);

/** An image with larger dimensions in its header is rejected before it is decoded. */
export const maxSidePixels = 20_000;
export const maxPixels = 120_000_000;
