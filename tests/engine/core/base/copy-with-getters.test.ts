import { expect, it, vi } from "vitest";
import { copyWithGetters, extendWithGetters } from "#engine/core/base/copy-with-getters.ts";
import { once, oncePerObject } from "#engine/core/base/once.ts";

const priced = (reckon: () => number) => ({
  name: "tenth",
  get price() {
    return reckon();
  },
});

it("copies an object without running its getters", () => {
  const reckon = vi.fn(() => 20);
  const copy = extendWithGetters(copyWithGetters(priced(reckon)), { label: "10th Marksheet" });
  expect(reckon).not.toHaveBeenCalled();
  expect(copy.price).toBe(20);
  expect(JSON.stringify(copy)).toBe('{"name":"tenth","price":20,"label":"10th Marksheet"}');
});

it("replaces getters by values and values by getters", () => {
  const reckon = vi.fn(() => 20);
  expect(extendWithGetters(priced(reckon), { price: 5 }).price).toBe(5);
  const copy = extendWithGetters({ name: "tenth", price: 5 }, priced(reckon));
  expect(reckon).not.toHaveBeenCalled();
  expect(copy.price).toBe(20);
});

it("copies a key of any name, and no inherited key", () => {
  const odd = JSON.parse('{"__proto__":{"yes":true},"constructor":1}') as Record<string, unknown>;
  const copy = copyWithGetters(odd);
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  expect(Object.keys(copy)).toEqual(["__proto__", "constructor"]);
  expect("yes" in copy).toBe(false);
});

it("computes a value once, even when it is undefined", () => {
  const make = vi.fn(() => undefined);
  const ask = once(make);
  expect([ask(), ask()]).toEqual([undefined, undefined]);
  expect(make).toHaveBeenCalledTimes(1);
});

it("computes a value once per object, even when it is undefined", () => {
  const make = vi.fn(({ name }: { name?: string }) => name);
  const ask = oncePerObject(make);
  const [named, nameless] = [{ name: "tenth" }, {}];
  expect([ask(named), ask(nameless), ask(named), ask(nameless)]).toEqual(["tenth", undefined, "tenth", undefined]);
  expect(ask({ name: "tenth" })).toBe("tenth");
  expect(make).toHaveBeenCalledTimes(3);
});
