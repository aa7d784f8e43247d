import type { FrameOperation } from "#engine/documents/frame.ts";
import { signOut as end } from "#renderer/session/session.ts";
import type { Action } from "#renderer/runtime/action.ts";

export const signOut: Action = (_step, context) => {
  context.trace({ operation: "profile.logout" satisfies FrameOperation, outcome: "answered" });
  return end();
};
