import {
  chooseStep,
  listStepErrors,
  reviewStep,
  toPageTitle,
  toSteps,
  type ChosenStep,
} from "#engine/core/form/pages.ts";
import type { PageModel } from "#engine/core/form/form-model.ts";
import type { FieldError } from "#engine/core/form/validate.ts";
import type { StepLocation } from "#renderer/runtime/step-address.ts";
import type { WidgetText } from "#widgets/widget.ts";
import type { FormStore } from "../form-store.ts";
import { hasSameValues } from "../parts/field-view.ts";

/** The step that is open. */
export interface StepState {
  readonly id: string;
  /** Its page; undefined on the review. */
  readonly page: PageModel | undefined;
  readonly title: string;
  /** Its number from 1, and the number of all steps. */
  readonly n: number;
  readonly total: number;
  /** Why it opened instead of the step of the address. */
  readonly notice: string;
}

export interface StepsSetup {
  readonly store: FormStore;
  readonly text: WidgetText;
  /** The step that the draft kept. */
  readonly kept: string | undefined;
  readonly location: StepLocation;
  /** Keeps each further step, so that a reload or another device goes on there. */
  keep(step: string): void;
}

/**
 * The open step of a form with pages. The address decides which one it is, so that the browser's buttons work: every
 * move changes the address, and `follow` opens the step of the address.
 */
export class FormSteps {
  readonly #setup: StepsSetup;
  readonly #isStarted: boolean;
  #chosen: ChosenStep;
  #state: StepState | undefined;
  /** The steps that were left forwards, for as long as a step back in the history leads to them. */
  #trail: string[] = [];
  readonly #listeners = new Set<() => void>();

  constructor(setup: StepsSetup) {
    this.#setup = setup;
    this.#isStarted = hasAnswers(setup.store);
    this.#chosen = this.#choose(setup.location.read());
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    const stop = this.#setup.store.subscribe("steps", () => {
      // An answer elsewhere, or other data, can hide the page that is open.
      if (!this.#steps().includes(this.#chosen.step)) this.follow();
      listener();
    });
    return () => {
      this.#listeners.delete(listener);
      stop();
    };
  };

  /** The open step; the same object while nothing of it changes. */
  state = (): StepState => {
    const next = this.#toState();
    return (this.#state = this.#state && hasSameValues(this.#state, next) ? this.#state : next);
  };

  /** Opens the step of the address; another one, and its address, where the form does not go so far. */
  follow(): void {
    const { location, keep } = this.#setup;
    const former = this.#chosen.step;
    const address = location.read();
    if (address !== former || !this.#steps().includes(former)) this.#chosen = this.#choose(address ?? former);
    const { step } = this.#chosen;
    if (this.#trail.at(-1) === step) this.#trail.pop();
    if (step !== former) keep(step);
    if (step !== address) location.go(step, true);
    for (const listener of this.#listeners) listener();
  }

  /** Goes to the next step. Where the page is not complete its errors show; returns false then. */
  next(): boolean {
    const { store, text } = this.#setup;
    const { page, n } = this.state();
    if (page && !store.leave(page, text("form.upload-running"))) return false;
    // A change of one answer starts at the review and ends there.
    const isChange = this.#trail.at(-1) === reviewStep;
    this.show(isChange ? store.progress().limit : this.#steps()[n]!);
    return true;
  }

  /** Goes to the step before, without validation. */
  previous(): void {
    const { location } = this.#setup;
    const before = this.#steps()[this.state().n - 2];
    if (before === undefined) return;
    if (this.#trail.at(-1) === before) location.back();
    else location.go(before, true);
  }

  /** Shows another step as a further entry of the history. */
  show(step: string): void {
    if (step === this.#chosen.step) return;
    this.#trail.push(this.#chosen.step);
    this.#setup.location.go(step, false);
  }

  /** Shows the first page with an error after a refused submission. */
  showRefused(): void {
    const { store } = this.#setup;
    const pages = store.pages().map(({ id }) => id);
    const refused = pages.find((id) => listStepErrors(store.model, store.shownErrors(), id).length > 0);
    if (refused !== undefined) this.show(refused);
  }

  /** The errors that the summary of the open step lists. */
  listErrors = (errors: readonly FieldError[]): readonly FieldError[] =>
    listStepErrors(this.#setup.store.model, errors, this.state().id);

  /** The heading of a page. */
  title = (page: PageModel): string => {
    const { store } = this.#setup;
    return toPageTitle(page, store.derived(), store.setup.view.translate);
  };

  #toState(): StepState {
    const { store, text } = this.#setup;
    const pages = store.pages();
    const steps = toSteps(pages);
    const at = Math.max(0, steps.indexOf(this.#chosen.step));
    const id = steps[at]!;
    const page = pages.find((one) => one.id === id);
    const { reason } = this.#chosen;
    return {
      id,
      page,
      title: page ? this.title(page) : text("form.review"),
      n: at + 1,
      total: steps.length,
      notice: reason ? text(`form.page-${reason}`) : "",
    };
  }

  #steps = (): string[] => toSteps(this.#setup.store.pages());

  #choose(address: string | undefined): ChosenStep {
    const { store, kept } = this.#setup;
    return chooseStep(store.progress(), { address, kept, isStarted: this.#isStarted });
  }
}

/** Returns whether a form was opened with answers. */
const hasAnswers = ({ model, value }: FormStore): boolean =>
  model.fields.some(
    ({ pointer, field }) => field.value === undefined && field.initial === undefined && value(pointer) !== undefined,
  );
