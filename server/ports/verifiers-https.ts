import { Webhook } from "standardwebhooks";
import { toCorrelationHeader } from "#server/platform/request-context.ts";
import type { VerifierSettings } from "#server/platform/verifier-settings.ts";
import { fetchOnce } from "./http-client.ts";
import type { VerifierPort } from "./verifiers.ts";

/**
 * Posts signed events (https://www.standardwebhooks.com, specification 1.0.0): headers webhook-id, webhook-timestamp and
 * webhook-signature. Any status from 200 to 299 accepts the event.
 */
export function createHttpsVerifier({ url, secret }: VerifierSettings[string]): VerifierPort {
  const webhook = new Webhook(secret);
  return {
    send: async (id, event) => {
      const body = JSON.stringify(event);
      const timestamp = new Date();
      const answer = await fetchOnce(url, {
        method: "POST",
        body,
        headers: {
          "content-type": "application/json",
          ...toCorrelationHeader(),
          "webhook-id": id,
          "webhook-timestamp": String(Math.floor(timestamp.getTime() / 1000)),
          "webhook-signature": webhook.sign(id, timestamp, body),
        },
      });
      await answer.read();
      if (!answer.ok) throw new Error(`${new URL(url).host} answers ${answer.status}`);
    },
  };
}
