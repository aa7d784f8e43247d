import { WalletError } from "#server/errors.ts";
import type { Handlers } from "../operations.ts";
import { toPage } from "../paging.ts";
import { closeIdleTransactions } from "#server/wallet/steps/closing.ts";
import { getOrganisation, isRefused, openTransaction } from "#server/wallet/transactions/create.ts";
import { requestEvaluation, sendReports } from "#server/wallet/steps/evaluation.ts";
import { identify } from "#server/wallet/steps/identification.ts";
import { followRelease } from "#server/wallet/releases/follow.ts";
import { completeIdentity } from "#server/wallet/transactions/identity.ts";
import { toGuardedInfo } from "#server/wallet/transactions/guard.ts";
import { sayReasons } from "#server/wallet/transactions/info.ts";
import { listPublicForms, listTransactions, toOrg } from "#server/wallet/transactions/lists.ts";
import { changeTransaction } from "#server/wallet/transactions/moves.ts";
import { requestNameChange } from "#server/wallet/steps/name-change.ts";
import { processTransaction } from "#server/wallet/steps/process.ts";
import {
  getTransaction,
  isTransaction,
  type LoadedTransaction,
  type TransactionKeys,
} from "#server/wallet/transactions/rows.ts";
import { skip } from "#server/wallet/steps/skip.ts";
import { fillTransitions } from "#server/wallet/transactions/transitions.ts";
import { getVariant } from "#server/wallet/transactions/variant.ts";
import { toFiltered } from "#engine/transaction/transaction-facts.ts";
import type { State } from "#engine/api/states.ts";
import type { Services } from "#server/services.ts";
import type { Area } from "./area.ts";

const hourSeconds = 3600;

const handlers = {
  "organisations.get": async ({ params }, { services }) => {
    const { organisation, orgId } = getOrganisation(services, params.orgId);
    const { displayName, imageUrl } = toOrg(organisation, orgId);
    return { orgId, name: organisation.name, displayName, imageUrl, additionalDetail: {} };
  },
  "transactions.create": async ({ body }, { services, candidate }) => ({
    transactionId: await openTransaction(services, candidate, body.orgId, body.eKycFormId),
  }),
  "transactions.info": async ({ query }, { services, candidate, words }) => {
    const loaded = await getAtGate(services, candidate.id, query);
    if (isRefused(loaded.documents.request(loaded.row.formId), candidate.mobile))
      throw new WalletError("accessNotAllowed");
    const own = services.config.organisation(query.orgId);
    // Of an organisation that has left there is nothing newer.
    const followed = own !== undefined && (await followRelease(services, loaded, own));
    const current = followed ? await getTransaction(services.db, candidate.id, query) : loaded;
    return sayReasons(toGuardedInfo(current, getVariant(services, query.orgId)), words);
  },
  "transactions.process": async ({ body }, { services, candidate }) => {
    const { row } = await changeTransaction(services, candidate.id, body, "transactions.process", (tx, loaded) =>
      processTransaction(tx, loaded, services),
    );
    services.outbox.kick();
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
      skip(tx, loaded, services, body.verificationNameList, body.undo ?? false),
    );
    return { state: row.state, filtered: toFiltered(items) };
  },
  "transactions.list": ({ query }, { services, candidate, words }) =>
    listTransactions(
      services,
      { id: candidate.id, words },
      {
        ...toPage(query),
        ...(query.states !== undefined && { states: query.states.split(",") as State[] }),
      },
    ),
  "transactions.verify-identification": ({ body }, { services, candidate }) =>
    identify(services, candidate, "transactions.verify-identification", body),
  "transactions.update-identification": ({ body }, { services, candidate }) =>
    identify(services, candidate, "transactions.update-identification", body),
  "transactions.request-name-change": async ({ body }, { services, candidate }) => {
    await changeTransaction(services, candidate.id, body, "transactions.request-name-change", (tx, loaded) =>
      requestNameChange(tx, candidate.id, loaded, services, body),
    );
    return { nameChangeRequest: { requested: true as const } };
  },
  "forms.public": async ({ query }, { services }) => {
    const { seed, count } = toPage(query);
    const all = listPublicForms(services.config.current(), await services.clock.now(), query.orgId);
    return { list: all.slice(seed, seed + count), total: all.length };
  },
} satisfies Handlers;

/** As `getTransaction`, where somebody opens a link: throws 403 when it is there, but somebody else's. */
async function getAtGate({ db }: Services, candidateId: string, keys: TransactionKeys): Promise<LoadedTransaction> {
  try {
    return await getTransaction(db, candidateId, keys);
  } catch (error) {
    if (error instanceof WalletError && error.kind === "notFound" && (await isTransaction(db, keys)))
      throw new WalletError("accessNotAllowed");
    throw error;
  }
}

/** Transactions of a candidate and the organisations that ask for them. */
export const transactionsArea = {
  handlers,
  prepare: (services) => {
    services.onIdentityVerified.push(completeIdentity(services));
    services.jobs.register("close-idle-transactions", hourSeconds, () => closeIdleTransactions(services));
    // A release that came meanwhile may list other moves.
    services.jobs.register("state-transitions", 60, () => fillTransitions(services));
    services.jobs.register("evaluation-reports", hourSeconds, () => sendReports(services));
  },
  plugin: async (_scope, services) => fillTransitions(services),
} satisfies Area;
