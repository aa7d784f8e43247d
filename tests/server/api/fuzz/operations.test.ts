import { Ajv } from "ajv";
import fc from "fast-check";
import type { InjectOptions, Response } from "light-my-request";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getContract } from "#engine/contract/contracts.ts";
import { FailureSchema } from "#engine/core/scope/shapes/failure.ts";
import { getOperation, operations, type OperationId } from "#engine/contract/operations.ts";
import { services as bases } from "#engine/contract/services.ts";
import { newMobile, startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { fromSchema, type Known } from "./from-schema.ts";
import { createSampleData, type SampleData } from "./sample-data.ts";

/** Set FUZZ_RUNS for a longer search. A failure prints its seed; set FUZZ_SEED to it to repeat the run. */
const runs = Number(process.env.FUZZ_RUNS ?? 12);
const seed = process.env.FUZZ_SEED === undefined ? undefined : Number(process.env.FUZZ_SEED);
const search = { numRuns: runs, ...(seed !== undefined && { seed }) };

/** It answers without end. */
const skipped: readonly string[] = ["profile.watch"];
const ids = (Object.keys(operations) as OperationId[]).filter((id) => !skipped.includes(id));
const isFailure = new Ajv({ strict: false }).compile(FailureSchema);
let app: TestApp;
let sample: SampleData;
let known: Known;
let token: string;
let refreshToken: string;
const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);

beforeAll(async () => {
  process.on("unhandledRejection", note);
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  sample = await createSampleData(app);
  known = toKnown(sample);
});
afterAll(async () => {
  process.off("unhandledRejection", note);
  await app?.close();
});

interface Asked {
  params: Record<string, string>;
  query: Record<string, string>;
  body?: unknown;
}

describe.each(ids)("%s", (id) => {
  const entry = getOperation(id);
  const contract = getContract(id);
  const takesBody = entry.method !== "GET" && contract.body !== undefined;

  test("responds as its contract promises to any valid request", async () => {
    await signIn();
    await fc.assert(
      fc.asyncProperty(toAsked(id), async (asked) => {
        const answer = await send(id, asked);
        expectConforms(answer);
        // Signs in again after a call that ended the session.
        if (answer.statusCode === 401 || id === "profile.logout" || id === "profile.renew") await signIn();
      }),
      search,
    );
  });

  test.runIf(takesBody && !contract.form)("rejects invalid requests", async () => {
    await signIn();
    await fc.assert(
      fc.asyncProperty(toAsked(id), breakings, async (asked, breaking) => {
        const body = breaking(asked.body);
        if (body === undefined) return;
        const answer = await send(id, { ...asked, body });
        expectConforms(answer);
        expect([answer.statusCode, answer.json().code], answer.body).toEqual([400, 100]);
      }),
      search,
    );
  });
});

test("leaves no promise rejection unhandled", () => {
  expect(unhandled).toEqual([]);
});

/** No 5xx, and every failure has the common shape. In sandbox mode the server itself validates its responses. */
function expectConforms(answer: Response): void {
  expect(answer.statusCode, answer.body.slice(0, 500)).toBeLessThan(500);
  expect(answer.headers["x-request-id"]).toBeTruthy();
  if (answer.statusCode < 400) return;
  expect(isFailure(answer.json()), JSON.stringify(isFailure.errors)).toBe(true);
  expect(answer.json().requestId).toBe(answer.headers["x-request-id"]);
}

type Breaking = (body: unknown) => unknown;
/** Ways to make a body invalid; undefined when the body has nothing of that kind. */
const breakings = fc.constantFrom<Breaking>(
  (body) => (isRecord(body) ? { ...body, amount: 1 } : undefined),
  (body) => (isRecord(body) ? { ...body, state: "COMPLETED" } : undefined),
  (body) => (isRecord(body) ? { ...body, candidateId: "1" } : undefined),
  (body) => [body],
  () => "text",
  () => null,
  (body) => swapOne(body, 12345),
  (body) => swapOne(body, { toString: "x" }),
  (body) => swapOne(body, "x".repeat(20_000)),
);

/** Replaces the first text of the body by a value of another type. */
function swapOne(body: unknown, value: unknown): unknown {
  if (!isRecord(body)) return undefined;
  const key = Object.keys(body).find((name) => typeof body[name] === "string");
  return key === undefined ? undefined : { ...body, [key]: value };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function toAsked(id: OperationId): fc.Arbitrary<Asked> {
  const { params, query, body } = getContract(id);
  return fc.constant(undefined).chain(() =>
    fc.record({
      params: (params ? fromSchema(params, known) : fc.constant({})) as fc.Arbitrary<Record<string, string>>,
      query: (query ? fromSchema(query, known) : fc.constant({})) as fc.Arbitrary<Record<string, string>>,
      body: body ? fromSchema(body, known) : fc.constant(undefined),
    }),
  );
}

function send(id: OperationId, { params, query, body }: Asked): Promise<Response> {
  const { method, service, path, auth } = getOperation(id);
  const place = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? "none"));
  const bearer = auth === "refresh" ? refreshToken : auth === "user" ? token : undefined;
  return app.server.inject({
    method: method as NonNullable<InjectOptions["method"]>,
    url: `${bases[service]}${place}`,
    query,
    headers: {
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
}

async function signIn(): Promise<void> {
  ({ accessToken: token, refreshToken } = await app.signIn(sample.mobile));
}

function toKnown({ mobile, paid, free, fileId, uploadId, subType }: SampleData): Known {
  const verifications = ["bgv-tenth", "bgv-degree", "bgv-twelfth", "aadhaar"];
  return {
    orgId: [paid.orgId, free.orgId],
    txnId: [paid.txnId, free.txnId],
    id: [fileId, free.txnId],
    eKycFormId: [paid.formId, free.formId],
    formId: [paid.formId, free.formId],
    verificationName: verifications,
    type: verifications,
    subType: [subType],
    uploadId: [uploadId],
    paymentId: [paid.paymentId],
    orderId: [paid.paymentId],
    region: ["IN", "INTL"],
    provider: ["phonepe", "paypal"],
    fieldName: ["referenceNumber", "Marksheet"],
    mobile: [mobile, newMobile()],
    dataKeys: [
      "board",
      "rollNumber",
      "passingYear",
      "Marksheet",
      "course",
      "institute",
      "currentAddress",
      "photo",
      "startDate",
      "documentUrl",
      "stillWorking",
    ],
    aadhaarNumber: ["999941057058"],
    pincode: ["560001"],
    url: ["/utility/api/1.0/static-map?latitude=1&longitude=2"],
  };
}
