import type { VerificationDocument } from "#engine/documents/verification.ts";
import { isSame, type Finding, type Verdict } from "./change.ts";

/** What a difference in a verification depends on. */
export interface VerificationContext {
  /** Whether the request that asks for it is paid. */
  readonly paid: boolean;
}
type Key = Exclude<keyof VerificationDocument, "$schema" | "kind" | "id" | "description">;
type Compare<K extends Key> = (
  before: VerificationDocument[K],
  after: VerificationDocument[K],
  context: VerificationContext,
) => readonly [Verdict, string] | undefined;

const words = (): undefined => undefined;

/** What another value of each key means. Its form is compared as a form. One more key: one line here. */
const keys: { readonly [K in Key]: Compare<K> } = {
  label: words,
  icon: words,
  ready: words,
  minutes: words,
  category: words,
  texts: words,
  showSpecificForm: words,
  titleFrom: words,
  form: (before, after) =>
    before === undefined || after === undefined
      ? ["major", after === undefined ? "has no form any more" : "has a form now"]
      : undefined,
  identity: (before, after) => {
    if (before === undefined || after === undefined)
      return ["major", after ? "is proved for the whole profile now" : "is given with the form now"];
    return ["minor", "is kept of another value"];
  },
  acceptMultipleSubmissions: (_, after) =>
    after ? ["minor", "takes several submissions now"] : ["major", "takes only one submission now"],
  pricing: (_before, _after, { paid }) => (paid ? ["major", "is priced by other values"] : undefined),
  captcha: (_, after) => (after ? ["major", "asks for another captcha"] : ["minor", "asks for no captcha any more"]),
  candidateIdSchemaByInstitute: () => ["minor", "knows other numbers of institutes"],
  hidden: () => ["open", "hides other inputs"],
  credential: () => ["minor", "becomes another credential"],
};

/** What became of one verification that both releases ask for. */
export function compareVerification(
  former: VerificationDocument,
  newer: VerificationDocument,
  context: VerificationContext,
): Finding[] {
  const compare = <K extends Key>(key: K): Finding[] => {
    const [before, after]: [VerificationDocument[K], VerificationDocument[K]] = [former[key], newer[key]];
    if (isSame(before, after)) return [];
    const found = keys[key](before, after, context);
    return found ? [{ verdict: found[0], at: `/${key}`, message: found[1] }] : [];
  };
  return (Object.keys(keys) as Key[]).flatMap((key) => compare(key));
}
