import type { DraftStorage } from "./draft-copy.ts";

/** Who still delivers the draft of a form that was left. */
interface Delivering {
  /** Ends it, unless its form stands again. */
  giveWay(): void;
}

const left = new WeakMap<DraftStorage, Map<string, Delivering>>();

/** A form was left before the server had all of its draft. */
export function leaveDraft(storage: DraftStorage, key: string, delivering: Delivering): void {
  const drafts = left.get(storage) ?? new Map<string, Delivering>();
  left.set(storage, drafts.set(key, delivering));
}

/** The form is opened again: what was left of it is delivered from there. */
export function takeOverDraft(storage: DraftStorage, key: string): void {
  left.get(storage)?.get(key)?.giveWay();
  left.get(storage)?.delete(key);
}
