import type { Text } from "#engine/documents/text.ts";
import { say, type SnackbarTone } from "#renderer/session/snackbars.ts";
import type { Action } from "#renderer/runtime/action.ts";

export const snackbar: Action = (step, context) =>
  say(context.text(step["snackbar"] as Text), (step["tone"] ?? "info") as SnackbarTone);
