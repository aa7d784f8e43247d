import { expect, it, vi } from "vitest";
import { copyUnread, withUnread } from "#engine/base/copy-unread.ts";
import { once, oncePer } from "#engine/base/once.ts";

const priced = (reckon: () => number) => ({
  name: "tenth",
  get price() {
    return reckon();
  },
});

it("copies without looking: what is worked out is worked out when somebody looks at the copy", () => {
  const reckon = vi.fn(() => 20);
  const copy = withUnread(copyUnread(priced(reckon)), { label: "10th Marksheet" });
  expect(reckon).not.toHaveBeenCalled();
  expect(copy.price).toBe(20);
  expect(JSON.stringify(copy)).toBe('{"name":"tenth","price":20,"label":"10th Marksheet"}');
});

it("puts a value where the copied has something to work out, and the other way round", () => {
  const reckon = vi.fn(() => 20);
  expect(withUnread(priced(reckon), { price: 5 }).price).toBe(5);
  const copy = withUnread({ name: "tenth", price: 5 }, priced(reckon));
  expect(reckon).not.toHaveBeenCalled();
  expect(copy.price).toBe(20);
});

it("copies a key of any name, and nothing that is inherited", () => {
  const odd = JSON.parse('{"__proto__":{"yes":true},"constructor":1}') as Record<string, unknown>;
  const copy = copyUnread(odd);
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  expect(Object.keys(copy)).toEqual(["__proto__", "constructor"]);
  expect("yes" in copy).toBe(false);
});

it("works out once, also where nothing comes of it", () => {
  const make = vi.fn(() => undefined);
  const ask = once(make);
  expect([ask(), ask()]).toEqual([undefined, undefined]);
  expect(make).toHaveBeenCalledTimes(1);
});

it("works out once for each object, also where nothing comes of it", () => {
  const make = vi.fn(({ name }: { name?: string }) => name);
  const ask = oncePer(make);
  const [named, nameless] = [{ name: "tenth" }, {}];
  expect([ask(named), ask(nameless), ask(named), ask(nameless)]).toEqual(["tenth", undefined, "tenth", undefined]);
  expect(ask({ name: "tenth" })).toBe("tenth");
  expect(make).toHaveBeenCalledTimes(3);
});
