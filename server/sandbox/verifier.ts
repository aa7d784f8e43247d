import type { Static } from "typebox";
import type { VerificationEvent } from "#engine/contract/protocol-endpoints.ts";
import { protocolEndpoints } from "#engine/contract/protocol-endpoints.ts";
import { sandboxEndpoints } from "#engine/contract/sandbox.ts";
import { notFound, WalletError } from "#server/errors.ts";
import { newId } from "#server/platform/ids.ts";
import { toCorrelationHeader } from "#server/platform/request-context.ts";
import type { Services } from "#server/services.ts";
import { transact } from "#server/platform/store/database.ts";
import { lockTransactionById } from "#server/wallet/transactions/load.ts";
import { signBody } from "#server/wallet/verifier/signature.ts";
import { listCompleted, listUndecided } from "#server/wallet/verifier/undecided.ts";
import type { AddSandboxRoutes } from "./sandbox-routes.ts";
import { sandboxRefusal } from "./texts.ts";
import { injectCall } from "./parts/inject-call.ts";

type Decision = Static<typeof sandboxEndpoints.verifier.body>;

/** `POST /sandbox/verifier`: decides on one or all verifications, by the same signed callbacks as a real provider. */
export const verifierRoutes: AddSandboxRoutes = (app, services) => {
  const { path, body } = sandboxEndpoints.verifier;
  app.post<{ Body: Decision }>(path, { schema: { body } }, async (request) => {
    const events = await toEvents(services, request.body);
    for (const event of events) {
      const raw = JSON.stringify(event);
      await injectCall(app, {
        method: "POST",
        url: protocolEndpoints.verificationWebhook.path,
        headers: {
          "content-type": "application/json",
          ...toCorrelationHeader(),
          ...signBody(services.secrets, raw, await services.clock.now()),
        },
        payload: raw,
      });
    }
    await services.outbox.flush();
    return { txnId: request.body.txnId, state: await readState(services, request.body.txnId) };
  });
};

/** One event per waiting submission. Throws 404, and 409 without one. */
function toEvents(
  services: Services,
  { txnId, verificationName, subType: chosen, outcome, reason, fields }: Decision,
): Promise<VerificationEvent[]> {
  return transact(services.db, async (tx) => {
    const loaded = await lockTransactionById(tx, txnId);
    if (!loaded) throw notFound("transaction");
    if (verificationName !== undefined && !loaded.items.some((item) => item.name === verificationName))
      throw notFound("verification");
    const waiting = (outcome === "withdraw" ? listCompleted(loaded) : listUndecided(loaded)).filter(
      (submission) =>
        (verificationName === undefined || submission.verificationName === verificationName) &&
        (chosen === undefined || submission.subType === chosen),
    );
    if (waiting.length === 0)
      throw new WalletError("stateConflict", {
        ...sandboxRefusal("nothing-to-decide"),
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
