import type { Allowed, Entry, Filtered, PriceListItem, TxnInfo } from "#engine/api/transaction-info.ts";
import { withUnread } from "#engine/base/copy-unread.ts";
import { once } from "#engine/base/once.ts";
import type { Text } from "#engine/documents/text.ts";
import { findOwn } from "#engine/rules/own-value.ts";
import { isPastExpiry } from "./expiry.ts";
import { toGroups } from "./groups.ts";
import type { Categories, Group } from "./groups.ts";
import { toLack, type Lack } from "./lacking.ts";
import { toMinimumSet } from "./minimum-set.ts";
import type { MinimumSet, MinimumSetRule } from "./minimum-set.ts";
import { isDone, isProceeded, isRemaining } from "./state-machine.ts";
import type { StateLook, States } from "./state-machine.ts";
import { toItemTimeline, toTransactionTimeline, type Step } from "./timeline.ts";

/** A verification as a tile shows it: the entry, its price, and how its state reads. */
export interface Item extends Entry {
  readonly icon?: string;
  readonly price:
    | { readonly mrp: number; readonly price: number; readonly discount: PriceListItem["discount"] }
    | undefined;
  /** Blank while the transaction has not begun, SKIPPED when skipped, else the state. */
  readonly status: string;
  readonly tag: Text;
  readonly tone: StateLook["tone"];
  readonly submissionCount: number;
  /** What happened to it and what comes; of several submissions each has its own. */
  readonly timeline: readonly Step[];
  /** When the last of it happened. */
  readonly since?: string;
  readonly allowed: Allowed;
}

/** TxnInfo and everything that documents choose among: documents decide, the engine counts. */
export interface TransactionFacts extends Omit<TxnInfo, "verificationList"> {
  readonly verificationList: Readonly<Record<string, Item>>;
  readonly allowed: Allowed;
  readonly total: number;
  readonly proceededCount: number;
  readonly groups: readonly Group<Item>[];
  readonly minimumSet: MinimumSet<Item>;
  /** Remaining items that may not be skipped, and those that may; names for the calls that take names. */
  readonly blocking: readonly Item[];
  readonly skippable: readonly Item[];
  readonly skippableNames: readonly string[];
  /** The skippable ones that the guard lets nobody skip now: their `allowed` says why. */
  readonly skipRefused: readonly Item[];
  /** Names of what is left, first what may not be skipped. */
  readonly remainingNames: readonly string[];
  /** The same two without those that an unmet minimum set already lists: nothing is offered twice. */
  readonly otherBlocking: readonly Item[];
  readonly otherSkippable: readonly Item[];
  readonly missingBasicDetails: TxnInfo["requiredVerificationFieldList"];
  readonly timeline: readonly Step[];
  /** How long express takes, in words; empty where it is not offered. */
  readonly expressPeriod: string;
  /** What keeps it from going on, or did until it was closed. */
  readonly lacks: Lack;
  /** Whatever is not left out was done by credentials: nothing of it is paid for. */
  readonly coveredByCredentials: boolean;
  readonly expired: boolean;
  readonly notInitialized: boolean;
}

/** What the documents and the clock add to a transaction. `now` is ISO 8601. */
export interface FactSources {
  readonly states: States;
  readonly categories: Categories;
  readonly now: string;
  /** The request's minimum set; without it nothing is asked. */
  readonly minimumSet?: MinimumSetRule;
  /** Icon by verification name. */
  readonly icons?: Readonly<Record<string, string>>;
  /** Verifications proved once for the profile: with manualProfileRequired false the Identity tile stands for them. */
  readonly identity?: readonly string[];
}

/**
 * The facts of a transaction; the same on both sides, because they come from the same function. What is allowed they
 * take from `info`; where it does not say, nothing is (withAllowed makes it say).
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
  const timeline = once(() => toTransactionTimeline(info, sources.states));
  const lacks = once(() =>
    toLack({
      items,
      isSubmitted: info.expectedCompletionDate !== undefined || info.paymentDetails.length > 0,
      isPaidForm: info.paymentRequired || info.userPaymentRequired,
    }),
  );
  return withUnread(info, {
    evaluationInfo: toList(info.evaluationInfo),
    verificationList: Object.fromEntries(items.map((item) => [item.name, item])),
    filtered: toFiltered(items),
    total: items.length,
    proceededCount: items.filter(isProceeded).length,
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
    get lacks() {
      return lacks();
    },
    coveredByCredentials: isCovered(items, sources.identity),
    expired: info.state === "NOT_INITIALIZED" && (info.form.isExpired || isPastExpiry(info.form.expiry, sources.now)),
    notInitialized: info.state === "NOT_INITIALIZED",
    allowed: info.allowed ?? {},
  });
}

/** Names of what is left and what is done. */
export function toFiltered(items: readonly Pick<Entry, "name" | "state" | "markedAsSkip">[]): Filtered {
  const namesOf = (list: readonly Pick<Entry, "name">[]) => list.map(({ name }) => name);
  return { remaining: namesOf(items.filter(isRemaining)), done: namesOf(items.filter(isDone)) };
}

/** Who somebody is is proved for every form and never paid for: it covers nothing. */
function isCovered(items: readonly Item[], identity: readonly string[] = []): boolean {
  const given = items.filter(({ name, markedAsSkip }) => !markedAsSkip && !identity.includes(name));
  return given.length > 0 && given.every((item) => isDone(item) && item.submissionCount === 0);
}

/** The fields asked for that have no verified value. */
export function findMissingBasicDetails(
  info: Pick<TxnInfo, "requiredVerificationFieldList" | "userInputList">,
): TxnInfo["requiredVerificationFieldList"] {
  return info.requiredVerificationFieldList.filter(
    ({ fieldName }) => !info.userInputList.some((input) => input.fieldName === fieldName && input.verified),
  );
}

function toItem(entry: Entry, info: TxnInfo, { states, icons = {} }: FactSources): Item {
  const begun = info.state !== "NOT_INITIALIZED";
  const skippedNow = entry.markedAsSkip ? "SKIPPED" : entry.state;
  const status = begun ? skippedNow : "";
  const look = findOwn(states.states, status);
  const icon = findOwn(icons, entry.name);
  const since = entry.history?.findLast(({ state }) => state === skippedNow)?.at;
  return {
    ...entry,
    ...(icon === undefined ? {} : { icon }),
    get price() {
      return findPrice(info, entry.name);
    },
    status,
    tag: look?.tag ?? "",
    tone: look?.tone ?? "neutral",
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

/** Our server sends a list, others one object. */
function toList<T>(value: readonly T[] | T): T[] {
  return Array.isArray(value) ? [...(value as readonly T[])] : [value as T];
}
