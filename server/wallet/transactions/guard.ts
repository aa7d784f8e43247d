import { itemContract } from "#engine/core/scope/item.ts";
import type { TxnInfo } from "#engine/core/scope/shapes/transaction-info.ts";
import type { State } from "#engine/core/definitions/states.ts";
import type { TransitionActor } from "#engine/core/definitions/states-catalogue.ts";
import { isTemplate, type Text } from "#engine/core/definitions/text.ts";
import { evaluate, isTrue, type Scope } from "#engine/core/rules/evaluate.ts";
import { isTable } from "#engine/core/rules/expression.ts";
import {
  findRefusal,
  listStates,
  toGuard,
  type Guard,
  type TransitionQuestion,
  type Refusal,
} from "#engine/core/transaction/allowed.ts";
import { toItemState, toEdges } from "#engine/core/transaction/state-machine.ts";
import { withAllowed } from "#engine/core/transaction/with-allowed.ts";
import { getCatalogue, type OrganisationRelease } from "#server/config/release.ts";
import { WalletError, type ErrorText } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { toTxnInfo } from "./transaction-info.ts";
import type { ItemRow, LoadedTransaction, SubmissionRow } from "./load.ts";
import { buildDomainRoots, listProperties, toFactSources, withLazyRest } from "./scope.ts";
import { getEffectiveOrganisation } from "./pinned-definitions.ts";
import { sql } from "drizzle-orm";
import { transact } from "#server/platform/store/database.ts";
import { stateTransitions } from "#server/platform/store/tables/transactions.ts";

/** Services that the guard needs. */
export type GuardServices = Pick<Services, "config">;

/** A planned change to a transaction, to one of its verifications, or to one submission. */
export interface GuardQuestion {
  by: TransitionActor;
  item?: ItemRow;
  submission?: Pick<SubmissionRow, "subType" | "state" | "insufficiency">;
  /** Submissions that the same call adds before this one. */
  alreadyAdded?: number;
  to?: State;
}

const guards = new WeakMap<OrganisationRelease, Guard>();

/**
 * Runs before every change to a transaction. Throws 409: code 109 with state, reason and the rule's text, code 110
 * after the form's expiry.
 */
export function assertAllowed(loaded: LoadedTransaction, services: GuardServices, question: GuardQuestion): void {
  const answer = findAnswer(loaded, services, question);
  if (!answer) return;
  const { reason, remaining } = answer.refusal;
  const text = toRefusalText(answer);
  if (reason === "form-expired") throw new WalletError("formExpired", text);
  const data = { state: loaded.row.state, reason, ...(remaining && { remaining }) };
  throw new WalletError("stateConflict", { ...text, data });
}

/** The text of a refusal, and its reason code. */
export type RefusalText = ErrorText & { reason: string };

/** The same question without an error: why it is refused; undefined when it is allowed. */
export function findRefusalText(
  loaded: LoadedTransaction,
  services: GuardServices,
  question: GuardQuestion,
): RefusalText | undefined {
  const answer = findAnswer(loaded, services, question);
  return answer && toRefusalText(answer);
}

const toRefusalText = ({ refusal, scope }: { refusal: Refusal; scope: Scope }): RefusalText => ({
  ...toErrorText(refusal.why, scope),
  reason: refusal.reason,
});

/** The same question without a reason, for jobs that skip forbidden transitions. */
export const isAllowed = (loaded: LoadedTransaction, services: GuardServices, question: GuardQuestion): boolean =>
  findAnswer(loaded, services, question) === undefined;

/** The states with a transition to `to`; a job selects by them before it asks the guard for each row. */
export function listStatesLeadingTo({ config }: GuardServices, by: TransitionActor, to: State): State[] {
  const organisation = config.organisation(config.current().defaultOrgId);
  return organisation ? listStates(getGuard(organisation), { of: "transaction", by, to }) : [];
}

/** A transaction as on the wire, with the allowed operations of it and of each verification. */
export function toGuardedInfo(loaded: LoadedTransaction, organisation: OrganisationRelease): TxnInfo {
  return withAllowed(toTxnInfo(loaded, organisation), {
    guard: getGuard(organisation),
    sources: toFactSources(loaded, organisation),
    roots: buildDomainRoots(loaded, organisation),
  });
}

