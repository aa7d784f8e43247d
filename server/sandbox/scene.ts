import type { Static } from "typebox";
import { sandboxCalls } from "#engine/api/sandbox.ts";
import { readMobile } from "#server/accounts/profile/mobile.ts";
import { getRequest } from "#server/wallet/transactions/create.ts";
import { getTransaction } from "#server/wallet/transactions/rows.ts";
import type { Desk } from "./desk.ts";
import { Actor } from "./parts/actor.ts";
import { ways, type Making } from "./parts/ways.ts";

/**
 * `POST /sandbox/scene`: a transaction of any form in any state, with answers made from the documents and whatever the
 * state takes beside them. One that cannot be brought there stays where it got to, and `unmade` says why.
 */
export const sceneDesk: Desk = (app, services) => {
  const { path, body } = sandboxCalls.scene;
  app.post<{ Body: Static<typeof body> }>(path, { schema: { body } }, async ({ body: asked }) => {
    const { orgId, formId, state } = asked;
    const { request } = getRequest(services, orgId, formId);
    const mobile = readMobile(asked.mobile).e164;
    const actor = await Actor.signIn(app, services, { mobile, ...(ways[state].length > 0 && { identity: true }) });
    const transaction = await actor.open(orgId, formId);
    const unmade = await findObstacle({ actor, services, transaction, request, state });
    return { ...transaction, ...(unmade !== undefined && { unmade }) };
  });
};

/** Goes the way to the state; → why that is not reached. */
async function findObstacle(making: Making): Promise<string | undefined> {
  const { actor, services, transaction, state } = making;
  try {
    for (const step of ways[state]) await step(making);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const { row } = await getTransaction(services.db, actor.candidateId, transaction);
  return row.state === state ? undefined : `it came to ${row.state} instead`;
}
