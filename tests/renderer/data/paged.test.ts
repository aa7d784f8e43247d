import { beforeEach, expect, test } from "vitest";
import { fetchMore, fetchPaged, type PagedQuery } from "#renderer/data/paged.ts";
import { queryClient } from "#renderer/data/query-client.ts";

interface Listed {
  list: { _id: string }[];
  total: number;
}

let all: string[];
let asked: string[];
let query: PagedQuery;
let round = 0;
beforeEach(() => {
  all = Array.from({ length: 35 }, (_, i) => `n${i}`);
  asked = [];
  query = {
    key: ["notices", (round += 1)],
    pages: { first: 20, then: 10 },
    fetchPage: ({ seed, count }) => {
      asked.push(`${seed}+${count}`);
      const list = all.slice(Number(seed), Number(seed) + Number(count)).map((_id) => ({ _id }));
      return Promise.resolve({ list, total: all.length });
    },
  };
});

const open = async () => void queryClient.setQueryData(query.key, await fetchPaged(query));
const read = () => queryClient.getQueryData<Listed>(query.key)!.list.map(({ _id }) => _id);

test("loads 20 items, then 10 at a time, until the end of the list", async () => {
  await open();
  for (const length of [30, 35, 35]) {
    await fetchMore(query);
    expect(read()).toHaveLength(length);
  }
  expect(asked).toEqual(["0+20", "20+10", "30+10"]);
  expect(read()).toEqual(all);
});

test("loads one page when two are requested at once", async () => {
  await open();
  await Promise.all([fetchMore(query), fetchMore(query)]);
  expect(asked).toEqual(["0+20", "20+10"]);
});

test("refetches the loaded length in pages that the server accepts", async () => {
  all = Array.from({ length: 150 }, (_, i) => `n${i}`);
  await open();
  for (let i = 0; i < 10; i += 1) await fetchMore(query);
  asked = [];
  await open();
  expect(asked).toEqual(["0+100", "100+20"]);
  expect(read()).toHaveLength(120);
});

test("shows no item twice when a new one arrives between pages", async () => {
  await open();
  all = ["new", ...all];
  await fetchMore(query);
  await open();
  expect(new Set(read()).size).toBe(read().length);
  expect(read()[0]).toBe("new");
});
