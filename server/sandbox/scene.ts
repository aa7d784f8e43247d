import type { Static } from "typebox";
import { sandboxCalls } from "#engine/api/sandbox.ts";
import { readMobile } from "#server/accounts/profile/mobile.ts";
import type { Desk } from "./desk.ts";
import { openTransaction } from "./parts/actor.ts";
import { signInCandidate } from "./session.ts";

/** `POST /sandbox/scene`: a transaction of any form, in any state, though nothing has been filled in for it. */
export const sceneDesk: Desk = (app, services) => {
  const { path, body } = sandboxCalls.scene;
  app.post<{ Body: Static<typeof body> }>(path, { schema: { body } }, async ({ body: { mobile, ...asked } }) => {
    const { candidateId } = await signInCandidate({ mobile: readMobile(mobile).e164 }, services);
    return openTransaction(services, candidateId, asked);
  });
};
