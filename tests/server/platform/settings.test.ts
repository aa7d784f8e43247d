import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { loadSettings } from "#server/platform/settings.ts";
import { makeTemporaryFolder } from "../../support/temporary-folder.ts";

const load = (source: Record<string, string>) => loadSettings(source, () => ({}));

test("is a sandbox on localhost:3000 with its data in .data without an environment", () => {
  const settings = load({});
  expect(settings).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    publicUrl: "http://localhost:3000",
    sandbox: true,
    addressLimits: true,
  });
  expect(settings.dataDir).toMatch(/[/\\]\.data$/);
});

test("rejects a bad value with its name, never with the value", () => {
  expect(() => load({ PORT: "70000", DATABASE_URL: "mysql://secret" })).toThrow(/PORT.*DATABASE_URL/s);
  expect(() => load({ DATABASE_URL: "mysql://secret" })).not.toThrow(/secret/);
  expect(() => load({ TOKEN_SECRET: "short" })).toThrow(/TOKEN_SECRET/);
});

test.each([
  "127.0.0.1:3310",
  "http://127.0.0.1:3310",
  "tcp://127.0.0.1",
  "tcp://:3310",
  "tcp://127.0.0.1:0",
  "tcp://127.0.0.1:99999",
  "tcp://scanner:3310/path",
  "tcp://user:secret@scanner:3310",
])("rejects the scanner address %s with one sentence", (url) => {
  expect(() => load({ CLAMD_URL: url })).toThrow(
    "CLAMD_URL must be the address of a clamd: tcp://host:port, for example tcp://127.0.0.1:3310.",
  );
});

test("accepts a scanner by host name, IPv4 and IPv6 address", () => {
  for (const url of ["tcp://scanner:3310", "tcp://[::1]:3310", "tcp://127.0.0.1:3310/"])
    expect(load({ CLAMD_URL: url }).clamdUrl).toBe(url);
  expect(load({}).clamdUrl).toBeUndefined();
});

test("rejects half of the S3 settings with the missing names, and accepts all or none", () => {
  const all = {
    S3_ENDPOINT: "https://s3.example",
    S3_BUCKET: "papers",
    S3_REGION: "ap-south-1",
    S3_KEY: "key",
    S3_SECRET: "secret",
  };
  expect(load({}).s3).toBeUndefined();
  expect(load(all).s3).toEqual({
    endpoint: "https://s3.example",
    bucket: "papers",
    region: "ap-south-1",
    key: "key",
    secret: "secret",
    pathStyle: false,
  });
  expect(load({ ...all, S3_PATH_STYLE: "1" }).s3).toMatchObject({ pathStyle: true });
  for (const name of Object.keys(all))
    expect(() => load({ ...all, [name]: "" })).toThrow(
      `Files are stored in S3 when all of it is set; missing: ${name}.`,
    );
  expect(() => load({ S3_PATH_STYLE: "1" })).toThrow(/missing: S3_ENDPOINT, S3_BUCKET/);
  expect(() => load({ ...all, S3_ENDPOINT: "s3.example" })).toThrow(/S3_ENDPOINT/);
  expect(() => load({ ...all, S3_BUCKET: "Papers/../x" })).toThrow(/S3_BUCKET/);
});

const secret = (letter: string) => letter.repeat(32);
const secrets = Object.fromEntries(
  ["TOKEN_SECRET", "OTP_SECRET", "SEAL_SECRET", "IDENTITY_SECRET", "CHAT_SECRET", "WEBHOOK_SECRET"].map((name) => [
    name,
    secret(name[0]!),
  ]),
);

/** What production requires besides secrets. */
const services = {
  PUBLIC_URL: "https://wallet.example",
  SMTP_URL: "smtps://mail.example",
  MAIL_FROM: "Sanad <wallet@mail.example>",
  SMS_GATEWAY_URL: "https://sms.example/send",
};

test("requires each secret outside the sandbox, as a list with the newest first", () => {
  const real = {
    NODE_ENV: "production",
    ...services,
  };
  expect(() => load(real)).toThrow(/TOKEN_SECRET_FILE.*TOKEN_SECRET, OTP_SECRET, SEAL_SECRET.*WEBHOOK_SECRET/);
  for (const name of Object.keys(secrets))
    expect(() => load({ ...real, ...secrets, [name]: "" }), name).toThrow(new RegExp(`: ${name}\\.$`));
  const lists = load({ ...real, ...secrets, TOKEN_SECRET: `${secret("n")}, ${secret("o")}` }).secrets;
  expect(lists.TOKEN_SECRET).toEqual([secret("n"), secret("o")]);
  expect(lists.PAYMENT_SECRET).toBeUndefined();
  expect(() => load({ ...real, ...secrets, TOKEN_SECRET: `${secret("n")},short` })).toThrow(/TOKEN_SECRET must be 32/);
  expect(load({}).secrets).toEqual({});
});

