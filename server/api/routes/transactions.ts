import { WalletError } from "#server/errors.ts";
import type { Handlers } from "../operations.ts";
import { toPageRange } from "../paging.ts";
import { closeIdleTransactions } from "#server/wallet/steps/close-idle.ts";
import { getOrganisation, isNotInvited, openTransaction } from "#server/wallet/transactions/create.ts";
import { requestEvaluation } from "#server/wallet/steps/evaluation.ts";
import { verifyIdentification } from "#server/wallet/steps/identification.ts";
import { upgradeToCurrentRelease } from "#server/wallet/releases/upgrade-release.ts";
import { completeIdentity } from "#server/wallet/transactions/identity.ts";
import { storeTransitionTable, toGuardedInfo } from "#server/wallet/transactions/guard.ts";
import { translateReasons } from "#server/wallet/transactions/transaction-info.ts";
import { listPublicForms, listTransactions, toOrgSummary } from "#server/wallet/transactions/lists.ts";
import { changeTransaction } from "#server/wallet/transactions/apply-transition.ts";
import { requestNameChange } from "#server/wallet/steps/name-change.ts";
import { processTransaction } from "#server/wallet/steps/process.ts";
import {
  getTransaction,
  transactionExists,
  type LoadedTransaction,
  type TransactionKeys,
} from "#server/wallet/transactions/load.ts";
import { skipVerifications } from "#server/wallet/steps/skip.ts";
import { getEffectiveOrganisation } from "#server/wallet/transactions/pinned-definitions.ts";
import { toFiltered } from "#engine/core/transaction/transaction-facts.ts";
import type { State } from "#engine/core/definitions/states.ts";
import type { Services } from "#server/services.ts";
import type { Area } from "./area.ts";

const hourSeconds = 3600;

const handlers = {
  "organisations.get": async ({ params }, { services }) => {
    const { organisation, orgId } = getOrganisation(services, params.orgId);
    const { displayName, imageUrl } = toOrgSummary(organisation, orgId);
    return { orgId, name: organisation.name, displayName, imageUrl, additionalDetail: {} };
  },
  "transactions.create": async ({ body }, { services, candidate }) => ({
    transactionId: await openTransaction(services, candidate, body.orgId, body.eKycFormId),
  }),
  "transactions.info": async ({ query }, { services, candidate, messages }) => {
    const loaded = await getOpenedTransaction(services, candidate.id, query);
    if (isNotInvited(loaded.definitions.request(loaded.row.formId), candidate.mobile))
      throw new WalletError("accessNotAllowed");
    const own = services.config.organisation(query.orgId);
    // An organisation that left the release has no newer definitions.
    const isUpgraded = own !== undefined && (await upgradeToCurrentRelease(services, loaded, own));
    const current = isUpgraded ? await getTransaction(services.db, candidate.id, query) : loaded;
    return translateReasons(toGuardedInfo(current, getEffectiveOrganisation(services, query.orgId)), messages);
  },
  "transactions.process": async ({ body }, { services, candidate }) => {
    const { row } = await changeTransaction(services, candidate.id, body, "transactions.process", (tx, loaded) =>
      processTransaction(tx, loaded, services),
    );
    services.outbox.flushSoon();
    return { state: row.state };
  },
  "transactions.request-evaluation": async ({ body }, { services, candidate }) => {
    const { row } = await changeTransaction(
      services,
      candidate.id,
      body,
      "transactions.request-evaluation",
      (tx, loaded) => requestEvaluation(tx, loaded, services),
    );
    return { evaluation: { state: row.evaluationState } };
  },
  "transactions.skip": async ({ body }, { services, candidate }) => {
    const { row, items } = await changeTransaction(services, candidate.id, body, "transactions.skip", (tx, loaded) =>
      skipVerifications(tx, loaded, services, body.verificationNameList, body.undo ?? false),
    );
    return { state: row.state, filtered: toFiltered(items) };
  },
  "transactions.list": ({ query }, { services, candidate, messages }) =>
    listTransactions(
      services,
      { id: candidate.id, messages },
      {
        ...toPageRange(query),
        ...(query.states !== undefined && { states: query.states.split(",") as State[] }),
      },
    ),
  "transactions.verify-identification": ({ body }, { services, candidate }) =>
    verifyIdentification(services, candidate, "transactions.verify-identification", body),
  "transactions.update-identification": ({ body }, { services, candidate }) =>
    verifyIdentification(services, candidate, "transactions.update-identification", body),
  "transactions.request-name-change": async ({ body }, { services, candidate }) => {
    await changeTransaction(services, candidate.id, body, "transactions.request-name-change", (tx, loaded) =>
      requestNameChange(tx, candidate.id, loaded, services, body),
    );
    return { nameChangeRequest: { requested: true as const } };
  },
  "forms.public": async ({ query }, { services }) => {
    const { seed, count } = toPageRange(query);
    const all = listPublicForms(services.config.current(), await services.clock.now(), query.orgId);
    return { list: all.slice(seed, seed + count), total: all.length };
  },
} satisfies Handlers;

/** As `getTransaction`, for an opened link: throws 403 when the transaction belongs to another candidate. */
async function getOpenedTransaction(
  { db }: Services,
  candidateId: string,
  keys: TransactionKeys,
): Promise<LoadedTransaction> {
  try {
    return await getTransaction(db, candidateId, keys);
  } catch (error) {
    if (error instanceof WalletError && error.kind === "notFound" && (await transactionExists(db, keys)))
      throw new WalletError("accessNotAllowed");
    throw error;
  }
}

/** A candidate's transactions, and organisations. */
export const transactionsArea = {
  handlers,
  register: (services) => {
    services.onIdentityVerified.push(completeIdentity(services));
    services.jobs.register("close-idle-transactions", hourSeconds, () => closeIdleTransactions(services));
    // A new release may have other transitions.
    services.jobs.register("state-transitions", 60, () => storeTransitionTable(services));
  },
  plugin: async (_scope, services) => storeTransitionTable(services),
} satisfies Area;
