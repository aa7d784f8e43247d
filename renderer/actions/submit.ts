import type { Action } from "#renderer/runtime/action.ts";

export const submit: Action = async (step, context) => {
  await context.forms.submit(String(step["submit"]));
};
