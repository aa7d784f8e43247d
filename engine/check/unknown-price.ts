import type { DocumentOf } from "#engine/documents/document-of.ts";
import { pointerSteps, toPointerStep } from "#engine/base/json-pointer.ts";
import { fixedChoices } from "./parts/choices.ts";
import { listForms } from "./parts/entries.ts";
import { meantOf } from "./parts/meant.ts";
import { findOnly } from "./parts/only.ts";
import { issueAt, type Check, type DocumentSet } from "./parts/set.ts";

/** A price of a verification, or a factor of a level, that there is not. */
export const unknownPrice: Check = (set) => {
  const { source, document } = findOnly(set, "prices") ?? {};
  if (!source || !document) return [];
  const { verifications, degreeLevel } = document.prices;
  const levels = set.once(pricedLevels);
  const tell = (part: string, names: readonly string[], known: readonly string[], what: string) =>
    names
      .filter((name) => !known.includes(name))
      .map((name) => {
        const message = `There is no ${what} "${name}"${meantOf(name, known)}`;
        return issueAt(source, `/prices/${part}/${toPointerStep(name)}`, "unknown-price", message);
      });
  const names = Object.keys(verifications).filter((name) => !set.isLeftOut("verification", name));
  return [
    ...tell("verifications", names, set.ids("verification"), "verification"),
    ...(levels ? tell("degreeLevel", Object.keys(degreeLevel), levels, "level") : []),
  ];
};

/** Every level that sets a price: the choices of the fields that verifications name; undefined where they cannot be told. */
function pricedLevels(set: DocumentSet): string[] | undefined {
  if (set.isLeftOut("verification", "")) return undefined;
  const fields = set.ofKind("verification").flatMap(({ document }) => {
    const { form, pricing } = document as DocumentOf<"verification">;
    const placed = listForms(set).find((one) => one.form.id === form);
    if (pricing?.level === undefined) return [];
    if (!placed) return [undefined];
    const at = `/${pointerSteps(pricing.level).map(toPointerStep).join("/")}`;
    return placed.fields.filter(({ entry }) => entry.at === at);
  });
  const choices = fields.map((field) =>
    field?.entry.options === undefined ? undefined : fixedChoices(set, field.entry.options),
  );
  if (choices.some((list) => list === undefined)) return undefined;
  return choices.flatMap((list) => (list ?? []).map(({ value }) => value));
}
