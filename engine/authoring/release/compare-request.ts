import type { RequestDefinition } from "#engine/core/definitions/request.ts";
import { isSame, type Finding, type Verdict } from "./change.ts";

type Key = Exclude<keyof RequestDefinition, "$schema" | "kind" | "id" | "description">;
type RequestedVerification = RequestDefinition["verifications"][number];
type KeyFinding = readonly [verdict: Verdict, message: string, at?: string];
type Compare<K extends Key> = (
  before: RequestDefinition[K],
  after: RequestDefinition[K],
  newer: RequestDefinition,
) => readonly KeyFinding[];

const onlyText = (): [] => [];

/** The comparison of each key for a running transaction. To add a key: a line. */
const keys: { readonly [K in Key]: Compare<K> } = {
  name: onlyText,
  disclaimer: onlyText,
  // Pre-start questions are compared as a form.
  questions: onlyText,
  public: () => [["minor", "has another visibility in the public list"]],
  invited: () => [["minor", "is open to other numbers"]],
  expiry: (before, after) => [isLater(before, after) ? ["minor", "expires later"] : ["major", "expires earlier"]],
  payment: (before, after) => [["major", `was paid by ${before} and is paid by ${after} now`]],
  manualProfileRequired: () => [["major", "requires the profile differently"]],
  verifications: compareVerifications,
  minimumSet: compareMinimumSet,
  basicDetails: compareBasicDetails,
  express: (_, after) => [after ? ["minor", "offers express now"] : ["major", "no longer offers express"]],
  discount: (_before, _after, { payment }) => (payment === "none" ? [] : [["major", "has another discount"]]),
  evaluation: (before, after) => {
    if (!before || !after) return [["major", after ? "is evaluated now" : "is no longer evaluated"]];
    return before.provider === after.provider ? [] : [["major", "is evaluated by another body"]];
  },
};

/** Compares a request of two releases, without the definitions and forms of its verifications. */
export function compareRequest(former: RequestDefinition, newer: RequestDefinition): Finding[] {
  const compare = <K extends Key>(key: K): Finding[] =>
    isSame(former[key], newer[key])
      ? []
      : keys[key](former[key], newer[key], newer).map(([verdict, message, at = ""]) => ({
          verdict,
          at: `/${key}${at}`,
          message,
        }));
  return (Object.keys(keys) as Key[]).flatMap((key) => compare(key));
}

/** Returns whether an expiry (seconds since 1970, -1 for none) is not earlier than another. */
const isLater = (before: number, after: number): boolean => after === -1 || (before !== -1 && after >= before);

/** Compares verifications by name; their order is appearance. */
function compareVerifications(
  before: readonly RequestedVerification[],
  after: readonly RequestedVerification[],
): KeyFinding[] {
  const names = [...new Set([...before, ...after].map(({ verification }) => verification))];
  return names.flatMap((name): KeyFinding[] => {
    const old = before.find(({ verification }) => verification === name);
    const index = after.findIndex(({ verification }) => verification === name);
    const fresh = after[index];
    if (!fresh) return [["major", `${name} is no longer requested`]];
    if (!old) return [["major", `${name} is requested now`, `/${index}`]];
    return compareOneVerification(old, fresh).map(([verdict, message]): KeyFinding => [
      verdict,
      `${name} ${message}`,
      `/${index}`,
    ]);
  });
}

function compareOneVerification(before: RequestedVerification, after: RequestedVerification): KeyFinding[] {
  const findings: KeyFinding[] = [];
  if (before.skipAllowed !== after.skipAllowed)
    findings.push(["major", after.skipAllowed ? "may be skipped now" : "can no longer be skipped"]);
  if ((before.marksheetRequired ?? false) !== (after.marksheetRequired ?? false))
    findings.push(["minor", after.marksheetRequired ? "needs a marksheet now" : "no longer needs a marksheet"]);
  if (before.express !== after.express)
    findings.push(
      after.express === false || before.express === true
        ? ["major", "is no longer available express"]
        : ["minor", "is available express too"],
    );
  if (!isSame(before.accepts, after.accepts)) findings.push(["minor", "accepts other credentials in its place"]);
  return findings;
}

function compareMinimumSet(
  before: RequestDefinition["minimumSet"],
  after: RequestDefinition["minimumSet"],
): KeyFinding[] {
  if (!after) return [["minor", "no longer applies"]];
  if (!before) return [["major", `at least ${after.atLeast} of some are needed now`]];
  const gone = before.of.filter((name) => !after.of.includes(name));
  if (gone.length > 0) return [["major", `${gone.join(", ")} no longer counts`, "/of"]];
  if (after.atLeast > before.atLeast)
    return [["major", `at least ${after.atLeast} are needed, were ${before.atLeast}`, "/atLeast"]];
  return isSame(before.of.toSorted(), after.of.toSorted()) && before.atLeast === after.atLeast
    ? []
    : [["minor", "is easier to reach"]];
}

function compareBasicDetails(
  before: RequestDefinition["basicDetails"] = [],
  after: RequestDefinition["basicDetails"] = [],
): KeyFinding[] {
  const names = [...new Set([...before, ...after].map(({ fieldName }) => fieldName))];
  return names.flatMap((name): KeyFinding[] => {
    const [old, fresh] = [before, after].map((list) => list.find(({ fieldName }) => fieldName === name));
    if (old && fresh) return [];
    return [["major", fresh ? `${name} is requested now` : `${name} is no longer requested`]];
  });
}
