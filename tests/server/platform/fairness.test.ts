import { expect, test } from "vitest";
import { FairQueue } from "#server/platform/fair-queue.ts";
import { FairShares } from "#server/platform/fair-shares.ts";
import { RateBuckets } from "#server/platform/rate-buckets.ts";

const drain = (queue: FairQueue<string>): string[] => {
  const items: string[] = [];
  for (let next = queue.shift(); next; next = queue.shift()) items.push(next.item);
  return items;
};

test("serves the person who used least first, and each person in order", () => {
  const queue = new FairQueue<string>(10);
  queue.addUse("heavy", 5000);
  for (const item of ["h1", "h2"]) queue.push("heavy", item);
  for (const item of ["l1", "l2"]) queue.push("light", item);
  expect(drain(queue)).toEqual(["l1", "l2", "h1", "h2"]);
});

test("alternates between people as they use time", () => {
  const queue = new FairQueue<string>(10);
  for (const person of ["a", "b"]) for (const n of [1, 2, 3]) queue.push(person, `${person}${n}`);
  const served: string[] = [];
  for (let next = queue.shift(); next; next = queue.shift()) {
    served.push(next.item);
    queue.addUse(next.person, 100);
  }
  const rounds = [0, 2, 4].map((at) => served.slice(at, at + 2).toSorted());
  expect(rounds).toEqual([1, 2, 3].map((n) => [`a${n}`, `b${n}`]));
});

test("loses the last item of the person with most items when it is full", () => {
  const queue = new FairQueue<string>(3);
  for (const item of ["h1", "h2", "h3"]) expect(queue.push("heavy", item)).toBeUndefined();
  expect(queue.push("light", "l1")).toBe("h3");
  expect(queue.push("heavy", "h4"), "the newcomer has most items itself").toBe("h4");
  expect(queue.size).toBe(3);
});

test("loses the item of the person with most use when each has one and it is full", () => {
  const queue = new FairQueue<string>(2);
  queue.addUse("heavy", 5000);
  queue.push("heavy", "h1");
  queue.push("light", "l1");
  expect(queue.push("new", "n1")).toBe("h1");
  expect(queue.push("other", "o1"), "all used nothing").toBe("o1");
});

test("continues begun work before the person's other items, also when it is full", () => {
  const queue = new FairQueue<string>(1);
  queue.push("a", "a2");
  expect(queue.push("a", "a1", { continues: true })).toBeUndefined();
  expect(drain(queue)).toEqual(["a1", "a2"]);
});

test("passes over people who may not run", () => {
  const queue = new FairQueue<string>(3);
  queue.push("a", "a1");
  queue.push("b", "b1");
  expect(queue.shift((person) => person !== "a")?.item).toBe("b1");
  expect(queue.shift((person) => person !== "a")).toBeUndefined();
});

test("FairShares gives one person its share at most, and newcomers a place when all are held", () => {
  const shares = new FairShares({ places: 10, perPerson: 8 });
  const ends = Array.from({ length: 9 }, () => shares.take("a"));
  expect(ends.filter(Boolean)).toHaveLength(8);
  expect([shares.take("b"), shares.take("b"), shares.take("b")].filter(Boolean), "an equal share is five").toHaveLength(
    3,
  );
  expect(shares.take("a")).toBeUndefined();
  ends[0]!();
  ends[0]!();
  expect(shares.take("c")).toBeDefined();
});

test("RateBuckets gives a minute's calls at once, then states the wait", () => {
  const buckets = new RateBuckets(60);
  for (let call = 0; call < 60; call += 1) expect(buckets.take("a")).toBe(0);
  expect(buckets.take("a")).toBeGreaterThan(0.5);
  expect(buckets.take("a")).toBeLessThanOrEqual(1);
  expect(buckets.take("b")).toBe(0);
});
