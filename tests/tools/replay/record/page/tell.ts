import { look } from "./named.ts";
import type { Deed, Look, Note } from "./note.ts";

/** The recorder's binding in the page. Its messages arrive even when the page unloads at once. */
type Ear = (note: Note) => Promise<void>;

/** Sends a message to the recorder. */
export function pass(note: Note): void {
  void (globalThis as unknown as { sanadRecord?: Ear }).sanadRecord?.(note);
}

/** Reports an action with the page before it. */
export const tell = (deed: Deed, seen: Look = look()): void => pass({ kind: "deed", deed, look: seen });

/** Reports the page now. */
export const tellLook = (): void => pass({ kind: "look", look: look() });
