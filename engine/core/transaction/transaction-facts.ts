import { extendWithGetters } from "#engine/core/base/copy-with-getters.ts";
import { once } from "#engine/core/base/once.ts";
import type { MissingInput } from "#engine/core/definitions/states.ts";
import type { Text } from "#engine/core/definitions/text.ts";
import { findOwn } from "#engine/core/rules/own-value.ts";
import type { Allowed, Entry, Filtered, PriceListItem, TxnInfo } from "#engine/core/scope/shapes/transaction-info.ts";
import { isPastExpiry } from "./expiry.ts";
import { toGroups, type Categories, type Group } from "./groups.ts";
import { toMinimumSet, type MinimumSet, type MinimumSetRule } from "./minimum-set.ts";
import { toMissingInput } from "./missing-input.ts";
import { isDone, isRemaining, type StateDisplay, type States } from "./state-machine.ts";
import { countSteps, type CountedTransaction, type StepCount } from "./step-count.ts";
import { toItemTimeline, toTransactionTimeline, type TimelineStep } from "./timeline.ts";

/** A verification as a tile shows it: entry, price and display of its state. */
export interface Item extends Entry {
  readonly icon?: string;
  readonly price:
    | { readonly mrp: number; readonly price: number; readonly discount: PriceListItem["discount"] }
    | undefined;
  /** Empty before the transaction begins, SKIPPED when skipped, else the state. */
  readonly status: string;
  readonly tag: Text;
  readonly tone: StateDisplay["tone"];
  readonly submissionCount: number;
  /** The timeline; empty with several submissions, because each has its own. */
  readonly timeline: readonly TimelineStep[];
  /** When the current state was entered. */
  readonly since?: string;
  readonly allowed: Allowed;
}

/** TxnInfo with everything that definitions can choose from: definitions decide, the engine counts. */
export interface TransactionFacts extends Omit<TxnInfo, "verificationList"> {
  readonly verificationList: Readonly<Record<string, Item>>;
  readonly allowed: Allowed;
  readonly steps: StepCount;
  readonly groups: readonly Group<Item>[];
  readonly minimumSet: MinimumSet<Item>;
  /** Remaining items that must be filled in, then those that may be skipped; operations take their names. */
  readonly blocking: readonly Item[];
  readonly skippable: readonly Item[];
  readonly skippableNames: readonly string[];
  /** Skippable items that the guard refuses to skip now; their `allowed` has the reason. */
  readonly skipRefused: readonly Item[];
  /** Names of the remaining items, the blocking ones first. */
  readonly remainingNames: readonly string[];
  /** The same two without items of an unmet minimum set, so that no item is listed twice. */
  readonly otherBlocking: readonly Item[];
  readonly otherSkippable: readonly Item[];
  readonly missingBasicDetails: TxnInfo["requiredVerificationFieldList"];
  readonly timeline: readonly TimelineStep[];
  /** Duration of express in words; empty where it is not offered. */
  readonly expressPeriod: string;
  /** The input that it waits for or, if it is closed, had waited for. */
  readonly missingInput: MissingInput;
  /** Credentials replaced every item that is not skipped, so nothing is paid. */
  readonly coveredByCredentials: boolean;
  readonly expired: boolean;
  readonly notInitialized: boolean;
}

/** Definitions and clock that the facts are computed from. `now` is ISO 8601. */
export interface FactSources {
  readonly states: States;
  readonly categories: Categories;
  readonly now: string;
  /** The request's minimum set, if it has one. */
  readonly minimumSet?: MinimumSetRule;
  /** Icon by verification name. */
  readonly icons?: Readonly<Record<string, string>>;
  /**
   * Verifications that prove identity once per profile; without manualProfileRequired one Identity tile replaces them.
   */
  readonly identity?: readonly string[];
}

/**
 * Computes the facts of a transaction; page and server share it. Permissions come from `info`; without them nothing is
 * allowed (`withAllowed` adds them).
 */
