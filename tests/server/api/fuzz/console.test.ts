import { Ajv } from "ajv";
import fc from "fast-check";
import type { InjectOptions, Response } from "light-my-request";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { consoleContracts, type ConsoleOperationId } from "#engine/contract/console/index.ts";
import { getContract } from "#engine/contract/contracts.ts";
import { FailureSchema } from "#engine/core/scope/shapes/failure.ts";
import { services as bases } from "#engine/contract/services.ts";
import { invite } from "#server/staff/members.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { orgId, subType, submitCase } from "../../console/submitted-case.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { hire, origin } from "../../staff/staff-member.ts";
import { fromSchema, type Known } from "./from-schema.ts";

/** Set FUZZ_RUNS for a longer search. A failure prints its seed. */
const search = { numRuns: Number(process.env.FUZZ_RUNS ?? 12) };

/** They end the session, or answer without end. */
const skipped: readonly string[] = ["staff.sign-out", "cases.watch"];
const ids = (Object.keys(consoleContracts) as ConsoleOperationId[]).filter((id) => !skipped.includes(id));
const isFailure = new Ajv({ strict: false }).compile(FailureSchema);
let app: TestApp;
let cookie: string;
let known: Known;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  const [one, two] = [await submitCase(app), await submitCase(app)];
  const { browser, email } = await hire(app, "lead", orgId);
  await invite(app.services.db, { email, orgId, role: "admin" }, null);
  const colleague = await hire(app, "verifier", orgId);
  cookie = browser.cookie!;
  known = {
    orgId: [orgId, "gce"],
    txnId: [one.txnId, two.txnId],
    subType: [subType, "bgv-employment-1"],
    fileId: [one.fileId, two.fileId],
    staffId: [colleague.id],
    role: ["verifier", "lead"],
    reason: ["unreadable", "not-confirmed", "issued-in-error"],
    at: ["/Marksheet", "/rollNumber"],
    verificationName: ["bgv-tenth"],
    dataKeys: [],
  };
});
afterAll(() => app?.close());

interface Asked {
  params: Record<string, string>;
  query: Record<string, string>;
  body?: unknown;
}

describe.each(ids)("%s", (id) => {
  test("responds as its contract promises to any valid request of a member of staff", async () => {
    await fc.assert(
      fc.asyncProperty(toAsked(id), async (asked) => expectConforms(await send(id, asked))),
      search,
    );
  });

  test.runIf(getContract(id).body)("rejects a body of another shape", async () => {
    await fc.assert(
      fc.asyncProperty(
        toAsked(id),
        fc.constantFrom<unknown>([], "text", null, 1, { state: "COMPLETED" }),
        async (asked, body) => {
          const answer = await send(id, { ...asked, body });
          expectConforms(answer);
          expect([answer.statusCode, answer.json().code], answer.body).toEqual([400, 100]);
        },
      ),
      search,
    );
  });
});

/** No 5xx, and every failure has the common shape. In sandbox mode the server itself validates its responses. */
function expectConforms(answer: Response): void {
  expect(answer.statusCode, answer.body.slice(0, 500)).toBeLessThan(500);
  if (answer.statusCode >= 400) expect(isFailure(answer.json()), JSON.stringify(isFailure.errors)).toBe(true);
}

function toAsked(id: ConsoleOperationId): fc.Arbitrary<Asked> {
  const { params, query, body } = getContract(id);
  return fc.constant(undefined).chain(() =>
    fc.record({
      params: (params ? fromSchema(params, known) : fc.constant({})) as fc.Arbitrary<Record<string, string>>,
      query: (query ? fromSchema(query, known) : fc.constant({})) as fc.Arbitrary<Record<string, string>>,
      body: body ? fromSchema(body, known) : fc.constant(undefined),
    }),
  );
}

/** A lone surrogate has no address. */
const toWellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "\uFFFD");

function send(id: ConsoleOperationId, { params, query, body }: Asked): Promise<Response> {
  const { method, service, path } = getContract(id);
  const place = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(toWellFormed(params[name] ?? "none")));
  return app.server.inject({
    method: method as NonNullable<InjectOptions["method"]>,
    url: `${bases[service]}${place}`,
    query,
    headers: { cookie, origin, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
}
