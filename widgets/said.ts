import { toOptionName } from "./option-name.ts";
import type { Option, OptionsSource, WidgetProps, WidgetServices, WidgetText } from "./widget.ts";

/** One thing that a page says to somebody who does not see it, as assistive technology names it, and what can be done with it. */
export interface Said {
  /** A role of WAI-ARIA. */
  readonly role: string;
  /** The accessible name; of a text, the text. */
  readonly name: string;
  readonly value?: string;
  readonly checked?: boolean;
  readonly required?: boolean;
  readonly disabled?: boolean;
  /** Why it cannot be used. */
  readonly reason?: string;
  readonly hint?: string;
  /** What is wrong, or what to look at again. */
  readonly error?: string;
  /** It is wrong: it is not taken as it is. */
  readonly invalid?: boolean;
  readonly children?: readonly Said[];
  /** Done with it by a person; what changes is awaited where it can be. */
  press?(): void | Promise<void>;
  fill?(text: string): void | Promise<void>;
  choose?(option: string, typed?: string): void | Promise<void>;
  give?(file: File): void | Promise<void>;
  /** A camera opens, and this is what it takes. */
  capture?(photo: File): void | Promise<void>;
}

/** What is true of a field, whatever its control is. */
export type FieldState = Pick<Said, "required" | "disabled" | "hint" | "error" | "invalid">;

/** A field as who says it sees it: what its widget is given, with a plain label, and one way to give it a value that stays. */
export interface SaidField {
  readonly pointer: string;
  /** With '(Optional)' where it is. */
  readonly label: string;
  /** Without that. */
  readonly plainLabel: string;
  /** Required, hint and error: what the control that takes the focus says beside its name. */
  readonly state: FieldState;
  readonly value: unknown;
  readonly placeholder?: string;
  readonly options: OptionsSource | undefined;
  /** Content types that a file field takes; all four of the product when absent. */
  readonly accept?: readonly string[];
  readonly props: Readonly<Record<string, unknown>>;
  readonly dates?: WidgetProps["dates"];
  readonly paperFacts?: WidgetProps["paperFacts"];
  readonly services: WidgetServices;
  readonly text: WidgetText;
  readonly locale: string;
  /** What `load` fetches, once for the page; undefined until it has come. `key` names it. */
  kept<T>(key: readonly unknown[], load: (signal: AbortSignal) => Promise<T>): T | undefined;
  /** Puts what was read of a paper into another field. */
  onTake(pointer: string, value: string): void;
  /** Something is under way: the form waits for it. */
  onBusy(busy: boolean): void;
  /** Blur, pick, or the end of an upload. */
  take(value: unknown): void;
}

/** What a widget says of its field to somebody who does not see it, and what a person does to it. */
export type SayWidget = (field: SaidField) => Said[];

/** A value as text; empty for what is none. */
export const toText = (value: unknown): string => (typeof value === "string" ? value : "");

/** The options of a list that is known. */
export const listOf = ({ options }: Pick<SaidField, "options">): readonly Option[] =>
  options && "list" in options ? options.list : [];

/** How a value is called in its list. */
export function nameOf(field: Pick<SaidField, "options" | "value">): string {
  const option = listOf(field).find(({ value }) => value === field.value);
  return option ? toOptionName(option) : toText(field.value);
}

/** Takes the option of a name. Throws with the others where there is none. */
export function pick(list: readonly Option[], name: string, take: (value: unknown) => void): void {
  const option = list.find((one) => toOptionName(one) === name || one.name === name);
  if (!option) throw new Error(`there is no option '${name}' among ${list.map((one) => `'${one.name}'`).join(", ")}`);
  if (option.disabled) throw new Error(`the option '${name}' cannot be chosen`);
  take(option.value);
}
