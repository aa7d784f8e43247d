import { expect, test } from "vitest";
import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import type { Fixture } from "../replay/contracts.ts";
import type { StepObservation } from "../replay/play.ts";
import { Reached, sortByWords } from "./touches.ts";

const source = {
  path: "verifications/degree.json",
  document: { kind: "verification", id: "degree", credential: { attributes: ["courseName", "board"] } },
} as unknown as SourceDefinition;
const named = (name: string) => ({ name, organisation: "gce", form: "x", locale: "en" }) as unknown as Fixture;
const seen = (...lines: string[]): StepObservation[] =>
  [{ observation: { screen: "", trace: [], lines } }] as unknown as StepObservation[];

test("plays a fixture that shows the mutated texts first", () => {
  const [plain, telling] = [named("plain"), named("telling")];
  const toSeen = (one: Fixture) => (one === telling ? seen("term 'courseName'") : seen("button 'Pay'"));
  expect(sortByWords([plain, telling], source, "/credential/attributes/0", toSeen)).toEqual([telling, plain]);
});

test("finds a list item by its neighbouring texts", () => {
  const states = {
    path: "catalogues/states.json",
    document: { kind: "states", id: "states", transitions: [{ to: "CLOSED", by: ["job", "support"] }] },
  } as unknown as SourceDefinition;
  const [plain, closed] = [named("plain"), named("closed")];
  const toSeen = (one: Fixture) => (one === closed ? seen("term 'CLOSED'") : seen("button 'Pay'"));
  expect(sortByWords([plain, closed], states, "/transitions/0/by/0", toSeen)).toEqual([closed, plain]);
});

test("finds a numeric setting by the words in its key", () => {
  const limits = {
    path: "catalogues/limits.json",
    document: { kind: "limits", id: "limits", limits: { remindersAtDays: [7, 14] } },
  } as unknown as SourceDefinition;
  const [plain, reminded] = [named("plain"), named("a-form-is-reminded-of")];
  expect(sortByWords([plain, reminded], limits, "/limits/remindersAtDays/0", () => [])).toEqual([reminded, plain]);
});

test("plays every fixture when none is known to reach the definition", () => {
  const all = [named("one"), named("other")];
  const flow = { path: "flows/leave.json", document: { kind: "flow", id: "leave" } } as unknown as SourceDefinition;
  expect(new Reached([flow]).list(all, flow, () => seen())).toEqual(all);
});
