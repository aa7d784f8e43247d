import { keepFocus } from "#renderer/shell/keep-focus.ts";
import { startAhead } from "./ahead.ts";

/** What a page does beside its screen, once that stands: nobody waits for it. */
export function beginAfterwards(): void {
  keepFocus();
  startAhead();
}
