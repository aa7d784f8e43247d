import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { createIssuers } from "#server/ports/issuers-https.ts";

test("reads an address of an issuer once in five minutes", async () => {
  const requests: string[] = [];
  const issuers = createIssuers(async (url) => {
    requests.push(url.href);
    return Readable.from([Buffer.from("{}")]);
  });
  expect([await issuers.read("https://one.example/keys"), await issuers.read("https://one.example/keys")]).toEqual([
    "{}",
    "{}",
  ]);
  expect(requests).toEqual(["https://one.example/keys"]);
});

test("reads issuers over https only, outside private networks, up to two megabytes", async () => {
  const endless = createIssuers(async () => Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(100_000))));
  await expect(endless.read("https://one.example/keys")).rejects.toThrow("answer of the issuer is too large");
  await expect(endless.read("http://one.example/keys")).rejects.toThrow("http: is not supported");
  await expect(createIssuers().read("https://localhost/keys")).rejects.toThrow("private-network");
});
