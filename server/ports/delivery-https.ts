import type { HttpsDelivery } from "#server/platform/delivery-settings.ts";
import type { Bundle, DeliveryPort } from "./delivery.ts";
import { postSignedEvent } from "./signed-event.ts";

/** The receiver's reference in its answer; longer ones are cut. */
const maxReference = 200;

/**
 * Posts a signed event with the addresses of the files. Its id is that of the delivery, so a receiver that answered too
 * late recognises the next attempt. 200, 201 or 204 is the receipt, with the receiver's `{reference}` if it names one.
 * 202 accepts: the receipt comes by `/webhooks/deliveries/{provider}`. Any other answer counts as not sent.
 */
export const createHttpsDelivery = (settings: HttpsDelivery): DeliveryPort => ({
  send: async (bundle) => {
    const id = toWebhookId(bundle);
    const { status, text } = await postSignedEvent(settings, id, toEvent(bundle));
    return status === 202 ? undefined : { reference: readReference(text) ?? id };
  },
});

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
