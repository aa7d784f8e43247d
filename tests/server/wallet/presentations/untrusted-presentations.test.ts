import { CompactEncrypt, decodeJwt, importJWK, type JWK } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PresentationRequest } from "#engine/core/scope/shapes/presentations.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { makeWallet, type OtherWallet } from "../other-wallet.ts";
import { applyAs, readAudit, readDegree, readRequest, registry, requestPresentation, trust } from "./applicant.ts";
import type { Applicant } from "./applicant.ts";
import { makeIssuer, type OtherIssuer } from "./other-issuer.ts";

let app: TestApp;
let issuer: OtherIssuer;
let other: OtherWallet;
let who: Applicant;
let request: PresentationRequest;

beforeAll(async () => {
  await buildDetectWorker();
  issuer = await makeIssuer(registry);
  app = await startTestApp({ config: await definitionsConfig(trust), ports: { issuers: issuer.port } });
  other = await makeWallet(app);
});
afterAll(() => app?.close());
beforeEach(async () => {
  who = await applyAs(app, "Asha Verma");
  request = await requestPresentation(who);
});

const issueDegree = async (claims: Record<string, unknown> = {}) => {
  const facts = { institute: "Elsewhere", course: "B.Sc.", degreeLevel: "bachelor", passingYear: "2019" };
  const iat = Math.floor((await app.services.clock.now()).getTime() / 1000) - 60;
  const about = { holder: "Asha Verma", iat, ...facts, ...claims };
  return issuer.issue(about, other.publicJwk, 1);
};
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const respond = (body: string, type = "application/x-www-form-urlencoded") =>
  app.call("POST", `/credentials/responses/${request.id}`, { body, headers: { "content-type": type } });

/** Sends any content, encrypted to the request's key. */
async function respondWith(content: string) {
  const signed = (await app.call("GET", `/credentials/requests/${request.id}`)).body;
  const { client_metadata: metadata } = decodeJwt<{ client_metadata: { jwks: { keys: JWK[] } } }>(signed);
  const response = await new CompactEncrypt(Buffer.from(content))
    .setProtectedHeader({ alg: "ECDH-ES", enc: "A128GCM" })
    .encrypt(await importJWK(metadata.jwks.keys[0]!, "ECDH-ES"));
  return respond(new URLSearchParams({ response }).toString());
}

/** Any JSON where an object is expected. */
const shapes: readonly unknown[] = [
  null,
  1,
  "text",
  [],
  [null],
  true,
  {},
  { toString: 1 },
  { kid: "\u0000" },
  { kid: {} },
];

