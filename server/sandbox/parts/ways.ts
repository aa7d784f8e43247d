import { sql } from "drizzle-orm";
import type { State } from "#engine/api/states.ts";
import type { RequestDocument } from "#engine/documents/request.ts";
import { WalletError } from "#server/errors.ts";
import { transact } from "#server/platform/store/database.ts";
import { userInputs } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { setMovedBy } from "#server/wallet/transactions/moves.ts";
import { getRequest } from "#server/wallet/transactions/create.ts";
import { getTransaction } from "#server/wallet/transactions/rows.ts";
import type { Actor, FixtureTransaction } from "./actor.ts";
import { fillRemaining, toLocalDay } from "./answers.ts";

/** A transaction on its way to a state. */
interface Making {
  actor: Actor;
  services: Services;
  transaction: FixtureTransaction;
  request: RequestDocument;
  state: State;
}
type Step = (making: Making) => Promise<void>;

const reason = "The sandbox's verifier says so";

/** What an answer to a question of each type is. */
const replies: Readonly<
  Record<string, (question: NonNullable<RequestDocument["questions"]>[number], today: string) => string>
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
    answer: replies[question.type]?.(question, toLocalDay(now)) ?? "Sandbox",
  }));
  if (data.length > 0) await actor.perform("transactions.answer", { data }, transaction);
  await actor.perform("transactions.process", {}, transaction);
};

const fill: Step = ({ actor, transaction, services }) => fillRemaining(actor, transaction, services);

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

const submit: Step = async ({ actor, services, transaction, request }) => {
  if (request.payment === "none") return void (await actor.perform("transactions.process", {}, transaction));
  const { regions } = services.config.organisation(transaction.orgId)?.organisation ?? {};
  const asked = { region: regions?.[0] ?? "IN", express: false };
  const { paymentId } = (await actor.perform("payments.init", asked, transaction)) as { paymentId: string };
  await actor.payOutcome(paymentId, "success");
};

const complete: Step = ({ actor, transaction }) => actor.decide(transaction, "complete");

/** Decides so of the first that waits for the verifier. */
const decideFirst =
  (outcome: "fail" | "insufficient"): Step =>
  async ({ actor, services, transaction }) => {
    const { items } = await getTransaction(services.db, actor.candidateId, transaction);
    const first = items.find(({ state }) => state === "IN_PROGRESS" || state === "SUBMITTED");
    if (first) await actor.decide(transaction, outcome, { verificationName: first.name, reason });
  };

/** What no step of a candidate leads to (any more): written down as a move of the sandbox, allowed for this once. */
export const stand = (services: Services, txnId: string, state: State): Promise<void> =>
  transact(services.db, async (tx) => {
    await setMovedBy(tx, "sandbox");
    const { rows } = await tx.execute<{ from_state: string }>(sql`
      insert into state_transitions (subject, from_state, to_state)
      select 'transaction', state, ${state} from transactions where id = ${txnId}
      on conflict do nothing returning from_state`);
    await tx.execute(sql`update transactions set state = ${state}, updated_at = app_now() where id = ${txnId}`);
    for (const { from_state: from } of rows)
      await tx.execute(sql`
        delete from state_transitions where subject = 'transaction' and from_state = ${from} and to_state = ${state}`);
  });
const standThere: Step = ({ services, transaction, state }) => stand(services, transaction.txnId, state);

const filled = [begin, fill];
const submitted = [...filled, submit];

/** How a transaction of any request gets to each state. */
const ways: Readonly<Record<State, readonly Step[]>> = {
  NOT_INITIALIZED: [],
  PENDING: [begin],
  SKIPPED: [begin, skip, fill, standThere],
  DATA_SAVED: [...filled, standThere],
  READY_TO_SUBMIT: filled,
  SUBMITTED: [...submitted, standThere],
  IN_PROGRESS: submitted,
  INSUFFICIENT_DATA: [...submitted, decideFirst("insufficient")],
  FAILED: [...submitted, decideFirst("fail"), complete],
  COMPLETED: [...submitted, complete],
  VERIFIED: [...submitted, complete, standThere],
  SUCCESS: [...submitted, complete, standThere],
  CLOSED: [...filled, standThere],
  REFUNDED: [...submitted, decideFirst("fail"), complete, standThere],
};

/** Nobody proves who they are for a state that nothing has to be done for. */
export const needsIdentity = (state: State): boolean => ways[state].length > 0;

/** Brings a new transaction to a state, with answers made from the documents; → why it is not reached. */
export async function reach({
  actor,
  services,
  transaction,
  state,
}: Omit<Making, "request">): Promise<string | undefined> {
  const { request } = getRequest(services, transaction.orgId, transaction.formId);
  try {
    for (const step of ways[state]) await step({ actor, services, transaction, request, state });
  } catch (error) {
    // That says nothing of the state: asked again, or of another server, it may be reached.
    if (error instanceof WalletError && error.kind === "unavailable") throw error;
    return error instanceof Error ? error.message : String(error);
  }
  const { row } = await getTransaction(services.db, actor.candidateId, transaction);
  return row.state === state ? undefined : `it came to ${row.state} instead`;
}
