import { expect, it } from "vitest";
import { readFileSync } from "node:fs";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import type { RootInput } from "#engine/core/scope/root.ts";
import {
  requiresIdentity,
  countMinutes,
  toRequirements,
  toMinimumChoice,
  toCost,
} from "#engine/core/payment/request-root.ts";

const read = (path: string) => JSON.parse(readFileSync(`schemas/${path}.json`, "utf8")) as never;
const folders: Record<string, string> = { verification: "verifications", prices: "catalogues" };
const rootInput = {
  find: ((kind: string, id: string) =>
    folders[kind] ? read(`${folders[kind]}/${id}`) : undefined) as RootInput["find"],
  translate: (english: string) => `«${english}»`,
};
const request: DefinitionOf<"request"> = read("organisations/gce/education-evaluation");

it("lists requirements in the request's order, in the candidate's language", () => {
  expect(toRequirements(request, rootInput)).toMatchObject([
    { name: "aadhaar", icon: "identity", skipAllowed: false },
    { name: "bgv-tenth", label: "«10th Marksheet»", ready: "«A scan of your 10th marksheet»", skipAllowed: false },
    { name: "bgv-twelfth" },
    { name: "bgv-degree" },
  ]);
  expect(countMinutes(request, rootInput)).toBe(17);
});

it("costs one of each as the bill does, with discount and tax, in each region", () => {
  // 1,000 + 1,000 + 2,500, a tenth off, 18 % tax.
  expect(toCost(request, rootInput)).toEqual({ IN: 4779, INTL: 95.58 });
});

it("has no cost for a free form or without prices", () => {
  expect(toCost({ ...request, payment: "none" }, rootInput)).toEqual({});
  expect(toCost(request, { ...rootInput, find: () => undefined })).toEqual({});
});

it("states whether the request itself requires identity", () => {
  expect(requiresIdentity(request, rootInput)).toBe(true);
  expect(requiresIdentity(read("organisations/harbour/background-check"), rootInput)).toBe(false);
});

it("states how many of a minimum set are needed, not that each may be skipped", () => {
  expect(toMinimumChoice(request)).toEqual({ atLeast: 1, names: ["bgv-tenth", "bgv-twelfth", "bgv-degree"] });
  expect(toRequirements(request, rootInput).map(({ isChoice, skipAllowed }) => [isChoice, skipAllowed])).toEqual([
    [false, false],
    [true, false],
    [true, false],
    [true, false],
  ]);
});

it("counts required items towards the minimum set, and offers no choice when all are needed", () => {
  const withDegree = (atLeast: number, needed: string[]) =>
    toRequirements(
      {
        ...request,
        minimumSet: { atLeast, of: ["bgv-degree", "bgv-tenth"] },
        verifications: request.verifications.map((one) => ({
          ...one,
          skipAllowed: !needed.includes(one.verification),
        })),
      },
      rootInput,
    ).flatMap(({ name, isChoice, skipAllowed }) => [
      ...(isChoice ? [`choice ${name}`] : []),
      ...(skipAllowed ? [name] : []),
    ]);
  expect(withDegree(1, ["aadhaar", "bgv-degree"])).toEqual(["bgv-tenth", "bgv-twelfth"]);
  expect(withDegree(2, ["aadhaar"])).toEqual(["bgv-twelfth"]);
  expect(withDegree(1, ["aadhaar"])).toEqual(["choice bgv-tenth", "bgv-twelfth", "choice bgv-degree"]);
});
