import { readView } from "./accessible-names.ts";
import type { UserAction, PageView, PageMessage } from "./message.ts";

/** The recorder's binding in the page. Its messages arrive even when the page unloads at once. */
type Binding = (note: PageMessage) => Promise<void>;

/** Sends a message to the recorder. */
export function send(note: PageMessage): void {
  void (globalThis as unknown as { sanadRecord?: Binding }).sanadRecord?.(note);
}

/** Reports an action with the page before it. */
export const reportAction = (userAction: UserAction, view: PageView = readView()): void =>
  send({ kind: "action", userAction, view });

/** Reports the page now. */
export const reportView = (): void => send({ kind: "view", view: readView() });
