import { afterAll, beforeAll, expect, test } from "vitest";
import type { Release } from "#server/config/release.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { compile, toReader } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { begin, tenth } from "./candidate.ts";

let app: TestApp;
let current: Release;
let next: Release;

beforeAll(async () => {
  await buildDetectWorker();
  current = await compile((document) => document);
  next = await compile((document) => {
    if (document.kind === "request" && document.id === "background-check")
      return {
        ...document,
        name: "Background check 2",
        verifications: [{ verification: "bgv-tenth", skipAllowed: true }],
        minimumSet: undefined,
      };
    if (document.kind !== "form" || document.id !== "bgv-tenth") return document;
    const data = document.data as { properties: Record<string, unknown> };
    return {
      ...document,
      data: { ...data, properties: { ...data.properties, seatNumber: { type: "string", maxLength: 20 } } },
      fields: [
        ...(document.fields as unknown[]),
        { at: "/seatNumber", widget: "text", label: "Seat number", require: true },
      ],
    };
  });
  app = await startTestApp({ config: toReader(() => current) });
});
afterAll(() => app?.close());

test("a transaction keeps its definitions to the end, and a new one gets the current ones", async () => {
  const asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
  const before = await asha.info<{ release: string }>();
  current = next;
  expect(await asha.info()).toMatchObject({
    release: before.release,
    form: { name: "Background check" },
    verificationList: { "bgv-employment": { skipAllowed: false } },
  });
  const file = await asha.upload();
  expect((await asha.save("bgv-tenth", tenth(file))).json()).toMatchObject({ code: 0 });
  const omar = await begin(app, "harbour", "background-check", { identity: true, process: true });
  const after = await omar.info<{ release: string; verificationList: Record<string, unknown> }>();
  expect(after).toMatchObject({ form: { name: "Background check 2" } });
  expect(after.release).not.toBe(before.release);
  expect(Object.keys(after.verificationList)).toEqual(["bgv-tenth"]);
  const other = await omar.upload();
  expect((await omar.save("bgv-tenth", tenth(other))).json()).toMatchObject({
    code: 106,
    fields: [{ pointer: "/list/0/data/seatNumber", keyword: "require" }],
  });
});
