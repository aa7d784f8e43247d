import type { VerifierSettings } from "#server/platform/verifier-settings.ts";
import { postSignedEvent } from "./signed-event.ts";
import type { VerifierPort } from "./verifiers.ts";

/** Posts signed events. Any status from 200 to 299 accepts the event. */
export const createHttpsVerifier = (settings: VerifierSettings[string]): VerifierPort => ({
  send: async (id, event) => void (await postSignedEvent(settings, id, event)),
});
