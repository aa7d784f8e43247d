import { rmSync } from "node:fs";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stateNames, type State } from "#engine/core/definitions/states.ts";
import type { TxnInfo } from "#engine/core/scope/shapes/transaction-info.ts";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import { createFolderStorage } from "#server/ports/storage-folder.ts";
import type { StoragePort } from "#server/ports/storage.ts";
import { Actor } from "#server/sandbox/parts/actor.ts";
import { reachState } from "#server/sandbox/parts/reach-state.ts";
import { eventually } from "../../support/eventually.ts";
import { makeTemporaryFolder } from "../../support/temporary-folder.ts";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { compile, definitionsConfig, toReader } from "../definitions-config.ts";
import { buildDetectWorker } from "../files/sample-documents.ts";

const mobile = "+919876501234";
let app: TestApp;
let token: string;

const document = (path: string, content: Record<string, unknown>): SourceDefinition => ({
  path,
  document: { $schema: "", description: "Of this test.", ...content } as unknown as AnyDefinition,
});
/** A verification that no fixture has: a pattern, a choice, dependent dates, images, a captcha. */
const newcomers: readonly SourceDefinition[] = [
  document("verifications/licence.json", {
    kind: "verification",
    id: "licence",
    label: "Licence",
    icon: "licence",
    ready: "Your licence",
    minutes: 4,
    category: "Professional",
    form: "licence",
    captcha: { at: "/seen" },
  }),
  document("options/licence-kinds.json", {
    kind: "options",
    id: "licence-kinds",
    choices: [{ value: "a", label: "A" }],
  }),
  document("forms/licence.json", {
    kind: "form",
    id: "licence",
    data: {
      type: "object",
      properties: {
        number: { type: "string", pattern: "^[A-Z]{2}-[0-9]{6}$", maxLength: 9 },
        kind: { type: "string", enum: ["first", "second"] },
        from: { type: "string", format: "dd-MM-yyyy" },
        to: { type: "string", format: "dd-MM-yyyy" },
        front: { type: "string", format: "file" },
        why: { type: "string", maxLength: 40 },
        seen: { type: "string", maxLength: 32 },
      },
    },
    fields: [
      { at: "/number", widget: "text", label: "Number", require: true },
      { at: "/kind", widget: "text", label: "Kind", require: true },
      { at: "/from", widget: "date-picker", label: "From", dates: { disableFuture: true }, require: true },
      { at: "/to", widget: "date-picker", label: "To", dates: { min: { var: "data.from" } }, require: true },
      { at: "/front", widget: "file", label: "Front", accept: ["image/jpeg", "image/png"], require: true },
      {
        at: "/why",
        widget: "text",
        label: "Why",
        when: { "===": [{ var: "data.kind" }, "second"] },
        require: true,
      },
      { at: "/seen", widget: "captcha", label: "Characters", sensitive: true, require: true },
    ],
    checks: [
      {
        id: "lasts",
        at: "/to",
        assert: { after: [{ var: "data.to" }, { var: "data.from" }] },
        message: "It must last",
      },
    ],
  }),
  document("organisations/harbour/licensing.json", {
    kind: "request",
    id: "licensing",
    name: "Licensing",
    expiry: -1,
    payment: "user",
    public: true,
    manualProfileRequired: true,
    verifications: [
      { verification: "licence", skipAllowed: false },
      { verification: "bgv-twelfth", skipAllowed: true },
      { verification: "bgv-address", skipAllowed: false },
    ],
  }),
];

beforeAll(async () => {
  await buildDetectWorker();
  const release = await compile((one) => one, newcomers);
  app = await startTestApp({ config: toReader(() => release) });
  ({ accessToken: token } = await app.signIn(mobile));
});
afterAll(() => app?.close());

interface CreatedTransaction {
  readonly failure?: string;
  readonly info: TxnInfo;
}
const scenes = new Map<string, Promise<CreatedTransaction>>();
/** Each transaction is created once, because the tests only read it. */
function make(orgId: string, formId: string, state: State): Promise<CreatedTransaction> {
  const key = [orgId, formId, state].join();
  const scene = scenes.get(key) ?? makeAnew(orgId, formId, state);
  scenes.set(key, scene);
  return scene;
}
async function makeAnew(orgId: string, formId: string, state: State): Promise<CreatedTransaction> {
  const made = await app.call("POST", "/sandbox/transaction", { body: { mobile, orgId, formId, state } });
  const { txnId, failure } = made.json<{ txnId: string; failure?: string }>();
  const response = await app.call(
    "GET",
    `/verification/web-wallet/api/1.0/transactions/info?orgId=${orgId}&txnId=${txnId}`,
    { token },
  );
  return { ...(failure !== undefined && { failure }), info: response.json<{ data: TxnInfo }>().data };
}
const readStates = ({ verificationList }: TxnInfo) => Object.values(verificationList).map(({ state }) => state);

