import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isOperationId } from "#engine/api/operations.ts";
import type { Profile } from "#engine/api/profile.ts";
import type { Allowed, TxnInfo } from "#engine/api/transaction-info.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import { toTransaction } from "#engine/scope/transaction.ts";
import type { Makings } from "#engine/scope/root.ts";
import type { OrganisationRelease, Release } from "#server/config/release.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { compile, toReader } from "../../documents-config.ts";
import { buildDetectWorker } from "../../files/papers.ts";
import type { TestCandidate } from "./candidate.ts";
import { asked, due, type Asked, type Due } from "./guard-cases.ts";

// The promise of the guard: for every row of catalogues/states, a rule in its `unless` forbids what the row allows, with
// that rule's words, on the server and on the page alike.

type States = DocumentOf<"states">;
const words = "Not today.";
const refused = { yes: false, reason: "not-today", why: words };

let app: TestApp;
let plain: Release;
let current: Release;

beforeAll(async () => {
  await buildDetectWorker();
  plain = await compile((document) => {
    // What is given is not what this is about: these forms ask nothing.
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

/** The documents with the rule in front of what forbids one row. */
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

/** What the page's root says, taken from the wire, and worked out where a wallet does not say it. */
async function readPage(asha: TestCandidate, item: string | undefined): Promise<[wire: Allowed, worked: Allowed]> {
  const info = await asha.info<TxnInfo>();
  const organisation = current.organisations.get(asha.orgId)!;
  const makings: Makings = {
    find: organisation.get as Makings["find"],
    translate: (english) => english,
    now: new Date().toISOString(),
  };
  const profile = (await asha.call("GET", "/web-wallet/api/1.0/profile")).json<{ data: Profile }>().data;
  const working = { rules: organisation.list("rules"), roots: { profile, request: { expired: false } } };
  const { allowed: _, ...silent } = info;
  const entries = Object.entries(info.verificationList).map(([name, { allowed: __, ...entry }]) => [name, entry]);
  const other = { ...silent, verificationList: Object.fromEntries(entries) as TxnInfo["verificationList"] };
  const read = (answer: TxnInfo) => {
    const root = toTransaction(answer, makings, working);
    return item === undefined ? root.allowed : root.verificationList[item]!.allowed;
  };
  return [read(info), read(other)];
}

const pick = (allowed: Allowed, operation: string) => {
  const [area = "", verb = ""] = operation.split(".");
  return allowed[area]?.[verb];
};

test("every row has a case, and every case a row", () => {
  expect([...Object.keys(asked), ...Object.keys(due)].sort()).toEqual(
    [...new Set(rows.map(({ name }) => name))].sort(),
  );
});

describe("an operation is refused with the words of a row's rule, on the server and on the page", () => {
  const cases = rows.filter(({ by }) => isOperationId(by));
  test.each(cases.map((row) => [row.name, row] as const))("%s", async (name, { index, by }) => {
    current = plain;
    const { prepare, item, never, ask } = asked[name] as Asked;
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

describe("what is only due is left alone", () => {
  const cases = rows.filter(({ by }) => !isOperationId(by));
  test.each(cases.map((row) => [row.name, row] as const))("%s", async (name, { index }) => {
    current = plain;
    const { prepare, act, look, stays, once } = due[name] as Due;
    const asha = await prepare(app);
    const before = await look(app, asha);
    current = forbid(index);
    await act(app, asha);
    expect(await look(app, asha)).toBe(stays ?? before);
    current = plain;
    if (once) return;
    await act(app, asha);
    expect(await look(app, asha)).toBe(transitions[index]!.to);
  });
});
