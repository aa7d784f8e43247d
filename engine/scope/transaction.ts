import Type, { type TSchema } from "typebox";
import { TxnInfoSchema, type TxnInfo } from "#engine/api/transaction-info.ts";
import { copyUnread } from "#engine/base/copy-unread.ts";
import { described } from "#engine/base/described.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { Text } from "#engine/documents/text.ts";
import type { Scope } from "#engine/rules/evaluate.ts";
import { toGuard } from "#engine/transaction/allowed.ts";
import { toTransactionFacts, type TransactionFacts } from "#engine/transaction/transaction-facts.ts";
import { lacks } from "#engine/transaction/lacking.ts";
import { sayAllowed, withAllowed } from "#engine/transaction/with-allowed.ts";
import { allowed, closed, count, flag, itemContract, names, timeline, tone } from "./item.ts";
import { toLabel, type Makings } from "./root.ts";

const items = (description: string): TSchema => Type.Array(itemContract(), { description });

/** The open transaction with everything that the engine counts. */
export const contract = () =>
  closed({
    ...TxnInfoSchema.properties,
    verificationList: Type.Record(Type.String(), itemContract(), { description: "Every verification by its name." }),
    total: count("How many verifications there are."),
    proceededCount: count("How many are filled in or skipped."),
    groups: Type.Array(
      closed({
        id: Type.String({ description: "The name of the category; 'insufficient' for what waits for the candidate." }),
        heading: Type.Unsafe<Text>({ description: "The heading of the group, as the catalogue writes it." }),
        note: Type.Optional(Type.Unsafe<Text>({ description: "A sentence below it, as the catalogue writes it." })),
        tone: Type.Optional(tone()),
        items: items("The tiles under the heading."),
      }),
      { description: "Tiles under their headings; what needs action first." },
    ),
    minimumSet: described(
      closed({
        met: flag("Enough of the set is filled in."),
        atLeast: count("How many must be filled in."),
        list: items("The verifications of the set."),
        names: names("Names of the verifications of the set."),
      }),
      "Of which verifications the request asks at least some; met where it asks for none.",
    ),
    blocking: items("What is left and may not be skipped."),
    skippable: items("What is left and may be skipped."),
    skippableNames: names("Names of what may be skipped."),
    skipRefused: items("What is left and may be skipped, but not now: its `allowed` says why."),
    remainingNames: names("Names of what is left, first what may not be skipped."),
    otherBlocking: items("What is left and may not be skipped, beside an unmet minimum set."),
    otherSkippable: items("What is left and may be skipped, beside an unmet minimum set."),
    missingBasicDetails: described(
      TxnInfoSchema.properties.requiredVerificationFieldList,
      "The basic details that are asked for and not proved yet.",
    ),
    timeline: timeline("What happened to the whole, the evaluation among it, and what comes."),
    expressPeriod: Type.String({ description: "How long express takes, in words; empty where it is not offered." }),
    lacks: Type.Enum(lacks, {
      description:
        "What keeps it from going on, or did until it was closed: papers, a payment, being sent, or nothing.",
    }),
    coveredByCredentials: flag("Whatever is not left out was done by credentials: there is nothing to pay."),
    expired: flag("The form is past its expiry and was not begun."),
    notInitialized: flag("The transaction has not begun."),
    allowed: allowed("transaction"),
  });

/** What working out takes what a wallet does not say: every rule, and the other roots that rules read. */
export interface Working {
  readonly rules: Iterable<DocumentOf<"rules">>;
  readonly roots: Scope["roots"];
}

/**
 * The root `transaction` from the answer of transactions.info. Where the answer does not say what is allowed it is worked
 * out; without `working` nothing is then.
 */
export function toTransaction(answer: TxnInfo, makings: Makings, working?: Working): TransactionFacts {
  const { find, now, translate } = makings;
  const states = find("states", "states");
  const categories = find("categories", "categories");
  if (!states || !categories) throw new Error("The catalogues of states and categories are missing.");
  const icons: Record<string, string> = {};
  const identity: string[] = [];
  for (const name of Object.keys(answer.verificationList)) {
    const verification = find("verification", name);
    if (verification) icons[name] = verification.icon;
    if (verification?.identity) identity.push(name);
  }
  const sources = {
    states,
    categories,
    now,
    minimumSet: find("request", answer.form.formId)?.minimumSet,
    icons,
    identity,
  };
  const { rules, roots } = working ?? { rules: [], roots: {} };
  const judging = { guard: toGuard(states, rules), sources, roots, translate };
  const info = inWords(answer, makings);
  if (info.allowed) return toTransactionFacts(sayAllowed(info, judging), sources);
  return toTransactionFacts(working ? withAllowed(info, judging) : info, sources);
}

/** The wire says labels in English; here they are in the candidate's language. */
function inWords(info: TxnInfo, makings: Pick<Makings, "find" | "translate">): TxnInfo {
  const { translate } = makings;
  const entries = Object.entries(info.verificationList).map(
    ([name, entry]) => [name, { ...entry, label: toLabel(entry.label, name, makings) }] as const,
  );
  const form = { ...info.form, name: translate(info.form.name) };
  const evaluationInfo = [info.evaluationInfo]
    .flat()
    .map((one) => ({ ...one, processingPeriod: translate(one.processingPeriod) }));
  return Object.assign(copyUnread(info), { form, evaluationInfo, verificationList: Object.fromEntries(entries) });
}
