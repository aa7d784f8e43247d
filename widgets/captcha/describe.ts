import { toText, type AccessibleNode, type DescribedField, type DescribeWidget } from "#widgets/accessible-node.ts";
import type { WidgetServices } from "#widgets/widget.ts";
import { solveProofOfWork } from "./solve-proof-of-work.ts";

/** The proof of work of each form; an equal value did not come from the picture. */
const answers = new WeakMap<WidgetServices, string>();

/**
 * Buttons for another picture and for the proof of work, and a text box. After the proof of work: its status and a
 * button back to the picture.
 */
export const describe: DescribeWidget = (field) => {
  const { label, state, value, services, text, commit } = field;
  const button = (name: string, press: () => void | Promise<void>): AccessibleNode => ({
    role: "button",
    name,
    ...(state.disabled ? { disabled: true } : { press }),
  });
  if (value !== undefined && answers.get(services) === value) {
    const { hint, error } = state;
    const children = [
      { role: "text", name: text("captcha.done") },
      button(text("captcha.back"), () => commit(undefined)),
    ];
    return [{ role: "group", name: label, ...(hint && { hint }), ...(error && { error }), children }];
  }
  return [
    button(text("captcha.new"), () => redraw(field)),
    button(text("captcha.unreadable"), () => solve(field)),
    { ...state, role: "textbox", name: label, value: toText(value), fill: (typed) => commit(typed || undefined) },
  ];
};

async function redraw({ services, commit }: DescribedField): Promise<void> {
  await services.requestCaptcha?.(new AbortController().signal);
  commit(undefined);
}

async function solve({ services, onBusy, commit }: DescribedField): Promise<void> {
  onBusy(true);
  try {
    const { signal } = new AbortController();
    const challenge = await services.requestProofOfWork?.(signal);
    const answer = challenge && (await solveProofOfWork(challenge, signal));
    if (answer === undefined) throw new Error("this wallet offers no proof of work");
    answers.set(services, answer);
    commit(answer);
  } finally {
    onBusy(false);
  }
}
