import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** What arrived with a valid signature. */
export interface ReceivedEvent {
  id: string;
  body: { type: string; data: Record<string, unknown> };
}

export interface WebhookReceiver {
  url: string;
  events: ReceivedEvent[];
  /** Requests with an invalid signature. */
  refused: number;
  /** The answers to the next requests, then 200. `hang`: none. */
  answers: (number | "hang" | { status: number; body: string })[];
  close(): Promise<void>;
}

/**
 * A partner's endpoint by the Standard Webhooks specification, version 1.0.0
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md): the signature is
 * `v1,base64(HMAC-SHA256(key, id.timestamp.body))`, several are separated by blanks, and the timestamp is at most five
 * minutes old.
 */
export async function startWebhookReceiver(secret: string): Promise<WebhookReceiver> {
  const receiver: Omit<WebhookReceiver, "url" | "close"> = { events: [], refused: 0, answers: [] };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      if (!isSigned(secret, request.headers, body)) {
        receiver.refused += 1;
        return response.writeHead(401).end();
      }
      receiver.events.push({ id: String(request.headers["webhook-id"]), body: JSON.parse(body) });
      const answer = receiver.answers.shift() ?? 200;
      if (answer === "hang") return request.socket.destroy();
      if (typeof answer === "number") return response.writeHead(answer).end();
      return response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/documents`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

function isSigned(secret: string, headers: IncomingHttpHeaders, body: string): boolean {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    String(headers[name] ?? ""),
  );
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = Buffer.from(createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64"));
  return signatures!.split(" ").some((one) => {
    const [version, given = ""] = one.split(",");
    const bytes = Buffer.from(given);
    return version === "v1" && bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}
