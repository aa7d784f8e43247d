import { toText, type Said, type SaidField, type SayWidget } from "#widgets/said.ts";
import type { WidgetServices } from "#widgets/widget.ts";
import { solveWork } from "./solve-work.ts";

/** What the device has answered in a form: a value that is the same was not read by anybody. */
const answers = new WeakMap<WidgetServices, string>();

/** Another picture, the device's work for who cannot read it, and a box for what is read; once that is done, that it is, and the way back. */
export const say: SayWidget = (field) => {
  const { label, state, value, services, text, take } = field;
  const button = (name: string, press: () => void | Promise<void>): Said => ({
    role: "button",
    name,
    ...(state.disabled ? { disabled: true } : { press }),
  });
  if (value !== undefined && answers.get(services) === value) {
    const { hint, error } = state;
    const children = [
      { role: "text", name: text("captcha.done") },
      button(text("captcha.back"), () => take(undefined)),
    ];
    return [{ role: "group", name: label, ...(hint && { hint }), ...(error && { error }), children }];
  }
  return [
    button(text("captcha.new"), () => redraw(field)),
    button(text("captcha.unreadable"), () => work(field)),
    { ...state, role: "textbox", name: label, value: toText(value), fill: (typed) => take(typed || undefined) },
  ];
};

async function redraw({ services, take }: SaidField): Promise<void> {
  await services.drawCaptcha?.(new AbortController().signal);
  take(undefined);
}

async function work({ services, onBusy, take }: SaidField): Promise<void> {
  onBusy(true);
  try {
    const { signal } = new AbortController();
    const set = await services.askWork?.(signal);
    const answer = set && (await solveWork(set, signal));
    if (answer === undefined) throw new Error("nobody sets work here");
    answers.set(services, answer);
    take(answer);
  } finally {
    onBusy(false);
  }
}
