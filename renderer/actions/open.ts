import type { Action } from "#renderer/runtime/action.ts";

export const open: Action = (step, context) => {
  const dialog = String(step["open"]);
  context.trace({ dialog });
  context.openDialog(dialog);
};
