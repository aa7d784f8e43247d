import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { listLeafValues, setAt } from "#engine/core/base/json-pointer.ts";
import { Moment, VerificationName, closed } from "#engine/core/base/shapes.ts";
import { toLabel, type RootInput } from "./root.ts";
import {
  CaseCountsSchema,
  CaseSchema,
  QueueSchema,
  WholeCaseSchema,
  type Case,
  type CaseCounts,
  type Queue,
  type WholeCase,
} from "./shapes/cases.ts";

type FormData = WholeCase["data"];
type Input = Pick<RootInput, "find" | "translate" | "now">;

const caseContract = () =>
  closed({
    ...CaseSchema.properties,
    _id: Type.String({ description: "The id of the case." }),
    name: Type.String({ description: "The label of the verification in the reader's language." }),
    isOverdue: Type.Boolean({ description: "It is past the promised date." }),
    isOpen: Type.Boolean({ description: "It needs a decision." }),
  });

// A page that builds the root must load no schema: they are made on demand.
const choice = () =>
  closed({
    value: Type.String({ description: "The value of the choice." }),
    name: Type.String({ description: "Its text in the reader's language." }),
  });

/** The cases loaded so far. */
export const queue = () =>
  closed({ ...QueueSchema.properties, list: Type.Array(caseContract(), { description: "The cases." }) });

/** Numbers of cases that need a decision, with the names of the verifications. */
export const counts = () =>
  closed({
    ...CaseCountsSchema.properties,
    verificationList: Type.Array(
      closed({
        value: VerificationName,
        open: CaseCountsSchema.properties.verificationList.items.properties.open,
        name: Type.String({ description: "The label of the verification in the reader's language." }),
      }),
      { description: "By verification." },
    ),
    institutionList: Type.Array(choice(), { description: "The institutions with the most open cases, as choices." }),
    languageList: Type.Array(choice(), { description: "The candidates' languages as choices, by their own names." }),
  });

const event = () =>
  closed({
    id: Type.String({ description: "The id of the event." }),
    kind: Type.Enum(["state", "changed", "decision"], {
      description: "A new state, a new version of the answer, or a decision.",
    }),
    at: described(Moment, "The time, ISO 8601 in UTC."),
    state: Type.Optional(WholeCaseSchema.properties.case.properties.state),
    outcome: Type.Optional(WholeCaseSchema.properties.decisionList.items.properties.outcome),
    by: Type.Optional(Type.String({ description: "The name of the colleague; missing where there is none." })),
    detail: Type.String({ description: "What was asked for, or the labels of the changed fields." }),
  });

/** One case with what a verifier needs to decide it. */
export const contract = () => {
  const { case: _case, data: _data, names: _names, ...rest } = WholeCaseSchema.properties;
  const [document, other] = [rest.documentList.items, rest.otherList.items];
  return closed({
    ...rest,
    ...caseContract().properties,
    answers: described(WholeCaseSchema.properties.data, "The answer without its documents."),
    fieldList: Type.Array(choice(), { description: "The fields of the answer, as choices." }),
    reasons: closed(
      {
        failed: Type.Array(choice(), { description: "Why a verification failed." }),
        more: Type.Array(choice(), { description: "Why a field must be sent again." }),
        withdrawn: Type.Array(choice(), { description: "Why a credential is withdrawn." }),
      },
      { description: "The ready-made reasons, as choices." },
    ),
    documentList: Type.Array(
      closed({
        ...document.properties,
        id: Type.String({ description: "The id of the document at its place." }),
        name: Type.String({ description: "The label of the field in the reader's language." }),
        isFormer: Type.Boolean({ description: "The present answer has another document in its place." }),
        formerId: Type.Optional(
          Type.String({ description: "The id of the document that it replaced; missing without one." }),
        ),
      }),
      { description: "The documents, those of the present answer first." },
    ),
    otherList: Type.Array(
      closed({
        ...other.properties,
        name: Type.String({ description: "The label of the verification in the reader's language." }),
      }),
      { description: "The other submissions of the transaction." },
    ),
    eventList: Type.Array(event(), { description: "What happened, the newest first." }),
  });
};

const openStates: readonly string[] = ["SUBMITTED", "IN_PROGRESS"];

const toCaseRoot = (one: Case, input: Input) => ({
  ...one,
  _id: `${one.txnId}.${one.subType}`,
  name: toLabel(one.label, one.verificationName, input),
  isOverdue: one.dueAt < input.now,
  isOpen: openStates.includes(one.state),
});