function findAnswer(
  loaded: LoadedTransaction,
  services: GuardServices,
  question: GuardQuestion,
): { refusal: Refusal; scope: Scope } | undefined {
  // The rules of the current release decide.
  const organisation = getEffectiveOrganisation(services, loaded.row.orgId);
  const guard = getGuard(organisation);
  const transition = toTransitionQuestion(loaded, question);
  const roots = buildDomainRoots(
    loaded,
    organisation,
    question.item && { item: (domain) => toItemRoot(loaded, domain, question) },
  );
  const refusal = findRefusal(guard, transition, roots);
  return refusal && { refusal, scope: { roots, rules: guard.rules } };
}

function getGuard(organisation: OrganisationRelease): Guard {
  const guard = guards.get(organisation) ?? toGuard(getCatalogue(organisation, "states"), organisation.list("rules"));
  guards.set(organisation, guard);
  return guard;
}

function toTransitionQuestion(
  { row }: LoadedTransaction,
  { by, item, submission, alreadyAdded = 0, to }: GuardQuestion,
): TransitionQuestion {
  if (!item) return { of: "transaction", by, state: row.state, ...(to && { to }) };
  const state = submission?.state ?? (alreadyAdded > 0 ? "DATA_SAVED" : toItemState(item));
  return { of: "item", by, state, ...(to && { to }) };
}

const itemProperties = listProperties(itemContract());

/**
 * The root `item` of guard rules. For one submission, it has that submission's state, and counts the others. What most
 * rules read comes from the rows; any other property builds the root `transaction`.
 */
function toItemRoot(
  { definitions }: LoadedTransaction,
  domain: Scope["roots"],
  { item, submission, alreadyAdded = 0 }: GuardQuestion,
): object | undefined {
  if (!item) return undefined;
  const known = {
    state: submission?.state ?? item.state,
    acceptMultipleSubmissions: definitions.verification(item.name)?.acceptMultipleSubmissions ?? false,
    submissionCount: item.submissions.length + alreadyAdded - (submission ? 1 : 0),
    ...(submission && { insufficiency: toRequested(submission) }),
  };
  return withLazyRest(known, itemProperties, () => {
    const { verificationList } = domain["transaction"] as { verificationList: Readonly<Record<string, object>> };
    return verificationList[item.name];
  });
}

function toRequested({ subType, insufficiency }: NonNullable<GuardQuestion["submission"]>): object | undefined {
  return insufficiency ? { subType, reason: insufficiency.reason, requestedAt: insufficiency.requestedAt } : undefined;
}

/** A rule's text with its placeholder values; it is translated when the response is sent. */
function toErrorText(why: Text, scope: Scope): ErrorText {
  if (typeof why === "string") return { text: why };
  if (isTable(why)) {
    const { rows, otherwise } = why as Extract<Text, { otherwise: unknown }>;
    return toErrorText(rows.find(({ when }) => isTrue(when, scope))?.text ?? otherwise, scope);
  }
  if (!isTemplate(why)) return { text: "{value}", values: { value: toValue(evaluate(why, scope)) } };
  const values = Object.entries(why.with ?? {}).map(
    ([name, value]) => [name, toValue(evaluate(value, scope))] as const,
  );
  return { text: why, values: Object.fromEntries(values) };
}

const toValue = (value: unknown): string | number => (typeof value === "number" ? value : String(value ?? ""));

let stored: { release: string; db: Services["db"] } | undefined;

/** Stores the transitions of catalogues/states for the database triggers. No organisation may override them. */
export async function storeTransitionTable(services: Pick<Services, "db" | "config">): Promise<void> {
  const release = services.config.current();
  const organisation = release.organisations.get(release.defaultOrgId);
  if (!organisation || (stored?.release === release.id && stored.db === services.db)) return;
  const edges = toEdges(getCatalogue(organisation, "states")).map(({ of, from, to }) => ({
    subject: of,
    fromState: from,
    toState: to,
  }));
  await transact(services.db, async (tx) => {
    await tx.execute(sql`delete from state_transitions`);
    if (edges.length > 0) await tx.insert(stateTransitions).values(edges).onConflictDoNothing();
  });
  stored = { release: release.id, db: services.db };
}
