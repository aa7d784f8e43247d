import { expect, test } from "vitest";
import { Turns } from "#renderer/screen/turns.ts";

/** Presses that end when the test says so. */
function open() {
  const log: string[] = [];
  let busy: readonly string[] = [];
  const turns = new Turns((keys) => (busy = keys));
  const ends = new Map<string, () => void>();
  const press = (key: string) =>
    turns.take(key, () => {
      log.push(key);
      return new Promise<void>((resolve) => ends.set(key, resolve));
    });
  const end = async (key: string) => {
    ends.get(key)?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { turns, log, press, end, busy: () => busy };
}

test("a press while another is done waits its turn, in order, and is seen to wait", async () => {
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

test("the same press again is the one that runs or waits", async () => {
  const { log, press, end } = open();
  for (const key of ["a", "a", "b", "b"]) void press(key);
  await end("a");
  await end("b");
  expect(log).toEqual(["a", "b"]);
  void press("a");
  expect(log).toEqual(["a", "b", "a"]);
});

test("what a running press needs goes first, and the rest wait for both", async () => {
  const { turns, log, press, end } = open();
  void press("a");
  void press("x");
  void press("form:submit");
  turns.hasten((key) => key.startsWith("form:"));
  expect(log).toEqual(["a", "form:submit"]);
  await end("a");
  expect(log).toEqual(["a", "form:submit"]);
  await end("form:submit");
  expect(log).toEqual(["a", "form:submit", "x"]);
});
