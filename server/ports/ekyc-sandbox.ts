import { says } from "#server/errors.ts";
import type { EkycPort } from "./ekyc.ts";

/** Numbers that UIDAI gives to nobody; any other might be somebody's real one. */
const sandboxNumbers = /^9999/;

/** The code goes to the candidate's own mobile, and the name on the Aadhaar is the display name. */
export const sandboxEkyc: EkycPort = {
  find: async (aadhaarNumber, candidate) =>
    sandboxNumbers.test(aadhaarNumber)
      ? { mobile: candidate.mobile, name: candidate.displayName }
      : { refused: says("enter-sandbox-aadhaar") },
};
