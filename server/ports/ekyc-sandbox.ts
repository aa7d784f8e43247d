import { withReason } from "#server/errors.ts";
import type { EkycPort } from "./ekyc.ts";
import type { Outages } from "./outages.ts";

/** Numbers that UIDAI never issues. Any other could be a real person's. */
const sandboxNumbers = /^9999/;

/** The code goes to the candidate's own mobile, and the name on the Aadhaar is the display name. */
export const createSandboxEkyc = (outages: Outages): EkycPort => ({
  find: async (aadhaarNumber, candidate) => {
    outages.assertUp("ekyc");
    return sandboxNumbers.test(aadhaarNumber)
      ? { mobile: candidate.mobile, name: candidate.displayName }
      : { refused: withReason("enter-sandbox-aadhaar") };
  },
});
