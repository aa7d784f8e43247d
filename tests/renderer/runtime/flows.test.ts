// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import type { Action, ActionContext } from "#renderer/runtime/action.ts";
import { runSteps } from "#renderer/runtime/flows.ts";
import { MissingCode } from "#renderer/session/page-code.ts";

/** A context whose one action notes what it was given; nothing is done once `over` says so. */
function open(over: () => boolean) {
  const done: unknown[] = [];
  const note: Action = (step) => void done.push(step["note"]);
  const context = { actions: { note }, scope: () => ({ roots: {}, rules: {} }), isOver: over, trace: () => undefined };
  return { done, context: context as unknown as ActionContext };
}
const steps = [{ note: 1 }, { note: 2 }, { note: 3 }];

test("steps are done in order", async () => {
  const { done, context } = open(() => false);
  await runSteps(steps, "screen/press", context);
  expect(done).toEqual([1, 2, 3]);
});

test("steps stop where the session ended or somebody went elsewhere", async () => {
  const { done, context } = open(() => done.length === 2);
  await runSteps(steps, "screen/press", context);
  expect(done).toEqual([1, 2]);
});

afterEach(() => vi.unstubAllGlobals());

test("a step whose action this build of the page does not know is not passed over", async () => {
  const { done, context } = open(() => false);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const next = [{ note: 1 }, { teleport: "home" }, { note: 2 }];
  await expect(runSteps(next, "screen/press", context)).rejects.toThrow(MissingCode);
  expect(done).toEqual([1]);
});
