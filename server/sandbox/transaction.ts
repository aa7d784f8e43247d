import type { Static } from "typebox";
import { sandboxEndpoints } from "#engine/contract/sandbox.ts";
import { parseMobile } from "#server/accounts/profile/mobile.ts";
import { getRequest } from "#server/wallet/transactions/create.ts";
import type { AddSandboxRoutes } from "./sandbox-routes.ts";
import { Actor } from "./parts/actor.ts";
import { needsIdentity, reachState } from "./parts/reach-state.ts";

/**
 * `POST /sandbox/transaction`: a transaction of any form in any state, with generated answers. `failure` is the reason
 * when the state is not reached.
 */
export const transactionRoutes: AddSandboxRoutes = (app, services) => {
  const { path, body } = sandboxEndpoints.transaction;
  app.post<{ Body: Static<typeof body> }>(path, { schema: { body } }, async ({ body: query }) => {
    const { orgId, formId, state } = query;
    // Throws for an unknown form before a candidate is created.
    getRequest(services, orgId, formId);
    const mobile = parseMobile(query.mobile).e164;
    const actor = await Actor.signIn(app, services, { mobile, ...(needsIdentity(state) && { identity: true }) });
    const transaction = await actor.open(orgId, formId);
    const failure = await reachState({ actor, services, transaction, state });
    return { ...transaction, ...(failure !== undefined && { failure }) };
  });
};
