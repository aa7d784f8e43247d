import { Webhook } from "standardwebhooks";
import { toCorrelationHeader } from "#server/platform/request-context.ts";
import type { HttpsDelivery } from "#server/platform/delivery-settings.ts";
import type { Bundle, DeliveryPort } from "./delivery.ts";
import { fetchOnce } from "./http-client.ts";

/** The receiver's reference in its answer; longer ones are cut. */
const maxReference = 200;

/**
 * Posts a signed event with the addresses of the files (https://www.standardwebhooks.com, specification 1.0.0): headers
 * webhook-id, webhook-timestamp and webhook-signature. The id is that of the delivery, so a receiver that answered too
 * late recognises the next attempt. 200, 201 or 204 is the receipt, with the receiver's `{reference}` if it names one.
 * 202 accepts: the receipt comes by `/webhooks/deliveries/{provider}`. Any other answer counts as not sent.
 */
export function createHttpsDelivery({ url, secret }: HttpsDelivery): DeliveryPort {
  const webhook = new Webhook(secret);
  return {
    send: async (bundle) => {
      const body = JSON.stringify(toEvent(bundle));
      const timestamp = new Date();
      const id = toWebhookId(bundle);
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
      const text = await answer.read();
      if (answer.status === 202) return undefined;
      if (!answer.ok) throw new Error(`${new URL(url).host} answers ${answer.status}`);
      return { reference: readReference(text) ?? id };
    },
  };
}

/** Each round has another id: a receiver would ignore a bundle that staff send again under the same one. */
const toWebhookId = ({ id, round }: Bundle): string => (round === 1 ? id : `${id}-${round}`);

const toEvent = ({ id, kind, about, files }: Bundle) => ({
  type: `${kind}.ready`,
  timestamp: new Date().toISOString(),
  data: {
    deliveryId: id,
    ...about,
    files: files.map(({ name, contentType, sizeBytes, sha256, url }) => ({
      name,
      contentType,
      sizeBytes,
      sha256,
      url,
    })),
  },
});

function readReference(text: string): string | undefined {
  try {
    const { reference } = JSON.parse(text) as { reference?: unknown };
    return typeof reference === "string" && reference !== "" ? reference.slice(0, maxReference) : undefined;
  } catch {
    return undefined; // a receipt needs no body
  }
}
