import type { ContentType } from "../limits.ts";
import type { FlawedPage } from "./judging/flaws.ts";

/** Pages of a PDF after the first ones are looked at in parts of this length, by whichever thread is free. */
export const pagesPerPart = 3;

/** A file to look into. `look`: judge its quality too, and give its text layer when `read` says so. */
export interface InspectRequest {
  path: string;
  contentType: ContentType;
  look: boolean;
  read?: boolean;
  /** A page to draw for a reader, counted from 1, and how it was found to lie: nothing is judged then. */
  draw?: { page: number; lies?: "sideways" | "upside-down" };
  /** The page to go on with; from the first page on the file itself is judged too. */
  from?: number;
}

/** What makes a file one that is not taken. */
export type Fault = "unreadable" | "encrypted" | "script" | "attachment" | "polyglot" | "too-large" | "bomb";

/** What was found; `fault` means that nothing else could be judged. */
export interface Inspection {
  fault?: Fault;
  /** How many pages there are to judge. */
  pageCount?: number;
  /** How many pages the file has, where they are more than are judged. */
  allPages?: number;
  /** The pages with something wrong, in order. */
  pages?: FlawedPage[];
  /** The text that the file itself carries, when it was asked for; empty for pictures. */
  text?: string;
  /** The page that was to be drawn: a grey PNG, set upright. */
  picture?: Uint8Array;
}
