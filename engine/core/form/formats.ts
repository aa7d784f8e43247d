import { strokesFormat } from "#engine/core/base/strokes.ts";

const day = "(0[1-9]|[12][0-9]|3[01])";
const month = "(0[1-9]|1[0-2])";
const year = "(19|20)[0-9]{2}";

/**
 * Formats of form data, as linear-time patterns that compiled validators inline. Dates are validated after conversion
 * to the field's own format. One more: one line here.
 */
export const formats: Readonly<Record<string, RegExp>> = {
  date: new RegExp(`^${day}-${month}-${year}$`, "u"),
  "dd-MM-yyyy": new RegExp(`^${day}-${month}-${year}$`, "u"),
  "yyyy-MM-dd": new RegExp(`^${year}-${month}-${day}$`, "u"),
  "MM-yyyy": new RegExp(`^${month}-${year}$`, "u"),
  yyyy: new RegExp(`^${year}$`, "u"),
  phone: /^\+[1-9][0-9]{6,14}$/u,
  email: /^[^\s@"<>()[\]\\,;:]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,24}$/u,
  // A text of several lines; `normalise` makes its lines plain.
  lines: /^[\s\S]*$/u,
  // The drawing of a signature.
  strokes: strokesFormat,
  url: /^https?:\/\/[^\s]{1,2000}$/iu,
  file: /^\/utility\/api\/1\.0\/files\/[A-Za-z0-9_-]{16,128}$/u,
  "date-time": /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,9})?)?(Z|[+-][0-9]{2}:[0-9]{2})$/u,
};

/** Returns whether a data schema may use a format; any other format is rejected before compilation. */
export const isFormat = (name: string): boolean => Object.hasOwn(formats, name);
