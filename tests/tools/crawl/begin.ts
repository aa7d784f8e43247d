import { Memory } from "./memory.ts";

/** Before a crawl: nothing is remembered of the last one. */
export default function begin(): void {
  new Memory().begin();
}
