import { expect, test } from "vitest";
import { changeAt } from "#engine/core/base/change-at.ts";
import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import { loadMetaSchemas } from "#server/config/check-schemas.ts";
import { collectNames, drawControls, drawSample, keepSaid, listMutants, type Mutant } from "./mutations.ts";

const flow = {
  path: "flows/leave.json",
  document: {
    kind: "flow",
    id: "leave",
    description: "Leads away.",
    tables: {
      start: {
        rows: [
          {
            id: "late",
            when: { and: [{ "===": [{ var: "route.a" }, "x"] }, { var: "route.b" }] },
            do: [{ navigate: "home" }],
          },
        ],
        otherwise: [{ navigate: "form" }, { snackbar: "Well done today", tone: "success" }],
      },
    },
  },
} as unknown as SourceDefinition;

const metas = await loadMetaSchemas();
const names = collectNames([flow], metas);
const found = listMutants(flow, metas, names);
const change = ({ pointer, value }: Mutant) =>
  changeAt(flow.document, { at: pointer, ...(value !== undefined && { put: value }) });
const at = (pointer: string) => found.filter((one) => one.pointer === pointer).map(({ says }) => says);

test("inverts conditions, changes operators and misspells paths", () => {
  expect(at("/tables/start/rows/0/when")).toEqual(
    expect.arrayContaining(["the condition is turned round", "'and' becomes 'or'"]),
  );
  expect(at("/tables/start/rows/0/when/and/0")).toContain("'===' becomes '!=='");
  expect(at("/tables/start/rows/0/when/and/1")).toContain("'route.b' loses a letter");
});

test("swaps names, changes texts, and removes or reorders list items", () => {
  expect(at("/tables/start/rows/0/do/0/navigate")).toEqual(
    expect.arrayContaining(["'home' loses a letter", "'home' becomes 'form'"]),
  );
  expect(at("/tables/start/otherwise/1/snackbar")).toContain("'Well done today' says something else");
  expect(at("/tables/start/otherwise")).toContain("'otherwise': the first two change places");
  expect(at("/tables/start/otherwise/1")).toContain("'1' is left out");
});

test("keeps empty values, whose removal changes nothing", () => {
  const empty = { path: "forms/x.json", document: { kind: "form", id: "x", data: { properties: {} } } };
  expect(listMutants(empty as unknown as SourceDefinition, metas, names).map(({ pointer }) => pointer)).not.toContain(
    "/data/properties",
  );
});

test("changes a rule's reason only if a guard shows it", () => {
  const states = { path: "catalogues/states.json", document: { kind: "states", transitions: [{ unless: ["over"] }] } };
  const toWhy = (rule: string) => ({ path: "rules/x.json", pointer: `/rules/${rule}/why`, says: "", value: "" });
  const kept = keepSaid([toWhy("over"), toWhy("shown")], [states as unknown as SourceDefinition]);
  expect(kept).toEqual([toWhy("over")]);
});

test("changes nothing that stays invisible", () => {
  expect(found.filter(({ pointer }) => /\/(?:id|kind|description)$/.test(pointer))).toEqual([]);
});

test("changes a copy of the definition in one place", () => {
  const before = JSON.stringify(flow.document);
  const [gone] = found.filter(({ pointer, value }) => pointer.endsWith("/do/0") && value === undefined);
  const changed = change(gone!) as typeof flow.document;
  expect(JSON.stringify(changed)).toBe(before.replace('{"navigate":"home"}', ""));
  expect(JSON.stringify(flow.document)).toBe(before);
  for (const one of found) expect(JSON.stringify(change(one))).not.toBe(before);
});

test("draws the same sample for the same seed, from every definition", () => {
  const other = listMutants({ ...flow, path: "flows/other.json" }, metas, names);
  const all = [...found, ...other];
  expect(drawSample(all, 6, 1)).toEqual(drawSample(all, 6, 1));
  expect(drawSample(all, 6, 1)).not.toEqual(drawSample(all, 6, 2));
  expect(new Set(drawSample(all, 2, 1).map(({ path }) => path)).size).toBe(2);
});

test("draws controls that change descriptions only", () => {
  const [control] = drawControls([flow], 1, 1);
  expect(control).toMatchObject({ path: flow.path, pointer: "/description" });
});
