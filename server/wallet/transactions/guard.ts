import type { Item } from "#engine/transaction/transaction-facts.ts";
import type { TxnInfo } from "#engine/api/transaction-info.ts";
import type { State } from "#engine/api/states.ts";
import type { Doer } from "#engine/documents/states-catalogue.ts";
import { isTemplate, type Text } from "#engine/documents/text.ts";
import { evaluate, isTrue, type Scope } from "#engine/rules/evaluate.ts";
import { isTable } from "#engine/rules/expression.ts";
import {
  findRefusal,
  listStates,
  toGuard,
  type Guard,
  type Question,
  type Refusal,
} from "#engine/transaction/allowed.ts";
import { toItemState } from "#engine/transaction/state-machine.ts";
import { withAllowed } from "#engine/transaction/with-allowed.ts";
import { getCatalogue, type OrganisationRelease } from "#server/config/release.ts";
import { WalletError, type Said } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { toTxnInfo } from "./info.ts";
import type { ItemRow, LoadedTransaction, SubmissionRow } from "./rows.ts";
import { toDomainRoots, toFactSources, withRoots } from "./scope.ts";
import { getVariant } from "./variant.ts";

/** What asking takes. */
export type Guarding = Pick<Services, "config">;

/** What somebody wants to do: to the transaction, to one of its verifications, or to one submission of that. */
export interface Wish {
  by: Doer;
  item?: ItemRow;
  submission?: Pick<SubmissionRow, "subType" | "state" | "insufficiency">;
  /** How many submissions the same call has added before this one. */
  added?: number;
  to?: State;
}

const guards = new WeakMap<OrganisationRelease, Guard>();

/**
 * Asked before anything of a transaction is changed. Throws 409: code 109 with the state, the rule's short word and its
 * own sentence, code 110 where the form is past its expiry.
 */
export function assertAllowed(loaded: LoadedTransaction, services: Guarding, wish: Wish): void {
  const answer = judge(loaded, services, wish);
  if (!answer) return;
  const { reason, remaining } = answer.refusal;
  const said = { ...toSaid(answer.refusal.why, answer.scope), reason };
  if (reason === "form-expired") throw new WalletError("formExpired", said);
  const data = { state: loaded.row.state, reason, ...(remaining && { remaining }) };
  throw new WalletError("stateConflict", { ...said, data });
}

/** The same question for whoever only does what is due: what is refused is left alone. */
export const isAllowed = (loaded: LoadedTransaction, services: Guarding, wish: Wish): boolean =>
  judge(loaded, services, wish) === undefined;

/** The states from which a transaction may be moved there: what a sweep looks for before it asks for each. */
export function listMovable({ config }: Guarding, by: Doer, to: State): State[] {
  const organisation = config.organisation(config.current().defaultOrgId);
  return organisation ? listStates(getGuard(organisation), { of: "transaction", by, to }) : [];
}

/** A transaction as the wire has it, with what may be done to it and to each of its verifications. */
export function toGuardedInfo(loaded: LoadedTransaction, organisation: OrganisationRelease): TxnInfo {
  return withAllowed(toTxnInfo(loaded, organisation), {
    guard: getGuard(organisation),
    sources: toFactSources(loaded, organisation),
    roots: toDomainRoots(loaded, organisation),
  });
}

function judge(
  loaded: LoadedTransaction,
  services: Guarding,
  wish: Wish,
): { refusal: Refusal; scope: Scope } | undefined {
  // What is allowed is the newest release's to say.
  const organisation = getVariant(services, loaded.row.orgId);
  const guard = getGuard(organisation);
  const question = toQuestion(loaded, wish);
  const domain = toDomainRoots(loaded, organisation);
  const roots = wish.item ? withRoots(domain, { item: () => toItemRoot(domain, wish) }) : domain;
  const refusal = findRefusal(guard, question, roots);
  return refusal && { refusal, scope: { roots, rules: guard.rules } };
}

function getGuard(organisation: OrganisationRelease): Guard {
  const guard = guards.get(organisation) ?? toGuard(getCatalogue(organisation, "states"), organisation.list("rules"));
  guards.set(organisation, guard);
  return guard;
}

function toQuestion({ row }: LoadedTransaction, { by, item, submission, added = 0, to }: Wish): Question {
  if (!item) return { of: "transaction", by, state: row.state, ...(to && { to }) };
  const state = submission?.state ?? (added > 0 ? "DATA_SAVED" : toItemState(item));
  return { of: "item", by, state, ...(to && { to }) };
}

/** The verification as its rules see it; where one submission is meant, as if it were that one, beside the others. */
function toItemRoot({ transaction }: Scope["roots"], { item, submission, added = 0 }: Wish): Partial<Item> | undefined {
  const { verificationList } = transaction as { verificationList: Readonly<Record<string, Item>> };
  const known = item && verificationList[item.name];
  if (!known) return undefined;
  const submissionCount = known.submissionCount + added - (submission ? 1 : 0);
  if (!submission) return { ...known, submissionCount };
  const { subType, state, insufficiency } = submission;
  const asked = insufficiency && { subType, reason: insufficiency.reason, requestedAt: insufficiency.requestedAt };
  return { ...known, submissionCount, state, insufficiency: asked };
}

/** A rule's sentence with what fills its gaps: it is put into the reader's language where it leaves. */
function toSaid(why: Text, scope: Scope): Said {
  if (typeof why === "string") return { words: why };
  if (isTable(why)) {
    const { rows, otherwise } = why as Extract<Text, { otherwise: unknown }>;
    return toSaid(rows.find(({ when }) => isTrue(when, scope))?.text ?? otherwise, scope);
  }
  if (!isTemplate(why)) return { words: "{value}", values: { value: toWord(evaluate(why, scope)) } };
  const values = Object.entries(why.with ?? {}).map(([name, value]) => [name, toWord(evaluate(value, scope))] as const);
  return { words: why, values: Object.fromEntries(values) };
}

const toWord = (value: unknown): string | number => (typeof value === "number" ? value : String(value ?? ""));
