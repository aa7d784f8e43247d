import { startFocusRestore } from "#renderer/shell/restore-focus.ts";
import { startPreloadHint } from "./preload-hint.ts";

/** Starts what the page does beside its screen, after the first paint. */
export function startAfterPaint(): void {
  startFocusRestore();
  startPreloadHint();
}
