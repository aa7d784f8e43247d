import { literalsOf } from "#engine/base/known.ts";
import { findNearest } from "#engine/base/nearest.ts";
import { listWords } from "../parts/meant.ts";
import { meant, type Judge } from "./judge.ts";
import { ofComparisons } from "./literal-comparisons.ts";

/** A value is compared with one that it can never be: a mistyped state, code or name. */
export const outsideEnum: Judge = (node) =>
  ofComparisons(node, (value, { expr: written, pointer }) => {
    const choices = literalsOf(value.known.schema);
    if (!choices || choices.length === 0 || choices.includes(written)) return undefined;
    const near = findNearest(
      String(written as string),
      choices.filter((choice) => typeof choice === "string"),
    );
    const what = value.path?.path ?? "This";
    const message = `${what} is never ${JSON.stringify(written)}, it is one of ${listWords(choices)}${meant(near)}`;
    return { pointer, code: "outside-enum", message };
  });
