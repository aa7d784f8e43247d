import net, { type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { services as bases } from "#engine/contract/services.ts";
import { protocolEndpoints } from "#engine/contract/protocol-endpoints.ts";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { makePayer } from "../checkout/orders/ready-to-pay.ts";
import { startStandIn, type StandIn } from "../checkout/stand-ins/stand-in.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { sendFile } from "../files/multipart.ts";
import { buildDetectWorker, makePdf } from "../files/sample-documents.ts";
import { expectNoLeaks, captureOutput, withKnownSecrets, type KnownSecrets } from "./secret-leaks.ts";

const lines: string[] = [];
const secrets: KnownSecrets = new Map();
const keys = new Map([
  ["SMS_GATEWAY_TOKEN", "gateway-token-of-an-operator"],
  ["SMS_GATEWAY_KEY", "gateway-key-of-an-operator"],
  ["SMTP_PASSWORD", "mail-password-of-an-operator"],
  ["OTLP_KEY", "collector-key-of-an-operator"],
  ["SENTRY_KEY", "0123456789abcdef0123456789abcdef"],
  ["S3_KEY", "S3KEYOFANOPERATOR"],
  ["S3_SECRET", "storage-secret-of-an-operator"],
  ["STRIPE_SECRET_KEY", "sk_test_key_of_an_operator"],
  ["STRIPE_WEBHOOK_SECRET", "whsec_of_an_operator"],
]);
let app: TestApp;
let behind: StandIn;
let mail: net.Server;

beforeAll(async () => {
  await buildDetectWorker();
  // Repeats everything that it got, like some gateways.
  behind = await startStandIn([], ({ headers, path, query, body }) => ({
    status: 500,
    body: JSON.stringify({ headers, path, query: query.toString(), body }),
  }));
  mail = net.createServer(refuseMail).listen(0, "127.0.0.1");
  await new Promise((resolve) => mail.once("listening", resolve));
  for (const [name, key] of keys) secrets.set(key, name);
  app = await startTestApp({
    config: await definitionsConfig(),
    logTo: { write: (line) => void lines.push(line) },
    settings: { logLevel: "trace", ...withKnownSecrets(secrets, toEnvironment()) },
  });
});
afterAll(async () => {
  await app?.close();
  await behind?.close();
  mail?.close();
});

test("logs what fails and why, without submitted data and secrets, when every outside service fails", async () => {
  const output = await captureOutput(async () => {
    await signInInVain();
    await payInVain();
    await reportInVain();
    await app.services.outbox.flush();
  });
  await expect.poll(() => toKinds().filter((kind) => kind === "not exported").length).toBeGreaterThan(1);
  expect(behind.requests.length).toBeGreaterThan(4);
  expect(toKinds()).toEqual(expect.arrayContaining(["message not sent", "failed", "not exported", "request"]));
  // The lines are useful: they name the service and the reason.
  expect(lines.filter((line) => line.includes("message not sent"))).toEqual(
    expect.arrayContaining([expect.stringContaining("127.0.0.1"), expect.stringContaining("Invalid login")]),
  );
  expect(lines.filter((line) => line.includes("not exported"))).toEqual(
    expect.arrayContaining([
      expect.stringContaining('"exporter":"otlp"'),
      expect.stringContaining('"exporter":"sentry"'),
    ]),
  );
  expectNoLeaks([...lines, ...output], secrets);
  expect(output.join("")).toBe("");
});

const toKinds = () => lines.map((line) => (JSON.parse(line) as { msg?: string }).msg);

function toEnvironment(): Record<string, string> {
  const key = (name: string) => keys.get(name)!;
  const gateway = `${behind.base}/send?apikey=${key("SMS_GATEWAY_KEY")}`;
  return {
    SMS_GATEWAY_URL: gateway,
    SMS_GATEWAY_TOKEN: key("SMS_GATEWAY_TOKEN"),
    SMTP_URL: `smtp://sender:${key("SMTP_PASSWORD")}@127.0.0.1:${(mail.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: behind.base,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=${key("OTLP_KEY")}`,
    SENTRY_DSN: `${behind.base.replace("://", `://${key("SENTRY_KEY")}@`)}/1`,
    S3_ENDPOINT: behind.base,
    S3_BUCKET: "papers",
    S3_REGION: "here",
    S3_KEY: key("S3_KEY"),
    S3_SECRET: key("S3_SECRET"),
    S3_PATH_STYLE: "1",
    STRIPE_SECRET_KEY: key("STRIPE_SECRET_KEY"),
    STRIPE_WEBHOOK_SECRET: key("STRIPE_WEBHOOK_SECRET"),
    STRIPE_PUBLISHABLE_KEY: "pk_test_of_an_operator",
    STRIPE_URL: behind.base,
  };
}

/** Codes that cannot be sent, by SMS and by mail. */
async function signInInVain(): Promise<void> {
  const mobile = newMobile();
  secrets.set(mobile, "mobile").set(mobile.slice(3), "mobile").set("Asha Verma", "name");
  await app.call("POST", `${bases.webWallet}/profile`, { body: { mobile, name: "Asha Verma" } });
  await app.services.outbox.flush();
  const sent = behind.requests.find(({ path }) => path === "/send")!;
  secrets.set(/\b\d{6}\b/.exec((JSON.parse(sent.body) as { text: string }).text)![0], "code");
}

/** A document that cannot be stored, and an order that cannot be opened. */
async function payInVain(): Promise<void> {
  const payer = await makePayer(app);
  secrets.set(payer.token, "token").set("asha-secret-marksheet", "paper's name").set("gce-100002@mailbox", "mailbox");
  const paper = await sendFile(app, `${bases.utility}/files`, payer.token, await makePdf(), {
    name: "asha-secret-marksheet.pdf",
  });
  expect(paper.statusCode).toBe(503);
  expect((await payer.init({ region: "INTL", provider: "stripe" })).statusCode).toBe(503);
  const delivery = { id: "evt_1", object: "event", customer_email: "asha@mailbox.example" };
  secrets.set("asha@mailbox.example", "mailbox");
  const forged = await app.call("POST", "/webhooks/payments/stripe", {
    body: delivery,
    headers: { "stripe-signature": `t=1,v1=${keys.get("STRIPE_WEBHOOK_SECRET")!}` },
  });
  expect(forged.statusCode).toBe(403);
  await app.services.db.transaction((tx) =>
    app.services.outbox.write(tx, {
      dedupKey: "in-vain",
      channel: "email",
      to: "asha@mailbox.example",
      subject: "For Asha Verma",
      text: "The code is 483920",
      otp: "483920",
    }),
  );
  secrets.set("483920", "code");
}

/** Page reports that no exporter accepts. */
async function reportInVain(): Promise<void> {
  const entry = { at: new Date().toISOString(), message: "It broke for Asha Verma", visit: "visit-1" };
  const answer = await app.call("POST", protocolEndpoints.errors.path, { body: { list: [entry] } });
  expect([answer.statusCode, answer.body]).toEqual([204, ""]);
}

/** A mail server that greets and refuses every password. */
function refuseMail(socket: net.Socket): void {
  socket.write("220 mail.example\r\n");
  socket.on("error", () => undefined);
  socket.on("data", (part) => {
    const word = part.toString().slice(0, 4).toUpperCase();
    if (word === "EHLO") socket.write("250-mail.example\r\n250 AUTH PLAIN\r\n");
    else if (word === "QUIT") socket.end("221 bye\r\n");
    else socket.write("535 5.7.8 not for sender@mail.example\r\n");
  });
}
