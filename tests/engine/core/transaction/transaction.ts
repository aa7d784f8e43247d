import { readdirSync, readFileSync } from "node:fs";
import type { Entry, TxnInfo } from "#engine/core/scope/shapes/transaction-info.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { toGuard, type Guard } from "#engine/core/transaction/allowed.ts";
import type { Categories } from "#engine/core/transaction/groups.ts";
import type { States } from "#engine/core/transaction/state-machine.ts";
import type { FactSources } from "#engine/core/transaction/transaction-facts.ts";

const read = (path: string): unknown => JSON.parse(readFileSync(`schemas/${path}.json`, "utf8"));

/** Catalogues and rules of the repository. */
export const states = read("catalogues/states") as States;
export const categories = read("catalogues/categories") as Categories;
/** The guard of the repository; `change` alters its states for a test. */
export const guardOf = (change: (states: States) => States = (same) => same): Guard =>
  toGuard(
    change(states),
    readdirSync("schemas/rules").map((file) => read(`rules/${file.replace(".json", "")}`) as DefinitionOf<"rules">),
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

/** A skippable entry that is not begun. */
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