test("reads any setting from the file that its name with _FILE names", () => {
  const folder = makeTemporaryFolder();
  const write = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const file = write("token", `${secret("n")}\n${secret("o")}\n`);
  expect(load({ TOKEN_SECRET_FILE: file }).secrets.TOKEN_SECRET).toEqual([secret("n"), secret("o")]);
  expect(load({ DATABASE_URL_FILE: write("url", "postgres://server/db\n") }).databaseUrl).toBe("postgres://server/db");
  const seen = loadSettings({ PAY_KEY_FILE: write("key", "from a file") }, (source) => ({ key: source["PAY_KEY"]! }));
  expect(seen.payments).toEqual({ key: "from a file" });
  expect(() => load({ TOKEN_SECRET_FILE: file, TOKEN_SECRET: secret("x") })).toThrow(/TOKEN_SECRET_FILE: one of them/);
  expect(() => load({ TOKEN_SECRET_FILE: path.join(folder, "none") })).toThrow(/TOKEN_SECRET_FILE names.*ENOENT/);
  expect(() => load({ TOKEN_SECRET_FILE: write("long", "x".repeat(20_000)) })).toThrow(/too long/);
  // A foreign variable: its file is not read.
  expect(load({ SSL_CERT_FILE: "/nowhere" }).sandbox).toBe(true);
});

test("turns the sandbox off in production unless it is set explicitly, and then requires message services", () => {
  expect(() => load({ NODE_ENV: "production" })).toThrow(/: SMTP_URL, MAIL_FROM, SMS_GATEWAY_URL, PUBLIC_URL\.$/);
  expect(() => load({ NODE_ENV: "production", SANDBOX: "1" })).toThrow("ALLOW_SANDBOX_IN_PRODUCTION");
  expect(load({ NODE_ENV: "production", SANDBOX: "1", ALLOW_SANDBOX_IN_PRODUCTION: "1" }).sandbox).toBe(true);
  const real = {
    NODE_ENV: "production",
    ...services,
    ...secrets,
  };
  expect(load(real).sandbox).toBe(false);
  expect(() => load({ ...real, ADDRESS_LIMITS: "off" })).toThrow(/ADDRESS_LIMITS/);
  expect(() => load({ ...real, OCR_CACHE_DIR: "cache" })).toThrow(/OCR_CACHE_DIR/);
});

test.each(["PUBLIC_URL", "MAIL_FROM", "SMTP_URL", "SMS_GATEWAY_URL"])("refuses production without %s", (name) => {
  const real = { NODE_ENV: "production", ...services, ...secrets };
  expect(() => load({ ...real, [name]: "" })).toThrow(`Without sandbox mode these must be set: ${name}.`);
});

test("refuses an address without https in production, also of a proxy", () => {
  const plain = { NODE_ENV: "production", ...services, ...secrets, PUBLIC_URL: "http://wallet.example" };
  expect(() => load(plain)).toThrow(/^PUBLIC_URL must start with https:/);
  const proxy = { NODE_ENV: "production", WALLET_API_URL: "https://behind.example" };
  expect(() => load(proxy)).toThrow(/: PUBLIC_URL\.$/);
  expect(load({ ...proxy, PUBLIC_URL: "https://wallet.example" }).walletApiUrl).toBe("https://behind.example");
  expect(load({ PUBLIC_URL: "http://localhost:3000" }).mailFrom).toBe("Sanad <no-reply@localhost>");
});

test("closes the pages for operators outside the sandbox, unless a setting opens them", () => {
  const real = { NODE_ENV: "production", ...services, ...secrets };
  expect(load(real).operatorPages).toBe("closed");
  expect(load({ ...real, OPERATOR_PAGES: "open" }).operatorPages).toBe("open");
  expect(load({}).operatorPages).toBe("open");
  expect(load({ OPERATOR_PAGES: "closed" }).operatorPages).toBe("closed");
});

test("has no metrics without a token or an address", () => {
  expect(load({}).metrics).toBeUndefined();
  expect(load({ METRICS_FROM: "127.0.0.1, 10.0.0.0/8 ,2001:db8::/32" }).metrics).toEqual({
    from: ["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"],
  });
  expect(load({ METRICS_TOKEN: "0123456789abcdef" }).metrics).toEqual({ token: "0123456789abcdef", from: [] });
  expect(() => load({ METRICS_TOKEN: "short" })).toThrow("METRICS_TOKEN");
  for (const from of ["localhost", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0/8", "::/129"])
    expect(() => load({ METRICS_FROM: from }), from).toThrow("METRICS_FROM must be addresses or networks");
});
