import { look } from "./named.ts";
import type { Deed, Look, Note } from "./note.ts";

/** The recorder's ear in the page: what it is told is heard even when the page goes right after. */
type Ear = (note: Note) => Promise<void>;

/** Passes a note on. */
export function pass(note: Note): void {
  void (globalThis as unknown as { sanadRecord?: Ear }).sanadRecord?.(note);
}

/** Tells what a person does, and what was seen as they did it. */
export const tell = (deed: Deed, seen: Look = look()): void => pass({ kind: "deed", deed, look: seen });

/** Tells what can be seen now. */
export const tellLook = (): void => pass({ kind: "look", look: look() });
