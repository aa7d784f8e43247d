import { beforeAll, describe, expect, test } from "vitest";
import { assertPartnersReachable } from "#server/delivery/assert-reachable.ts";
import type { ConfigReader } from "#server/config/reader.ts";
import { readDeliveries, type DeliverySettings } from "#server/platform/delivery-settings.ts";
import type { Services } from "#server/services.ts";
import { createDeliveries } from "#server/ports/delivery-drivers.ts";
import { Outages } from "#server/ports/outages.ts";
import { definitionsConfig } from "../definitions-config.ts";

let config: ConfigReader;
beforeAll(async () => {
  config = await definitionsConfig();
});

const https = { url: "https://partner.example/in", secret: `whsec_${"A".repeat(44)}` };
const sftp = {
  host: "partner.example",
  user: "sanad",
  password: "x",
  hostKey: `SHA256:${"A".repeat(43)}`,
  folder: "/in",
};

function start(deliveries: DeliverySettings, sandbox = false): void {
  // No driver sends anything here.
  const none = { send: async () => undefined };
  const messages = { sms: none, whatsapp: none, email: none };
  const delivery = createDeliveries(
    { deliveries, sandbox, production: false },
    {} as Services["pool"],
    messages,
    new Outages(),
  );
  assertPartnersReachable({ config, ports: { delivery } as Services["ports"] });
}

describe("assertPartnersReachable", () => {
  test("refuses the start and names each partner without an address", () => {
    expect(() => start({})).toThrow(
      /gce \(https, for gce\/education-evaluation\), lotus \(sftp, for lotus\/admission\)/,
    );
    expect(() => start({ gce: { https }, lotus: { https } })).toThrow(/cannot be reached: lotus \(sftp/);
  });

  test("accepts partners with their own address, and any in the sandbox", () => {
    expect(() => start({ gce: { https }, lotus: { sftp } })).not.toThrow();
    expect(() => start({}, true)).not.toThrow();
  });
});

describe("readDeliveries", () => {
  const read = (value: unknown, mayBePlain = false) => readDeliveries(JSON.stringify(value), mayBePlain);

  test("reads each driver's settings", () => {
    const given = { gce: { https, email: { to: "files@partner.example" } }, lotus: { sftp } };
    expect(read(given)).toEqual(given);
    expect(readDeliveries(undefined, false)).toEqual({});
  });

  test.each([
    ["no JSON", "{", /no JSON/],
    ["a weak key", { gce: { https: { ...https, secret: "whsec_c2hvcnQ=" } } }, /gce\/https\/secret/],
    ["an unknown driver", { gce: { fax: {} } }, /additional/],
    ["an SFTP server without its key", { gce: { sftp: { ...sftp, hostKey: undefined } } }, /hostKey/],
    ["an address without TLS", { gce: { https: { ...https, url: "http://partner.example" } } }, /must be https/],
  ])("refuses %s, without its value", (_, value, message) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    expect(() => readDeliveries(text, false)).toThrow(message);
    expect(() => readDeliveries(text, false)).not.toThrow(/c2hvcnQ/);
  });

  test("accepts an address without TLS in the sandbox", () => {
    expect(() => read({ gce: { https: { ...https, url: "http://127.0.0.1:4000" } } }, true)).not.toThrow();
  });
});
