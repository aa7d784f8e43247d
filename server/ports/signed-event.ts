import { Webhook } from "standardwebhooks";
import { toCorrelationHeader } from "#server/platform/request-context.ts";
import { fetchOnce } from "./http-client.ts";

/**
 * Posts an event with the headers of Standard Webhooks (https://www.standardwebhooks.com, specification 1.0.0): webhook-id,
 * webhook-timestamp and webhook-signature. A repetition with the same id is the same event. → status and body of the
 * answer. Throws for any status but 200 to 299, and without an answer.
 */
export async function postSignedEvent(
  { url, secret }: { url: string; secret: string },
  id: string,
  event: object,
): Promise<{ status: number; text: string }> {
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
      "webhook-signature": new Webhook(secret).sign(id, timestamp, body),
    },
  });
  const text = await answer.read();
  if (!answer.ok) throw new Error(`${new URL(url).host} answers ${answer.status}`);
  return { status: answer.status, text };
}
