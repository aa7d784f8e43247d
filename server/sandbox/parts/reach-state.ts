import { sql } from "drizzle-orm";
import type { State } from "#engine/core/definitions/states.ts";
import type { RequestDefinition } from "#engine/core/definitions/request.ts";
import { sweepVerifierCalls } from "#server/console/systems/calls.ts";
import { WalletError } from "#server/errors.ts";
import { transact } from "#server/platform/store/database.ts";
import { userInputs } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { setTransitionCause } from "#server/wallet/transactions/apply-transition.ts";
import { getRequest } from "#server/wallet/transactions/create.ts";
import { getTransaction } from "#server/wallet/transactions/load.ts";
import type { Actor, FixtureTransaction } from "./actor.ts";
import { answerRemaining, toLocalDay } from "./answers.ts";

/** A transaction on its way to a state. */
interface StateRequest {
  actor: Actor;
  services: Services;
  transaction: FixtureTransaction;
  request: RequestDefinition;
  state: State;
}
type Step = (request: StateRequest) => Promise<void>;

const reason = "The sandbox's verifier says so";

/** An answer to a question, by its type. */
const answersByType: Readonly<
  Record<string, (question: NonNullable<RequestDefinition["questions"]>[number], today: string) => string>
> = {
  select: ({ options }) => options?.[0]?.value ?? "",
  date: (_question, today) => today,
};

const begin: Step = async ({ actor, services, transaction, request }) => {
  const now = await services.clock.now();
  const { txnId: transactionId } = transaction;
  for (const { fieldName } of request.basicDetails ?? [])
    await services.db
      .insert(userInputs)
      .values({ transactionId, fieldName, value: "SANDBOX-1", mailbox: "sandbox@mailbox.example", verifiedAt: now });
  const data = (request.questions ?? []).map((question) => ({
    questionId: question.id,
    answer: answersByType[question.type]?.(question, toLocalDay(now)) ?? "Sandbox",
  }));
  if (data.length > 0) await actor.perform("transactions.answer", { data }, transaction);
  await actor.perform("transactions.process", {}, transaction);
};

const fill: Step = ({ actor, transaction, services }) => answerRemaining(actor, transaction, services);

const skip: Step = async ({ actor, services, transaction, request }) => {
  const { items } = await getTransaction(services.db, actor.candidateId, transaction);
  const verificationNameList = request.verifications
    .filter(({ verification, skipAllowed }) =>
      items.some(({ name, state }) => skipAllowed && name === verification && state === "NOT_INITIALIZED"),
    )
    .map(({ verification }) => verification);
  if (verificationNameList.length === 0) throw new Error("nothing that it asks for may be skipped");
  await actor.perform("transactions.skip", { verificationNameList }, transaction);
};

const submit: Step = async (stateRequest) => {
  await pay(stateRequest);
  // The systems of verifiers take what is theirs at once, not with the next run of the job.
  await sweepVerifierCalls(stateRequest.services);
};

const pay: Step = async ({ actor, services, transaction, request }) => {
  if (request.payment === "none") return void (await actor.perform("transactions.process", {}, transaction));
  const { regions } = services.config.organisation(transaction.orgId)?.organisation ?? {};
  const choice = { region: regions?.[0] ?? "IN", express: false };
  const { paymentId } = (await actor.perform("payments.init", choice, transaction)) as { paymentId: string };
  await actor.payOutcome(paymentId, "success");
};

const complete: Step = ({ actor, transaction }) => actor.decide(transaction, "complete");

/** Decides on the first submission that waits for the verifier. */
const decideFirst =
  (outcome: "fail" | "insufficient"): Step =>
  async ({ actor, services, transaction }) => {
    const { items } = await getTransaction(services.db, actor.candidateId, transaction);
    const first = items.find(({ state }) => state === "IN_PROGRESS" || state === "SUBMITTED");
    if (first) await actor.decide(transaction, outcome, { verificationName: first.name, reason });
  };

/** Writes a state that no operation leads to. Allows the transition for this update only. */
export const forceState = (services: Services, txnId: string, state: State): Promise<void> =>
  transact(services.db, async (tx) => {
    await setTransitionCause(tx, "sandbox");
    const { rows } = await tx.execute<{ from_state: string }>(sql`
      insert into state_transitions (subject, from_state, to_state)
      select 'transaction', state, ${state} from transactions where id = ${txnId}
      on conflict do nothing returning from_state`);
    await tx.execute(sql`update transactions set state = ${state}, updated_at = app_now() where id = ${txnId}`);
    for (const { from_state: from } of rows)
      await tx.execute(sql`
        delete from state_transitions where subject = 'transaction' and from_state = ${from} and to_state = ${state}`);
  });
const forceTargetState: Step = ({ services, transaction, state }) => forceState(services, transaction.txnId, state);

const filled = [begin, fill];
const submitted = [...filled, submit];

/** The steps that bring a transaction of any request to each state. */
const stepsTo: Readonly<Record<State, readonly Step[]>> = {
  NOT_INITIALIZED: [],
  PENDING: [begin],
  SKIPPED: [begin, skip, fill, forceTargetState],
  DATA_SAVED: [...filled, forceTargetState],
  READY_TO_SUBMIT: filled,
  SUBMITTED: [...submitted, forceTargetState],
  IN_PROGRESS: submitted,
  INSUFFICIENT_DATA: [...submitted, decideFirst("insufficient")],
  FAILED: [...submitted, decideFirst("fail"), complete],
  COMPLETED: [...submitted, complete],
  VERIFIED: [...submitted, complete, forceTargetState],
  SUCCESS: [...submitted, complete, forceTargetState],
  CLOSED: [...filled, forceTargetState],
  REFUNDED: [...submitted, decideFirst("fail"), complete, forceTargetState],
};

/** Returns whether the steps to a state need a verified identity. */
export const needsIdentity = (state: State): boolean => stepsTo[state].length > 0;

/** Brings a new transaction to a state with generated answers. Returns the reason when it is not reached. */
export async function reachState({
  actor,
  services,
  transaction,
  state,
}: Omit<StateRequest, "request">): Promise<string | undefined> {
  const { request } = getRequest(services, transaction.orgId, transaction.formId);
  try {
    for (const step of stepsTo[state]) await step({ actor, services, transaction, request, state });
  } catch (error) {
    // A retry, or another server, may reach the state.
    if (error instanceof WalletError && error.kind === "unavailable") throw error;
    return error instanceof Error ? error.message : String(error);
  }
  const { row } = await getTransaction(services.db, actor.candidateId, transaction);
  return row.state === state ? undefined : `it came to ${row.state} instead`;
}
