import type { FrameDialog } from "#engine/core/definitions/frame.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { toSessionRoot } from "#renderer/runtime/roots.ts";
import { trace } from "#renderer/runtime/trace.ts";
import { miscAtom, store } from "#renderer/session/slices.ts";

/** Opens the demo video. The frame shows it while `session.openDemo` is true. */
export function openDemo(config: ConfigClient): void {
  store.set(miscAtom, { openDemo: true });
  trace({ dialog: "demo" satisfies FrameDialog }, config, { session: toSessionRoot() });
}

/** Closes the demo video. */
export const closeDemo = (): void => store.set(miscAtom, { openDemo: false });
