import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isOperationId } from "#engine/contract/operations.ts";
import type { Profile } from "#engine/core/scope/shapes/profile.ts";
import type { Allowed, TxnInfo } from "#engine/core/scope/shapes/transaction-info.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { toTransaction } from "#engine/core/transaction/transaction-root.ts";
import type { RootInput } from "#engine/core/scope/root.ts";
import type { OrganisationRelease, Release } from "#server/config/release.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { compile, toReader } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import type { TestCandidate } from "./candidate.ts";
import { operationCases, transitionCases, type OperationCase, type TransitionCase } from "./guard-cases.ts";

// For every row of catalogues/states, a rule in its `unless` forbids the transition. Server and page report that rule's
// text.

type States = DefinitionOf<"states">;
const words = "Not today.";
const refused = { yes: false, reason: "not-today", why: words };

let app: TestApp;
let plain: Release;
let current: Release;

beforeAll(async () => {
  await buildDetectWorker();
  plain = await compile((document) => {
    // Form data does not matter here: no field is required.
    if (document.kind === "form") {
      const { $schema, kind, id, description } = document;
      return { $schema, kind, id, description, data: { type: "object", properties: {} }, fields: [] };
    }
    if (document.kind !== "rules" || document.id !== "transaction") return document;
    return { ...document, rules: { ...(document.rules as object), "not-today": { expr: true, why: words } } };
  });
  current = plain;
  app = await startTestApp({ config: toReader(() => current) });
});
afterAll(() => app?.close());

const { transitions } = (await compile((document) => document)).organisations
  .get("gce")!
  .get("states", "states") as States;
const nameOf = ({ of, from, to }: States["transitions"][number], by: string) =>
  `${of} ${[from].flat().join(",")} > ${to ?? "same"} by ${by}`;
const rows = transitions.flatMap((row, index) => [row.by].flat().map((by) => ({ name: nameOf(row, by), index, by })));

/** The definitions with a rule that forbids one row. */
function forbid(index: number): Release {
  const toVariant = (organisation: OrganisationRelease): OrganisationRelease => {
    const states = organisation.get("states", "states")!;
    const changed: States = {
      ...states,
      transitions: states.transitions.map((row, i) =>
        i === index ? { ...row, unless: ["not-today", ...(row.unless ?? [])] } : row,
      ),
    };
    const get = ((kind, id) =>
      kind === "states" ? changed : organisation.get(kind, id)) as OrganisationRelease["get"];
    return { ...organisation, get };
  };
  const organisations = [...plain.organisations].map(([id, organisation]) => [id, toVariant(organisation)] as const);
  return { ...plain, organisations: new Map(organisations) };
}

/** The page's root, from the wire and as computed when a wallet does not send it. */
async function readPage(asha: TestCandidate, item: string | undefined): Promise<[wire: Allowed, worked: Allowed]> {
  const info = await asha.info<TxnInfo>();
  const organisation = current.organisations.get(asha.orgId)!;
  const rootInput: RootInput = {
    find: organisation.get as RootInput["find"],
    translate: (english) => english,
    now: new Date().toISOString(),
  };
  const profile = (await asha.call("GET", "/web-wallet/api/1.0/profile")).json<{ data: Profile }>().data;
  const working = { rules: organisation.list("rules"), roots: { profile, request: { expired: false } } };
  const { allowed: _, ...silent } = info;
  const entries = Object.entries(info.verificationList).map(([name, { allowed: __, ...entry }]) => [name, entry]);
  const other = { ...silent, verificationList: Object.fromEntries(entries) as TxnInfo["verificationList"] };
  const read = (answer: TxnInfo) => {
    const root = toTransaction(answer, rootInput, working);
    return item === undefined ? root.allowed : root.verificationList[item]!.allowed;
  };
  return [read(info), read(other)];
}

const pick = (allowed: Allowed, operation: string) => {
  const [area = "", verb = ""] = operation.split(".");
  return allowed[area]?.[verb];
};

test("every row has a case, and every case has a row", () => {
  expect([...Object.keys(operationCases), ...Object.keys(transitionCases)].sort()).toEqual(
    [...new Set(rows.map(({ name }) => name))].sort(),
  );
});

describe("rejects an operation with the text of the row's rule, on server and page", () => {
  const cases = rows.filter(({ by }) => isOperationId(by));
  test.each(cases.map((row) => [row.name, row] as const))("%s", async (name, { index, by }) => {
    current = plain;
    const { prepare, item, alwaysForbidden: never, call: ask } = operationCases[name] as OperationCase;
    const asha = await prepare(app);
    if (!never) for (const allowed of await readPage(asha, item)) expect(pick(allowed, by)).toEqual({ yes: true });
    current = forbid(index);
    for (const allowed of await readPage(asha, item)) expect(pick(allowed, by)).toMatchObject(refused);
    const answer = await ask(asha, app);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { code: 109, message: words, data: { reason: refused.reason } },
    ]);
    current = plain;
    if (!never) expect((await ask(asha, app)).json<{ code: number }>().code).not.toBe(109);
  });
});

describe("leaves a transition without caller undone", () => {
  const cases = rows.filter(({ by }) => !isOperationId(by));
  test.each(cases.map((row) => [row.name, row] as const))("%s", async (name, { index }) => {
    current = plain;
    const found = transitionCases[name] as TransitionCase;
    const { prepare, act, readState: look, stateAfterRejection: stays, after, once } = found;
    const asha = await prepare(app);
    const before = await look(app, asha);
    current = forbid(index);
    await act(app, asha);
    expect(await look(app, asha)).toBe(stays ?? before);
    current = plain;
    if (once) return;
    await act(app, asha);
    expect(await look(app, asha)).toBe(after ?? transitions[index]!.to);
  });
});
