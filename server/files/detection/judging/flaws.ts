import type { PageFlaw } from "#engine/api/files.ts";

export { pageFlaws, type PageFlaw } from "#engine/api/files.ts";

/** A page, counted from 1, and what is wrong with it; never empty. */
export interface FlawedPage {
  page: number;
  flaws: PageFlaw[];
}
