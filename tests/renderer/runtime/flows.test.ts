// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import type { Action, ActionContext } from "#renderer/runtime/action.ts";
import { runSteps } from "#renderer/runtime/flows.ts";
import { MissingCodeError } from "#renderer/session/code-loading.ts";

/** A context with one action that records its calls. `isCancelled` cancels the steps. */
function open(isCancelled: () => boolean) {
  const done: unknown[] = [];
  const note: Action = (step) => void done.push(step["note"]);
  const context = { actions: { note }, scope: () => ({ roots: {}, rules: {} }), isCancelled, trace: () => undefined };
  return { done, context: context as unknown as ActionContext };
}
const steps = [{ note: 1 }, { note: 2 }, { note: 3 }];

test("runs steps in order", async () => {
  const { done, context } = open(() => false);
  await runSteps(steps, "screen/press", context);
  expect(done).toEqual([1, 2, 3]);
});

test("stops when the session ends or the user navigates away", async () => {
  const { done, context } = open(() => done.length === 2);
  await runSteps(steps, "screen/press", context);
  expect(done).toEqual([1, 2]);
});

afterEach(() => vi.unstubAllGlobals());

test("rejects a step whose action this build lacks", async () => {
  const { done, context } = open(() => false);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const next = [{ note: 1 }, { teleport: "home" }, { note: 2 }];
  await expect(runSteps(next, "screen/press", context)).rejects.toThrow(MissingCodeError);
  expect(done).toEqual([1]);
});