/** Builds the root `queue` from cases.list. */
export const toQueue = ({ list, ...rest }: Queue, input: Input): QueueRoot => ({
  ...rest,
  list: list.map((one) => toCaseRoot(one, input)),
});

/** Builds the root `caseCounts` from cases.count. */
export const toCaseCounts = (
  { verificationList, institutionList, languageList, ...counted }: CaseCounts,
  input: Input,
): CaseCountsRoot => ({
  ...counted,
  institutionList: institutionList.map(({ institution: value, label: name }) => ({ value, name })),
  languageList: languageList.map(({ language: value }) => ({
    value,
    name: new Intl.DisplayNames([value], { type: "language" }).of(value) ?? value,
  })),
  verificationList: verificationList.map(({ verificationName: value, label, open }) => ({
    value,
    open,
    name: toLabel(label, value, input),
  })),
});

/** Builds the root `case` from cases.get. */
export function toCase({ case: found, data, names, ...whole }: WholeCase, input: Input): CaseRoot {
  const { find, translate } = input;
  const reasons = find("reasons", "reasons");
  const toChoices = (named: Readonly<Record<string, { text: unknown }>> | undefined) =>
    Object.entries(named ?? {}).map(([value, { text }]) => ({ value, name: translate(String(text)) }));
  const labelOf = (at: string) => translate(whole.labels[at] ?? at);
  return {
    ...whole,
    ...toCaseRoot(found, input),
    answers: toAnswers(data, { ...whole, names }),
    fieldList: Object.keys(whole.labels).map((value) => ({ value, name: labelOf(value) })),
    reasons: {
      failed: toChoices(reasons?.failed),
      more: toChoices(reasons?.more),
      withdrawn: toChoices(reasons?.withdrawn),
    },
    documentList: toDocuments(whole, translate),
    otherList: whole.otherList.map((one) => ({ ...one, name: toLabel(one.label, one.verificationName, input) })),
    eventList: toEvents(whole, labelOf),
  };
}

/** The documents, the newest first, each with the one that it replaced. */
function toDocuments(
  { documentList, version }: Pick<WholeCase, "documentList" | "version">,
  translate: Input["translate"],
): CaseRoot["documentList"] {
  const sorted = documentList.toSorted((a, b) => b.version - a.version);
  const toId = ({ fileId, at }: (typeof sorted)[number]) => `${fileId} ${at}`;
  return sorted.map((one) => {
    const former = sorted.find((other) => other.at === one.at && other.version < one.version);
    return {
      ...one,
      id: toId(one),
      name: translate(one.label),
      isFormer: one.version < version,
      ...(former && { formerId: toId(former) }),
    };
  });
}

/** States, versions and decisions in one list, the newest first. */
function toEvents(
  { history = [], versionList, decisionList }: Pick<WholeCase, "history" | "versionList" | "decisionList">,
  labelOf: (at: string) => string,
): CaseRoot["eventList"] {
  const toFields = (list: readonly string[]) => [...new Set(list.map(labelOf))].join(", ");
  return [
    // Before it was submitted, the answer was the candidate's alone.
    ...history
      .filter(({ state }) => state !== "DATA_SAVED")
      .map(({ state, at }, index) => ({ id: `state-${index}`, kind: "state" as const, at, state, detail: "" })),
    ...versionList.map(({ version, changedList, replacedAt }) => ({
      id: `version-${version}`,
      kind: "changed" as const,
      at: replacedAt,
      detail: toFields(changedList),
    })),
    ...decisionList.map(({ outcome, by, decidedAt }, index) => ({
      id: `decision-${index}`,
      kind: "decision" as const,
      at: decidedAt,
      outcome,
      ...(by && { by: by.displayName }),
      detail: "",
    })),
  ]
    .reverse()
    .sort((a, b) => b.at.localeCompare(a.at));
}

/** The answer without its documents, and with the names of searched choices in place of their values. */
function toAnswers(data: FormData, { documentList, names }: Pick<WholeCase, "documentList" | "names">): FormData {
  const named = listLeafValues(data).flatMap(({ pointer, value }): [string, string | undefined][] =>
    typeof value === "string" && Object.hasOwn(names, value) ? [[pointer, names[value]]] : [],
  );
  const removed = documentList.map(({ at }): [string, undefined] => [at, undefined]);
  return [...named, ...removed].reduce<FormData>((copy, [pointer, value]) => setAt(copy, pointer, value), data);
}

/** The root `queue`. */
export type QueueRoot = Static<ReturnType<typeof queue>>;
/** The root `caseCounts`. */
export type CaseCountsRoot = Static<ReturnType<typeof counts>>;
/** The root `case`. */
export type CaseRoot = Static<ReturnType<typeof contract>>;
