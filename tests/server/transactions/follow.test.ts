import { afterAll, beforeAll, expect, test } from "vitest";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import type { Release } from "#server/config/compile-release.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { compile, toReader } from "../documents-config.ts";
import { begin } from "./candidate.ts";

type Form = AnyDocument & { data: { properties: Record<string, unknown> }; fields: { at: string }[] };
const isTenth = (document: AnyDocument): document is Form => document.kind === "form" && document.id === "bgv-tenth";

let app: TestApp;
let current: Release;
let withHint: Release;
let withoutRollNumber: Release;

beforeAll(async () => {
  current = await compile((document) => document);
  withHint = await compile((document) => (isTenth(document) ? { ...document, description: `${document.description} Changed.` } : document));
  withoutRollNumber = await compile((document) => {
    if (!isTenth(document)) return document;
    const { rollNumber: _, ...properties } = document.data.properties;
    const { "/rollNumber": __, ...messages } = (document["messages"] ?? {}) as Record<string, unknown>;
    return { ...document, data: { ...document.data, properties }, fields: document.fields.filter(({ at }) => at !== "/rollNumber"), messages };
  });
  app = await startTestApp({ config: toReader(() => current) });
});
afterAll(() => app?.close());

test("an open transaction follows a newer release that takes its draft, and keeps its own when a value would be lost", async () => {
  const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
  const { release: first } = await asha.info<{ release: string }>();
  const put = await asha.call("PUT", `/verification/web-wallet/api/1.0/transactions/bgv-tenth/draft?orgId=harbour&txnId=${asha.txnId}`, { version: 0, data: { rollNumber: "42" } });
  expect(put.json()).toMatchObject({ code: 0 });

  current = withHint;
  const { release: second } = await asha.info<{ release: string }>();
  expect(second).toBe(withHint.id);
  expect(second).not.toBe(first);

  current = withoutRollNumber;
  expect((await asha.info<{ release: string }>()).release).toBe(second);
});
