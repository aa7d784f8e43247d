import { describe, expect, test } from "vitest";
import { readCurrentNames, toCurrentProfile } from "#engine/api/profile-names.ts";

const verifiedAt = "2026-11-21T10:00:00Z";
const proof = (type: string, subType = type) => ({ type, subType, verifiedAt });

describe("the names in a profile of any wallet API", () => {
  test("say employment where an API still says profession, as a category and as a type", () => {
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

  test("keep every proof when an API uses both names", () => {
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

  test("leave a profile alone that uses neither, or names no proofs", () => {
    const today = { verificationDetailList: { employment: { verificationList: [proof("employment")] } } };
    expect(toCurrentProfile(today)).toEqual(today);
    expect(toCurrentProfile({})).toEqual({});
  });
});

test("any answer has today's names of types and categories; what a person wrote stays", () => {
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
