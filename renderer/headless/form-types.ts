import type { FormInput } from "#renderer/form/form-input.ts";
import type { FormSteps } from "#renderer/form/steps/form-steps.ts";
import type { StepLocation } from "#renderer/runtime/step-address.ts";
import type { PreparedStore } from "#renderer/form/prepare-store.ts";
import type { FailureHandler } from "#renderer/runtime/action.ts";
import type { WidgetServices, WidgetText } from "#widgets/widget.ts";
import type { AccessibleNode } from "#widgets/accessible-node.ts";

/** The input of a form block. */
export interface HeadlessFormRequest extends FormInput {
  readonly id: string;
  readonly readOnly: boolean;
  readonly submitLabel: string;
  readonly cancelLabel: string;
  readonly location: StepLocation;
  raise(event: string, roots?: Record<string, unknown>, handle?: FailureHandler): Promise<void>;
}

/** A form that is open. */
export interface OpenedForm extends Omit<PreparedStore, "toSteps"> {
  readonly services: WidgetServices;
  readonly text: WidgetText;
  readonly locale: string;
  /** Updates the form with the texts and data of the current description. */
  update(request: HeadlessFormRequest): void;
  submit(): Promise<boolean>;
  /** The steps of a form with pages. */
  readonly steps: FormSteps | undefined;
  /** Goes to the next step, or shows the errors of the page. */
  next(): void;
  close(): void;
}

/** Describes the forms of a screen. */
export interface FormDescriber {
  describe(request: HeadlessFormRequest): AccessibleNode[];
}
