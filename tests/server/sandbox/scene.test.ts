import { rmSync } from "node:fs";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stateNames, type State } from "#engine/api/states.ts";
import type { TxnInfo } from "#engine/api/transaction-info.ts";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import type { SourceDocument } from "#engine/check/parts/set.ts";
import { createFolderStorage } from "#server/ports/storage-folder.ts";
import type { StoragePort } from "#server/ports/storage.ts";
import { Actor } from "#server/sandbox/parts/actor.ts";
import { reach } from "#server/sandbox/parts/ways.ts";
import { eventually } from "../../eventually.ts";
import { makeFolder } from "../../make-folder.ts";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { compile, documentsConfig, toReader } from "../documents-config.ts";
import { buildDetectWorker } from "../files/papers.ts";

const mobile = "+919876501234";
let app: TestApp;
let token: string;

const document = (path: string, content: Record<string, unknown>): SourceDocument => ({
  path,
  document: { $schema: "", description: "Of this test.", ...content } as unknown as AnyDocument,
});
/** A verification that no fixture knows: a pattern, a choice, dates that bind each other, pictures, a captcha. */
const newcomers: readonly SourceDocument[] = [
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

interface Scene {
  readonly unmade?: string;
  readonly info: TxnInfo;
}
const scenes = new Map<string, Promise<Scene>>();
/** A scene is made once: who looks at it changes nothing. */
function make(orgId: string, formId: string, state: State): Promise<Scene> {
  const key = [orgId, formId, state].join();
  const scene = scenes.get(key) ?? makeAnew(orgId, formId, state);
  scenes.set(key, scene);
  return scene;
}
async function makeAnew(orgId: string, formId: string, state: State): Promise<Scene> {
  const made = await app.call("POST", "/sandbox/scene", { body: { mobile, orgId, formId, state } });
  const { txnId, unmade } = made.json<{ txnId: string; unmade?: string }>();
  const told = await app.call(
    "GET",
    `/verification/web-wallet/api/1.0/transactions/info?orgId=${orgId}&txnId=${txnId}`,
    { token },
  );
  return { ...(unmade !== undefined && { unmade }), info: told.json<{ data: TxnInfo }>().data };
}
const readStates = ({ verificationList }: TxnInfo) => Object.values(verificationList).map(({ state }) => state);

test.each(stateNames)("a request that nobody has seen before comes to %s", async (state) => {
  const { unmade, info } = await make("harbour", "licensing", state);
  expect([unmade, info.state]).toEqual([undefined, state]);
});

test("whatever a state means is true of what was given", async () => {
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
])("%s' %s comes to its end", async (orgId, formId) => {
  const { unmade, info } = await make(orgId, formId, "COMPLETED");
  expect([unmade, info.state]).toEqual([undefined, "COMPLETED"]);
  expect(new Set(readStates(info))).toEqual(new Set(["COMPLETED"]));
});

test("a state that cannot be reached says why", async () => {
  const { unmade } = await make("harbour", "closed-drive", "IN_PROGRESS");
  expect(unmade).toMatch(/transactions\/process was refused: .*form-expired|expired/i);
});

test("a scene that is being made while the server ends is refused, so that another server makes it", async () => {
  const place = makeFolder();
  const storage = createFolderStorage(place);
  let begun = () => {};
  let goOn = () => {};
  const [isBegun, mayGoOn] = [new Promise<void>((done) => (begun = done)), new Promise<void>((done) => (goOn = done))];
  /** Its first paper is on its way until the server ends. */
  const put: StoragePort["put"] = async (id, file) => {
    begun();
    await mayGoOn;
    await storage.put(id, file);
  };
  const ending = await startTestApp({ config: await documentsConfig(), ports: { storage: { ...storage, put } } });
  const origin = await ending.server.listen({ port: 0, host: "127.0.0.1" });
  const body = { mobile: newMobile(), orgId: "gce", formId: "education-evaluation", state: "COMPLETED" };
  const headers = { "content-type": "application/json" };
  const answer = fetch(`${origin}/sandbox/scene`, { method: "POST", headers, body: JSON.stringify(body) });
  await isBegun;
  const closed = ending.close();
  await eventually(async () => expect((await fetch(`${origin}/health`)).status).toBe(503));
  goOn();
  const { status } = await answer;
  expect(status).toBe(503);
  await closed;
  rmSync(place, { recursive: true, force: true });
});

test("what of a scene is refused for now refuses the scene for now, whichever step it is", async () => {
  const busy = Fastify();
  busy.setNotFoundHandler((_request, reply) => reply.code(503).send({ code: 120, message: "Please try again" }));
  const { services } = app;
  const actor = await Actor.signIn(busy, services, { mobile: newMobile(), identity: true });
  const transaction = await actor.open("gce", "education-evaluation");
  const steps = {
    reach: () => reach({ actor, services, transaction, state: "COMPLETED" }),
    upload: () => actor.upload("A paper"),
    code: () => actor.readCode(actor.mobile),
    payment: () => actor.payOutcome("none", "success"),
    decision: () => actor.decide(transaction, "complete"),
  };
  for (const [name, step] of Object.entries(steps))
    await expect(step(), name).rejects.toMatchObject({ kind: "unavailable" });
});
