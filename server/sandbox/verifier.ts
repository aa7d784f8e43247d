import type { Static } from "typebox";
import type { VerificationEvent } from "#engine/api/outside.ts";
import { outsideCalls } from "#engine/api/outside.ts";
import { sandboxCalls } from "#engine/api/sandbox.ts";
import { notFound, WalletError } from "#server/errors.ts";
import { newId } from "#server/platform/ids.ts";
import { toOriginHeader } from "#server/platform/origin.ts";
import type { Services } from "#server/services.ts";
import { transact } from "#server/platform/store/database.ts";
import { lockTransactionById } from "#server/wallet/transactions/rows.ts";
import { signBody } from "#server/wallet/verifier/signature.ts";
import { issued, undecided } from "#server/wallet/verifier/verdict.ts";
import type { Desk } from "./desk.ts";
import { sandboxSays } from "./words.ts";
import { callOwn } from "./parts/own-call.ts";

type Decision = Static<typeof sandboxCalls.verifier.body>;

/** `POST /sandbox/verifier`: decides for one verification or for all, by the same signed callbacks as a real provider. */
export const verifierDesk: Desk = (app, services) => {
  const { path, body } = sandboxCalls.verifier;
  app.post<{ Body: Decision }>(path, { schema: { body } }, async (request) => {
    const events = await toEvents(services, request.body);
    for (const event of events) {
      const raw = JSON.stringify(event);
      await callOwn(app, {
        method: "POST",
        url: outsideCalls.verificationWebhook.path,
        headers: {
          "content-type": "application/json",
          ...toOriginHeader(),
          ...signBody(services.secrets, raw, await services.clock.now()),
        },
        payload: raw,
      });
    }
    await services.outbox.flush();
    return { txnId: request.body.txnId, state: await readState(services, request.body.txnId) };
  });
};

/** One event per submission that waits for a decision. Throws 404, 409 when there is none. */
function toEvents(
  services: Services,
  { txnId, verificationName, subType: chosen, outcome, reason, fields }: Decision,
): Promise<VerificationEvent[]> {
  return transact(services.db, async (tx) => {
    const loaded = await lockTransactionById(tx, txnId);
    if (!loaded) throw notFound("transaction");
    if (verificationName !== undefined && !loaded.items.some((item) => item.name === verificationName))
      throw notFound("verification");
    const waiting = (outcome === "withdraw" ? issued(loaded) : undecided(loaded)).filter(
      (submission) =>
        (verificationName === undefined || submission.verificationName === verificationName) &&
        (chosen === undefined || submission.subType === chosen),
    );
    if (waiting.length === 0)
      throw new WalletError("stateConflict", {
        ...sandboxSays("nothing-to-decide"),
        data: { state: loaded.row.state, reason: "nothing-to-decide" },
      });
    return waiting.map(({ subType }) => ({
      eventId: newId(),
      txnId,
      subType,
      outcome,
      ...(reason !== undefined && { reason }),
      ...(fields !== undefined && { fields }),
    }));
  });
}

async function readState(services: Services, txnId: string) {
  const loaded = await transact(services.db, (tx) => lockTransactionById(tx, txnId));
  return loaded!.row.state;
}
