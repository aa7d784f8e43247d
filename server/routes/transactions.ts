import { WalletError } from "../errors.ts";
import type { Handlers } from "../operations.ts";
import { toPage } from "../http/paging.ts";
import { readProfile } from "../identity/profile.ts";
import { closeIdleTransactions } from "../steps/closing.ts";
import { getOrganisation, isRefused, openTransaction } from "../transactions/create.ts";
import { requestEvaluation, sendReports } from "../steps/evaluation.ts";
import { sendCode, verifyCode } from "../steps/identification.ts";
import { followRelease } from "../transactions/follow.ts";
import { completeIdentity } from "../transactions/identity.ts";
import { toTxnInfo } from "../transactions/info.ts";
import { listPublicForms, listTransactions, toOrg } from "../transactions/lists.ts";
import { changeTransaction } from "../transactions/moves.ts";
import { requestNameChange } from "../steps/name-change.ts";
import { processTransaction } from "../steps/process.ts";
import { getTransaction, isTransaction } from "../transactions/rows.ts";
import { skip } from "../steps/skip.ts";
import { fillTransitions } from "../transactions/transitions.ts";
import { toFiltered } from "#engine/transaction/transaction-facts.ts";
import type { State } from "#engine/api/states.ts";
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
  "transactions.info": async ({ query }, { services, candidate }) => {
    try {
      const loaded = await getTransaction(services.db, candidate.id, query);
      if (isRefused(loaded.documents.request(loaded.row.formId), candidate.mobile)) throw new WalletError("accessNotAllowed");
      const organisation = getOrganisation(services, query.orgId);
      const followed = await followRelease(services.db, loaded, services.config.current(), organisation);
      return toTxnInfo(followed ? await getTransaction(services.db, candidate.id, query) : loaded, organisation);
    } catch (error) {
      // The gate of D-28: it is there, but it is somebody else's.
      if (error instanceof WalletError && error.kind === "notFound" && (await isTransaction(services.db, query))) throw new WalletError("accessNotAllowed");
      throw error;
    }
  },
  "transactions.process": async ({ body }, { services, candidate }) => {
    const organisation = getOrganisation(services, body.orgId);
    const profile = await readProfile(services.db, candidate.id);
    const { row } = await changeTransaction(services, candidate.id, body, "transactions.process", (tx, loaded) =>
      processTransaction(tx, loaded, { organisation, profile, services }),
    );
    services.outbox.kick();
    return { state: row.state };
  },
  "transactions.request-evaluation": async ({ body }, { services, candidate }) => {
    const { row } = await changeTransaction(services, candidate.id, body, "transactions.request-evaluation", requestEvaluation);
    return { evaluation: { state: row.evaluationState } };
  },
  "transactions.skip": async ({ body }, { services, candidate }) => {
    const { row, items } = await changeTransaction(services, candidate.id, body, "transactions.skip", (tx, loaded) =>
      skip(tx, loaded, body.verificationNameList, body.undo ?? false),
    );
    return { state: row.state, filtered: toFiltered(items) };
  },
  "transactions.list": ({ query }, { services, candidate }) =>
    listTransactions(services, candidate.id, { ...toPage(query), ...(query.states !== undefined && { states: query.states.split(",") as State[] }) }),
  "transactions.verify-identification": ({ body }, { services, candidate }) =>
    "otpTxnId" in body ? verifyCode(services, candidate, body) : sendCode(services, candidate, body),
  "transactions.update-identification": ({ body }, { services, candidate }) =>
    "otpTxnId" in body ? verifyCode(services, candidate, body) : sendCode(services, candidate, body),
  "transactions.request-name-change": async ({ body }, { services, candidate }) => {
    await changeTransaction(services, candidate.id, body, "transactions.request-name-change", (tx, loaded) => requestNameChange(tx, candidate.id, loaded, body));
    return { nameChangeRequest: { requested: true as const } };
  },
  "forms.public": async ({ query }, { services }) => {
    const { seed, count } = toPage(query);
    const all = listPublicForms(services.config.current(), await services.clock.now(), query.orgId);
    return { list: all.slice(seed, seed + count), total: all.length };
  },
} satisfies Handlers;

/** Transactions of a candidate and the organisations that ask for them (spec §7 Transactions). */
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
