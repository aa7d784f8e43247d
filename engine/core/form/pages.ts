import { resolveText, type Translate } from "#engine/core/definitions/text.ts";
import { holds, type DerivedForm } from "./derive.ts";
import type { FormModel, PageModel, SectionModel } from "./form-model.ts";
import { isNeverDrawn } from "./hidden-values.ts";
import { findMessageList, toAncestorPointers } from "./message-field.ts";

/** The step after the pages of a form: all answers, before they are sent. No page has this id. */
export const reviewStep = "review";

/** Returns the pages that exist now, in order: those with something to see, in a form restricted by `only` a field. */
export function listPages(model: FormModel, derived: DerivedForm, only?: readonly string[]): PageModel[] {
  return model.pages.filter(
    ({ when, sections }) =>
      holds(when, derived.scopeAt) && sections.some((section) => isDrawnNow(section, derived, only !== undefined)),
  );
}

function isDrawnNow({ fields, entries, row }: SectionModel, derived: DerivedForm, narrowed: boolean): boolean {
  return (
    (row !== undefined && derived.lists[row.list.pointer]?.visible === true) ||
    fields.some((field) => derived.fields[field.pointer]?.visible && !isNeverDrawn(field)) ||
    (!narrowed && entries.some((entry) => "note" in entry && holds(entry.note.when, derived.scopeAt)))
  );
}

/** The heading of a page. */
export const toPageTitle = ({ title, base }: PageModel, derived: DerivedForm, translate: Translate): string =>
  resolveText(title, derived.scopeAt(base), translate);

/** Returns the steps of a form by their ids: its pages, then the review. A single page needs no review. */
export const toSteps = (pages: readonly PageModel[]): string[] => {
  const ids = pages.map(({ id }) => id);
  return ids.length === 1 ? ids : [...ids, reviewStep];
};

/** Returns the page that shows a place: that of the field at or above it, or of the list; undefined without one. */
export function findPage(model: FormModel, pointer: string): PageModel | undefined {
  const holder = toAncestorPointers(pointer).find((place) => model.byPointer.has(place));
  const section = holder ? model.byPointer.get(holder)?.section : findMessageList(model, pointer)?.section;
  return model.pages.find(({ sections }) => sections.some(({ id }) => id === section));
}

/** Returns the errors that a step shows: those of its page; on the review those without a page. */
export const listStepErrors = <T extends { readonly pointer: string }>(
  model: FormModel,
  errors: readonly T[],
  step: string,
): T[] => errors.filter(({ pointer }) => (findPage(model, pointer)?.id ?? reviewStep) === step);

/** The steps of a form at one moment. */
export interface FormProgress {
  readonly steps: readonly string[];
  /** The first page that is not complete; the last step when all are. */
  readonly limit: string;
}

/** Returns the steps and how far they go. `open` has a pointer for each fault and each running upload. */
export function toProgress(model: FormModel, pages: readonly PageModel[], open: readonly string[]): FormProgress {
  const unfinished = new Set(open.map((pointer) => findPage(model, pointer)?.id));
  const steps = toSteps(pages);
  return { steps, limit: pages.find(({ id }) => unfinished.has(id))?.id ?? steps.at(-1)! };
}

/** The step that is asked for, and why another one opens instead. */
export interface ChosenStep {
  readonly step: string;
  /** `incomplete`: a page before the one of the address is not complete. `unknown`: the form has no such page now. */
  readonly reason?: "incomplete" | "unknown";
}

/**
 * Returns the step to open: that of the address, else the one that the draft kept. Neither goes beyond the first page
 * that is not complete. Without both, a form with answers opens there, an empty one at its first page.
 */
export function chooseStep(
  { steps, limit }: FormProgress,
  wanted: { readonly address?: string | undefined; readonly kept?: string | undefined; readonly isStarted: boolean },
): ChosenStep {
  const { address, kept, isStarted } = wanted;
  const isOpen = (step: string) => steps.includes(step) && steps.indexOf(step) <= steps.indexOf(limit);
  if (address !== undefined && isOpen(address)) return { step: address };
  if (address !== undefined) return { step: limit, reason: steps.includes(address) ? "incomplete" : "unknown" };
  if (kept !== undefined && isOpen(kept)) return { step: kept };
  return { step: isStarted || kept !== undefined ? limit : steps[0]! };
}
