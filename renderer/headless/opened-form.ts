import type { FormOrder } from "#renderer/form/form-order.ts";
import type { PreparedStore } from "#renderer/form/prepare-store.ts";
import type { FailureHandler } from "#renderer/runtime/action.ts";
import type { WidgetServices, WidgetText } from "#widgets/widget.ts";
import type { Said } from "#widgets/said.ts";

/** A form as a screen has it. */
export interface HeadlessOrder extends FormOrder {
  readonly id: string;
  readonly readOnly: boolean;
  readonly submitLabel: string;
  readonly cancelLabel: string;
  raise(event: string, roots?: Record<string, unknown>, handle?: FailureHandler): Promise<void>;
}

/** A form at work. */
export interface OpenedForm extends PreparedStore {
  readonly services: WidgetServices;
  readonly text: WidgetText;
  readonly locale: string;
  /** The screen says the form again: its texts and data are of that moment. */
  follow(order: HeadlessOrder): void;
  submit(): Promise<boolean>;
  close(): void;
}

/** Who says the forms of a screen. */
export interface SaysForms {
  say(order: HeadlessOrder): Said[];
}
