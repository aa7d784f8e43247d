import { toOptionName } from "./option-name.ts";
import type { Option, OptionsSource, WidgetProps, WidgetServices, WidgetText } from "./widget.ts";

/** One node of the accessibility tree: what assistive technology perceives, and what a person can do with it. */
export interface AccessibleNode {
  /** A WAI-ARIA role. */
  readonly role: string;
  /** The accessible name; for a text, the text itself. */
  readonly name: string;
  readonly value?: string;
  readonly checked?: boolean;
  readonly required?: boolean;
  readonly disabled?: boolean;
  /** Why the control is disabled. */
  readonly reason?: string;
  readonly hint?: string;
  /** The message of an error or a warning. */
  readonly error?: string;
  /** True for an error, which prevents submission. */
  readonly invalid?: boolean;
  readonly children?: readonly AccessibleNode[];
  /** Actions of a person. A returned promise resolves when their effects are visible. */
  press?(): void | Promise<void>;
  fill?(text: string): void | Promise<void>;
  choose?(option: string, typed?: string): void | Promise<void>;
  upload?(file: File): void | Promise<void>;
  /** Draws these strokes: an SVG path of lines. */
  draw?(strokes: string): void | Promise<void>;
  /** Opens the camera and takes this photo. */
  capture?(photo: File): void | Promise<void>;
}

/** The state that all controls of a field share. */
export type AccessibleState = Pick<AccessibleNode, "required" | "disabled" | "hint" | "error" | "invalid">;

/** A field as its description needs it: the widget's properties, a plain label, and one way to commit a value. */
export interface DescribedField {
  readonly pointer: string;
  /** Label with '(Optional)' for an optional field. */
  readonly label: string;
  /** Label without '(Optional)'. */
  readonly plainLabel: string;
  /** Required, hint and error of the control that takes the focus. */
  readonly state: AccessibleState;
  readonly value: unknown;
  readonly placeholder?: string;
  readonly options: OptionsSource | undefined;
  /** Content types of a file field; defaults to all four of the product. */
  readonly accept?: readonly string[];
  readonly props: Readonly<Record<string, unknown>>;
  readonly dates?: WidgetProps["dates"];
  readonly documentFacts?: WidgetProps["documentFacts"];
  readonly services: WidgetServices;
  readonly text: WidgetText;
  readonly locale: string;
  /** The result of `load`, loaded once per page and key; undefined until it arrives. */
  cached<T>(key: readonly unknown[], load: (signal: AbortSignal) => Promise<T>): T | undefined;
  /** Fills another field with a value read from a document. */
  onFillField(pointer: string, value: string): void;
  /** Marks the field as busy; the form waits for it. */
  onBusy(busy: boolean): void;
  /** Sets the value as at blur, pick or the end of an upload. */
  commit(value: unknown): void;
}

/** Describes a field as assistive technology perceives it, with the actions of a person. */
export type DescribeWidget = (field: DescribedField) => AccessibleNode[];

/** The value as text; empty for any other type. */
export const toText = (value: unknown): string => (typeof value === "string" ? value : "");

/** The options of a fixed list. */
export const listOptions = ({ options }: Pick<DescribedField, "options">): readonly Option[] =>
  options && "list" in options ? options.list : [];

/** The name of the present value in its list. */
export function getOptionName(field: Pick<DescribedField, "options" | "value">): string {
  const option = listOptions(field).find(({ value }) => value === field.value);
  return option ? toOptionName(option) : toText(field.value);
}

/** Commits the option with this name. Throws an error that lists the options when there is none. */
export function chooseOption(list: readonly Option[], name: string, commit: (value: unknown) => void): void {
  const option = list.find((one) => toOptionName(one) === name || one.name === name);
  if (!option) throw new Error(`there is no option '${name}' among ${list.map((one) => `'${one.name}'`).join(", ")}`);
  if (option.disabled) throw new Error(`the option '${name}' cannot be chosen`);
  commit(option.value);
}
