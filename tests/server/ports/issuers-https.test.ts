import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { createIssuers } from "#server/ports/issuers-https.ts";

test("what an issuer publishes is asked for once in five minutes", async () => {
  const asked: string[] = [];
  const issuers = createIssuers(async (url) => {
    asked.push(url.href);
    return Readable.from([Buffer.from("{}")]);
  });
  expect([await issuers.read("https://one.example/keys"), await issuers.read("https://one.example/keys")]).toEqual([
    "{}",
    "{}",
  ]);
  expect(asked).toEqual(["https://one.example/keys"]);
});

test("an issuer is asked over https alone, outside this network, and for two megabytes at most", async () => {
  const endless = createIssuers(async () => Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(100_000))));
  await expect(endless.read("https://one.example/keys")).rejects.toThrow("says more than is read");
  await expect(endless.read("http://one.example/keys")).rejects.toThrow("http: is no way");
  await expect(createIssuers().read("https://localhost/keys")).rejects.toThrow("inside");
});
