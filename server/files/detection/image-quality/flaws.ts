import type { PageFlaw } from "#engine/contract/files.ts";

export { pageFlaws, type PageFlaw } from "#engine/contract/files.ts";

/** A page, counted from 1, and its flaws (at least one). */
export interface FlawedPage {
  page: number;
  flaws: PageFlaw[];
}
