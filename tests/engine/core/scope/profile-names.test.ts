import { describe, expect, test } from "vitest";
import { readCurrentNames, toCurrentProfile } from "#engine/core/scope/profile-names.ts";

const verifiedAt = "2026-11-21T10:00:00Z";
const proof = (type: string, subType = type) => ({ type, subType, verifiedAt });

describe("toCurrentProfile", () => {
  test("renames profession to employment, as a category and as a type", () => {
    const answered = {
      mobile: "+91",
      verificationDetailList: {
        identity: { verificationList: [proof("aadhaar")] },
        profession: { verificationList: [proof("profession", "salary-slip")] },
      },
    };
    expect(toCurrentProfile(answered)).toEqual({
      mobile: "+91",
      verificationDetailList: {
        identity: { verificationList: [proof("aadhaar")] },
        employment: { verificationList: [proof("employment", "salary-slip")] },
      },
    });
    expect(Object.keys(answered.verificationDetailList)).toContain("profession");
  });

  test("keeps every proof when an API uses both names", () => {
    const [first, second] = [proof("employment", "a"), proof("profession", "b")];
    const both = { profession: { verificationList: [second] }, employment: { verificationList: [first] } };
    const { employment, ...rest } = toCurrentProfile({ verificationDetailList: both }).verificationDetailList as Record<
      string,
      { verificationList: unknown[] }
    >;
    expect(employment?.verificationList).toHaveLength(2);
    expect(employment?.verificationList).toEqual(expect.arrayContaining([first, { ...second, type: "employment" }]));
    expect(rest).toEqual({});
  });

  test("keeps a profile with neither name, or without proofs, unchanged", () => {
    const today = { verificationDetailList: { employment: { verificationList: [proof("employment")] } } };
    expect(toCurrentProfile(today)).toEqual(today);
    expect(toCurrentProfile({})).toEqual({});
  });
});

test("renames types and categories in any answer, and keeps a person's own words", () => {
  const answered = {
    list: [
      { type: "profession", subType: "profession-1", note: "profession" },
      { type: "aadhaar", category: { name: "Profession", order: 2 } },
    ],
  };
  expect(readCurrentNames(JSON.stringify(answered))).toEqual({
    list: [
      { type: "employment", subType: "profession-1", note: "profession" },
      { type: "aadhaar", category: { name: "Employment", order: 2 } },
    ],
  });
});
