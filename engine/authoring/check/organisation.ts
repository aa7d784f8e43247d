import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import { contrastOf } from "#engine/core/definitions/brand-ramp.ts";
import { isField, isGroup, isPage } from "#engine/core/definitions/form-entry.ts";
import { below, check, type Check } from "./check.ts";
import type { DefinitionSet } from "./support/definition-set.ts";
import { listForms } from "./support/forms.ts";
import { definitions } from "./support/places.ts";
import { unknownRegion } from "./support/regions.ts";
import { isRead } from "./support/sites.ts";

const organisations = definitions("organisation");

/** The contrast that text needs (WCAG 2, success criterion 1.4.3). */
const minContrast = 4.5;

/** Keys of the section or page of a form in which a field is, by which an override names them. */
function groupsAround(target: string, set: DefinitionSet): string[] {
  const [, form = "", at] = /^forms\/([^#]+)#(\/.*)$/.exec(target) ?? [];
  const placed = at === undefined ? undefined : listForms(set).find((one) => one.form.id === form);
  return (placed?.entries ?? []).flatMap(({ entry }) =>
    isGroup(entry) && entry.fields.some((field) => isField(field) && field.at === at)
      ? [`forms/${form}#${isPage(entry) ? entry.page : entry.section}`]
      : [],
  );
}

export const organisationChecks: readonly Check[] = [
  check({
    code: "override/requires-what-it-hides",
    why: "A field that is never there cannot be filled in, so the requirement has no effect",
    at: organisations,
    test: ({ document: { overrides = {} } }, set) => {
      const isHidden = (target: string): boolean =>
        (overrides[target] as { when?: unknown } | undefined)?.when === false;
      return Object.entries(overrides).flatMap(([target, patch]) => {
        const { require } = patch as { require?: unknown };
        const hiding = [target, ...groupsAround(target, set)].find(isHidden);
        if (require === undefined || require === false || hiding === undefined) return [];
        const message = `${target} is required, but the override of ${hiding} hides it: remove one of them`;
        return [below(`/overrides/${toPointerStep(target)}/require`, message)];
      });
    },
  }),
  check({
    code: "organisation/no-default",
    why: "An address without an organisation would have no page",
    at: (set) => organisations(set).slice(0, 1),
    test: (_first, set) => {
      const isDefault = set.ofKind("organisation").some(({ document }) => document["default"] === true);
      if (isDefault || set.hasUnreadable()) return undefined;
      return 'No organisation is the default: write "default": true in one of them';
    },
  }),
  check({
    code: "organisation/two-defaults",
    why: "An address without an organisation can show only one of them",
    at: (set) =>
      organisations(set)
        .filter(({ document }) => document.default === true)
        .slice(1, 2),
    test: () => below("/default", "There is already a default organisation"),
  }),
  check({
    code: "organisation/unknown-language",
    why: "There are no texts in this language, so its pages would be in English",
    at: organisations,
    test: ({ document: { locales = [] } }, set) => {
      const known = ["en", ...set.ids("locale")];
      return locales.flatMap((name, index) => {
        if (known.includes(name) || set.isUnreadable("locale", name)) return [];
        const near = known.find((one) => one.startsWith(name) || name.startsWith(one));
        const advice = near === undefined ? `; npm run new -- locale ${name} creates it` : `; did you mean "${near}"?`;
        return [below(`/locales/${index}`, `There is no language "${name}"${advice}`)];
      });
    },
  }),
  check({
    code: "organisation/unknown-region",
    why: "There is no such region to pay from",
    at: (set) =>
      organisations(set).flatMap(({ source, document: { regions = [] } }) =>
        regions.map((region, index) => ({ source, pointer: `/regions/${index}`, region })),
      ),
    test: unknownRegion,
  }),
  check({
    code: "brand/low-contrast",
    why: "People cannot read white text on the main button, nor links in this colour on white",
    allowable: true,
    at: organisations,
    test: ({ document: { colours } }) => {
      const brand = colours?.brand;
      const contrast = brand === undefined ? minContrast : contrastOf(brand, "#ffffff");
      if (contrast >= minContrast) return undefined;
      const message = `White on ${brand} has a contrast of ${contrast.toFixed(1)}; text needs ${minContrast}: take a darker colour`;
      return below("/colours/brand", message);
    },
  }),
];

/** Settings of an organisation that nothing reads. */
export const unusedOrganisationChecks: readonly Check[] = [
  check({
    code: "organisation/unused-flag",
    why: "Nothing reads the flag, so it switches nothing",
    allowable: true,
    unused: true,
    removable: true,
    at: organisations,
    test: ({ document: { flags = {} } }, set) =>
      Object.keys(flags)
        .filter((flag) => !isRead(set, `organisation.flags.${flag}`))
        .map((flag) => below(`/flags/${toPointerStep(flag)}`, `Nothing reads the flag "${flag}"`)),
  }),
];
