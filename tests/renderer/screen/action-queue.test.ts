import { expect, test } from "vitest";
import { ActionQueue } from "#renderer/screen/action-queue.ts";

/** Actions that end when the test ends them. */
function open() {
  const log: string[] = [];
  let busy: readonly string[] = [];
  const turns = new ActionQueue((keys) => (busy = keys));
  const ends = new Map<string, () => void>();
  const press = (key: string) =>
    turns.enqueue(key, () => {
      log.push(key);
      return new Promise<void>((resolve) => ends.set(key, resolve));
    });
  const end = async (key: string) => {
    ends.get(key)?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { turns, log, press, end, busy: () => busy };
}

test("runs actions in order and reports those that wait", async () => {
  const { log, press, end, busy } = open();
  const done = [press("a"), press("b"), press("c")];
  expect(log).toEqual(["a"]);
  expect(busy()).toEqual(["a", "b", "c"]);
  await end("a");
  expect(log).toEqual(["a", "b"]);
  await end("b");
  await end("c");
  await Promise.all(done);
  expect(log).toEqual(["a", "b", "c"]);
  expect(busy()).toEqual([]);
});

test("coalesces an action with the same key that runs or waits", async () => {
  const { log, press, end } = open();
  for (const key of ["a", "a", "b", "b"]) void press(key);
  await end("a");
  await end("b");
  expect(log).toEqual(["a", "b"]);
  void press("a");
  expect(log).toEqual(["a", "b", "a"]);
});

test("runs a waiting action next when the running one needs it", async () => {
  const { turns, log, press, end } = open();
  void press("a");
  void press("x");
  void press("form:submit");
  turns.runNext((key) => key.startsWith("form:"));
  expect(log).toEqual(["a", "form:submit"]);
  await end("a");
  expect(log).toEqual(["a", "form:submit"]);
  await end("form:submit");
  expect(log).toEqual(["a", "form:submit", "x"]);
});
