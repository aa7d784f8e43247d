import { describe, expect, test } from "vitest";
import { toCurrentProfile } from "#engine/api/profile-names.ts";

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
