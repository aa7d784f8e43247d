import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { Outages } from "#server/ports/outages.ts";
import { createSandboxScanner, eicar } from "#server/ports/scanner-sandbox.ts";

const toStream = (...parts: string[]) => Readable.from(parts.map((part) => Buffer.from(part)));

test("finds the EICAR test file anywhere, across chunks too, and nothing else", async () => {
  const scanner = createSandboxScanner(new Outages());
  const found = { infected: true, signature: "Eicar-Test-Signature" };
  expect(await scanner.scan(toStream("%PDF", `before${eicar}after`, "end"))).toEqual(found);
  for (let cut = 1; cut < eicar.length; cut += 1)
    expect(await scanner.scan(toStream(`before${eicar.slice(0, cut)}`, `${eicar.slice(cut)}after`))).toEqual(found);
  expect(await scanner.scan(toStream(eicar.slice(0, 40), "!", eicar.slice(40)))).toEqual({ infected: false });
});

test("gives no verdict and reads nothing during an outage", async () => {
  const outages = new Outages();
  outages.start("scanner", 30);
  const bytes = toStream(eicar);
  await expect(createSandboxScanner(outages).scan(bytes)).rejects.toThrow("no verdict");
  expect(bytes.destroyed).toBe(true);
});
