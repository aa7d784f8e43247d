import type { Action } from "#renderer/runtime/action.ts";

export const submit: Action = async (step, context) => {
  await context.forms.find(String(step["submit"]))?.submit();
};
