import { says } from "#server/errors.ts";
import type { EkycPort } from "./ekyc.ts";
import type { Outages } from "./outages.ts";

/** Numbers that UIDAI gives to nobody; any other might be somebody's real one. */
const sandboxNumbers = /^9999/;

/** The code goes to the candidate's own mobile, and the name on the Aadhaar is the display name. */
export const createSandboxEkyc = (outages: Outages): EkycPort => ({
  find: async (aadhaarNumber, candidate) => {
    outages.assertThere("ekyc");
    return sandboxNumbers.test(aadhaarNumber)
      ? { mobile: candidate.mobile, name: candidate.displayName }
      : { refused: says("enter-sandbox-aadhaar") };
  },
});
