import type { UserAction, PageView, PageMessage } from "./page/message.ts";

/** Actions on one screen, with the page at its start and end. */
export interface RecordedStep {
  /** The page at the start. Its screen is empty before the first screen. */
  readonly start: PageView;
  readonly userActions: RecordedAction[];
  /** The page at the start of the next step, or at the very end. Undefined when nothing followed the last action. */
  end?: PageView;
}

/** An action with later details: the search text of a choice, the page count of a PDF. */
export type RecordedAction = UserAction & { typed?: string; pages?: number };

/** Groups actions of a page into steps: one fill per field, one choice per search, one step per screen. */
export class Collector {
  readonly steps: RecordedStep[] = [];
  #last: PageView = { screen: "" };
  /** No page was seen since the last action. */
  #isUnseen = false;

  add(note: PageMessage): void {
    if (note.kind === "action") this.#addAction(note.userAction, note.view);
    else if (note.kind === "view") this.#addView(note.view);
    else if (note.kind === "file-dialog") this.#dropPress();
  }

  /** Sets the page count of an uploaded file. */
  count(key: string, pages: number): void {
    for (const userAction of this.steps.flatMap(({ userActions }) => userActions))
      if (userAction.kind === "upload" && userAction.key === key) userAction.pages = pages;
  }

  /** Ends the recording. Returns the steps, the last with the final page. */
  finish(): RecordedStep[] {
    const step = this.steps.at(-1);
    if (step && !this.#isUnseen) step.end ??= this.#last;
    return this.steps;
  }

  #addView(view: PageView): void {
    this.#last = view;
    this.#isUnseen = view.screen === "";
  }

  #addAction(userAction: UserAction, shown: PageView): void {
    // A new document shows nothing yet, so the previous page counts.
    const view = shown.screen === "" ? this.#last : shown;
    const step = this.#toStep(userAction, view);
    if (!merge(step.userActions, userAction)) step.userActions.push(userAction);
    this.#last = view;
    this.#isUnseen = true;
  }

  #toStep(userAction: UserAction, view: PageView): RecordedStep {
    const step = this.steps.at(-1);
    // A payment at the provider and a reload belong to the current step.
    const continues =
      step && (userAction.kind === "pay" || userAction.kind === "reload" || step.start.screen === view.screen);
    if (continues && userAction.kind !== "open") return step;
    if (step) step.end = view;
    const started: RecordedStep = { start: view, userActions: [] };
    this.steps.push(started);
    return started;
  }

  #dropPress(): void {
    const userActions = this.steps.at(-1)?.userActions;
    if (userActions?.at(-1)?.kind === "press") userActions.pop();
  }
}

/** Merges an action into the previous one. Returns false when they are separate. */
function merge(userActions: RecordedAction[], userAction: UserAction): boolean {
  const last = userActions.at(-1);
  if (
    last?.kind !== "fill" ||
    !("name" in userAction) ||
    userAction.name !== last.name ||
    !isSamePlace(userAction, last)
  )
    return false;
  if (userAction.kind === "fill") userActions[userActions.length - 1] = userAction;
  else if (userAction.kind === "choose")
    userActions[userActions.length - 1] = { ...userAction, ...(last.value !== "" && { typed: last.value }) };
  else return false;
  return true;
}

const isSamePlace = (one: { in?: unknown }, other: { in?: unknown }): boolean =>
  JSON.stringify(one.in) === JSON.stringify(other.in);
