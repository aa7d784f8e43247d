import { toText, type SaidField, type SayWidget } from "#widgets/said.ts";
import type { WidgetServices } from "#widgets/widget.ts";
import { solveWork } from "./solve-work.ts";

/** What the device has answered in a form: a value that is the same was not read by anybody. */
const answers = new WeakMap<WidgetServices, string>();

/** A box for what is read and the device's work for who cannot; once that is done, that it is, and the way back. */
export const say: SayWidget = (field) => {
  const { label, state, value, services, text, take } = field;
  const done = value !== undefined && answers.get(services) === value;
  const way = {
    role: "button",
    name: text(done ? "captcha.back" : "captcha.unreadable"),
    ...(state.disabled ? { disabled: true } : { press: () => (done ? take(undefined) : work(field)) }),
  };
  if (done) return [{ role: "text", name: text("captcha.done") }, way];
  return [
    way,
    { ...state, role: "textbox", name: label, value: toText(value), fill: (typed) => take(typed || undefined) },
  ];
};

async function work({ services, onBusy, take }: SaidField): Promise<void> {
  onBusy(true);
  try {
    const { signal } = new AbortController();
    const given = await services.askWork?.(signal);
    const answer = given && (await solveWork(given, signal));
    if (answer === undefined) throw new Error("nobody sets work here");
    answers.set(services, answer);
    take(answer);
  } finally {
    onBusy(false);
  }
}
