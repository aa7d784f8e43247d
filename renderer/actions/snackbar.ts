import type { Text } from "#engine/core/definitions/text.ts";
import { showSnackbar, type SnackbarTone } from "#renderer/session/snackbars.ts";
import type { Action } from "#renderer/runtime/action.ts";

export const snackbar: Action = (step, context) =>
  showSnackbar(context.text(step["snackbar"] as Text), (step["tone"] ?? "info") as SnackbarTone);
