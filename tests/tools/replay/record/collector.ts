import type { Deed, Look, Note } from "./page/note.ts";

/** Actions on one screen, with the page at its start and end. */
export interface RecordedStep {
  /** The page at the start. Its screen is empty before the first screen. */
  readonly begin: Look;
  readonly deeds: RecordedAction[];
  /** The page at the start of the next step, or at the very end. Undefined when nothing followed the last action. */
  end?: Look;
}

/** An action with later details: the search text of a choice, the page count of a PDF. */
export type RecordedAction = Deed & { typed?: string; pages?: number };

/** Groups actions of a page into steps: one fill per field, one choice per search, one step per screen. */
export class Collector {
  readonly steps: RecordedStep[] = [];
  #last: Look = { screen: "" };
  /** No page was seen since the last action. */
  #isUnseen = false;

  hear(note: Note): void {
    if (note.kind === "deed") this.#take(note.deed, note.look);
    else if (note.kind === "look") this.#see(note.look);
    else if (note.kind === "chooser") this.#dropPress();
  }

  /** Sets the page count of an uploaded file. */
  count(key: string, pages: number): void {
    for (const deed of this.steps.flatMap(({ deeds }) => deeds))
      if (deed.kind === "upload" && deed.key === key) deed.pages = pages;
  }

  /** Ends the recording. Returns the steps, the last with the final page. */
  finish(): RecordedStep[] {
    const step = this.steps.at(-1);
    if (step && !this.#isUnseen) step.end ??= this.#last;
    return this.steps;
  }

  #see(look: Look): void {
    this.#last = look;
    this.#isUnseen = look.screen === "";
  }

  #take(deed: Deed, look: Look): void {
    // A new document shows nothing yet, so the previous page counts.
    const seen = look.screen === "" ? this.#last : look;
    const step = this.#toStep(deed, seen);
    if (!merge(step.deeds, deed)) step.deeds.push(deed);
    this.#last = seen;
    this.#isUnseen = true;
  }

  #toStep(deed: Deed, seen: Look): RecordedStep {
    const step = this.steps.at(-1);
    // A payment at the provider and a reload belong to the current step.
    const goesOn = step && (deed.kind === "pay" || deed.kind === "reload" || step.begin.screen === seen.screen);
    if (goesOn && deed.kind !== "open") return step;
    if (step) step.end = seen;
    const begun: RecordedStep = { begin: seen, deeds: [] };
    this.steps.push(begun);
    return begun;
  }

  #dropPress(): void {
    const deeds = this.steps.at(-1)?.deeds;
    if (deeds?.at(-1)?.kind === "press") deeds.pop();
  }
}

/** Merges an action into the previous one. Returns false when they are separate. */
function merge(deeds: RecordedAction[], deed: Deed): boolean {
  const last = deeds.at(-1);
  if (last?.kind !== "fill" || !("name" in deed) || deed.name !== last.name || !isSamePlace(deed, last)) return false;
  if (deed.kind === "fill") deeds[deeds.length - 1] = deed;
  else if (deed.kind === "choose")
    deeds[deeds.length - 1] = { ...deed, ...(last.value !== "" && { typed: last.value }) };
  else return false;
  return true;
}

const isSamePlace = (one: { in?: unknown }, other: { in?: unknown }): boolean =>
  JSON.stringify(one.in) === JSON.stringify(other.in);
