import type { Deed, Look, Note } from "./page/note.ts";

/** What was done from one screen's entry to the next, and what was seen at its end. */
export interface RecordedStep {
  /** What was seen as it began; no screen for what leads to the first. */
  readonly begin: Look;
  readonly deeds: RecordedAction[];
  /** What was seen when the next began, or at the very end; undefined where nothing was seen after the last deed. */
  end?: Look;
}

/** A deed with what is learnt of it later: what was typed into a list before an option was chosen, how many pages a paper has. */
export type RecordedAction = Deed & { typed?: string; pages?: number };

/** Puts what a page tells into steps: one fill for what was typed, one choice for what was searched, a step for each screen. */
export class Collector {
  readonly steps: RecordedStep[] = [];
  #last: Look = { screen: "" };
  /** Nothing was seen since the last deed. */
  #isUnseen = false;

  hear(note: Note): void {
    if (note.kind === "deed") this.#take(note.deed, note.look);
    else if (note.kind === "look") this.#see(note.look);
    else if (note.kind === "chooser") this.#dropPress();
  }

  /** How many pages the paper of that key has. */
  count(key: string, pages: number): void {
    for (const deed of this.steps.flatMap(({ deeds }) => deeds))
      if (deed.kind === "upload" && deed.key === key) deed.pages = pages;
  }

  /** No more is done. Gives the steps, the last with what was seen at the end. */
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
    // A document that has just begun shows nothing: what was seen last was seen before.
    const seen = look.screen === "" ? this.#last : look;
    const step = this.#toStep(deed, seen);
    if (!merge(step.deeds, deed)) step.deeds.push(deed);
    this.#last = seen;
    this.#isUnseen = true;
  }

  #toStep(deed: Deed, seen: Look): RecordedStep {
    const step = this.steps.at(-1);
    // A paper is paid for at the provider's, and a page loaded again stays what it was.
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

/** Joins a deed to the one before where both are one; false where it stands for itself. */
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
