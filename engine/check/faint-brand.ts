import { contrastOf } from "#engine/documents/brand-ramp.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Text needs this contrast to what it stands on (WCAG 2, success criterion 1.4.3). */
const least = 4.5;

/** White words on the main action cannot be read in a brand's colour, nor can its links on white. */
export const faintBrand: Check = (set) =>
  set.ofKind("organisation").flatMap((source) => {
    const brand = (source.document as DocumentOf<"organisation">).colours?.brand;
    const contrast = brand === undefined ? least : contrastOf(brand, "#ffffff");
    if (contrast >= least) return [];
    const message = `White on ${brand} has a contrast of ${contrast.toFixed(1)}; text needs ${least}: take a darker colour`;
    return [issueAt(source, "/colours/brand", "faint-brand", message)];
  });
