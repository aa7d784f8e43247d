import type { Static } from "typebox";
import { sandboxCalls } from "#engine/api/sandbox.ts";
import { readMobile } from "#server/accounts/profile/mobile.ts";
import { getRequest } from "#server/wallet/transactions/create.ts";
import type { Desk } from "./desk.ts";
import { Actor } from "./parts/actor.ts";
import { needsIdentity, reach } from "./parts/ways.ts";

/**
 * `POST /sandbox/scene`: a transaction of any form in any state, with answers made from the documents and whatever the
 * state takes beside them. One that cannot be brought there stays where it got to, and `unmade` says why.
 */
export const sceneDesk: Desk = (app, services) => {
  const { path, body } = sandboxCalls.scene;
  app.post<{ Body: Static<typeof body> }>(path, { schema: { body } }, async ({ body: asked }) => {
    const { orgId, formId, state } = asked;
    // Told before anybody is made for it: there is no such form.
    getRequest(services, orgId, formId);
    const mobile = readMobile(asked.mobile).e164;
    const actor = await Actor.signIn(app, services, { mobile, ...(needsIdentity(state) && { identity: true }) });
    const transaction = await actor.open(orgId, formId);
    const unmade = await reach({ actor, services, transaction, state });
    return { ...transaction, ...(unmade !== undefined && { unmade }) };
  });
};
