import { signOut as end } from "#renderer/session/session.ts";
import type { Action } from "#renderer/runtime/action.ts";

export const signOut: Action = () => end();