test.each(stateNames)("brings an unknown request to %s", async (state) => {
  const { failure, info } = await make("harbour", "licensing", state);
  expect([failure, info.state]).toEqual([undefined, state]);
});

test("reaches each state with answers that satisfy its meaning", async () => {
  expect(readStates((await make("harbour", "licensing", "COMPLETED")).info)).toEqual([
    "COMPLETED",
    "COMPLETED",
    "COMPLETED",
  ]);
  expect(readStates((await make("harbour", "licensing", "FAILED")).info)).toEqual(["FAILED", "COMPLETED", "COMPLETED"]);
  expect(readStates((await make("harbour", "licensing", "INSUFFICIENT_DATA")).info)[0]).toBe("INSUFFICIENT_DATA");
  const { verificationList } = (await make("harbour", "licensing", "SKIPPED")).info;
  expect(Object.values(verificationList).map(({ markedAsSkip }) => markedAsSkip)).toEqual([false, true, false]);
});

test.each([
  ["gce", "education-evaluation"],
  ["lotus", "admission"],
  ["harbour", "background-check"],
  ["harbour", "joining-questions"],
  ["meridian", "loan-kyc"],
])("completes the request %s/%s", async (orgId, formId) => {
  const { failure, info } = await make(orgId, formId, "COMPLETED");
  expect([failure, info.state]).toEqual([undefined, "COMPLETED"]);
  expect(new Set(readStates(info))).toEqual(new Set(["COMPLETED"]));
});

test("returns the reason when a state cannot be reached", async () => {
  const { failure } = await make("harbour", "closed-drive", "IN_PROGRESS");
  expect(failure).toMatch(/transactions\/process was refused: .*form-expired|expired/i);
});

test("answers 503 during a shutdown, so that another server creates the transaction", async () => {
  const place = makeTemporaryFolder();
  const storage = createFolderStorage(place);
  let begun = () => {};
  let goOn = () => {};
  const [isBegun, mayGoOn] = [new Promise<void>((done) => (begun = done)), new Promise<void>((done) => (goOn = done))];
  /** Its first document arrives only when the server shuts down. */
  const put: StoragePort["put"] = async (id, file) => {
    begun();
    await mayGoOn;
    await storage.put(id, file);
  };
  const ending = await startTestApp({ config: await definitionsConfig(), ports: { storage: { ...storage, put } } });
  const origin = await ending.server.listen({ port: 0, host: "127.0.0.1" });
  const body = { mobile: newMobile(), orgId: "gce", formId: "education-evaluation", state: "COMPLETED" };
  const headers = { "content-type": "application/json" };
  const answer = fetch(`${origin}/sandbox/transaction`, { method: "POST", headers, body: JSON.stringify(body) });
  await isBegun;
  const closed = ending.close();
  await eventually(async () => expect((await fetch(`${origin}/health`)).status).toBe(503));
  goOn();
  const { status } = await answer;
  expect(status).toBe(503);
  await closed;
  rmSync(place, { recursive: true, force: true });
});

test("answers 503 when any step is refused with 503", async () => {
  const busy = Fastify();
  busy.setNotFoundHandler((_request, reply) => reply.code(503).send({ code: 120, message: "Please try again" }));
  const { services } = app;
  const actor = await Actor.signIn(busy, services, { mobile: newMobile(), identity: true });
  const transaction = await actor.open("gce", "education-evaluation");
  const steps = {
    reach: () => reachState({ actor, services, transaction, state: "COMPLETED" }),
    upload: () => actor.upload("A paper"),
    code: () => actor.readCode(actor.mobile),
    payment: () => actor.payOutcome("none", "success"),
    decision: () => actor.decide(transaction, "complete"),
  };
  for (const [name, step] of Object.entries(steps))
    await expect(step(), name).rejects.toMatchObject({ kind: "unavailable" });
});
