import { expect, it } from "vitest";
import { readFileSync } from "node:fs";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { Makings } from "#engine/scope/root.ts";
import { asksIdentity, countMinutes, toAsks, toChoice, toCost } from "#engine/transaction/asks.ts";

const read = (path: string) => JSON.parse(readFileSync(`schemas/${path}.json`, "utf8")) as never;
const folders: Record<string, string> = { verification: "verifications", prices: "catalogues" };
const makings = {
  find: ((kind: string, id: string) => (folders[kind] ? read(`${folders[kind]}/${id}`) : undefined)) as Makings["find"],
  translate: (english: string) => `«${english}»`,
};
const request: DocumentOf<"request"> = read("organisations/gce/education-evaluation");

it("what is asked comes in the request's order, with what to have ready in the candidate's language", () => {
  expect(toAsks(request, makings)).toMatchObject([
    { name: "aadhaar", icon: "identity", skipAllowed: false },
    { name: "bgv-tenth", label: "«10th Marksheet»", ready: "«A scan of your 10th marksheet»", skipAllowed: false },
    { name: "bgv-twelfth" },
    { name: "bgv-degree" },
  ]);
  expect(countMinutes(request, makings)).toBe(17);
});

it("one of each costs what the bill would say, discount and tax included, in each region", () => {
  // 1,000 + 1,000 + 2,500, a tenth off, 18 % tax.
  expect(toCost(request, makings)).toEqual({ IN: 4779, INTL: 95.58 });
});

it("a free form, and one whose prices are not known, name no cost", () => {
  expect(toCost({ ...request, payment: "none" }, makings)).toEqual({});
  expect(toCost(request, { ...makings, find: () => undefined })).toEqual({});
});

it("whether who one is must be proved for it, or before it, is told", () => {
  expect(asksIdentity(request, makings)).toBe(true);
  expect(asksIdentity(read("organisations/harbour/background-check"), makings)).toBe(false);
});

it("of a minimum set it is said how many are needed, not that each may be left out", () => {
  expect(toChoice(request)).toEqual({ atLeast: 1, names: ["bgv-tenth", "bgv-twelfth", "bgv-degree"] });
  expect(toAsks(request, makings).map(({ isChoice, skipAllowed }) => [isChoice, skipAllowed])).toEqual([
    [false, false],
    [true, false],
    [true, false],
    [true, false],
  ]);
});

it("what is needed anyway counts towards the minimum set, and all of a set is no choice", () => {
  const withDegree = (atLeast: number, needed: string[]) =>
    toAsks(
      {
        ...request,
        minimumSet: { atLeast, of: ["bgv-degree", "bgv-tenth"] },
        verifications: request.verifications.map((one) => ({
          ...one,
          skipAllowed: !needed.includes(one.verification),
        })),
      },
      makings,
    ).flatMap(({ name, isChoice, skipAllowed }) => [
      ...(isChoice ? [`choice ${name}`] : []),
      ...(skipAllowed ? [name] : []),
    ]);
  expect(withDegree(1, ["aadhaar", "bgv-degree"])).toEqual(["bgv-tenth", "bgv-twelfth"]);
  expect(withDegree(2, ["aadhaar"])).toEqual(["bgv-twelfth"]);
  expect(withDegree(1, ["aadhaar"])).toEqual(["choice bgv-tenth", "bgv-twelfth", "choice bgv-degree"]);
});
