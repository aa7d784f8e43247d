import { Memory } from "./memory.ts";

/** Clears the memory of the previous crawl. */
export default function begin(): void {
  new Memory().begin();
}
