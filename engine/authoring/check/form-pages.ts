import { isGroup, isMounted, isNote, isPage, isSection, isUsed } from "#engine/core/definitions/form-entry.ts";
import type { FormEntry, FormPage } from "#engine/core/definitions/form.ts";
import { reviewStep } from "#engine/core/form/pages.ts";
import { below, check, type Check } from "./check.ts";
import type { DefinitionSet } from "./support/definition-set.ts";
import { listForms, type PlacedEntry, type PlacedForm } from "./support/forms.ts";
import { repeatedIndexes } from "./support/places.ts";

const isPlacedPage = (placed: PlacedEntry): placed is PlacedEntry<FormPage> => isPage(placed.entry);

/** Every page, wherever it is. */
const pagesOf = ({ entries }: PlacedForm): PlacedEntry<FormPage>[] => entries.filter(isPlacedPage);

/** Returns whether a form has pages: its own, or those of a form that it mounts or uses. */
function hasPages(id: string, set: DefinitionSet, trail: readonly string[] = []): boolean {
  const placed = trail.includes(id) ? undefined : listForms(set).find(({ form }) => form.id === id);
  return placed?.entries.some(({ entry }) => bringsPages(entry, set, [...trail, id])) ?? false;
}

function bringsPages(entry: FormEntry, set: DefinitionSet, trail: readonly string[]): boolean {
  if (isMounted(entry)) return hasPages(entry.form, set, trail);
  return isUsed(entry) ? hasPages(entry.use, set, trail) : isPage(entry);
}

/** Returns whether the entries ask for anything. */
const hasFields = (entries: readonly FormEntry[]): boolean =>
  entries.some((entry) => (isGroup(entry) ? hasFields(entry.fields) : !isNote(entry)));

/** Faults of the pages of forms. */
export const formPageChecks: readonly Check[] = [
  check({
    code: "form/page-without-fields",
    why: "A step that asks for nothing only delays people",
    at: listForms,
    test: (placed) =>
      pagesOf(placed)
        .filter(({ entry }) => !hasFields(entry.fields))
        .map(({ entry, pointer }) => below(`${pointer}/fields`, `The page "${entry.page}" has no fields`)),
  }),
  check({
    code: "form/duplicate-page",
    why: "The address of a step and an override find a page by its id",
    at: listForms,
    test: (placed) => {
      const pages = pagesOf(placed);
      const others = placed.entries.flatMap(({ entry }) =>
        isSection(entry) ? [entry.section] : isNote(entry) ? [entry.note] : [],
      );
      const ids = pages.map(({ entry }) => entry.page);
      const repeated = new Set(repeatedIndexes(ids));
      return pages.flatMap(({ entry: { page }, pointer }, index) => {
        const at = `${pointer}/page`;
        if (page === reviewStep) return [below(at, `"${page}" is the id of the step after all pages`)];
        if (repeated.has(index)) return [below(at, `This form already has a page "${page}"`)];
        return others.includes(page) ? [below(at, `This form already has a section or a note "${page}"`)] : [];
      });
    },
  }),
  check({
    code: "form/nested-page",
    why: "A page is a step of the whole form: it can be in no other page, list or section",
    at: listForms,
    test: ({ entries, form }, set) =>
      entries
        .filter(({ entry, holder }) => holder && bringsPages(entry, set, [form.id]))
        .map(({ entry, pointer }) =>
          isPage(entry)
            ? below(`${pointer}/page`, `The page "${entry.page}" is inside of another entry: move it to the top`)
            : below(pointer, "This form has pages, so it can only be at the top of another"),
        ),
  }),
  check({
    code: "form/field-outside-pages",
    why: "A form with pages shows one page after the other, so an entry in no page would never be shown",
    at: listForms,
    test: ({ entries, form }, set) => {
      const top = entries.filter(({ holder }) => !holder);
      const isInPages = ({ entry }: PlacedEntry) => bringsPages(entry, set, [form.id]);
      if (!top.some(isInPages)) return [];
      return top
        .filter((one) => !isInPages(one))
        .map(({ pointer }) => below(pointer, "This form has pages: move this entry into one of them"));
    },
  }),
];
