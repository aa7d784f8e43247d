/** What may be wrong with the picture of a page; each has its sentence in `catalogues/messages`. */
export const pageFlaws = [
  "blurred",
  "moved",
  "coarse",
  "glare",
  "shadow",
  "stained",
  "cut",
  "blank",
  "sideways",
  "upside-down",
  "odd-shape",
] as const;
export type PageFlaw = (typeof pageFlaws)[number];

/** A page, counted from 1, and what is wrong with it; never empty. */
export interface FlawedPage {
  page: number;
  flaws: PageFlaw[];
}