describe("rejects data of another shape", () => {
  const wrong = (part: (shape: unknown) => string) => shapes.map(part);
  const bodies = [
    ...wrong((shape) => `${encode(shape)}.e30.c2ln~`),
    ...wrong((shape) => `e30.${encode(shape)}.c2ln~`),
    ...wrong((shape) => `${encode({ alg: "ES256", kid: "2026" })}.${encode({ iss: registry, vct: shape })}.c2ln~`),
    ...wrong(
      (shape) =>
        `${encode({ alg: "ES256", ...(shape as object) })}.${encode({ iss: "http://localhost:3000", vct: "x", cnf: shape })}.c2ln~${encode(shape)}~${encode(shape)}.${encode(shape)}.c2ln`,
    ),
    "",
    "~",
    "...~~~",
    "\u0000",
  ];

  test("in a presentation", async () => {
    for (const presentation of bodies) {
      await app.services.pool.query("update presentation_requests set failures = 0");
      const answer = await respondWith(
        JSON.stringify({ state: request.id, vp_token: { "accepted-0": [presentation] } }),
      );
      expect([answer.statusCode, answer.json().error], presentation).toEqual([400, "invalid_request"]);
    }
    expect(await readDegree(who)).toMatchObject({ state: "NOT_INITIALIZED" });
  });

  test("in a response", async () => {
    const state = request.id;
    const contents = [
      ...shapes.map((shape) => JSON.stringify(shape)),
      ...shapes.map((vp_token) => JSON.stringify({ state, vp_token })),
      ...shapes.map((shape) => JSON.stringify({ state, vp_token: { "accepted-0": shape } })),
      ...shapes.map((shape) => JSON.stringify({ state, vp_token: { "accepted-0": [shape] } })),
      "not json",
      "",
    ];
    for (const content of contents) {
      await app.services.pool.query("update presentation_requests set failures = 0");
      const answer = await respondWith(content);
      expect([answer.statusCode, answer.json().error], content).toEqual([400, "invalid_request"]);
    }
  });

  test("in a body, and with a repeated parameter", async () => {
    for (const body of ["", "response=", "response=a&response=b", "error[]=x&error=y&state=z", "%00=1"]) {
      const answer = await respond(body);
      expect([answer.statusCode, answer.json().error], body).toEqual([400, "invalid_request"]);
    }
    for (const shape of shapes) {
      const answer = await respond(JSON.stringify({ response: shape }), "application/json");
      expect([answer.statusCode, answer.json().error]).toEqual([400, "invalid_request"]);
    }
  });

  test.each<[string, Record<string, unknown>]>([
    ["a fact that is no plain value", { course: { name: "B.Sc." } }],
    ["a fact that is a list", { course: ["B.Sc.", "M.Sc."] }],
    ["a fact that no database can store", { course: "B.\u0000Sc." }],
    ["a fact with half a character", { course: "B.\ud800Sc." }],
    ["a fact that is too long", { course: "x".repeat(5000) }],
    ["a name that no database can store", { holder: "Asha \u0000 Verma" }],
    ["a name that is no text", { holder: { first: "Asha Verma" } }],
    ["a holder key of another kind", { cnf: { jwk: { kty: "oct", k: "AAAA" } } }],
    ["a holder key that is no object", { cnf: "key" }],
  ])("in the credential of a trusted issuer: %s", async (_, claims) => {
    const answer = await other.present(request.address, await issueDegree(claims));
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([400, "invalid_request"]);
    expect(await readDegree(who)).toMatchObject({ state: "NOT_INITIALIZED" });
  });

  test("in the published data of an issuer", async () => {
    const { read } = issuer.port;
    const published = `${new URL(registry).origin}/.well-known/jwt-vc-issuer${new URL(registry).pathname}`;
    const texts = [
      ...shapes.map((shape) => JSON.stringify(shape)),
      ...shapes.map((jwks) => JSON.stringify({ issuer: registry, jwks })),
      ...shapes.map((keys) => JSON.stringify({ issuer: registry, jwks: { keys } })),
      "nothing",
    ];
    try {
      for (const text of texts) {
        await app.services.pool.query("update presentation_requests set failures = 0");
        issuer.port.read = (address) => (address === published ? Promise.resolve(text) : read(address));
        expect((await other.present(request.address, await issueDegree())).status, text).toBe(400);
        issuer.port.read = (address) => (address === published ? read(address) : Promise.resolve(text));
        expect((await other.present(request.address, await issueDegree())).status, text).toBe(400);
      }
    } finally {
      issuer.port.read = read;
    }
    await app.services.pool.query("update presentation_requests set failures = 0");
    expect((await other.present(request.address, await issueDegree())).status).toBe(200);
  });
});

describe("a status", () => {
  test.each<[string, unknown]>([
    ["of an unknown mechanism", { identifier_list: { id: "00", uri: "https://registry.example/ids" } }],
    ["that is empty", {}],
    ["that is null", null],
    ["with an index that is no number", { status_list: { idx: "1", uri: `${registry}/status/1` } }],
    ["with a negative index", { status_list: { idx: -1, uri: `${registry}/status/1` } }],
  ])("%s does not count as valid", async (_, status) => {
    const answer = await other.present(request.address, await issueDegree({ status }));
    expect(answer.status).toBe(400);
    expect(await readAudit(who, "presentation-refused")).toEqual([
      { reason: "presentation-status-unknown", source: null },
    ]);
  });

  test("beside an unknown mechanism counts", async () => {
    const status = { status_list: { idx: 1, uri: `${registry}/status/1` }, later: {} };
    expect((await other.present(request.address, await issueDegree({ status }))).status).toBe(200);
  });
});

describe("a vp_token", () => {
  const presented = async (): Promise<string> => {
    let presentation = "";
    await other.present(request.address, await issueDegree(), {
      tamper: (text) => {
        presentation = text;
        return "kept back";
      },
    });
    return presentation;
  };

  test.each([
    ["under an unknown id", "another"],
    ["under an inherited name", "constructor"],
  ])("is rejected %s", async (_, id) => {
    const presentation = await presented();
    const answer = await respondWith(JSON.stringify({ state: request.id, vp_token: { [id]: [presentation] } }));
    expect(answer.statusCode).toBe(400);
    expect(await readRequest(who, request)).toMatchObject({ state: "open" });
    const right = { state: request.id, vp_token: { "accepted-0": [presentation] } };
    expect((await respondWith(JSON.stringify(right))).statusCode).toBe(200);
  });

  test("is rejected with a second entry or a second presentation", async () => {
    const presentation = await presented();
    for (const vp_token of [
      { "accepted-0": [presentation], another: [presentation] },
      { "accepted-0": [presentation, presentation] },
      { "accepted-0": presentation },
    ])
      expect((await respondWith(JSON.stringify({ state: request.id, vp_token }))).statusCode).toBe(400);
  });
});
