import type { Action } from "./action.ts";

export const open: Action = (step, context) => {
  const dialog = String(step["open"]);
  context.trace({ dialog });
  context.openDialog(dialog);
};
