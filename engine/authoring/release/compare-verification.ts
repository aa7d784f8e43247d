import type { VerificationDefinition } from "#engine/core/definitions/verification.ts";
import { isSame, type Finding, type Verdict } from "./change.ts";

/** The context of the comparison. */
export interface VerificationContext {
  /** True for a paid request. */
  readonly paid: boolean;
}
type Key = Exclude<keyof VerificationDefinition, "$schema" | "kind" | "id" | "description">;
type Compare<K extends Key> = (
  before: VerificationDefinition[K],
  after: VerificationDefinition[K],
  context: VerificationContext,
) => readonly [Verdict, string] | undefined;

const onlyText = (): undefined => undefined;

/** The comparison of each key. The form is compared separately. To add a key: a line. */
const keys: { readonly [K in Key]: Compare<K> } = {
  label: onlyText,
  icon: onlyText,
  ready: onlyText,
  minutes: onlyText,
  category: onlyText,
  texts: onlyText,
  showSpecificForm: onlyText,
  titleFrom: onlyText,
  form: (before, after) =>
    before === undefined || after === undefined
      ? ["major", after === undefined ? "no longer has a form" : "has a form now"]
      : undefined,
  identity: (before, after) => {
    if (before === undefined || after === undefined)
      return ["major", after ? "is verified for the profile now" : "is submitted with the form now"];
    return ["minor", "is stored from another value"];
  },
  acceptMultipleSubmissions: (_, after) =>
    after ? ["minor", "accepts several submissions now"] : ["major", "accepts only one submission now"],
  pricing: (_before, _after, { paid }) => (paid ? ["major", "has a price from other values"] : undefined),
  captcha: (_, after) => (after ? ["major", "requires another captcha"] : ["minor", "no longer requires a captcha"]),
  candidateIdSchemaByInstitute: () => ["minor", "knows other number formats of institutes"],
  verifiedBy: () => ["minor", "is verified by another system"],
  hidden: () => ["open", "hides other inputs"],
  credential: () => ["minor", "issues another credential"],
};

/** Compares a verification that both releases ask for. */
export function compareVerification(
  former: VerificationDefinition,
  newer: VerificationDefinition,
  context: VerificationContext,
): Finding[] {
  const compare = <K extends Key>(key: K): Finding[] => {
    const [before, after]: [VerificationDefinition[K], VerificationDefinition[K]] = [former[key], newer[key]];
    if (isSame(before, after)) return [];
    const found = keys[key](before, after, context);
    return found ? [{ verdict: found[0], at: `/${key}`, message: found[1] }] : [];
  };
  return (Object.keys(keys) as Key[]).flatMap((key) => compare(key));
}
