import { expect, test } from "vitest";
import { contracts } from "#engine/api/contracts.ts";
import { outsideCalls } from "#engine/api/outside.ts";
import { cases } from "./cases.ts";

/** What asks with another method than GET and changes nothing, or nothing that anybody would miss. */
const needless: Readonly<Record<string, string>> = {
  "profile.chat-hash-post": "answers a hash of the own number; nothing is written",
  "verification-configs.info": "answers what documents say; nothing is written",
  offerNonce: "a nonce says itself when it was made, and by whom; nothing is written",
};

test("every call that may change something meets faults, or says why it need not", () => {
  const changing = Object.entries({ ...contracts, ...outsideCalls })
    .filter(([, { method }]) => !["GET", "HEAD", "OPTIONS"].includes(method))
    .map(([name]) => name);
  const tried = new Set(Object.keys(cases).map((name) => name.replace(/ \(.*\)$/, "")));
  expect(changing.filter((name) => !tried.has(name) && !(name in needless))).toEqual([]);
});

test("and none of these names is out of date", () => {
  const all = new Set([...Object.keys(contracts), ...Object.keys(outsideCalls)]);
  const named = [...Object.keys(cases).map((name) => name.replace(/ \(.*\)$/, "")), ...Object.keys(needless)];
  expect(named.filter((name) => !all.has(name))).toEqual([]);
  expect(Object.keys(needless).filter((name) => name in cases)).toEqual([]);
});
