import type { RequestDocument } from "#engine/documents/request.ts";
import { isSame, type Finding, type Verdict } from "./change.ts";

type Key = Exclude<keyof RequestDocument, "$schema" | "kind" | "id" | "description">;
type Asked = RequestDocument["verifications"][number];
type Said = readonly [verdict: Verdict, message: string, at?: string];
type Compare<K extends Key> = (
  before: RequestDocument[K],
  after: RequestDocument[K],
  newer: RequestDocument,
) => readonly Said[];

const words = (): [] => [];

/** What another value of each key means for a transaction that runs. One more key: one line here. */
const keys: { readonly [K in Key]: Compare<K> } = {
  name: words,
  disclaimer: words,
  // Pre-start questions are compared as the form that is made of them.
  questions: words,
  public: () => [["minor", "is listed for other people"]],
  invited: () => [["minor", "is open to other people"]],
  expiry: (before, after) => [
    isLater(before, after) ? ["minor", "may be begun for longer"] : ["major", "ends earlier than it did"],
  ],
  payment: (before, after) => [["major", `was paid by ${before} and is paid by ${after} now`]],
  manualProfileRequired: () => [["major", "asks for the profile in another way"]],
  verifications: compareAsked,
  minimumSet: compareMinimumSet,
  basicDetails: compareBasicDetails,
  express: (_, after) => [after ? ["minor", "offers express now"] : ["major", "no longer offers express"]],
  discount: (_before, _after, { payment }) => (payment === "none" ? [] : [["major", "has another discount"]]),
  evaluation: (before, after) => {
    if (!before || !after) return [["major", after ? "is evaluated now" : "is no longer evaluated"]];
    return before.provider === after.provider ? [] : [["major", "is evaluated by another body"]];
  },
};

/** What became of what an organisation asks for, its verifications' own documents and forms apart. */
export function compareRequest(former: RequestDocument, newer: RequestDocument): Finding[] {
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

/** Whether an end (seconds since 1970, -1 never) is not before another. */
const isLater = (before: number, after: number): boolean => after === -1 || (before !== -1 && after >= before);

/** Verifications by name: the order is looks. */
function compareAsked(before: readonly Asked[], after: readonly Asked[]): Said[] {
  const names = [...new Set([...before, ...after].map(({ verification }) => verification))];
  return names.flatMap((name): Said[] => {
    const old = before.find(({ verification }) => verification === name);
    const index = after.findIndex(({ verification }) => verification === name);
    const fresh = after[index];
    if (!fresh) return [["major", `${name} is no longer asked for`]];
    if (!old) return [["major", `${name} is asked for now`, `/${index}`]];
    return compareOneAsked(old, fresh).map(([verdict, message]): Said => [verdict, `${name} ${message}`, `/${index}`]);
  });
}

function compareOneAsked(before: Asked, after: Asked): Said[] {
  const said: Said[] = [];
  if (before.skipAllowed !== after.skipAllowed)
    said.push(["major", after.skipAllowed ? "may be skipped now" : "can no longer be skipped"]);
  if ((before.marksheetRequired ?? false) !== (after.marksheetRequired ?? false))
    said.push(["minor", after.marksheetRequired ? "needs a marksheet now" : "needs no marksheet any more"]);
  if (before.express !== after.express)
    said.push(
      after.express === false || before.express === true
        ? ["major", "is no longer done express"]
        : ["minor", "is done express too"],
    );
  if (!isSame(before.accepts, after.accepts)) said.push(["minor", "does with other credentials in its place"]);
  return said;
}

function compareMinimumSet(before: RequestDocument["minimumSet"], after: RequestDocument["minimumSet"]): Said[] {
  if (!after) return [["minor", "no longer holds"]];
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
  before: RequestDocument["basicDetails"] = [],
  after: RequestDocument["basicDetails"] = [],
): Said[] {
  const names = [...new Set([...before, ...after].map(({ fieldName }) => fieldName))];
  return names.flatMap((name): Said[] => {
    const [old, fresh] = [before, after].map((list) => list.find(({ fieldName }) => fieldName === name));
    if (old && fresh) return [];
    return [["major", fresh ? `${name} is asked for now` : `${name} is no longer asked for`]];
  });
}
