/** The faults of a single expression in one of its worlds, in the order in which they help most. To add one: a file beside this one, a line here. */
import { absentValue } from "./absent-value.ts";
import type { Judge } from "./judge.ts";
import { mixedTypes } from "./mixed-types.ts";
import { idleComparison } from "./idle-comparison.ts";
import { openComparison } from "./open-comparison.ts";
import { outsideEnum } from "./outside-enum.ts";
import { codeInText } from "./code-in-text.ts";
import { unfitValue } from "./unfit-value.ts";
import { unknownCurrency } from "./unknown-currency.ts";
import { unknownField } from "./unknown-field.ts";
import { unknownLabel } from "./unknown-label.ts";
import { unknownPath } from "./unknown-path.ts";
import { unknownName } from "./unknown-name.ts";
import { unknownReason } from "./unknown-reason.ts";
import { unknownStyle } from "./unknown-style.ts";
import { unloadedRoot } from "./unloaded-root.ts";
import { unorderedText } from "./unordered-text.ts";
import { wordsInGap } from "./words-in-gap.ts";
import { wrongOperand } from "./wrong-operand.ts";

/** Who looks at a node of an operator. */
export const judgesOf = (operator: string): readonly Judge[] => (operator === "var" ? ofPaths : ofOperations);

/** A `var` has no operand but its path, and nothing else has one. */
const ofPaths: readonly Judge[] = [unknownPath, unloadedRoot];

const ofOperations: readonly Judge[] = [
  outsideEnum,
  unknownName,
  mixedTypes,
  unorderedText,
  wrongOperand,
  unknownField,
  unknownLabel,
  unknownReason,
  openComparison,
  idleComparison,
  unknownStyle,
  unknownCurrency,
  absentValue,
];

/** The faults of a whole expression at its place: what it answers is not what stands there. */
export const wholeJudges: readonly Judge[] = [unfitValue, wordsInGap, codeInText];
