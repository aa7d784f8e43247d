import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { evaluate, watchRules } from "#engine/core/rules/evaluate.ts";
import { writeDraft } from "./draft.ts";
import { toFixture } from "./read-fixtures.ts";
import { readDocumentSet } from "./references/index.ts";
import { countKinds, listCoverageItems, readCoveredItems, toServerItem } from "./coverage.ts";

const set = await readDocumentSet("schemas");
const all = listCoverageItems(set);

test("lists rows, calls, rules both ways, screens, requests, states, transitions, languages and messages of the definitions", () => {
  for (const one of [
    "row sign-in/refused/otherwise",
    "call profile.login by sign-in/start",
    "rule form-expired holds",
    "rule form-expired does not hold",
    "dialog pending",
    "screen payment",
    "request lotus/admission",
    "state CLOSED",
    "language lotus/hi",
    "message notices/refund-sent",
    "message outgoing/otp-phone",
    "message refusals/not-allowed-now",
    "transition item IN_PROGRESS>INSUFFICIENT_DATA",
  ])
    expect(all).toContain(one);
  expect(new Set(all).size).toBe(all.length);
});

test("reads covered items from a trace line, and none from a failed call", () => {
  expect(readCoveredItems({ screen: "home" })).toEqual(["screen home"]);
  expect(readCoveredItems({ row: "pay/start/otherwise" })).toEqual(["row pay/start/otherwise"]);
  expect(readCoveredItems({ operation: "payments.init", outcome: "answered", from: "pay/start" })).toEqual([
    "call payments.init by pay/start",
  ]);
  expect(readCoveredItems({ operation: "payments.init", outcome: "failed", from: "pay/start" })).toEqual([]);
});

test("reports each evaluated rule with its result until the watch ends", () => {
  const evaluated: unknown[] = [];
  watchRules((name, holds) => evaluated.push([name, holds]));
  const scope = { roots: { form: { n: 1 } }, rules: { one: { "===": [{ var: "form.n" }, 1] } } };
  evaluate({ "!": { rule: "one" } } as never, scope as never);
  watchRules(undefined);
  evaluate({ rule: "one" } as never, scope as never);
  expect(evaluated).toEqual([["one", true]]);
});

test("names covered items of the server like those of the definitions", () => {
  for (const one of [
    { rule: "form-expired", holds: true },
    { message: "refusals/form-expired" },
    { transition: "transaction", from: "PENDING", to: "READY_TO_SUBMIT" },
  ] as const)
    expect(all).toContain(toServerItem(one));
});

test("counts each kind separately", () => {
  expect(countKinds(["rule a holds", "screen b", "rule c holds"], new Set(["screen b", "rule c holds"]))).toEqual([
    ["rule", 1, 2],
    ["screen", 1, 1],
  ]);
});

test("writes a valid draft for an uncovered item of each kind", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "sanad-drafts-"));
  for (const what of [
    "state CLOSED",
    "request lotus/admission",
    "language lotus/hi",
    "screen payment",
    "dialog pending",
  ]) {
    const file = writeDraft(what, all, set.sources, folder);
    const { steps, organisation, locale } = toFixture(path.parse(file).name, readFileSync(file, "utf8"));
    expect(steps[0]?.title).toBe(`Opens ${what}.`);
    if (what.includes("lotus")) expect(organisation).toBe("lotus");
    if (what.startsWith("language")) expect(locale).toBe("hi");
    // A draft does not overwrite a file.
    expect(() => writeDraft(what, all, set.sources, folder)).toThrow("EEXIST");
  }
  expect(() => writeDraft("state CLOSD", all, set.sources, folder)).toThrow("did you mean 'state CLOSED'");
  rmSync(folder, { recursive: true });
});
