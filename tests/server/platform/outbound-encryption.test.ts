import { expect, test } from "vitest";
import { readCredentials } from "#server/checkout/providers/drivers.ts";
import { loadSettings } from "#server/platform/settings.ts";

const production = {
  NODE_ENV: "production",
  PUBLIC_URL: "https://wallet.example",
  SMTP_URL: "smtps://user:pass@mail.example",
  MAIL_FROM: "wallet@mail.example",
  SMS_GATEWAY_URL: "https://sms.example/send",
  S3_BUCKET: "papers",
  S3_REGION: "ap-south-1",
  S3_KEY: "key",
  S3_SECRET: "secret",
  S3_ENDPOINT: "https://s3.example",
  PAYPAL_CLIENT_ID: "id",
  PAYPAL_CLIENT_SECRET: "secret",
  PAYPAL_WEBHOOK_ID: "webhook",
  ...Object.fromEntries(
    ["TOKEN", "OTP", "SEAL", "IDENTITY", "CHAT", "WEBHOOK"].map((name) => [`${name}_SECRET`, name.padEnd(32, "x")]),
  ),
};
const load = (more: Record<string, string>) => loadSettings({ ...production, ...more }, readCredentials);

const plain: [string, string][] = [
  ["DATABASE_URL", "postgres://sanad:hush@database.example/sanad"],
  ["DATABASE_URL", "postgres://sanad:hush@database.example/sanad?sslmode=disable"],
  ["DATABASE_URL", "postgres://sanad:hush@database.example/sanad?sslmode=no-verify"],
  ["DATABASE_URL", "postgres://sanad:hush@database.example/sanad?uselibpqcompat=true&sslmode=require"],
  ["DATABASE_OWNER_URL", "postgres://owner:hush@database.example/sanad"],
  ["S3_ENDPOINT", "http://store.example:7070"],
  ["CLAMD_URL", "tcp://scanner.example:3310"],
  ["SMTP_URL", "smtp://user:hush@mail.example:587"],
  ["SMTP_URL", "smtp://user:hush@mail.example:587?requireTLS=true&tls.rejectUnauthorized=false"],
  ["SMTP_URL", "smtps://user:hush@mail.example?tls.rejectUnauthorized=0"],
  ["SMTP_URL", "smtp://user:hush@mail.example?requireTLS=true&ignoreTLS=true"],
  ["SMS_GATEWAY_URL", "http://sms.example/send"],
  ["WHATSAPP_GATEWAY_URL", "http://whatsapp.example/send"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector.example:4318"],
  ["SENTRY_DSN", "http://hush@sentry.example/1"],
  ["PAYPAL_URL", "http://api-m.sandbox.paypal.example"],
];

test.each(plain)("refuses to start when %s is %s, and accepts it when the setting names it", (name, value) => {
  const refusal = new RegExp(`^These connections are not encrypted: ${name} \\(.*ALLOW_UNENCRYPTED=${name}\\.$`);
  expect(() => load({ [name]: value })).toThrow(refusal);
  expect(() => load({ [name]: value })).not.toThrow(/hush/);
  expect(() => load({ [name]: value, ALLOW_UNENCRYPTED: "S3_REGION" })).toThrow(/S3_REGION is none/);
  expect(load({ [name]: value, ALLOW_UNENCRYPTED: name }).sandbox).toBe(false);
});

test("refuses a proxy to a wallet without TLS", () => {
  const proxy = { NODE_ENV: "production", PUBLIC_URL: "https://wallet.example" };
  const start = (more: Record<string, string>) => loadSettings({ ...proxy, ...more }, readCredentials);
  expect(() => start({ WALLET_API_URL: "http://behind.example" })).toThrow(/ALLOW_UNENCRYPTED=WALLET_API_URL/);
  expect(start({ WALLET_API_URL: "https://behind.example" }).sandbox).toBe(false);
});

test.each<[string, string]>([
  ["DATABASE_URL", "postgres://sanad:hush@database.example/sanad?sslmode=verify-full"],
  ["DATABASE_URL", "postgres://sanad:hush@database.example/sanad?ssl=true"],
  ["DATABASE_URL", "postgres://sanad@127.0.0.1/sanad"],
  ["DATABASE_URL", "postgres://sanad@[::1]/sanad"],
  ["DATABASE_URL", "postgres://sanad@/sanad?host=/var/run/postgresql"],
  ["CLAMD_URL", "tls://scanner.example:3310"],
  ["CLAMD_URL", "tcp://127.0.0.1:3310"],
  ["SMTP_URL", "smtp://user:hush@mail.example:587?requireTLS=true"],
  ["SMTP_URL", "smtp://localhost"],
  ["S3_ENDPOINT", "http://127.0.0.2:7070"],
])("starts when %s is %s", (name, value) => {
  expect(load({ [name]: value }).sandbox).toBe(false);
});

test("names every connection without TLS at once, with the whole value of the setting that allows them", () => {
  const more = { CLAMD_URL: "tcp://scanner:3310", S3_ENDPOINT: "http://store:7070", ALLOW_UNENCRYPTED: "CLAMD_URL" };
  expect(() => load({ ...more, DATABASE_URL: "postgres://sanad@database/sanad" })).toThrow(
    /DATABASE_URL \(add \?sslmode=verify-full\), S3_ENDPOINT \(use https:\/\/\).*=CLAMD_URL,DATABASE_URL,S3_ENDPOINT\.$/,
  );
});

test("does not take a name that only begins like this machine for this machine", () => {
  for (const host of ["127.0.0.1.example", "localhost.example", "0.0.0.0", "10.0.0.1"])
    expect(() => load({ S3_ENDPOINT: `http://${host}:7070` }), host).toThrow(/ALLOW_UNENCRYPTED=S3_ENDPOINT/);
});

test("refuses a start that accepts every certificate", () => {
  expect(() => load({ NODE_TLS_REJECT_UNAUTHORIZED: "0" })).toThrow(/NODE_EXTRA_CA_CERTS/);
});

test("asks nothing of a sandbox", () => {
  const sandbox = { CLAMD_URL: "tcp://scanner:3310", SMTP_URL: "smtp://mail", DATABASE_URL: "postgres://a@b/c" };
  expect(loadSettings(sandbox, readCredentials).sandbox).toBe(true);
});
