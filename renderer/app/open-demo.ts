import type { FrameDialog } from "#engine/documents/frame.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { toSessionRoot } from "#renderer/runtime/roots.ts";
import { trace } from "#renderer/runtime/trace.ts";
import { miscAtom, store } from "#renderer/session/slices.ts";

/** Opens the demo film, which the frame shows while `session.openDemo` holds. */
export function openDemo(config: ConfigClient): void {
  store.set(miscAtom, { openDemo: true });
  trace({ dialog: "demo" satisfies FrameDialog }, config, { session: toSessionRoot() });
}

/** Takes the film away. */
export const closeDemo = (): void => store.set(miscAtom, { openDemo: false });
