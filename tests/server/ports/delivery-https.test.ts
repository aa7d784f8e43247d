import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createHttpsDelivery } from "#server/ports/delivery-https.ts";
import { makeBundle } from "../delivery/bundle.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
const secret = newSecret();
let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await startWebhookReceiver(secret);
});
afterEach(() => receiver.close());

const send = (bundle = makeBundle(), key = secret) =>
  createHttpsDelivery({ url: receiver.url, secret: key }).send(bundle);

describe("createHttpsDelivery", () => {
  test("posts a signed event with the addresses and hashes of the files", async () => {
    receiver.answers = [{ status: 200, body: '{"reference":"GCE-77"}' }];
    expect(await send()).toEqual({ reference: "GCE-77" });
    const [{ id, body }] = receiver.events as [WebhookReceiver["events"][number]];
    expect(id).toBe("delivery-1");
    expect(body).toMatchObject({
      type: "report.ready",
      data: {
        deliveryId: "delivery-1",
        holder: "Asha Verma",
        references: { referenceNumber: "GCE-1" },
        files: [
          { name: "report.json", url: expect.stringMatching(/^https:/), sha256: expect.stringMatching(/^\w{64}$/) },
        ],
      },
    });
  });

  test("takes an answer without a body as the receipt", async () => {
    receiver.answers = [204];
    expect(await send()).toEqual({ reference: "delivery-1" });
  });

  test("waits for a later receipt after 202", async () => {
    receiver.answers = [202];
    expect(await send()).toBeUndefined();
  });

  test.each([500, 404, 301, "hang"] as const)("throws for %s, so that it is sent again", async (answer) => {
    receiver.answers = [answer];
    await expect(send()).rejects.toThrow(/answers|fetch failed|redirect/);
  });

  test("keeps its id for another attempt, and has another in another round", async () => {
    receiver.answers = [500];
    await send().catch(() => undefined);
    await send();
    await send(makeBundle({ round: 2 }));
    expect(receiver.events.map(({ id }) => id)).toEqual(["delivery-1", "delivery-1", "delivery-1-2"]);
  });

  test("is refused with another key", async () => {
    await expect(send(makeBundle(), newSecret())).rejects.toThrow("401");
    expect(receiver).toMatchObject({ events: [], refused: 1 });
  });
});
