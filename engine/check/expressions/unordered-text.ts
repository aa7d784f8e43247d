import { alternativesOf } from "#engine/base/known.ts";
import type { Judge } from "./judge.ts";

const ordering = new Set([">", ">=", "<", "<="]);
/** Days and months as people write them: the year, which decides, stands last. */
const yearLast = new Set(["date", "dd-MM-yyyy", "MM-yyyy"]);

/** Texts are ordered by their letters, and of a date that ends in its year that is no order: 31-01-2020 after 01-02-2020. */
export const unorderedText: Judge = ({ operator = "", operands, pointer }) => {
  if (!ordering.has(operator)) return undefined;
  const formats = operands.flatMap(({ known }) => alternativesOf(known.schema).map((one) => one["format"]));
  const format = formats.find((one) => typeof one === "string" && yearLast.has(one));
  if (format === undefined) return undefined;
  const name = format === "date" ? "dd-MM-yyyy" : String(format);
  const instead = name === "MM-yyyy" ? "compare days" : 'ask "after"';
  const message = `A text as ${name} is not ordered by its letters ("31-01-2020" would come after "01-02-2020"): ${instead}`;
  return { pointer, code: "unordered-text", message };
};