export function toTransactionFacts(info: TxnInfo, sources: FactSources): TransactionFacts {
  const items = Object.values(info.verificationList).map((entry) => toItem(entry, info, sources));
  const remaining = items.filter(isRemaining);
  const skippable = remaining.filter((item) => item.skipAllowed);
  const blocking = remaining.filter((item) => !item.skipAllowed);
  const minimumSet = toMinimumSet(items, sources.minimumSet);
  const isOther = ({ name }: Item) => minimumSet.met || !minimumSet.list.some((listed) => listed.name === name);
  const behindIdentityTile = info.manualProfileRequired ? [] : (sources.identity ?? []);
  const groups = once(() =>
    toGroups(
      items.filter((item) => !behindIdentityTile.includes(item.name)),
      sources.categories,
      sources.states,
    ),
  );
  const timeline = once(() => toTransactionTimeline(info, sources.states, sources.identity));
  const missingInput = once(() =>
    toMissingInput({
      items,
      isSubmitted: info.expectedCompletionDate !== undefined || info.paymentDetails.length > 0,
      isPaidForm: info.paymentRequired || info.userPaymentRequired,
    }),
  );
  return extendWithGetters(info, {
    evaluationInfo: toList(info.evaluationInfo),
    verificationList: Object.fromEntries(items.map((item) => [item.name, item])),
    filtered: toFiltered(items),
    steps: countSteps({
      state: info.state,
      items: items.map((item) => ({ ...item, identity: (sources.identity ?? []).includes(item.name) })),
      referenceNumber: toReferenceNumber(info),
    }),
    get groups() {
      return groups();
    },
    minimumSet,
    blocking,
    skippable,
    skippableNames: skippable.map(({ name }) => name),
    skipRefused: skippable.filter(({ allowed }) => allowed["transactions"]?.["skip"]?.yes === false),
    remainingNames: [...blocking, ...skippable].map(({ name }) => name),
    otherBlocking: blocking.filter(isOther),
    otherSkippable: skippable.filter(isOther),
    get timeline() {
      return timeline();
    },
    missingBasicDetails: findMissingBasicDetails(info),
    expressPeriod: toList(info.evaluationInfo).find(({ mode }) => mode === "express")?.processingPeriod ?? "",
    get missingInput() {
      return missingInput();
    },
    coveredByCredentials: isCovered(items, sources.identity),
    expired: info.state === "NOT_INITIALIZED" && (info.form.isExpired || isPastExpiry(info.form.expiry, sources.now)),
    notInitialized: info.state === "NOT_INITIALIZED",
    allowed: info.allowed ?? {},
  });
}

/** Names of the remaining and the done verifications. */
export function toFiltered(items: readonly Pick<Entry, "name" | "state" | "markedAsSkip">[]): Filtered {
  const namesOf = (list: readonly Pick<Entry, "name">[]) => list.map(({ name }) => name);
  return { remaining: namesOf(items.filter(isRemaining)), done: namesOf(items.filter(isDone)) };
}

/** Identity is proved for every form and never paid for, so it does not count. */
function isCovered(items: readonly Item[], identity: readonly string[] = []): boolean {
  const given = items.filter(({ name, markedAsSkip }) => !markedAsSkip && !identity.includes(name));
  return given.length > 0 && given.every((item) => isDone(item) && item.submissionCount === 0);
}

/** Returns the requested basic details without a verified value. */
export function findMissingBasicDetails(
  info: Pick<TxnInfo, "requiredVerificationFieldList" | "userInputList">,
): TxnInfo["requiredVerificationFieldList"] {
  return info.requiredVerificationFieldList.filter(
    ({ fieldName }) => !info.userInputList.some((input) => input.fieldName === fieldName && input.verified),
  );
}

/** Returns whether the requested basic details are verified. */
export function toReferenceNumber(
  info: Pick<TxnInfo, "requiredVerificationFieldList" | "userInputList">,
): CountedTransaction["referenceNumber"] {
  if (info.requiredVerificationFieldList.length === 0) return "none";
  return findMissingBasicDetails(info).length > 0 ? "missing" : "verified";
}

function toItem(entry: Entry, info: TxnInfo, { states, icons = {} }: FactSources): Item {
  const begun = info.state !== "NOT_INITIALIZED";
  const currentState = entry.markedAsSkip ? "SKIPPED" : entry.state;
  const status = begun ? currentState : "";
  const display = findOwn(states.states, status);
  const icon = findOwn(icons, entry.name);
  const since = entry.history?.findLast(({ state }) => state === currentState)?.at;
  return {
    ...entry,
    ...(icon === undefined ? {} : { icon }),
    get price() {
      return findPrice(info, entry.name);
    },
    status,
    tag: display?.tag ?? "",
    tone: display?.tone ?? "neutral",
    submissionCount: entry.subTypeList.length,
    timeline: entry.subTypeList.length > 1 ? [] : toItemTimeline(entry, info, states),
    ...(since === undefined ? {} : { since }),
    allowed: entry.allowed ?? {},
  };
}

function findPrice({ priceList }: Pick<TxnInfo, "priceList">, name: string): Item["price"] {
  const listed = priceList.find(({ verificationName }) => verificationName === name);
  return listed && { mrp: listed.mrp, price: listed.price.primary, discount: listed.discount };
}

/** Our server sends a list, other wallets one object. */
function toList<T>(value: readonly T[] | T): T[] {
  return Array.isArray(value) ? [...(value as readonly T[])] : [value as T];
}
