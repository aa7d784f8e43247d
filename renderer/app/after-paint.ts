import { recordError } from "#renderer/session/page-errors.ts";
import { getPageApp } from "#renderer/session/page-app.ts";
import { startFocusRestore } from "#renderer/shell/restore-focus.ts";
import { startPreloadHint } from "./preload-hint.ts";

/** Starts what the page does beside its screen, after the first paint. */
export function startAfterPaint(): void {
  startFocusRestore();
  if (getPageApp().signIn !== "candidate") return;
  // The hint is for the app whose session the server cannot see.
  startPreloadHint();
  import("./candidate-stream.ts").then(({ startCandidateStream }) => startCandidateStream()).catch(recordError);
}
