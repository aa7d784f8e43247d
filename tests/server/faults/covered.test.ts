import { expect, test } from "vitest";
import { contracts } from "#engine/contract/contracts.ts";
import { protocolEndpoints } from "#engine/contract/protocol-endpoints.ts";
import { cases } from "./cases.ts";

/** Calls other than GET without an effect, or with one that may get lost. Each with the reason. */
const exempt: Readonly<Record<string, string>> = {
  "profile.chat-hash-post": "returns a hash of the phone number; nothing is written",
  "verification-configs.info": "returns definitions; nothing is written",
  verifierToken: "a token contains its system and a signature; nothing is written",
  offerNonce: "a nonce contains its time and a signature; nothing is written",
};

test("has a fault case, or a reason against one, for every call that may change something", () => {
  const changing = Object.entries({ ...contracts, ...protocolEndpoints })
    .filter(([, { method }]) => !["GET", "HEAD", "OPTIONS"].includes(method))
    .map(([name]) => name);
  const tried = new Set(Object.keys(cases).map((name) => name.replace(/ \(.*\)$/, "")));
  expect(changing.filter((name) => !tried.has(name) && !(name in exempt))).toEqual([]);
});

test("lists no unknown call", () => {
  const all = new Set([...Object.keys(contracts), ...Object.keys(protocolEndpoints)]);
  const named = [...Object.keys(cases).map((name) => name.replace(/ \(.*\)$/, "")), ...Object.keys(exempt)];
  expect(named.filter((name) => !all.has(name))).toEqual([]);
  expect(Object.keys(exempt).filter((name) => name in cases)).toEqual([]);
});
