import { readdirSync, readFileSync } from "node:fs";
import type { Entry, TxnInfo } from "#engine/api/transaction-info.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import { toGuard, type Guard } from "#engine/transaction/allowed.ts";
import type { Categories } from "#engine/transaction/groups.ts";
import type { States } from "#engine/transaction/state-machine.ts";
import type { FactSources } from "#engine/transaction/transaction-facts.ts";

const read = (path: string): unknown => JSON.parse(readFileSync(`schemas/${path}.json`, "utf8"));

/** The catalogues and rules as they are served. */
export const states = read("catalogues/states") as States;
export const categories = read("catalogues/categories") as Categories;
/** What is allowed, as it is served; `change` is a test's own version of the states. */
export const guardOf = (change: (states: States) => States = (same) => same): Guard =>
  toGuard(
    change(states),
    readdirSync("schemas/rules").map((file) => read(`rules/${file.replace(".json", "")}`) as DocumentOf<"rules">),
  );
export const rules = guardOf().rules;

export const minimumSet = { atLeast: 1, of: ["bgv-degree", "bgv-tenth", "bgv-twelfth"] };
export const sources: FactSources = {
  states,
  categories,
  minimumSet,
  now: "2026-11-21T12:00:00Z",
  identity: ["aadhaar", "passport"],
};

/** An entry that is not begun and may be skipped. */
export function entry(name: string, rest: Partial<Entry> = {}): Entry {
  return {
    name,
    label: name,
    category: { name: "Education" },
    state: "NOT_INITIALIZED",
    subType: null,
    subTypeList: [],
    proceeded: false,
    markedAsSkip: false,
    skipAllowed: true,
    marksheetRequired: false,
    acceptMultipleSubmissions: false,
    insufficiency: null,
    ...rest,
  };
}

/** A begun transaction with these entries. */
export function transaction(entries: readonly Entry[], rest: Partial<TxnInfo> = {}): TxnInfo {
  return {
    orgId: "gce",
    txnId: "t",
    createdAt: "2026-11-01T00:00:00Z",
    updatedAt: "2026-11-01T00:00:00Z",
    state: "PENDING",
    form: { formId: "education-evaluation", name: "Education evaluation", isExpired: false, expiry: -1 },
    verificationList: Object.fromEntries(entries.map((one) => [one.name, one])),
    filtered: { remaining: [], done: [] },
    paymentRequired: false,
    userPaymentRequired: false,
    paymentDetails: [],
    discount: { percentage: 0 },
    priceList: [],
    questionnaire: { isRequired: false },
    userInputList: [],
    requiredVerificationFieldList: [],
    manualProfileRequired: true,
    nameChangeRequest: { requested: false },
    evaluation: { state: "notInitialized" },
    evaluationInfo: [],
    release: "r",
    ...rest,
  };
}

export const identity = { category: { name: "Identity" }, skipAllowed: false };
export const waiting = { subType: "bgv-degree-1", reason: "blurred", requestedAt: "2026-11-10T00:00:00Z" };
