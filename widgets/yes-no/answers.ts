import type { Option, WidgetText } from "#widgets/widget.ts";

const values = { yes: true, no: false } as const;

/** Both answers as options, in the field's own words if it has them. */
export const toAnswers = (props: { yes?: unknown; no?: unknown }, text: WidgetText): Option[] => [
  { value: "yes", name: String(props.yes ?? text("record.yes")) },
  { value: "no", name: String(props.no ?? text("record.no")) },
];

/** The option of a value, and the value of an option. */
export const toAnswer = (value: unknown): string | undefined =>
  typeof value === "boolean" ? (value ? "yes" : "no") : undefined;
export const toFlag = (answer: unknown): boolean | undefined =>
  answer === "yes" || answer === "no" ? values[answer] : undefined;
